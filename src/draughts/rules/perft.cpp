#include "draughts/rules/perft.h"

namespace losange::draughts {

template <class Bits>
std::uint64_t perft(const Compiled<Bits>& rules, const Pieces<Bits>& pieces, Colour turn, int depth,
                    bool keep_duplicates) {
  if (depth <= 0) return 1;
  if (depth == 1) return rules.count_moves[index(turn)](pieces, keep_duplicates);
  MoveList<Bits> list;
  rules.moves[index(turn)](pieces, 0, list, keep_duplicates);
  std::uint64_t total = 0;
  for (const auto& move : list) {
    total += perft(rules, pieces.after(turn, move), other(turn), depth - 1, keep_duplicates);
  }
  return total;
}

template std::uint64_t perft(const Compiled<Bits64>&, const Pieces<Bits64>&, Colour, int, bool);
template std::uint64_t perft(const Compiled<Bits128>&, const Pieces<Bits128>&, Colour, int, bool);

}  // namespace losange::draughts
