// The pieces on the board and a move of them. A move is where a piece comes from, where it ends and what it
// captures; the way between is not part of it (notation.h finds it again where it must be written).
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "base/containers/fixed_vector.h"
#include "draughts/rules/bits.h"
#include "draughts/rules/rules.h"

namespace losange::draughts {

// Without initialisers, which would run for the whole of a list of moves in every node: Move{} is all zero.
template <class Bits>
struct Move {
  Bits captured;
  std::uint8_t from, to;
  bool crowns;  // a man ends as a king, at its last row or, where rules say so, past it

  bool operator==(const Move&) const = default;
};

template <class Bits>
struct Pieces {
  std::array<Bits, 2> of{};  // men and kings, by colour
  Bits kings{};              // of both colours

  bool operator==(const Pieces&) const = default;

  Bits all() const { return of[0] | of[1]; }
  Bits men(Colour colour) const { return of[index(colour)] & ~kings; }
  Bits kings_of(Colour colour) const { return of[index(colour)] & kings; }

  Pieces after(Colour mover, const Move<Bits>& move) const {
    const Bits from = bit<Bits>(move.from), to = bit<Bits>(move.to);
    const bool king = (kings & from) != 0 || move.crowns;
    Pieces next;
    next.of[index(mover)] = (of[index(mover)] & ~from) | to;
    next.of[index(other(mover))] = of[index(other(mover))] & ~move.captured;
    next.kings = (kings & ~(from | move.captured)) | (king ? to : Bits{0});
    return next;
  }
};

// Quiet moves are at most four for each empty square. Captures without a bound exist only in composed
// positions; a list that is full takes no more of them.
template <class Bits>
inline constexpr std::size_t kMostMoves = std::is_same_v<Bits, Bits64> ? 256 : 320;
template <class Bits>
using MoveList = base::FixedVector<Move<Bits>, kMostMoves<Bits>>;

}  // namespace losange::draughts
