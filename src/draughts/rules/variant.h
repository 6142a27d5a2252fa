// One way to play draughts: rules, a board size, the generators for both, and how squares are numbered.
// Variants live as long as the program; a position points to its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "draughts/rules/compiled.h"
#include "draughts/rules/rules.h"

namespace losange::draughts {

inline constexpr int kMostSquares = 72;

template <class Bits>
struct Variant {
  const Rules* rules;
  int size;
  const Compiled<Bits>* compiled;
  std::uint64_t key;  // of its hashes
  Pieces<Bits> start;
  std::array<std::uint8_t, kMostSquares + 1> index_of_square{};  // squares count from 1
  std::array<std::uint8_t, sizeof(Bits) * 8> square_of_index{};  // 0 for bits that are no square
  // The neighbour in each direction a capture may take, first the diagonals, up, then down; -1 off the board.
  std::array<std::array<std::int8_t, sizeof(Bits) * 8>, 8> steps{};

  int squares() const { return size * size / 2; }
  int row_of(int index) const { return (square_of_index[index] - 1) / (size / 2); }
  // The column on the screen, of all the board's columns.
  int column_of(int index) const {
    const int place = (square_of_index[index] - 1) % (size / 2);
    return 2 * place + ((row_of(index) % 2 == 0) != rules->mirrored ? 1 : 0);
  }
  // The index at a row and column of the screen; nothing on a light square or off the board.
  std::optional<int> index_at(int row, int column) const;
};

// Precondition: checked_size accepts the size, and Bits is wide enough for it.
template <class Bits>
const Variant<Bits>& variant(const Rules& rules, int size);

extern template const Variant<Bits64>& variant(const Rules&, int);
extern template const Variant<Bits128>& variant(const Rules&, int);
extern template struct Variant<Bits64>;
extern template struct Variant<Bits128>;

constexpr bool needs_128_bits(int size) { return size > 10; }

}  // namespace losange::draughts
