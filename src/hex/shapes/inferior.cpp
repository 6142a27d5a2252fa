#include "hex/shapes/inferior.h"

#include <bit>

namespace losange::hex {

namespace {

// Fewer stones cut off one cell at most, which the patterns see.
constexpr int kSmallestWall = 3;

constexpr int opposite(int direction) { return (direction + 3) % 6; }

// What is known of an empty cell from its neighbourhood.
struct Entry {
  std::array<std::uint8_t, 2> killers;  // by index(side), a bit a direction
  // The same for two stones, in the direction of the bit and in the next one: they are neighbours.
  std::array<std::uint8_t, 2> pair_killers;
  bool dead, idle;
};

// Whether some colouring of the open neighbours has two runs of First around the ring, between which
// are then two of Second: a path of either may need the cell. With one run each, a path through the
// cell can go around it.
bool can_join(Neighbourhood around) {
  int changes = 0;
  for (int d = 0; d < 6; ++d) {
    const unsigned state = neighbourhood::state(around, d);
    if (state == neighbourhood::Empty || state == neighbourhood::Neither) {
      return can_join(neighbourhood::with(around, d, neighbourhood::First)) ||
             can_join(neighbourhood::with(around, d, neighbourhood::Second));
    }
    changes += state != neighbourhood::state(around, (d + 1) % 6) ? 1 : 0;
  }
  return changes > 2;
}

std::array<Entry, kNeighbourhoods> make_table() {
  std::array<Entry, kNeighbourhoods> table{};
  for (Neighbourhood around = 0; around < kNeighbourhoods; ++around) {
    table[around].dead = !can_join(around);
  }
  for (Neighbourhood around = 0; around < kNeighbourhoods; ++around) {
    Entry& entry = table[around];
    for (int d = 0; d < 6; ++d) {
      if (neighbourhood::state(around, d) != neighbourhood::Empty) continue;
      const int next = (d + 1) % 6;
      const bool pair = neighbourhood::state(around, next) == neighbourhood::Empty;
      for (int side = 0; side < 2; ++side) {
        const auto stone = neighbourhood::stone_of(side);
        const Neighbourhood one = neighbourhood::with(around, d, stone);
        const Neighbourhood two = neighbourhood::with(one, next, stone);
        entry.killers[side] |= static_cast<std::uint8_t>(table[one].dead ? 1u << d : 0);
        entry.pair_killers[side] |=
            static_cast<std::uint8_t>(pair && table[two].dead ? 1u << d : 0);
      }
    }
    entry.idle = !entry.dead && (entry.killers[0] | entry.killers[1] | entry.pair_killers[0] |
                                 entry.pair_killers[1]) == 0;
  }
  return table;
}
const std::array<Entry, kNeighbourhoods> kTable = make_table();

template <int W>
class Finder {
  using Set = Bitboard<W>;

 public:
  Finder(const Position<W>& position, InferiorCells<W>& result)
      : geometry_(position.geometry()),
        empty_(position.empty()),
        stones_{position.stones(Side::First), position.stones(Side::Second)},
        mover_(game::index(position.to_move())),
        reciprocal_((1 << 16) / position.size() + 1),
        result_(result) {
    lines_.set_up(position, true);
  }

  void run() {
    for (Set open = empty_; open.any();) {
      fill_patterns(open);
      const Set settled = empty_;
      fill_cut_off();
      open = geometry_.spread(settled & ~empty_) & empty_;
    }
    result_.outcome = outcome();
    prune();
  }

 private:
  Spot spot(int cell) const {
    const int row = cell * reciprocal_ >> 16;
    return spot_at(row, cell - row * geometry_.size);
  }
  int neighbour(int cell, int direction) const { return geometry_.around[cell][direction]; }
  const Entry& entry(int cell) const { return kTable[lines_.around(spot(cell))]; }

  void fill(int cell, int side) {
    lines_.put(spot(cell), side);
    stones_[side].set(cell);
    empty_.reset(cell);
    result_.turn[cell] = turn_;
  }
  void fill_cut_off();
  void fill_patterns(Set open);
  void fill_pair(int cell, const Entry& at, Set& open);
  int dominator(int cell) const;
  void prune();
  Outcome outcome() const;

  const Geometry<W>& geometry_;
  Lines lines_;
  Set empty_;
  std::array<Set, 2> stones_;
  Set active_;  // cells that are not idle
  int mover_;
  std::int16_t turn_ = 0;
  int reciprocal_;  // 2^16 / size rounded up: exact division of a cell's number
  InferiorCells<W>& result_;
};

// A side's way lies in one component of the cells its opponent does not hold, and that component touches
// both of its edges. A cell outside is on no way of that side, so its colour decides nothing: dead.
template <int W>
void Finder<W>::fill_cut_off() {
  for (int side = 0; side < 2; ++side) {
    if (stones_[1 - side].count() < kSmallestWall) continue;
    const Set region = empty_ | stones_[side];
    const Set from_first = geometry_.flood(geometry_.edges[side][0], region);
    const Set useful = geometry_.flood(geometry_.edges[side][1], from_first);
    const Set cut_off = empty_ & ~useful;
    if (cut_off.none()) continue;
    result_.dead |= cut_off;
    ++turn_;
    cut_off.for_each([&](int cell) { fill(cell, 0); });
  }
}

// Dead cells, captured pairs and mutual fill-in, until no open cell is left to look at. A cell is opened
// again when one of its neighbours is filled.
template <int W>
void Finder<W>::fill_patterns(Set open) {
  while (open.any()) {
    const Set batch = open;
    open = Set{};
    batch.for_each([&](int cell) {
      if (!empty_.test(cell)) return;
      const Entry& at = entry(cell);
      active_.reset(cell);
      if (at.idle) return;
      if (at.dead) {
        result_.dead.set(cell);
        ++turn_;
        fill(cell, 0);
        open |= geometry_.neighbours[cell];
      } else {
        active_.set(cell);
        fill_pair(cell, at, open);
      }
    });
    open &= empty_;
  }
}

// Two neighbours a and b of which
// - a side's stone on either kills the other: the side answers there, so both are its own (captured);
// - First's stone on a kills b and Second's on b kills a: neither has a better move in the pair than its
//   own, and both lead to First on a and Second on b, at the cost of a tempo (mutual fill-in).
template <int W>
void Finder<W>::fill_pair(int cell, const Entry& at, Set& open) {
  for (int side = 0; side < 2; ++side) {
    for (unsigned killers = at.killers[side]; killers != 0; killers &= killers - 1) {
      const int direction = std::countr_zero(killers);
      const int other = neighbour(cell, direction);
      const Entry& beyond = entry(other);
      const unsigned back = 1u << opposite(direction);
      const bool own = (beyond.killers[side] & back) != 0;
      if (!own && (beyond.killers[1 - side] & back) == 0) continue;
      const int cell_side = own ? side : 1 - side;
      result_.captured[cell_side].set(cell);
      result_.captured[side].set(other);
      ++turn_;
      fill(cell, cell_side);
      fill(other, side);
      open |= geometry_.neighbours[cell] | geometry_.neighbours[other];
      return;
    }
  }
}

template <int W>
Outcome Finder<W>::outcome() const {
  if (result_.filled().none()) return Outcome::Ongoing;
  for (int side = 0; side < 2; ++side) {
    const auto& edges = geometry_.edges[side];
    if (overlaps(geometry_.flood(edges[0], stones_[side]), edges[1])) {
      return game::win_for(static_cast<Side>(side));
    }
  }
  return Outcome::Ongoing;
}

// A move to consider after which the cell is dead or captured by the mover, or -1.
template <int W>
int Finder<W>::dominator(int cell) const {
  const Entry& at = entry(cell);
  for (unsigned killers = at.killers[mover_]; killers != 0; killers &= killers - 1) {
    const int killer = neighbour(cell, std::countr_zero(killers));
    if (result_.consider.test(killer)) return killer;
  }
  // A killer and a partner next to each other and to the cell: with a stone on the killer, the cell and
  // the partner are a captured pair if killer and cell kill the partner too.
  for (unsigned pairs = at.pair_killers[mover_]; pairs != 0; pairs &= pairs - 1) {
    const int d = std::countr_zero(pairs), next = (d + 1) % 6;
    const int first = neighbour(cell, d), second = neighbour(cell, next);
    // Clockwise around `second` come the cell and `first`; around `first` come `second` and the cell.
    const bool second_dies = entry(second).pair_killers[mover_] >> opposite(next) & 1;
    if (second_dies && result_.consider.test(first)) return first;
    const bool first_dies = entry(first).pair_killers[mover_] >> (d + 2) % 6 & 1;
    if (first_dies && result_.consider.test(second)) return second;
  }
  return -1;
}

// All vulnerable cells go at once: if the mover wins, follow a winning line of his in which every
// vulnerable move is answered by its killer and so wasted; it must come to a move that is not vulnerable,
// and that move wins at once, with fewer stones against it. A dominated cell goes only while its killer
// stays, so that the best of a ring of cells that dominate each other is kept.
template <int W>
void Finder<W>::prune() {
  active_ &= empty_;
  active_.for_each([&](int cell) {
    const unsigned killers = entry(cell).killers[1 - mover_];
    if (killers == 0) return;
    result_.vulnerable.set(cell);
    result_.killer[cell] = static_cast<std::int16_t>(neighbour(cell, std::countr_zero(killers)));
  });
  result_.consider = empty_ & ~result_.vulnerable;
  (active_ & result_.consider).for_each([&](int cell) {
    const int killer = dominator(cell);
    if (killer < 0) return;
    result_.dominated.set(cell);
    result_.consider.reset(cell);
    result_.killer[cell] = static_cast<std::int16_t>(killer);
  });
  // Every move is vulnerable: the mover has lost, and any move will do.
  if (result_.consider.none() && empty_.any()) result_.consider.set(empty_.first());
}

}  // namespace

namespace neighbourhood {

bool is_dead(Neighbourhood around) { return kTable[around].dead; }
unsigned killers(Neighbourhood around, int side) { return kTable[around].killers[side]; }

}  // namespace neighbourhood

template <int W>
InferiorCells<W> inferior_cells(const Position<W>& position) {
  InferiorCells<W> result;
  Finder<W>(position, result).run();
  return result;
}

template <int W>
Position<W> filled_in(const Position<W>& position, const InferiorCells<W>& inferior) {
  return Position<W>::from_stones(
      position.size(), position.stones(Side::First) | inferior.captured[0] | inferior.dead,
      position.stones(Side::Second) | inferior.captured[1], position.to_move());
}

template InferiorCells<1> inferior_cells(const Position<1>&);
template InferiorCells<2> inferior_cells(const Position<2>&);
template InferiorCells<4> inferior_cells(const Position<4>&);
template InferiorCells<6> inferior_cells(const Position<6>&);
template Position<1> filled_in(const Position<1>&, const InferiorCells<1>&);
template Position<2> filled_in(const Position<2>&, const InferiorCells<2>&);
template Position<4> filled_in(const Position<4>&, const InferiorCells<4>&);
template Position<6> filled_in(const Position<6>&, const InferiorCells<6>&);

}  // namespace losange::hex
