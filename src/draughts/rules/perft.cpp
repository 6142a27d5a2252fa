#include "draughts/rules/perft.h"

#include <unordered_map>

namespace losange::draughts {

namespace {

// Counts the orders of one capture, on rows and columns instead of bits. There may be millions: those that came to one
// place with the same pieces captured go on alike, and are counted together. By Italian rules only those count that meet
// kings soonest.
template <class Bits>
class OrderCounter {
 public:
  OrderCounter(const Variant<Bits>& variant, const Pieces<Bits>& pieces, Colour mover,
               const Move<Bits>& move)
      : variant_(variant),
        mechanics_(*variant.rules->mechanics),
        move_(move),
        mover_(mover),
        occupied_(pieces.all() & ~bit<Bits>(move.from)),
        theirs_(pieces.of[static_cast<std::size_t>(index(other(mover)))]),
        kings_(pieces.kings),
        began_as_king_(has(pieces.kings, move.from)) {}

  std::uint64_t count() { return from(move_.from, 0, began_as_king_).orders.number; }

 private:
  struct Place {
    Bits captured{};
    std::uint8_t over = 0, direction = 0;
    bool king = false;

    bool operator==(const Place&) const = default;
  };
  struct HashOfPlace {
    std::size_t operator()(const Place& place) const {
      return mixed(std::uint64_t{place.over} << 8 | std::uint64_t{place.direction} << 1 |
                       (place.king ? 1 : 0),
                   place.captured);
    }
  };
  // The best of them, where they differ in what they are worth.
  struct Orders {
    std::uint32_t worth = 0;
    std::uint64_t number = 0;

    void add(const Orders& more) {
      if (more.number == 0) return;
      if (number == 0 || more.worth > worth) {
        *this = more;
      } else if (more.worth == worth) {
        number += more.number;
      }
    }
  };
  struct Ways {
    bool further = false;  // something else can be captured, whether it is part of the move or not
    Orders orders{};
  };

  int directions() const { return mechanics_.orthogonal_captures ? 8 : 4; }
  // -1 off the board.
  int next(int square, int direction) const {
    return variant_.steps[static_cast<std::size_t>(direction)][static_cast<std::size_t>(square)];
  }
  bool is_empty(int square) const { return square >= 0 && !has(occupied_, square); }

  // What the piece may capture in a direction, or -1.
  int target(int square, int direction, Bits captured, bool king) const {
    const bool forward = (direction < 2) == (mover_ == Colour::White);  // of the diagonals
    if (!king && !mechanics_.men_capture_backward && !forward) return -1;
    int over = next(square, direction);
    while (king && mechanics_.flying_kings && is_empty(over)) over = next(over, direction);
    if (over < 0 || !has(theirs_ & ~captured, over)) return -1;
    if (!king && !mechanics_.men_capture_kings && has(kings_, over)) return -1;
    return is_empty(next(over, direction)) ? over : -1;
  }

  void go_on(int square, int direction, Bits captured, bool king, Ways& ways) {
    const int over = target(square, direction, captured, king);
    if (over < 0) return;
    ways.further = true;
    ways.orders.add(jumped({captured | bit<Bits>(over), static_cast<std::uint8_t>(over),
                            static_cast<std::uint8_t>(direction), king}));
  }

  // On in all directions from a square.
  Ways from(int square, Bits captured, bool king) {
    Ways ways;
    for (int d = 0; d < directions(); ++d) {
      go_on(square, d, captured, king, ways);
    }
    return ways;
  }

  // The orders that go on from here and end as the move does.
  Orders jumped(const Place& place) {
    if ((place.captured & ~move_.captured) != 0) return {};
    if (const auto known = known_.find(place); known != known_.end()) return known->second;
    const int behind = next(place.over, place.direction);
    Orders orders = place.king && mechanics_.flying_kings ? landed_anywhere(place, behind)
                                                          : landed(place, behind);
    if (mechanics_.majority == Majority::Italian && has(kings_, place.over))
      orders.worth |= 1u << (31 - draughts::count(place.captured));
    known_.emplace(place, orders);
    return orders;
  }

  Orders landed(const Place& place, int square) {
    const bool last_row =
        has(variant_.compiled->last_row[static_cast<std::size_t>(index(mover_))], square);
    const bool king = place.king || (last_row && mechanics_.crowning == Crowning::InPassing);
    const Ways ways = from(square, place.captured, king);
    return ways.further ? ways.orders : ends(place.captured, square, king || last_row);
  }

  // Straight on is one way, wherever the king pauses.
  Orders landed_anywhere(const Place& place, int behind) {
    Ways ways;
    Orders ended;
    go_on(behind, place.direction, place.captured, true, ways);
    for (int square = behind; is_empty(square); square = next(square, place.direction)) {
      for (int d = 0; d < directions(); ++d) {
        if (d != place.direction) go_on(square, d, place.captured, true, ways);
      }
      ended.add(ends(place.captured, square, true));
    }
    return ways.further ? ways.orders : ended;
  }

  Orders ends(Bits captured, int square, bool king) const {
    const bool crowned = king && !began_as_king_;
    const bool as_moved =
        captured == move_.captured && square == move_.to && crowned == move_.crowns;
    return {0, as_moved ? 1u : 0u};
  }

  const Variant<Bits>& variant_;
  const Mechanics& mechanics_;
  const Move<Bits>& move_;
  Colour mover_;
  Bits occupied_, theirs_, kings_;
  bool began_as_king_;
  std::unordered_map<Place, Orders, HashOfPlace> known_;
};

// One capture has one order; two may have two where captures go straight too.
template <class Bits>
std::uint64_t orders_of(const Variant<Bits>& variant, const Pieces<Bits>& pieces, Colour mover,
                        const Move<Bits>& move) {
  if (count(move.captured) < 2) return 1;
  return OrderCounter<Bits>(variant, pieces, mover, move).count();
}

// A board and the runs of its kings, without the past that a position carries for draws.
template <class Bits, bool kKingRuns>
struct Lines {
  const Variant<Bits>& variant;
  Captures captures;

  std::uint64_t from(const Pieces<Bits>& pieces, Colour turn, const KingRuns& runs,
                     int depth) const {
    if (depth <= 0) return 1;
    const Compiled<Bits>& compiled = *variant.compiled;
    const int king_run = variant.rules->king_run;
    const Bits barred = kKingRuns ? runs.barred(pieces, turn, king_run) : 0;
    const auto side = static_cast<std::size_t>(index(turn));
    if (depth == 1 && captures == Captures::Once) return compiled.count_moves[side](pieces, barred);
    MoveList<Bits> moves;
    compiled.moves[side](pieces, barred, moves);
    std::uint64_t total = 0;
    for (const auto& move : moves) {
      KingRuns after = runs;
      if constexpr (kKingRuns) after.note(turn, move, has(pieces.kings, move.from), king_run);
      const std::uint64_t lines = from(pieces.after(turn, move), other(turn), after, depth - 1);
      total += captures == Captures::Once ? lines : lines * orders_of(variant, pieces, turn, move);
    }
    return total;
  }
};

}  // namespace

template <class Bits>
std::uint64_t perft(const Position<Bits>& position, int depth, Captures captures) {
  const auto count = [&](const auto& lines) {
    return lines.from(position.pieces(), position.turn(), position.king_runs(), depth);
  };
  const auto& variant = position.variant();
  return position.rules().king_run > 0 ? count(Lines<Bits, true>{variant, captures})
                                       : count(Lines<Bits, false>{variant, captures});
}

template <class Bits>
std::uint64_t orders_of(const Position<Bits>& position, const Move<Bits>& move) {
  return orders_of(position.variant(), position.pieces(), position.turn(), move);
}

template std::uint64_t perft(const Position<Bits64>&, int, Captures);
template std::uint64_t perft(const Position<Bits128>&, int, Captures);
template std::uint64_t orders_of(const Position<Bits64>&, const Move<Bits64>&);
template std::uint64_t orders_of(const Position<Bits128>&, const Move<Bits128>&);

}  // namespace losange::draughts
