// What a proof search is told of Hex: positions with their dead and captured cells filled in; of a position, the moves that
// meet every known threat of the side that just moved (must-play) and are not inferior. A net, where there is one, says
// which come first and how hard each looks; else those with the most current through them come first. It makes the
// search shorter and no answer different. Used by HexSolver.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hex/shapes/inferior.h"
#include "net/input/evaluator.h"
#include "search/proof/expert.h"
#include "solver/earlier_results.h"
#include "solver/recent_connections.h"

namespace losange::solver {

template <int W>
class HexExpert {
 public:
  using Position = hex::Position<W>;
  using Set = hex::Bitboard<W>;
  // Cells: with all other empty ones given to the loser, the winner still wins. So it wins whatever the loser plays elsewhere.
  using Reason = Set;
  using Earlier = EarlierResults<W>;

  explicit HexExpert(std::shared_ptr<const net::Evaluator> net = {}) : net_(std::move(net)) {}

  std::uint64_t key(const Position& position) const { return position.hash(); }
  std::optional<bool> decided(const Position& position) const {
    if (position.outcome() == game::Outcome::Ongoing) return std::nullopt;
    return position.outcome() == game::win_for(position.to_move());
  }
  // With the cells filled in that can be given away without changing who wins.
  static Position filled(const Position& position);
  // A move that is not legal, here and in `before`, comes from a table that was read: search::contradicted.
  Position after(Position position, hex::Move move) const {
    if (!position.is_legal(move)) search::contradicted();
    position.play(move);
    return filled(position);
  }
  void expand(const Position& position, search::Expansion<hex::Move, Set>& out);
  Set before(Position position, hex::Move move, const Set& after, bool wins) const;
  bool meets(hex::Move move, const Set& reason) const { return reason.test(move.cell()); }
  // What leaving out vulnerable moves rests on: the cells where the other side answers them.
  static Set needed_by(const hex::InferiorCells<W>& inferior, const Set& vulnerable);

  // A position that the net was asked about, and the moves that counted.
  struct Asked {
    Position position;
    Set moves;
  };
  // Whether they are kept from now on; take_asked() gives those since it was called last.
  void keep_asked(bool keep) { keeps_asked_ = keep; }
  std::vector<Asked> take_asked() { return std::exchange(asked_, {}); }

 private:
  // Fill in what is known of each move: how promising it is, and how hard the position after it (the net alone).
  void ask_net(const Position& position, const Set& moves);
  void ask_circuits(const Position& position, const Set& moves);

  std::shared_ptr<const net::Evaluator> net_;
  bool keeps_asked_ = false;
  std::vector<Asked> asked_;
  net::Evaluations said_;
  std::vector<std::uint8_t> codes_;
  std::array<float, Set::kBits> weights_;                 // by cell
  std::array<search::ProofNumbers, Set::kBits> guesses_;  // the same
  RecentConnections<W> connections_;
};

extern template class HexExpert<1>;
extern template class HexExpert<2>;
extern template class HexExpert<6>;

}  // namespace losange::solver
