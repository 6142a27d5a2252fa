// What a proof search knows of the positions it has met: proof numbers, the work they took, what a result rests on, and the
// moves with the keys of the positions after them, so that a position is looked at closely once. Moves take most of the memory, so a
// decided position keeps those alone that tell why. Grows up to a bound on its memory; then much is forgotten at once that
// costs little to find again, so that it cannot come back to drive out the rest before as much new work is done: the moves of
// open positions below which little was done, which are looked at once more where a search comes back to them; and where
// that makes little room, the half of all positions that took the least work.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/containers/chunked_vector.h"
#include "base/error.h"

namespace losange::search {

// For the side to move: positions that must at least be decided to prove that it reaches its goal, and that it does not.
struct ProofNumbers {
  static constexpr std::uint32_t kInfinite = 1U << 30;

  std::uint32_t proof = 1, disproof = 1;

  static constexpr ProofNumbers won() { return {0, kInfinite}; }
  static constexpr ProofNumbers lost() { return {kInfinite, 0}; }
  constexpr bool is_won() const { return proof == 0; }
  constexpr bool is_lost() const { return disproof == 0; }
  constexpr bool decided() const { return is_won() || is_lost(); }
  bool operator==(const ProofNumbers&) const = default;
};

// What a table that was read from a file says of a position cannot be.
struct Contradiction : base::UserError {
  Contradiction()
      : UserError(
            std::string("what an earlier search kept cannot be true: begin anew without it")) {}
};
[[noreturn]] inline void contradicted() { throw Contradiction(); }

template <class Move, class Reason>
class ProofTable {
 public:
  // There are more of these than of all else, so the key is in halves: whole, it would leave a gap behind a small move.
  struct Edge {
    Edge() = default;
    Edge(std::uint64_t key, const Move& to, std::uint8_t p = 1, std::uint8_t d = 1)
        : key_halves{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)},
          move(to),
          proof(p),
          disproof(d) {}
    std::uint64_t key() const { return key_halves[0] | std::uint64_t{key_halves[1]} << 32; }

    std::array<std::uint32_t, 2> key_halves{};  // of the position after the move
    Move move{};
    std::uint8_t proof = 1, disproof = 1;  // of that position until it is looked at
  };
  struct Entry {
    static constexpr std::uint32_t kNoEdges = ~std::uint32_t{0};

    std::uint64_t key = 0;
    ProofNumbers numbers;
    std::uint32_t work = 0;  // positions looked at below, itself included
    std::uint32_t first_edge = kNoEdges;
    std::uint16_t edges = 0;
    std::uint16_t width = 0;  // moves that count at a time
    Reason reason{};          // of the result, until then of leaving out all other moves
  };

  explicit ProofTable(std::size_t bytes)
      : bytes_(static_cast<std::size_t>(
            std::min<std::uint64_t>(std::max(bytes, kLeastBytes), kMostBytes))),
        places_(kFirstPlaces, kFree) {}

  // Nothing of a position that is not there. What it points to holds until the next store.
  const Entry* find(std::uint64_t key) const {
    const std::uint32_t number = places_[place_of(key)];
    return number == kFree ? nullptr : &entries_[number];
  }
  // Precondition: it has some.
  const Edge* edges_of(const Entry& entry) const { return &edges_[entry.first_edge]; }

  // Adds to the work of the position. Its edges are kept where they are not yet; those of a decided one, where there are any,
  // replace what it had, of which they are a part.
  void store(std::uint64_t key, ProofNumbers numbers, std::uint32_t work,
             const std::vector<Edge>& edges, int width, const Reason& reason) {
    make_room_for(edges.size());
    std::uint32_t& number = places_[place_of(key)];
    if (number == kFree) {
      number = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({});
    }
    Entry& entry = entries_[number];
    entry.key = key;
    entry.numbers = numbers;
    entry.reason = reason;
    entry.work = std::max(
        1U, entry.work + std::min(work, std::numeric_limits<std::uint32_t>::max() - entry.work));
    entry.width = static_cast<std::uint16_t>(std::min(width, 0xFFFF));
    if (edges.empty()) return;
    if (entry.first_edge == Entry::kNoEdges) {
      entry.first_edge = static_cast<std::uint32_t>(next_fit(edges_.size(), edges.size()));
      edges_.resize(entry.first_edge + edges.size());
    } else if (numbers.decided() && edges.size() < entry.edges) {
      unused_edges_ += entry.edges - edges.size();
    } else {
      return;
    }
    entry.edges = static_cast<std::uint16_t>(edges.size());
    std::copy(edges.begin(), edges.end(), &edges_[entry.first_edge]);
  }

  // The moves of open positions that took no more work than this: a search that comes there looks for them again.
  void forget_moves(std::uint32_t most_work = std::numeric_limits<std::uint32_t>::max()) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      if (!has_open_moves(entry) || entry.work > most_work) continue;
      entry.first_edge = Entry::kNoEdges;
      entry.edges = 0;
    }
    drop_unused_edges();
  }

  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) f(entries_[i]);
  }
  // That hold so many positions, with so many edges together; up to one in 32 is lost at the ends of chunks.
  static std::size_t bytes_for(std::size_t positions, std::size_t edges) {
    return std::bit_ceil(2 * (positions + 1)) * sizeof(std::uint32_t) + positions * sizeof(Entry) +
           (edges + edges / 32) * sizeof(Edge);
  }
  std::size_t size() const { return entries_.size(); }
  std::size_t memory() const { return memory_with(0); }
  // What it may take; not all of what it was given where that is more than its numbers reach.
  std::size_t room() const { return bytes_; }
  std::uint64_t collections() const { return collections_; }

 private:
  static constexpr std::size_t kFirstPlaces = 1 << 10, kLeastBytes = std::size_t{1} << 17;
  static constexpr std::size_t kMostEdges = 1 << 14;  // of a chunk, in which all of a position lie
  // Edges have numbers of 32 bits, the largest of which says that there is none.
  static constexpr std::uint64_t kMostBytes =
      ((std::uint64_t{1} << 32) - 2 * kMostEdges) * sizeof(Edge);
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  std::size_t memory_with(std::size_t edges) const {
    return places_.size() * sizeof(std::uint32_t) + entries_.size() * sizeof(Entry) +
           (edges_.size() + edges) * sizeof(Edge);
  }
  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t place = (key * 0x9E3779B97F4A7C15ULL >> 20) & mask;
    while (places_[place] != kFree && entries_[places_[place]].key != key)
      place = (place + 1) & mask;
    return place;
  }
  // The first place from there on where so many edges lie in one chunk.
  static std::size_t next_fit(std::size_t from, std::size_t edges) {
    assert(edges <= kMostEdges);
    const std::size_t left = kMostEdges - from % kMostEdges;
    return edges <= left ? from : from + left;
  }

  void make_room_for(std::size_t edges) {
    if (unused_edges_ > edges_.size() / 4) drop_unused_edges();
    const bool crowded = 2 * (entries_.size() + 1) > places_.size();
    const std::size_t more = crowded ? places_.size() * sizeof(std::uint32_t) : 0;
    if (memory_with(edges) + sizeof(Entry) + more > bytes_) {
      forget();
    } else if (crowded) {
      find_places(2 * places_.size());
    }
  }
  void forget() {
    forget_moves(middle_work(has_open_moves));
    if (memory() > bytes_ / 4 * 3) forget_half();
    ++collections_;
  }
  void forget_half() {
    const std::uint32_t least = middle_work([](const Entry&) { return true; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].work > least) entries_[kept++] = entries_[i];
    }
    entries_.resize(kept);
    find_places(places_.size());
    drop_unused_edges();
  }
  static bool has_open_moves(const Entry& entry) {
    return entry.edges > 0 && !entry.numbers.decided();
  }
  // Half of these positions took no more.
  template <class F>
  std::uint32_t middle_work(F&& counts) const {
    std::vector<std::uint32_t> work;
    for_each([&](const Entry& entry) {
      if (counts(entry)) work.push_back(entry.work);
    });
    if (work.empty()) return 0;
    const auto middle = work.begin() + static_cast<std::ptrdiff_t>(work.size() / 2);
    std::nth_element(work.begin(), middle, work.end());
    return *middle;
  }
  void find_places(std::size_t places) {
    places_.clear();
    places_.resize(places, kFree);
    places_.shrink_to_fit();
    for (std::size_t i = 0; i < entries_.size(); ++i)
      places_[place_of(entries_[i].key)] = static_cast<std::uint32_t>(i);
  }
  // All that are in use move towards the beginning, in their order: none comes to lie behind where it was.
  void drop_unused_edges() {
    std::vector<std::uint32_t> order;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].first_edge != Entry::kNoEdges) order.push_back(static_cast<std::uint32_t>(i));
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return entries_[a].first_edge < entries_[b].first_edge;
    });
    std::size_t used = 0;
    for (const std::uint32_t number : order) {
      Entry& entry = entries_[number];
      const Edge* from = &edges_[entry.first_edge];
      used = next_fit(used, entry.edges);
      std::copy(from, from + entry.edges, &edges_[used]);
      entry.first_edge = static_cast<std::uint32_t>(used);
      used += entry.edges;
    }
    edges_.resize(used);
    unused_edges_ = 0;
  }

  std::size_t bytes_;
  std::vector<std::uint32_t> places_;  // numbers of entries by their keys
  base::ChunkedVector<Entry, 1 << 12> entries_;
  base::ChunkedVector<Edge, kMostEdges> edges_;
  std::size_t unused_edges_ = 0;
  std::uint64_t collections_ = 0;
};

}  // namespace losange::search
