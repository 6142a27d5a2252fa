// How many lines of so many moves there are: the check of a generator against published tables. What decides which moves
// there are counts, the three moves of a Frisian king too; no end of the game by repetition or by what is left does.
#pragma once

#include "draughts/rules/position.h"

namespace losange::draughts {

enum class Captures {
  Once,       // each as the one move it is
  EachOrder,  // once for every order it can be made in, as some tables count
};

template <class Bits>
std::uint64_t perft(const Position<Bits>& position, int depth, Captures captures);

// In how many orders a move can be made: more than one only of captures. Precondition: it is one of moves_of_board().
template <class Bits>
std::uint64_t orders_of(const Position<Bits>& position, const Move<Bits>& move);

extern template std::uint64_t perft(const Position<Bits64>&, int, Captures);
extern template std::uint64_t perft(const Position<Bits128>&, int, Captures);
extern template std::uint64_t orders_of(const Position<Bits64>&, const Move<Bits64>&);
extern template std::uint64_t orders_of(const Position<Bits128>&, const Move<Bits128>&);

}  // namespace losange::draughts
