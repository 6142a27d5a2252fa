// The generators as plain functions: one table for each board size and set of mechanics there is, chosen
// once when a game begins, so that everything above is compiled for a word and not for every variant.
#pragma once

#include "draughts/rules/move.h"

namespace losange::draughts {

template <class Bits>
struct Compiled {
  using Set = draughts::Pieces<Bits>;
  // Each pair of functions is for White and for Black to move.
  using MovesOf = void (*)(const Set&, Bits barred, MoveList<Bits>& out);
  using CanMove = bool (*)(const Set&, Bits barred);
  using CanCapture = bool (*)(const Set&);
  using CountMoves = std::uint64_t (*)(const Set&, Bits barred);

  int size;
  const Mechanics* mechanics;
  Bits board;
  std::array<Bits, 2> last_row;  // where a man of White, of Black is crowned
  MovesOf moves[2];
  CanMove can_move[2];
  CanCapture can_capture[2];
  CountMoves count_moves[2];
};

// Precondition: checked_size accepted the size for rules with these mechanics.
template <class Bits>
const Compiled<Bits>& compiled(const Mechanics& mechanics, int size);

template <>
const Compiled<Bits64>& compiled(const Mechanics& mechanics, int size);
template <>
const Compiled<Bits128>& compiled(const Mechanics& mechanics, int size);

}  // namespace losange::draughts
