#include "hex/board/geometry.h"

#include <fmt/format.h>

#include <cassert>
#include <memory>

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"

namespace losange::hex {

void check_size(int size) {
  if (size < kMinSize || size > kMaxSize) {
    throw base::UserError("hex.size", "board size {} is out of range: choose {} to {}", size,
                          kMinSize, kMaxSize);
  }
}

std::string cell_name(int size, int cell) {
  return fmt::format("{}{}", static_cast<char>('a' + cell % size), cell / size + 1);
}

std::optional<int> parse_cell(int size, std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || text[1] == '0') return std::nullopt;
  const char letter = base::lower(text.substr(0, 1))[0];
  const auto row = base::parse_integer(text.substr(1));
  if (letter < 'a' || letter >= 'a' + size || !row || *row < 1 || *row > size) return std::nullopt;
  return static_cast<int>(*row - 1) * size + (letter - 'a');
}

int checked_cell(int size, std::string_view text) {
  if (const auto cell = parse_cell(size, text)) return *cell;
  throw base::UserError(
      "hex.no-cell",
      "'{}' is not a cell of the {}x{} board: type a column letter a-{} and a row number 1-{}, "
      "for example {}",
      base::printable(text, 20), size, size, static_cast<char>('a' + size - 1), size,
      cell_name(size, size * size / 2));
}

namespace {

// Keys by the cell's row and column on the largest board: equal for every W.
std::uint64_t zobrist_key(int row, int column, int side) {
  std::uint64_t state = 0x4C6F73616E676531ULL + 2 * (row * kMaxSize + column) + side;
  return base::splitmix64(state);
}

}  // namespace

template <int W>
Geometry<W>::Geometry(int size) : size(size), cells(size * size) {
  assert(cells <= Bitboard<W>::kBits);
  for (int cell = 0; cell < cells; ++cell) {
    const int row = cell / size, column = cell % size;
    board.set(cell);
    if (column > 0) not_first_column.set(cell);
    if (column < size - 1) not_last_column.set(cell);
    if (row == 0) edges[0][0].set(cell);
    if (row == size - 1) edges[0][1].set(cell);
    if (column == 0) edges[1][0].set(cell);
    if (column == size - 1) edges[1][1].set(cell);

    auto& set = neighbours.emplace_back();
    auto& ring = around.emplace_back();
    for (std::size_t d = 0; d < kDirections.size(); ++d) {
      const auto next = from_cube(size, to_cube(size, cell) + kDirections[d]);
      ring[d] = static_cast<std::int16_t>(next.value_or(-1));
      if (next) set.set(*next);
    }
    keys.push_back({zobrist_key(row, column, 0), zobrist_key(row, column, 1)});
  }
  std::uint64_t state = 0x53697A65ULL + static_cast<std::uint64_t>(size);
  size_key = base::splitmix64(state);
}

template <int W>
Bitboard<W> Geometry<W>::rotated(const Bitboard<W>& set) const {
  Bitboard<W> result;
  set.for_each([&](int cell) { result.set(rotated(cell)); });
  return result;
}

template <int W>
Bitboard<W> Geometry<W>::transposed(const Bitboard<W>& set) const {
  Bitboard<W> result;
  set.for_each([&](int cell) { result.set(transposed(cell)); });
  return result;
}

template <int W>
const Geometry<W>& geometry(int size) {
  assert(size >= kMinSize && size <= kMaxSize && size * size <= Bitboard<W>::kBits);
  // All sizes at once: less than a megabyte, and no lock on later calls.
  static const auto tables = [] {
    std::array<std::unique_ptr<const Geometry<W>>, kMaxSize + 1> all;
    for (int n = kMinSize; n <= kMaxSize; ++n) {
      if (n * n <= Bitboard<W>::kBits) all[n] = std::make_unique<const Geometry<W>>(n);
    }
    return all;
  }();
  return *tables[size];
}

template struct Geometry<1>;  // up to 8x8, for connections
template struct Geometry<2>;
template struct Geometry<4>;
template struct Geometry<6>;
template const Geometry<1>& geometry<1>(int);
template const Geometry<2>& geometry<2>(int);
template const Geometry<4>& geometry<4>(int);
template const Geometry<6>& geometry<6>(int);

}  // namespace losange::hex
