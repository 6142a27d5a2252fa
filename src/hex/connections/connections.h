// Virtual connections of a side by H-search (Anshelevich 2002): which ends - its two edges, its chains, empty cells - it can
// join whatever the other side does (full), and which if it moves first (semi), each with its carrier, the empty cells that
// this takes. From connections between the edges follow the winner and the must-play region. For whoever
// solves a position or wants to see why it is won.
//
// Sound and incomplete: every connection claimed holds, played inside its carrier alone, and how it was made is kept; not
// every one that exists is found, because lists are bounded.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "hex/board/position.h"

namespace losange::hex {

enum class ConnectionRule : std::uint8_t {
  Adjacent,  // the ends touch: full, without a carrier
  Through,   // two full ones meet at a chain or an edge: full
  Over,      // two full ones meet at an empty cell, which the owner takes: semi
  Either,    // semi ones that no single cell meets all of: full
  // Of an earlier position: how it was made is not kept.
  CarriedFull,
  CarriedSemi,
};

template <int W>
struct Connection {
  Bitboard<W> carrier;
  std::int16_t from, to;  // ends
  std::int16_t middle;    // the end where the parts of Through and Over meet, -1 for the others
  ConnectionRule rule;
  std::uint16_t part_count;
  std::int32_t first_part;  // in Connections::parts

  bool full() const { return rule != ConnectionRule::Over && rule != ConnectionRule::CarriedSemi; }
};

// Bounds on the work; whatever they are, what is found is true.
struct ConnectionLimits {
  static constexpr int kMostFull = 12, kMostSemi = 24;

  int full = kMostFull, semi = kMostSemi;  // kept for a pair of ends, at most those constants
  int between_cells = 1 << 10;             // the largest carrier between two empty cells
  int joined = 4;                          // semi ones joined to a full one
  int total = 1 << 20;                     // connections in all
  bool until_won = false;                  // stop as soon as the edges are joined
};

// One object a thread: its memory is used again from one call to the next.
template <int W>
class Connections {
 public:
  using Set = Bitboard<W>;

  // An end is a cell - for a chain, its lowest - or one of these. A chain that touches an edge is part of the edge.
  static constexpr int kFirstEdge = Set::kBits, kLastEdge = Set::kBits + 1, kEnds = Set::kBits + 2;

  explicit Connections(const ConnectionLimits& limits = {}) : limits_(limits) {}

  // Once the flag is set, a search ends with what it has found: on the largest boards one may take a tenth of a second.
  // The flag must outlive the searches; nothing: none is looked at.
  void end_when(const std::atomic<bool>* over) { over_ = over; }

  // Finds the connections of `side`. Precondition: the game goes on.
  void find(const Position<W>& position, Side side) { find(position, side, position.empty()); }
  // The same with carriers in these cells alone, which takes less time; must-play is then among them.
  void find(const Position<W>& position, Side side, const Set& within);
  // Finds those of the same side from what was found in an earlier position whose stones are all here too: what the new
  // stones leave as it was is taken over, and combined with the rest alone. Quicker where few stones are new; the
  // lists of a pair of ends are bounded, so it may find a little more or less than find() does. Preconditions: `earlier` is
  // another object, found to its end on all cells of the board; the game goes on.
  void find_from(const Connections& earlier, const Position<W>& position);
  // Whether nothing was left to look at, and neither enough to win nor the end of the time.
  bool complete() const { return complete_; }

  // The end that a cell belongs to; -1 for a stone of the other side, and for a cell where carriers may not be.
  int end_at(int cell) const { return end_[cell]; }
  // Whether the side wins although the other one moves.
  bool joined() const { return winning_ >= 0; }
  // Whether it wins if it moves.
  bool can_join() const { return joined() || must_play_ != empty_; }
  // The moves of the other side that meet every known way to join the edges by moving first: all its others lose. None
  // when the edges are joined, all empty cells when no way is known.
  const Set& must_play() const { return must_play_; }
  // Semi connections between the edges that have only the must-play region in common.
  std::vector<const Connection<W>*> threats() const {
    std::vector<const Connection<W>*> found;
    for (const std::int32_t id : meeting_) found.push_back(&arena_[id]);
    return found;
  }
  // A full connection between the edges. Precondition: joined().
  const Connection<W>& winning() const { return arena_[winning_]; }

  // Those between two ends, none of which has a carrier inside another's. Precondition of this and of parts(): nothing
  // was taken over from an earlier position.
  std::vector<const Connection<W>*> full(int from, int to) const { return between(from, to, true); }
  std::vector<const Connection<W>*> semi(int from, int to) const {
    return between(from, to, false);
  }
  // What a connection was made of.
  std::vector<const Connection<W>*> parts(const Connection<W>& connection) const;
  // All that were found, made from earlier ones only.
  std::span<const Connection<W>> all() const { return arena_; }

 private:
  template <int N>
  struct Kept {  // carriers of one kind between two ends, in slots
    std::uint32_t used = 0,
                  done = 0;  // a bit a slot; done: combined with all that were done before it
    std::array<Set, N> carriers;
    std::array<std::int32_t, N> ids;
  };
  struct Pair {
    std::int16_t from, to;
    bool listed = false;  // each end knows the other as a partner
    Set common;           // to all semi ones that are done
  };

  static constexpr std::int32_t kCarried =
      -2;  // the id of one that is as it was in an earlier position

  // Ends as a set: chains by their lowest cell, cells, and the two edges.
  struct Ends {
    Set cells;
    std::uint8_t edges = 0;

    void add(int end) {
      if (end < Set::kBits) {
        cells.set(end);
      } else {
        edges |= 1 << (end - kFirstEdge);
      }
    }
  };

  std::vector<const Connection<W>*> between(int from, int to, bool full) const;
  bool is_cell(int end) const { return end < Set::kBits && empty_.test(end); }
  static bool holds(const Set& carrier, int end) { return end < Set::kBits && carrier.test(end); }
  void set_up(const Position<W>& position, Side side, const Set& within);
  void run();
  void carry(const Connections& earlier, const Set& taken, const Set& gone);
  bool carry_unchanged(const Connections& earlier, std::size_t old, const Set& taken,
                       const Set& gone);
  void add_adjacent(const Position<W>& position, int side);
  // Pairs by their number; pair() makes one that is not there yet, known_pair() then says -1.
  std::int32_t pair(int from, int to);
  std::int32_t known_pair(int from, int to) const { return pair_at_[from * kEnds + to]; }
  void add(std::int32_t pair, const Set& carrier, ConnectionRule rule, int middle,
           std::span<const std::int32_t> parts);
  template <int N>
  void keep(Kept<N>& kept, const Set& carrier, std::int32_t id);
  std::int32_t make(std::int32_t pair, const Set& carrier, ConnectionRule rule, int middle,
                    std::span<const std::int32_t> parts);
  void combine(std::int32_t id);
  void combine_at(std::int32_t id, int from, int middle);
  void combine_with(std::int32_t id, const Set& carrier, const Set& whole, int from, int middle,
                    int to, int most);
  void join(std::int32_t id);
  void join_more(std::int32_t pair, const Set& common, const Set& all, std::uint32_t others,
                 int count);
  void meet_must_play(std::int32_t pair, const Set& carrier, std::int32_t id);
  void leave_out_needless();

  ConnectionLimits limits_;
  const std::atomic<bool>* over_ = nullptr;
  Side side_ = Side::First;
  Set empty_;
  bool complete_ = false;
  bool carried_ = false;  // something is of an earlier position
  std::array<std::int16_t, Set::kBits> end_{};
  std::vector<Connection<W>> arena_;
  std::vector<std::int32_t> parts_;
  std::vector<std::vector<std::int32_t>> waiting_;  // by size of carrier
  // The first so many are in use, the others of earlier calls. What is kept of them lies apart: most of the work is with full
  // ones alone, and so has them in the nearest cache.
  std::size_t pair_count_ = 0;
  std::vector<Pair> pairs_;
  std::vector<Kept<ConnectionLimits::kMostFull>> full_;
  std::vector<Kept<ConnectionLimits::kMostSemi>> semi_;
  std::vector<std::int32_t> pair_at_;      // [from][to], -1 for none
  std::array<Ends, kEnds> partners_;       // with which an end has full ones that are done
  std::array<Ends, kEnds> touching_;       // which an end touches
  std::array<std::int32_t, 8> joining_{};  // the parts of the union that join_more tries
  std::array<Set, ConnectionLimits::kMostSemi> in_all_from_;  // by slot: of what is joined
  std::vector<std::int32_t> meeting_;  // semi ones between the edges that must_play_ is common to
  struct Changed {
    std::size_t pair;
    bool whole;  // an end is another one now, and not only a carrier
  };
  std::vector<Changed> changed_;  // pairs of the earlier position
  Set must_play_;
  std::int32_t winning_ = -1;
};

extern template class Connections<1>;
extern template class Connections<2>;
extern template class Connections<4>;
extern template class Connections<6>;

}  // namespace losange::hex
