// The neighbourhood of a cell, the states of its six neighbours in 12 bits, as an index into tables of
// patterns; and Lines, a board with two bits a cell and a word a row from which it is read in three
// shifts. Shared by the playouts and the inferior cells.
#pragma once

#include <array>
#include <cstdint>

#include "hex/board/position.h"
#include "hex/shapes/rows.h"

namespace losange::hex {

// Two bits a neighbour, in the order of reading: above, above right, left, right, below left, below. A
// border cell is a stone of its owner or, like the corner between two edges, Neither.
using Neighbourhood = unsigned;
inline constexpr unsigned kNeighbourhoods = 1u << 12;

namespace neighbourhood {

enum State : unsigned { Empty = 0, First = 1, Second = 2, Neither = 3 };

// Where the state of each of kDirections stands.
inline constexpr std::array<int, 6> kAt{6, 10, 8, 4, 0, 2};

constexpr unsigned state(Neighbourhood around, int direction) {
  return around >> kAt[direction] & 3;
}
constexpr Neighbourhood with(Neighbourhood around, int direction, unsigned state) {
  return (around & ~(3u << kAt[direction])) | state << kAt[direction];
}
constexpr unsigned stone_of(int side) { return side == 0 ? First : Second; }

}  // namespace neighbourhood

// A cell as row << 6 | 2 * column, both counted from 1: the line and the place of its state in it.
using Spot = std::uint16_t;
constexpr Spot spot_at(int row, int column) {
  return static_cast<Spot>((row + 1) << 6 | 2 * (column + 1));
}
constexpr int row_of(Spot spot) { return (spot >> 6) - 1; }
constexpr int column_of(Spot spot) { return (spot & 63) / 2 - 1; }
// What a step in each of kDirections adds to a Spot.
inline constexpr std::array<int, 6> kSpotStep{2, 64, 62, -2, -64, -62};

class Lines {
 public:
  static constexpr std::uint64_t kLowBits = 0x5555555555555555ULL;

  // With own_edges the borders are stones, otherwise Neither.
  template <int W>
  void set_up(const Position<W>& position, bool own_edges) {
    const int size = position.size();
    const std::uint64_t inside = inside_of(size);
    const int end = 2 * (size + 1);
    const std::uint64_t corner = neighbourhood::Neither;
    const std::uint64_t side = own_edges ? neighbourhood::Second : neighbourhood::Neither;
    words_[0] = words_[size + 1] =
        inside * (own_edges ? neighbourhood::First : neighbourhood::Neither);
    words_[0] |= corner << end;
    words_[size + 1] |= corner;
    for (int row = 0; row < size; ++row) {
      words_[row + 1] = side | side << end |
                        spread(bits_at(position.stones(Side::First), row * size, size)) << 2 |
                        spread(bits_at(position.stones(Side::Second), row * size, size)) << 3;
    }
  }

  std::uint64_t operator[](int line) const { return words_[line]; }
  bool taken(Spot spot) const { return (words_[spot >> 6] >> (spot & 63) & 3) != 0; }
  // Precondition: the spot is not taken.
  void put(Spot spot, int side) {
    words_[spot >> 6] |= std::uint64_t{neighbourhood::stone_of(side)} << (spot & 63);
  }
  Neighbourhood around(Spot spot) const {
    const auto* line = &words_[spot >> 6];
    const int shift = spot & 63;
    const std::uint64_t beside = line[0] >> (shift - 2);
    return static_cast<Neighbourhood>((line[-1] >> shift & 15) | (beside & 3) << 4 |
                                      (beside >> 4 & 3) << 6 | (line[1] >> (shift - 2) & 15) << 8);
  }

  // The low bit of each cell of a line.
  static constexpr std::uint64_t inside_of(int size) {
    return kLowBits & ((std::uint64_t{1} << 2 * (size + 1)) - 4);
  }
  // First's stones in a row of the board, a bit a column.
  std::uint64_t first_in_row(int row, int size) const {
    return gather((words_[row + 1] & inside_of(size)) >> 2);
  }

 private:
  // The bits of a row at every second place, and back.
  static constexpr std::uint64_t spread(std::uint64_t x) {
    x = (x | x << 16) & 0x0000FFFF0000FFFFULL;
    x = (x | x << 8) & 0x00FF00FF00FF00FFULL;
    x = (x | x << 4) & 0x0F0F0F0F0F0F0F0FULL;
    x = (x | x << 2) & 0x3333333333333333ULL;
    return (x | x << 1) & kLowBits;
  }
  static constexpr std::uint64_t gather(std::uint64_t x) {
    x = (x | x >> 1) & 0x3333333333333333ULL;
    x = (x | x >> 2) & 0x0F0F0F0F0F0F0F0FULL;
    x = (x | x >> 4) & 0x00FF00FF00FF00FFULL;
    x = (x | x >> 8) & 0x0000FFFF0000FFFFULL;
    return (x | x >> 16) & 0x00000000FFFFFFFFULL;
  }

  std::array<std::uint64_t, kMaxSize + 2> words_;
};

}  // namespace losange::hex
