// A game of your own: noughts and crosses. Losange's searches need its position, and alpha-beta an evaluator; nothing
// else of it. `three` plays alpha-beta (X) against random playouts (O) and prints the moves and the result.
#include <array>
#include <cstdint>
#include <cstdio>

#include "base/containers/fixed_vector.h"
#include "base/random.h"
#include "game/game.h"
#include "search/alphabeta/alphabeta.h"
#include "search/flat.h"

using namespace losange;

// A small value that is copied and never undone.
class Three {
 public:
  using Move = std::uint8_t;  // 0 to 8, row by row
  using Moves = base::FixedVector<Move, 9>;

  game::Side to_move() const { return to_move_; }
  game::Outcome outcome() const {
    static constexpr std::array<std::array<int, 3>, 8> kLines{
        {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};
    for (const auto& [a, b, c] : kLines) {
      const char piece = cell(a);
      if (piece == '.' || cell(b) != piece || cell(c) != piece) continue;
      return piece == 'X' ? game::Outcome::FirstWins : game::Outcome::SecondWins;
    }
    return (pieces_[0] | pieces_[1]) == 0x1FF ? game::Outcome::Draw : game::Outcome::Ongoing;
  }
  void legal_moves(Moves& out) const {
    out.clear();
    if (outcome() != game::Outcome::Ongoing) return;
    for (int i = 0; i < 9; ++i) {
      if (cell(i) == '.') out.push_back(static_cast<Move>(i));
    }
  }
  void play(Move move) {
    auto& mine = pieces_[static_cast<std::size_t>(game::index(to_move_))];
    mine = static_cast<std::uint16_t>(mine | 1u << move);
    to_move_ = game::other(to_move_);
  }
  std::uint64_t hash() const {
    std::uint64_t state = pieces_[0] | static_cast<std::uint64_t>(pieces_[1]) << 16;
    return base::splitmix64(state);
  }
  std::uint64_t recomputed_hash() const { return hash(); }
  char cell(int i) const {
    if ((pieces_[0] >> i & 1) != 0) return 'X';
    return (pieces_[1] >> i & 1) != 0 ? 'O' : '.';
  }

 private:
  std::array<std::uint16_t, 2> pieces_{};
  game::Side to_move_ = game::Side::First;
};

// All that alpha-beta asks for; search/alphabeta/evaluator.h lists what more it may be told.
struct ThreeEvaluator {
  static constexpr std::size_t kMoveKeys = 9;
  static std::size_t move_key(Three::Move move) { return move; }
  static search::Score evaluate(const Three&) { return 0; }
};

game::Outcome random_playout(Three position, base::Random& random) {
  Three::Moves moves;
  for (position.legal_moves(moves); !moves.empty(); position.legal_moves(moves))
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  return position.outcome();
}

int main() {
  search::AlphaBeta<Three, ThreeEvaluator> alphabeta({.table_bytes = std::size_t{1} << 20}, {});
  search::Limits deep, playouts;
  deep.depth = 9;
  playouts.nodes = 2'000;
  Three position;
  while (position.outcome() == game::Outcome::Ongoing) {
    const bool first = position.to_move() == game::Side::First;
    const auto move = first ? alphabeta.think(position, deep).best
                            : search::flat_montecarlo(position, playouts, random_playout).best;
    position.play(move);
    std::printf("%d ", move + 1);
  }
  const auto outcome = position.outcome();
  std::printf("\n%s\n", outcome == game::Outcome::Draw ? "a draw"
                        : outcome == game::Outcome::FirstWins ? "X wins" : "O wins");
}
