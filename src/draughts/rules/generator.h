// The moves of a position, compiled for one board size and one set of mechanics. No branch on a rule at run
// time, and no allocation but for captures in thousands of orders. Included only by compiled.cpp, which makes
// tables of these functions, and by a test; all else calls them through Compiled (compiled.h).
//
// Captures are found depth-first. A captured piece stays on the board until the move ends: it cannot be
// jumped again and blocks the way; the square the piece came from is free. A king that captures and
// could go straight on to its next capture does so once, not once for every square it might pause on, so
// that a capture is met twice only where it can be made in two orders. Where orders are many, of the chains that
// come to one place with the same pieces captured one is followed.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "base/containers/seen_set.h"
#include "draughts/rules/grid.h"
#include "draughts/rules/move.h"

namespace losange::draughts {

// Calls f(std::integral_constant<int, D>) for every direction a capture may take.
template <int Count, class F>
constexpr void for_directions(F&& f) {
  [&]<int... D>(std::integer_sequence<int, D...>) { (f(std::integral_constant<int, D>{}), ...); }
  (std::make_integer_sequence<int, Count>{});
}

// What a capture is, whoever makes it, and those of kings, which know no colour.
template <int N, const Mechanics& M>
class KingCaptures {
 protected:
  using G = Grid<N>;
  using Bits = typename G::Bits;
  static constexpr int kDirections = M.orthogonal_captures ? 8 : 4;

 public:
  // In eight directions, and on 12x12, there are captures in millions of orders; on the other boards the worst that was
  // found has some thousands of chains.
  static constexpr bool kManyOrders = M.orthogonal_captures || N > 10;

  KingCaptures(const Pieces<Bits>& pieces, Colour us, MoveList<Bits>& out)
      : pieces_(pieces), theirs_(pieces.of[index(other(us))]), out_(out) {}

  static bool king_can_capture(const Pieces<Bits>& pieces, Colour us, int from) {
    const Bits all = pieces.all(), theirs = pieces.of[index(other(us))];
    bool found = false;
    for_directions<kDirections>(
        [&](auto d) { found = found || target<decltype(d)::value>(from, all, theirs) >= 0; });
    return found;
  }

  // How many chains were kept in mind because they were many: what finding the captures cost.
  std::size_t remembered() const {
    if constexpr (kManyOrders) return remembered_ + seen_.size();
    return 0;
  }

  void kings(Bits kings) {
    for_each_bit(kings, [&](int from) {
      begin(from);
      targets_ = theirs_;
      king_from<-1>(from, {});
    });
  }

 protected:
  struct Chain {
    Bits captured{};
    int length = 0;
    std::uint32_t worth = 0;  // what Majority weighs, so far
    bool crowned = false;     // a man that became a king on its way
  };

  void begin(int from) {
    if constexpr (kManyOrders) {
      remembered_ = remembered();
      if (seen_.size() > 0) seen_.clear();
      long_chains_ = 0;
    }
    from_ = from;
    occupied_ = pieces_.all() & ~bit<Bits>(from);
  }

  // The piece a king (or, without flying kings, any piece) on a square may capture in a direction.
  template <int D>
  static int target(int square, Bits occupied, Bits targets) {
    const int over =
        M.flying_kings ? G::template first_on_ray<D>(square, occupied) : G::kSteps[D][square];
    if (over < 0 || !has(targets, over)) return -1;
    const int behind = G::kSteps[D][over];
    return behind >= 0 && !has(occupied, behind) ? over : -1;
  }

  Chain longer(Chain chain, int over) const {
    chain.captured |= bit<Bits>(over);
    ++chain.length;
    const bool king = has(pieces_.kings, over);
    if constexpr (M.majority == Majority::Value) chain.worth += king ? 126 : 64;
    // Kings from the first captured on, as a binary fraction: sooner is more.
    if constexpr (M.majority == Majority::Italian) {
      if (king) chain.worth += 1u << 12 | 1u << (12 - chain.length);
    }
    return chain;
  }

  // Whether another chain came to this place with the same pieces captured: it went on as this one would, and found
  // the same captures. Chains that are short or few are followed more cheaply than looked up.
  [[gnu::always_inline]] bool seen(int place, const Chain& chain) {
    constexpr int kShort = 6;
    if constexpr (kManyOrders) return chain.length >= kShort && !remember(place, chain);
    return false;
  }
  [[gnu::noinline]] bool remember(int place, const Chain& chain) {
    static_assert(M.majority == Majority::Number || M.majority == Majority::Value,
                  "what a chain is worth may not depend on its order");
    constexpr int kFew = 1000;
    if (++long_chains_ < kFew) return true;
    return seen_.insert({chain.captured, static_cast<Bits>(place)});
  }

  // How much a finished capture weighs; the highest ones are the legal ones.
  std::uint32_t weight(const Chain& chain) const {
    const auto length = static_cast<std::uint32_t>(chain.length);
    const std::uint32_t by_king = has(pieces_.kings, from_) ? 1 : 0;
    switch (M.majority) {
      case Majority::None: return 0;
      case Majority::Number: return length;
      case Majority::Italian: return length << 20 | by_king << 19 | chain.worth;
      case Majority::Value: return chain.worth << 1 | by_king;
    }
    return 0;
  }

  // Everything a king on a square can go on to capture, except back the way it came; false for nothing.
  template <int Without>
  bool king_from(int square, const Chain& chain) {
    bool further = false;
    for_directions<kDirections>([&](auto d) {
      constexpr int D = decltype(d)::value;
      if constexpr (D != Without) {
        const int over = target<D>(square, occupied_, targets_ & ~chain.captured);
        if (over < 0) return;
        further = true;
        king_over<D>(over, longer(chain, over));
      }
    });
    return further;
  }

  // A king has just jumped a piece: it lands behind, goes on, or ends.
  template <int D>
  void king_over(int over, const Chain& chain) {
    if (seen(over << 3 | D, chain)) return;
    if constexpr (!M.flying_kings) {
      const int to = G::kSteps[D][over];
      if (!king_from<opposite(D)>(to, chain)) add(to, chain, chain.crowned);
    } else {
      const int next = G::template first_on_ray<D>(over, occupied_);
      Bits landings = G::kRays[D][over];
      if (next >= 0) landings &= ~(G::kRays[D][next] | bit<Bits>(next));
      bool further = false;
      if (next >= 0 && has(targets_ & ~chain.captured, next)) {
        const int behind = G::kSteps[D][next];
        if (behind >= 0 && !has(occupied_, behind)) {
          further = true;
          king_over<D>(next, longer(chain, next));
        }
      }
      for_each_bit(landings, [&](int square) { further = turn<D>(square, chain) || further; });
      if (further) return;
      for_each_bit(landings, [&](int square) { add(square, chain, chain.crowned); });
    }
  }

  // Goes on in any direction but straight on and straight back.
  template <int Line>
  bool turn(int square, const Chain& chain) {
    bool further = false;
    for_directions<kDirections>([&](auto d) {
      constexpr int D = decltype(d)::value;
      if constexpr (D != Line && D != opposite(Line)) {
        const int over = target<D>(square, occupied_, targets_ & ~chain.captured);
        if (over < 0) return;
        further = true;
        king_over<D>(over, longer(chain, over));
      }
    });
    return further;
  }

  void add(int to, const Chain& chain, bool crowns) {
    const std::uint32_t weighs = weight(chain);
    if (weighs < best_) return;
    if (weighs > best_) {
      best_ = weighs;
      out_.clear();
    }
    const Move<Bits> move{chain.captured, static_cast<std::uint8_t>(from_),
                          static_cast<std::uint8_t>(to), crowns};
    if (chain.length >= 3) {
      for (const auto& known : out_) {
        if (known == move) return;
      }
    }
    if (out_.size() < out_.capacity()) out_.push_back(move);
  }

  const Pieces<Bits>& pieces_;
  Bits theirs_;
  Bits occupied_{}, targets_{};
  int from_ = 0;
  std::uint32_t best_ = 0;
  MoveList<Bits>& out_;

 private:
  struct State {
    Bits captured{}, place{};

    bool operator==(const State&) const = default;
    std::uint64_t hash() const { return mixed(static_cast<std::uint64_t>(place), captured); }
  };
  struct None {};

  [[no_unique_address]] std::conditional_t<kManyOrders, base::SeenSet<State>, None> seen_{};
  std::size_t remembered_ = 0;  // of the pieces before this one
  int long_chains_ = 0;
};

template <int N, const Mechanics& M, Colour Us>
class CaptureFinder : public KingCaptures<N, M> {
  using Kings = KingCaptures<N, M>;
  using typename Kings::G;
  using typename Kings::Bits;
  using typename Kings::Chain;
  using Kings::kDirections;

 public:
  CaptureFinder(const Pieces<Bits>& pieces, MoveList<Bits>& out) : Kings(pieces, Us, out) {}

  static constexpr bool man_may_go(int direction) {
    if (M.men_capture_backward) return true;
    return Us == Colour::White ? direction < 2 : direction >= 2;
  }

  // The men that can capture at once.
  static Bits capturing_men(const Pieces<Bits>& pieces) {
    const Bits empty = G::kBoard & ~pieces.all();
    const Bits men = pieces.men(Us);
    Bits targets = pieces.of[index(other(Us))];
    if (!M.men_capture_kings) targets &= ~pieces.kings;
    Bits found = 0;
    for_directions<kDirections>([&](auto d) {
      constexpr int D = decltype(d)::value;
      if constexpr (man_may_go(D)) {
        constexpr int kBack = opposite(D);
        Bits jumpers = men & G::template moved<kBack>(targets & G::template moved<kBack>(empty));
        if constexpr (D >= 4) jumpers &= G::kJumpable[D];
        found |= jumpers;
      }
    });
    return found;
  }

  void men(Bits capturing) {
    for_each_bit(capturing, [&](int from) {
      Kings::begin(from);
      targets_ = M.men_capture_kings ? theirs_ : theirs_ & ~pieces_.kings;
      man_from(from, {});
    });
  }

 private:
  static constexpr int kManPlaces = 1 << 10;  // past all of kings

  bool man_from(int square, const Chain& chain) {
    const Bits left = targets_ & ~chain.captured, occupied = occupied_;
    bool further = false;
    for_directions<kDirections>([&](auto d) {
      constexpr int D = decltype(d)::value;
      if constexpr (man_may_go(D)) {
        const int over = G::kSteps[D][square];
        if (over < 0 || !has(left, over)) return;
        const int to = G::kSteps[D][over];
        if (to < 0 || has(occupied, to)) return;
        further = true;
        Chain next = Kings::longer(chain, over);
        if (Kings::seen(kManPlaces + to, next)) return;
        if constexpr (M.crowning == Crowning::InPassing) {
          if (has(G::kLastRow[index(Us)], to)) {
            next.crowned = true;
            if (!Kings::template king_from<opposite(D)>(to, next)) Kings::add(to, next, true);
            return;
          }
        }
        if (!man_from(to, next)) Kings::add(to, next, has(G::kLastRow[index(Us)], to));
      }
    });
    return further;
  }

  using Kings::pieces_;
  using Kings::theirs_;
  using Kings::occupied_;
  using Kings::targets_;
};

template <int N, const Mechanics& M, Colour Us>
struct Generator {
  using G = Grid<N>;
  using Bits = typename G::Bits;
  using Finder = CaptureFinder<N, M, Us>;
  static constexpr int kForwardLeft = Us == Colour::White ? kUpLeft : kDownLeft;
  static constexpr int kForwardRight = Us == Colour::White ? kUpRight : kDownRight;

  static bool can_capture(const Pieces<Bits>& pieces) {
    if (Finder::capturing_men(pieces) != 0) return true;
    for (Bits kings = pieces.kings_of(Us); kings != 0; kings &= kings - 1) {
      if (Finder::king_can_capture(pieces, Us, lowest(kings))) return true;
    }
    return false;
  }

  // `barred`: kings that may capture but not move.
  static bool can_move(const Pieces<Bits>& pieces, Bits barred) {
    const Bits empty = G::kBoard & ~pieces.all();
    const Bits men = pieces.men(Us);
    if (((G::template moved<kForwardLeft>(men) | G::template moved<kForwardRight>(men)) & empty) !=
        0) {
      return true;
    }
    const Bits kings = pieces.kings_of(Us) & ~barred;
    Bits reach = 0;
    for_directions<4>([&](auto d) { reach |= G::template moved<decltype(d)::value>(kings); });
    return (reach & empty) != 0 || can_capture(pieces);
  }

  static void moves(const Pieces<Bits>& pieces, Bits barred, MoveList<Bits>& out) {
    out.clear();
    if (captures(pieces, out)) return;
    quiet(pieces, pieces.kings_of(Us) & ~barred, out);
  }

  // The number of moves: what perft asks at its last depth.
  static std::uint64_t count_moves(const Pieces<Bits>& pieces, Bits barred) {
    MoveList<Bits> list;
    if (captures(pieces, list)) return list.size();
    const Bits kings = pieces.kings_of(Us) & ~barred;
    const Bits empty = G::kBoard & ~pieces.all();
    const Bits men = pieces.men(Us);
    std::uint64_t total =
        static_cast<std::uint64_t>(count(G::template moved<kForwardLeft>(men) & empty)) +
        static_cast<std::uint64_t>(count(G::template moved<kForwardRight>(men) & empty));
    for_each_bit(kings, [&](int from) {
      total += static_cast<std::uint64_t>(count(king_reach(from, pieces.all())));
    });
    return total;
  }

 private:
  // False where there are none. A board is asked for its captures several times, to choose one, to check it and to write
  // it, so the last list that was long in the making is kept.
  [[gnu::always_inline]] static bool captures(const Pieces<Bits>& pieces, MoveList<Bits>& out) {
    const Bits men = Finder::capturing_men(pieces);
    const Bits kings = pieces.kings_of(Us);
    if ((men | kings) == 0) return false;
    if constexpr (Finder::kManyOrders) {
      if (kept_.pieces == pieces) {
        for (std::size_t i = 0; i < kept_.size; ++i) out.push_back(kept_.captures[i]);
        return true;
      }
    }
    Finder finder(pieces, out);
    finder.men(men);
    if (kings != 0) finder.kings(kings);
    if constexpr (Finder::kManyOrders) {
      if (finder.remembered() > 0) {
        kept_.pieces = pieces;
        kept_.size = out.size();
        std::copy(out.begin(), out.end(), kept_.captures.begin());
      }
    }
    return !out.empty();
  }

  struct Kept {
    Pieces<Bits> pieces{};
    std::size_t size = 0;
    std::array<Move<Bits>, kMostMoves<Bits>> captures{};
  };
  static inline constinit thread_local Kept kept_{};

  static Bits king_reach(int from, Bits all) {
    Bits reach = 0;
    for_directions<4>([&](auto d) {
      constexpr int D = decltype(d)::value;
      if constexpr (M.flying_kings) {
        const int blocker = G::template first_on_ray<D>(from, all);
        const Bits ray = G::kRays[D][from];
        reach |= blocker < 0 ? ray : ray & ~(G::kRays[D][blocker] | bit<Bits>(blocker));
      } else {
        const int to = G::kSteps[D][from];
        if (to >= 0) reach |= bit<Bits>(to) & ~all;
      }
    });
    return reach;
  }

  template <int D>
  static void man_steps(Bits men, Bits empty, MoveList<Bits>& out) {
    for_each_bit(G::template moved<D>(men) & empty, [&](int to) {
      out.push_back({0, static_cast<std::uint8_t>(to - G::kOffsets[D]),
                     static_cast<std::uint8_t>(to), has(G::kLastRow[index(Us)], to)});
    });
  }

  static void quiet(const Pieces<Bits>& pieces, Bits kings, MoveList<Bits>& out) {
    const Bits all = pieces.all(), empty = G::kBoard & ~all;
    const Bits men = pieces.men(Us);
    man_steps<kForwardLeft>(men, empty, out);
    man_steps<kForwardRight>(men, empty, out);
    for_each_bit(kings, [&](int from) {
      for_each_bit(king_reach(from, all), [&](int to) {
        out.push_back({0, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), false});
      });
    });
  }
};

}  // namespace losange::draughts
