// Inferior cells: empty cells that can be given to a side, and moves that need not be considered, without
// changing who wins (Björnsson, Hayward, Johanson and van Rijswijck 2007; Henderson and Hayward 2008).
// Used at the nodes of the tree search and by the solver. Everything follows from one local table, the
// dead patterns of a cell's six neighbours, and from one argument on paths; no pattern is typed in.
#pragma once

#include <array>
#include <cstdint>

#include "hex/shapes/neighbourhood.h"

namespace losange::hex {

template <int W>
struct InferiorCells {
  using Set = Bitboard<W>;

  Set dead;  // on no shortest way between a side's edges, whatever is played elsewhere
  std::array<Set, 2> captured;  // as good as stones of the side, by index(side)
  Outcome outcome;              // with the cells above filled in
  // Of the cells above: when it was filled in. Those of one turn go together: a dead cell, cells that are cut off, a pair.
  std::array<std::int16_t, Set::kBits> turn;

  // Of the cells that remain, for the side to move:
  Set vulnerable;  // its opponent answers at the killer and the stone is dead
  Set dominated;   // a stone on the killer makes the cell dead or captured: the killer is as good
  Set consider;    // the others; empty only when the outcome is decided
  std::array<std::int16_t, Set::kBits> killer;  // set for vulnerable and dominated cells only

  Set filled() const { return dead | captured[0] | captured[1]; }
};

// A pure function of the position, its side to move included. A swap that is still open is not looked at.
// Precondition: the game goes on.
template <int W>
InferiorCells<W> inferior_cells(const Position<W>& position);

// The position with its dead and captured cells filled in; dead cells go to First.
template <int W>
Position<W> filled_in(const Position<W>& position, const InferiorCells<W>& inferior);

namespace neighbourhood {

// Whether no completion lets the cell in the middle join two runs of one side.
bool is_dead(Neighbourhood around);
// The empty directions, a bit each, in which a stone of the side (its index) makes the cell dead.
unsigned killers(Neighbourhood around, int side);

}  // namespace neighbourhood

extern template InferiorCells<2> inferior_cells(const Position<2>&);
extern template InferiorCells<4> inferior_cells(const Position<4>&);
extern template InferiorCells<6> inferior_cells(const Position<6>&);
extern template Position<2> filled_in(const Position<2>&, const InferiorCells<2>&);
extern template Position<4> filled_in(const Position<4>&, const InferiorCells<4>&);
extern template Position<6> filled_in(const Position<6>&, const InferiorCells<6>&);

}  // namespace losange::hex
