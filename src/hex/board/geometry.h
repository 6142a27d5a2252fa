// The board as a graph, built once a size: cells, neighbours, edges, symmetries and hash keys. Cells are
// numbered row by row from a1; a cell's name is its column letter and row number. a1 is the top left
// corner, an acute one: a row stands half a cell to the right of the row above, so the neighbours of
// (row, column) are left, right, above, above right, below left and below.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"
#include "hex/board/bitboard.h"

namespace losange::hex {

inline constexpr int kMinSize = 1;
inline constexpr int kMaxSize = 19;
inline constexpr int kDefaultSize = 11;

// Words a Bitboard needs for a board of this size; one of the three sizes that are compiled.
constexpr int words_for(int size) { return size <= 11 ? 2 : size <= 16 ? 4 : 6; }

// Throws base::UserError unless kMinSize <= size <= kMaxSize.
void check_size(int size);

// Cube coordinates (x + y + z = 0): x grows along a row, z down a column.
struct Cube {
  int x = 0, y = 0, z = 0;
  bool operator==(const Cube&) const = default;
  friend constexpr Cube operator+(Cube a, Cube b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
};
// The six steps to a neighbour, clockwise from the right.
inline constexpr std::array<Cube, 6> kDirections{
    {{1, -1, 0}, {0, -1, 1}, {-1, 0, 1}, {-1, 1, 0}, {0, 1, -1}, {1, 0, -1}}};

constexpr Cube to_cube(int size, int cell) {
  const int x = cell % size, z = cell / size;
  return {x, -x - z, z};
}
// The cell at these coordinates, or nothing when they are off the board.
constexpr std::optional<int> from_cube(int size, Cube cube) {
  if (cube.x + cube.y + cube.z != 0) return std::nullopt;
  if (cube.x < 0 || cube.x >= size || cube.z < 0 || cube.z >= size) return std::nullopt;
  return cube.z * size + cube.x;
}
// Steps between two cells on an empty board.
constexpr int distance(Cube a, Cube b) {
  const auto magnitude = [](int n) { return n < 0 ? -n : n; };
  return (magnitude(a.x - b.x) + magnitude(a.y - b.y) + magnitude(a.z - b.z)) / 2;
}

std::string cell_name(int size, int cell);
// Reads "f6" (any case). Nothing when it is not a cell of this board.
std::optional<int> parse_cell(int size, std::string_view text);
// The same for text from outside: throws base::UserError that says what a cell looks like here.
int checked_cell(int size, std::string_view text);

template <int W>
struct Geometry {
  explicit Geometry(int size);

  int size;
  int cells;
  Bitboard<W> board;  // every cell
  Bitboard<W> not_first_column, not_last_column;
  std::array<std::array<Bitboard<W>, 2>, 2> edges;  // [side][0: top or left, 1: bottom or right]
  std::vector<Bitboard<W>> neighbours;              // of each cell
  std::vector<std::array<std::int16_t, 6>> around;  // in kDirections' order, -1 off the board
  std::vector<std::array<std::uint64_t, 2>> keys;  // Zobrist: [cell][side]; one table for all sizes
  std::uint64_t size_key;

  int cell(int row, int column) const { return row * size + column; }
  int rotated(int cell) const { return cells - 1 - cell; }  // by 180 degrees
  int transposed(int cell) const {
    return cell % size * size + cell / size;
  }  // on the long diagonal
  Bitboard<W> rotated(const Bitboard<W>& set) const;
  Bitboard<W> transposed(const Bitboard<W>& set) const;

  // All neighbours of a set of cells, cells of the set included where they have one in it.
  Bitboard<W> spread(const Bitboard<W>& set) const {
    const Bitboard<W> right = (set & not_last_column) << 1;
    const Bitboard<W> left = (set & not_first_column) >> 1;
    // Above right is above the cell to the right, below left is below the cell to the left.
    return (right | left | (set | right) >> size | (set | left) << size) & board;
  }
  // The part of `region` that can be reached from `seeds` by steps inside `region`.
  Bitboard<W> flood(const Bitboard<W>& seeds, const Bitboard<W>& region) const {
    Bitboard<W> filled = seeds & region;
    while (true) {
      const Bitboard<W> around = spread(filled) & region;
      std::uint64_t new_cells = 0;
      for (int i = 0; i < W; ++i) new_cells |= around.words[i] & ~filled.words[i];
      if (new_cells == 0) return filled;
      filled |= around;
    }
  }
};

// The one geometry of a size, built at first use; safe from several threads.
// Precondition: kMinSize <= size <= kMaxSize and words_for(size) <= W.
template <int W>
const Geometry<W>& geometry(int size);

}  // namespace losange::hex
