#include "hex/shapes/rows.h"

#include "hex/shapes/shapes.h"

namespace losange::hex {

namespace {

// The word moved so that what stood `right` columns to the right stands here.
constexpr std::uint32_t from_right(std::uint32_t word, int right) {
  return right >= 0 ? word >> right : word << -right;
}

}  // namespace

bool Rows::joined() const {
  Words start{}, goal{};
  start[kMargin] = own[kMargin];
  goal[kMargin + size - 1] = own[kMargin + size - 1];
  return sweep<false>(start, goal);
}

bool Rows::joined_by_shapes(bool edge_two, bool ziggurats) const {
  return sweep<true>(holds_edge(0, edge_two, ziggurats), holds_edge(1, edge_two, ziggurats));
}

Rows::Words Rows::holds_edge(int edge, bool edge_two, bool ziggurats) const {
  static const Shape& two = shape("II");
  static const Shape& three = shape("III");
  Words result{};
  const int row_of_edge = edge == 0 ? kMargin - 1 : kMargin + size;
  const int down = edge == 0 ? -1 : 1;  // a shape is drawn above its edge
  const auto add = [&](const Shape& shape, bool mirror) {
    const int row = row_of_edge - down * shape.edge;
    std::uint32_t held = own[row];
    for (const Place cell : shape.carrier) {
      const Place place = mirror ? mirrored(cell) : cell;
      held &= from_right(empty[row + down * place.down], down * place.right);
    }
    result[row] |= held;
  };
  result[row_of_edge - down] = own[row_of_edge - down];
  if (edge_two && size >= two.edge) add(two, false);
  if (ziggurats && size >= three.edge) {
    add(three, false);
    add(three, true);
  }
  return result;
}

template <bool kBridges>
std::uint32_t Rows::entered(const Words& reached, int row) const {
  const std::uint32_t above = reached[row - 1], below = reached[row + 1];
  std::uint32_t seeds = reached[row] | above | above >> 1 | below | below << 1;
  if constexpr (kBridges) {
    const std::uint32_t here = empty[row], up = empty[row - 1], down = empty[row + 1];
    seeds |= (below >> 1 & here >> 1 & down) | (reached[row + 2] << 1 & down & down << 1) |
             (below << 2 & down << 1 & here << 1) | (above << 1 & here << 1 & up) |
             (reached[row - 2] >> 1 & up & up >> 1) | (above >> 2 & up >> 1 & here >> 1);
  }
  return seeds & own[row];
}

template <bool kBridges>
bool Rows::sweep(Words reached, const Words& goal) const {
  const int top = kMargin, bottom = kMargin + size - 1;
  bool changed = true;
  const auto visit = [&](int row) {
    std::uint32_t seeds = entered<kBridges>(reached, row);
    std::uint32_t left = own[row], right = own[row];
    for (int step = 1; step < size; step *= 2) {  // the whole of each run of stones
      seeds |= (seeds << step & left) | (seeds >> step & right);
      left &= left << step;
      right &= right >> step;
    }
    changed |= seeds != reached[row];
    reached[row] = seeds;
    return (seeds & goal[row]) != 0;
  };
  while (changed) {
    changed = false;
    for (int row = top; row <= bottom; ++row) {
      if (visit(row)) return true;
    }
    for (int row = bottom - 1; row >= top; --row) {
      if (visit(row)) return true;
    }
  }
  return false;
}

}  // namespace losange::hex
