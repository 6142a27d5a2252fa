// A Hex position as nets see it: one code a cell, row by row, turned so that the side to move joins top
// and bottom. For Second that is the mirror image on the long diagonal, where the edges change owners.
#pragma once

#include <cstdint>

#include "hex/board/position.h"

namespace losange::net {

enum CellCode : std::uint8_t { kEmpty = 0, kOwn = 1, kOpponent = 2 };

// The cell of the board that a cell of the net's view is, and back: turning twice changes nothing.
template <int W>
int turned_cell(const hex::Position<W>& position, int cell) {
  return position.to_move() == hex::Side::First ? cell : position.geometry().transposed(cell);
}

// Writes size * size codes.
template <int W>
void write_codes(const hex::Position<W>& position, std::uint8_t* out) {
  const int cells = position.geometry().cells;
  for (int i = 0; i < cells; ++i) out[i] = kEmpty;
  const auto mover = position.to_move();
  position.stones(mover).for_each([&](int cell) { out[turned_cell(position, cell)] = kOwn; });
  position.stones(game::other(mover)).for_each([&](int cell) {
    out[turned_cell(position, cell)] = kOpponent;
  });
}

}  // namespace losange::net
