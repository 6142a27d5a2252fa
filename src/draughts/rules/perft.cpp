#include "draughts/rules/perft.h"

namespace losange::draughts {

namespace {

// A board and the runs of its kings, without the past that a position carries for draws.
template <class Bits, bool kKingRuns>
struct Lines {
  const Compiled<Bits>& compiled;
  int king_run;
  bool keep_duplicates;

  std::uint64_t from(const Pieces<Bits>& pieces, Colour turn, const KingRuns& runs,
                     int depth) const {
    if (depth <= 0) return 1;
    const Bits barred = kKingRuns ? runs.barred(pieces, turn, king_run) : 0;
    const auto side = static_cast<std::size_t>(index(turn));
    if (depth == 1) return compiled.count_moves[side](pieces, barred, keep_duplicates);
    MoveList<Bits> moves;
    compiled.moves[side](pieces, barred, moves, keep_duplicates);
    std::uint64_t total = 0;
    for (const auto& move : moves) {
      KingRuns after = runs;
      if constexpr (kKingRuns) after.note(turn, move, has(pieces.kings, move.from), king_run);
      total += from(pieces.after(turn, move), other(turn), after, depth - 1);
    }
    return total;
  }
};

}  // namespace

template <class Bits>
std::uint64_t perft(const Position<Bits>& position, int depth, bool keep_duplicates) {
  const auto& compiled = *position.variant().compiled;
  const int king_run = position.rules().king_run;
  const auto count = [&](const auto& lines) {
    return lines.from(position.pieces(), position.turn(), position.king_runs(), depth);
  };
  return king_run > 0 ? count(Lines<Bits, true>{compiled, king_run, keep_duplicates})
                      : count(Lines<Bits, false>{compiled, king_run, keep_duplicates});
}

template std::uint64_t perft(const Position<Bits64>&, int, bool);
template std::uint64_t perft(const Position<Bits128>&, int, bool);

}  // namespace losange::draughts
