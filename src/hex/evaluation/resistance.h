// The board as an electrical circuit (Shannon's machine; Anshelevich 2002): between a side's two edges every
// cell is a resistor, its own stones conduct without loss, the other side's stones not at all. Bridges and
// edge templates whose cells are empty are wires as well, because they cannot be cut. A side stands the
// better the lower the resistance between its edges; the current through a cell says how much it matters.
// An evaluation of alpha-beta, and its map of cells. Solved by Eigen's sparse Cholesky decomposition.
#pragma once

#include <array>

#include "hex/board/position.h"

namespace losange::hex {

struct ResistanceWeights {
  double bridge = 0.5;     // conductance of a bridge, in that of two neighbours
  double template_ = 0.7;  // the same of an edge template
  double least = 0.2;      // resistance of a wire between own stones that are not neighbours
};

template <int W>
struct Circuit {
  double resistance = 0;                            // between the edges
  std::array<float, Bitboard<W>::kBits> current{};  // through each empty cell, of 1 in all
};

// Precondition: the game goes on.
template <int W>
Circuit<W> circuit(const Position<W>& position, Side side, const ResistanceWeights& weights = {});

// The logarithm of the quotient, in thousandths: for the side to move.
template <int W>
int resistance_value(const Circuit<W>& own, const Circuit<W>& other);

}  // namespace losange::hex
