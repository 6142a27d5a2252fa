// How many lines of so many moves there are: the check of a generator against published tables. Nothing but the board counts,
// no end of the game by repetition or by what is left.
#pragma once

#include "draughts/rules/compiled.h"

namespace losange::draughts {

template <class Bits>
std::uint64_t perft(const Compiled<Bits>& rules, const Pieces<Bits>& pieces, Colour turn, int depth,
                    bool keep_duplicates);

extern template std::uint64_t perft(const Compiled<Bits64>&, const Pieces<Bits64>&, Colour, int,
                                    bool);
extern template std::uint64_t perft(const Compiled<Bits128>&, const Pieces<Bits128>&, Colour, int,
                                    bool);

}  // namespace losange::draughts
