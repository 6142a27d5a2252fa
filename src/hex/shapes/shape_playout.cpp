#include "hex/shapes/shape_playout.h"

#include <bit>
#include <vector>

#include "hex/board/playout.h"
#include "hex/shapes/rows.h"
#include "hex/shapes/shapes.h"

namespace losange::hex {

namespace {

// The directions in which the opponent of a side that just played saves a bridge, a bit each: an empty
// cell between two of his stones. By index(side) and neighbourhood.
constexpr auto make_bridge_table() {
  std::array<std::array<std::uint8_t, kNeighbourhoods>, 2> table{};
  for (Neighbourhood around = 0; around < kNeighbourhoods; ++around) {
    unsigned cells[4] = {};  // the directions in each state
    for (int d = 0; d < 6; ++d) cells[neighbourhood::state(around, d)] |= 1u << d;
    for (unsigned side = 0; side < 2; ++side) {
      const unsigned owned = cells[neighbourhood::stone_of(1 - static_cast<int>(side))];
      const unsigned next = owned >> 1 | (owned << 5 & 32),
                     previous = (owned << 1 & 63) | owned >> 5;
      table[side][around] =
          static_cast<std::uint8_t>(cells[neighbourhood::Empty] & next & previous);
    }
  }
  return table;
}
constexpr auto kBridgeTable = make_bridge_table();

// The ziggurat as it stands at one edge, one of its two mirror images. Lines are counted from the edge,
// columns from the stone.
struct Ziggurat {
  static constexpr int kHeight = 3, kCarrier = 8;
  static constexpr int kWindow = 16;  // the stone's own bit in `stones_of`

  struct Cell {
    int line;
    int shift;  // twice the columns to the right of the stone
  };
  std::array<Cell, kCarrier> carrier;
  std::array<std::uint8_t, kCarrier>
      replies;  // to an intrusion, a bit for each cell of the carrier
  // For an intrusion on a line, where the stone may stand: the intrusion's own column is bit kWindow.
  std::array<std::uint64_t, kHeight + 1> stones_of{};
};

std::array<std::array<Ziggurat, 2>, 2> make_ziggurats() {
  const Shape& shape = hex::shape("III");
  ShapeGame game(shape);
  std::array<std::array<Ziggurat, 2>, 2> result;
  for (int edge = 0; edge < 2; ++edge) {
    for (int mirror = 0; mirror < 2; ++mirror) {
      Ziggurat& z = result[edge][mirror];
      for (int i = 0; i < Ziggurat::kCarrier; ++i) {
        const Place place = mirror == 1 ? mirrored(shape.carrier[i]) : shape.carrier[i];
        z.carrier[i] = {shape.edge - place.down, 2 * (edge == 0 ? -place.right : place.right)};
        z.replies[i] = static_cast<std::uint8_t>(game.steady_replies(i));
        z.stones_of[z.carrier[i].line] |= std::uint64_t{1}
                                          << (Ziggurat::kWindow - z.carrier[i].shift);
      }
    }
  }
  return result;
}
const std::array<std::array<Ziggurat, 2>, 2> kZiggurats = make_ziggurats();

// A random one of the bits that are set.
int random_bit(unsigned bits, base::Random& random) {
  const int count = std::popcount(bits);
  for (auto skip = count == 1 ? 0 : random.below(static_cast<std::uint32_t>(count)); skip > 0;
       --skip) {
    bits &= bits - 1;
  }
  return std::countr_zero(bits);
}

}  // namespace

template <int W>
void ShapePlayout<W>::set_up(const Position<W>& from, base::Random& random) {
  size_ = from.size();
  rows_.set_up(from, type_ >= ShapeType::EdgeTwo);
  free_ = 0;
  // Each cell goes to a random place among those before it: a shuffled deck at the end.
  from.empty().for_each([&, row = 0](int cell) mutable {
    while (cell >= (row + 1) * size_) ++row;
    const auto place = random.below(static_cast<std::uint32_t>(free_ + 1));
    deck_[free_++] = deck_[place];
    deck_[place] = spot_at(row, cell - row * size_);
  });
  if (type_ != ShapeType::Ziggurats) return;
  columns_.fill(0);
  for (int side = 0; side < 2; ++side) {
    from.stones(static_cast<Side>(side)).for_each([&](int cell) {
      put_in_columns(spot_at(cell / size_, cell % size_), side);
    });
  }
}

template <int W>
inline Spot ShapePlayout<W>::bridge_reply(Spot spot, int side, base::Random& random) const {
  const unsigned replies = kBridgeTable[side][rows_.around(spot)];
  if (replies == 0) return 0;
  return static_cast<Spot>(spot + kSpotStep[random_bit(replies, random)]);
}

// All ziggurats of an edge are found at once: the stones on the third line whose carrier was empty before
// the move at `spot`.
template <int W>
Spot ShapePlayout<W>::ziggurat_reply(Spot spot, int side, base::Random& random) const {
  if (size_ < Ziggurat::kHeight) return 0;
  const int owner = 1 - side;
  // Lines such that the owner's edges are before the first and after the last.
  const auto lines = [&](int i) { return owner == 0 ? rows_[i] : columns_[i]; };
  const std::uint64_t inside = Lines::inside_of(size_);
  const int line = owner == 0 ? spot >> 6 : (spot & 63) >> 1;
  const int column = owner == 0 ? spot & 63 : (spot >> 6) * 2;

  struct Hit {
    const Ziggurat* ziggurat;
    int edge, cell, stone;
  };
  std::array<Hit, 4 * Ziggurat::kCarrier> hits;
  std::uint32_t count = 0;
  for (int edge = 0; edge < 2; ++edge) {
    const int height = edge == 0 ? line : size_ + 1 - line;
    if (height > Ziggurat::kHeight) continue;
    std::array<std::uint64_t, Ziggurat::kHeight + 1> empty;
    for (int h = 1; h <= Ziggurat::kHeight; ++h) {
      const std::uint64_t word = lines(edge == 0 ? h : size_ + 1 - h);
      empty[h] = ~(word | word >> 1) & inside;
    }
    empty[height] |= std::uint64_t{1} << column;
    const std::uint64_t stones =
        lines(edge == 0 ? Ziggurat::kHeight : size_ + 1 - Ziggurat::kHeight) >> owner & inside;
    for (const Ziggurat& z : kZiggurats[edge]) {
      std::uint64_t whole = stones;
      for (const auto& cell : z.carrier) {
        whole &= std::rotr(empty[cell.line], cell.shift);
      }
      const std::uint64_t near = (whole << Ziggurat::kWindow >> column) & z.stones_of[height];
      if (near == 0) continue;
      for (int i = 0; i < Ziggurat::kCarrier; ++i) {
        if (z.carrier[i].line != height) continue;
        if ((near >> (Ziggurat::kWindow - z.carrier[i].shift) & 1) == 0) continue;
        hits[count++] = {&z, edge, i, column - z.carrier[i].shift};
      }
    }
  }
  if (count == 0) return 0;
  const Hit& hit = hits[count == 1 ? 0 : random.below(count)];
  const auto& reply = hit.ziggurat->carrier[random_bit(hit.ziggurat->replies[hit.cell], random)];
  const int reply_line = hit.edge == 0 ? reply.line : size_ + 1 - reply.line;
  const int reply_column = hit.stone + reply.shift;
  return static_cast<Spot>(owner == 0 ? reply_line << 6 | reply_column
                                      : reply_column << 5 | reply_line * 2);
}

template <int W>
template <bool kShapes, bool kZiggurats>
void ShapePlayout<W>::fill(int side, Move last, base::Random& random) {
  const auto reply_to = [&](Spot spot, int mover) {
    Spot reply = 0;
    if constexpr (kShapes) reply = bridge_reply(spot, mover, random);
    if constexpr (kZiggurats) {
      if (reply == 0) reply = ziggurat_reply(spot, mover, random);
    }
    return reply;
  };
  Spot next = 0;
  if (kShapes && last.is_cell()) {
    next = reply_to(spot_at(last.cell() / size_, last.cell() % size_), 1 - side);
  }
  for (int played = 0, dealt = 0; played < free_; ++played) {
    if (next == 0) {
      do {
        next = deck_[dealt++];
      } while (kShapes && rows_.taken(next));
    }
    rows_.put(next, side);
    if constexpr (kZiggurats) put_in_columns(next, side);
    order_[played] = next;
    next = reply_to(next, side);
    side = 1 - side;
  }
}

// The number of moves after which the winner is joined, by the measure of end_. Later moves keep a chain
// and, but for rare intrusions into two shapes at once, a shape: so the moment is found by bisection.
template <int W>
int ShapePlayout<W>::decided_after(const Position<W>& from, int winner) const {
  const bool by_shapes = end_ == PlayoutEnd::Shapes && type_ >= ShapeType::Bridges;
  const auto flip = [&](Rows::Words& rows, int row, int column) {
    rows[Rows::kMargin + (winner == 0 ? row : column)] ^= 1u << (winner == 0 ? column : row);
  };
  Rows before;  // the board after `open` moves, turned so that the winner joins top and bottom
  before.size = size_;
  from.stones(static_cast<Side>(winner)).for_each([&](int cell) {
    flip(before.own, cell / size_, cell % size_);
  });
  for (int i = 0; i < free_; ++i) flip(before.empty, row_of(order_[i]), column_of(order_[i]));

  int open = 0, joined = free_;  // known not to be joined, known to be
  const int winner_first = game::index(from.to_move()) == winner ? 0 : 1;
  const auto joins = [&](const Rows& rows) {
    return by_shapes
               ? rows.joined_by_shapes(type_ >= ShapeType::EdgeTwo, type_ >= ShapeType::Ziggurats)
               : rows.joined();
  };
  if (by_shapes && joins(before)) return 0;
  while (joined - open > 1) {
    const int middle = (open + joined) / 2;
    Rows rows = before;
    for (int i = open; i < middle; ++i) {
      const int row = row_of(order_[i]), column = column_of(order_[i]);
      flip(rows.empty, row, column);
      if ((i & 1) == winner_first) flip(rows.own, row, column);
    }
    if (joins(rows)) {
      joined = middle;
    } else {
      open = middle;
      before = rows;
    }
  }
  return joined;
}

template <int W>
PlayoutResult<W> ShapePlayout<W>::play(const Position<W>& from, Move last, base::Random& random) {
  const Bitboard<W> empty = from.empty();
  const auto& geometry = from.geometry();
  PlayoutResult<W> result;
  if (type_ == ShapeType::Uniform && end_ == PlayoutEnd::FullBoard) {
    const int to_first = (empty.count() + (from.to_move() == Side::First ? 1 : 0)) / 2;
    result.played[0] = random_subset(empty, to_first, geometry.cells, random);
    result.played[1] = empty & ~result.played[0];
    result.winner = winner_of_full_board(geometry, from.stones(Side::First) | result.played[0]);
    return result;
  }

  set_up(from, random);
  const int mover = game::index(from.to_move());
  switch (type_) {
    case ShapeType::Uniform: fill<false, false>(mover, last, random); break;
    case ShapeType::Bridges:
    case ShapeType::EdgeTwo: fill<true, false>(mover, last, random); break;
    case ShapeType::Ziggurats: fill<true, true>(mover, last, random); break;
  }
  Rows rows;
  rows.size = size_;
  Bitboard<W> first;
  for (int row = 0; row < size_; ++row) {
    const std::uint64_t bits = rows_.first_in_row(row, size_);
    rows.own[Rows::kMargin + row] = static_cast<std::uint32_t>(bits);
    set_bits_at(first, row * size_, size_, bits);
  }
  result.winner = rows.joined() ? Side::First : Side::Second;
  if (end_ == PlayoutEnd::FullBoard) {
    result.played = {first & empty, empty & ~first};
    return result;
  }
  const int length = decided_after(from, game::index(result.winner));
  for (int i = 0; i < length; ++i) {
    result.played[(mover + i) & 1].set(geometry.cell(row_of(order_[i]), column_of(order_[i])));
  }
  return result;
}

template class ShapePlayout<2>;
template class ShapePlayout<4>;
template class ShapePlayout<6>;

}  // namespace losange::hex
