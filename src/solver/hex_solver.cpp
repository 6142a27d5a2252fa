#include "solver/hex_solver.h"

#include <algorithm>
#include <cassert>

#include "hex/evaluation/distance.h"
#include "net/input/board_codes.h"
#include "solver/hex_expert.h"
#include "solver/hex_prover.h"
#include "solver/known_file.h"

namespace losange::solver {
namespace {

template <int W>
class Solver final : public HexSolver {
 public:
  Solver(int size, std::size_t bytes, const std::shared_ptr<const net::Evaluator>& net, int threads)
      : size_(size), experts_(experts(net, threads)), search_(experts_, bytes) {}

  HexAnswer solve(const HexBoard& board, const HexQuestion& question, const Observer& observer,
                  std::stop_token stop) override {
    const base::Stopwatch watch;
    const auto position = Position::from_flat(board.stones, board.to_move);
    assert(position.size() == size_);
    HexAnswer answer;
    const auto rest = [&] {
      search::ProofLimits limits;
      if (question.time) limits.time = std::max(base::Millis(0), *question.time - watch.elapsed());
      if (question.nodes) limits.nodes = *question.nodes - std::min(*question.nodes, answer.nodes);
      return limits;
    };
    HexProgress progress;
    const auto told = [&](const auto& report) {
      progress.nodes = answer.nodes + report.nodes;
      progress.proof = report.numbers.proof;
      progress.disproof = report.numbers.disproof;
      if (observer) observer(progress);
    };
    const auto proved = [&](const Position& asked) {
      auto report = search_.prove(HexExpert<W>::filled(asked), rest(), told, stop);
      answer.nodes += report.nodes;
      answer.memory = std::max(answer.memory, report.memory);
      return report;
    };
    if (position.outcome() != game::Outcome::Ongoing) {
      answer.winner = position.outcome() == game::win_for(game::Side::First) ? game::Side::First
                                                                             : game::Side::Second;
      return answer;
    }
    experts_[0].keep_asked(question.lessons != nullptr);
    const game::Side side = position.to_move();
    const auto report = proved(position);
    if (report.wins) answer.winner = *report.wins ? side : game::other(side);
    for (const hex::Move move : report.line) answer.line.push_back(move.cell());
    if (answer.winner == side && answer.line.empty()) answer.line = joining_move(position);
    if (question.all_moves && answer.winner != game::other(side)) {
      progress.moves = position.empty().count();
      const bool forgotten = answer.line.empty();  // which move wins
      std::uint64_t least = ~std::uint64_t{0};
      position.empty().for_each([&](int cell) {
        Position next = position;
        next.play(hex::Move::at(cell));
        const auto after = proved(next);
        if (!after.wins) {
          answer.open.push_back(cell);
        } else if (!*after.wins) {
          answer.winning.push_back(cell);
          answer.winner = side;
          if (forgotten && after.nodes < least) {
            least = after.nodes;
            answer.line = {cell};
          }
        }
        ++progress.moves_done;
      });
      if (answer.winning.empty() && answer.open.empty()) answer.winner = game::other(side);
    }
    answer.seconds = watch.seconds();
    for (const auto& asked : experts_[0].take_asked()) question.lessons(lesson_of(asked));
    return answer;
  }

  std::optional<proof::Proof> prove(const HexBoard& board, std::stop_token stop,
                                    const std::function<void(std::size_t)>& made) override {
    const auto winner = solve(board, {}, {}, stop).winner;
    if (!winner) return std::nullopt;
    const auto position = Position::from_flat(board.stones, board.to_move);
    search_.forget_open_moves();  // a proof is made of what is decided, and takes room itself
    auto steps = HexProver<W>(search_, position, *winner, stop, made).prove(position);
    if (!steps) return std::nullopt;
    return proof::Proof{board.size, board.stones, board.to_move, *winner, std::move(*steps)};
  }

  std::string known() const override { return to_bytes<W>(size_, search_.table()); }
  void know(std::string_view known) override {
    add_bytes<W>(size_, known, search_.table_to_read());
  }

 private:
  using Position = hex::Position<W>;

  // Where the cells that are filled in join the mover's edges, one of the fewest that do; none else.
  static std::vector<int> joining_move(const Position& position) {
    const auto filled = HexExpert<W>::filled(position);
    if (filled.outcome() == game::Outcome::Ongoing) return {};
    hex::PathBoard<W> board(position, position.to_move());
    board.empty &= filled.stones(position.to_move());
    return {hex::shortest_paths(board).cells.first()};
  }

  HexLesson lesson_of(const typename HexExpert<W>::Asked& asked) const {
    const auto known = [](const search::ProofNumbers& numbers) {
      return numbers.is_won()    ? HexLesson::Wins
             : numbers.is_lost() ? HexLesson::Loses
                                 : HexLesson::Open;
    };
    HexLesson lesson;
    std::vector<std::uint8_t> codes(static_cast<std::size_t>(size_ * size_));
    net::write_codes(asked.position, codes.data());
    for (const auto code : codes) lesson.cells.push_back({.code = code});
    const auto at = [&](hex::Move move) -> HexLesson::Cell& {
      return lesson.cells[static_cast<std::size_t>(net::turned_cell(asked.position, move.cell()))];
    };
    asked.moves.for_each([&](int cell) { at(hex::Move::at(cell)).counts = true; });
    const auto& table = search_.table();
    const auto* entry = table.find(experts_[0].key(asked.position));
    if (entry == nullptr) return lesson;  // forgotten
    lesson.known = known(entry->numbers);
    asked.moves.for_each([&](int cell) {
      const auto move = hex::Move::at(cell);
      const auto* after = table.find(experts_[0].key(experts_[0].after(asked.position, move)));
      if (after == nullptr) return;
      // The other side moves there.
      at(move).known = known({after->numbers.disproof, after->numbers.proof});
    });
    return lesson;
  }

  static std::vector<HexExpert<W>> experts(const std::shared_ptr<const net::Evaluator>& net,
                                           int threads) {
    std::vector<HexExpert<W>> made;
    made.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) made.emplace_back(net);
    return made;
  }

  int size_;
  std::vector<HexExpert<W>> experts_;
  search::ProofSearch<Position, HexExpert<W>> search_;
};

}  // namespace

std::unique_ptr<HexSolver> make_hex_solver(int size, std::size_t bytes,
                                           const std::shared_ptr<const net::Evaluator>& net,
                                           int threads) {
  hex::check_size(size);
  if (size <= 8) return std::make_unique<Solver<1>>(size, bytes, net, threads);
  if (hex::words_for(size) == 2) return std::make_unique<Solver<2>>(size, bytes, net, threads);
  // One for all larger boards, where only endings are solved: a fourth would take longer to compile than it saves.
  return std::make_unique<Solver<6>>(size, bytes, net, threads);
}

}  // namespace losange::solver
