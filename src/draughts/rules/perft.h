// How many lines of so many moves there are: the check of a generator against published tables. What decides which moves
// there are counts, the three moves of a Frisian king too; no end of the game by repetition or by what is left does.
#pragma once

#include "draughts/rules/position.h"

namespace losange::draughts {

template <class Bits>
std::uint64_t perft(const Position<Bits>& position, int depth, bool keep_duplicates);

extern template std::uint64_t perft(const Position<Bits64>&, int, bool);
extern template std::uint64_t perft(const Position<Bits128>&, int, bool);

}  // namespace losange::draughts
