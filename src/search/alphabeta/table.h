// The transposition table of alpha-beta: shared by all threads without locks, of a size the user sets, kept
// from move to move with ages. It knows no game: keys are hashes, moves are 16-bit keys.
//
// A cache line holds four entries of two words. The first word is key ^ data, so that an entry torn by two
// writers is not found again (Hyatt and Mann 2002). The second word, from the low bit:
//
//    0      16               40      48     50    56
//    | move | score (signed) | depth | bound | age | unused |
//
// Depths are stored plus one: an empty entry has depth -1. Scores of wins count from the node, not from the
// root, so that they hold wherever the position is met.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/memory.h"
#include "search/alphabeta/evaluator.h"

namespace losange::search {

enum class Bound : std::uint8_t { None, Lower, Upper, Exact };

// What a value is that a search with this window gave.
constexpr Bound bound_of(Score value, Score alpha, Score beta) {
  return value >= beta ? Bound::Lower : value > alpha ? Bound::Exact : Bound::Upper;
}

inline constexpr std::uint16_t kNoMoveKey = 0xFFFF;

struct TableEntry {
  std::uint16_t move = kNoMoveKey;
  Score score = 0;  // as seen from the ply it was asked for
  int depth = -1;
  Bound bound = Bound::None;
};

class TranspositionTable {
 public:
  // At least one line. Zero bytes: a table that holds nothing. Throws base::UserError when there is no memory for it.
  explicit TranspositionTable(std::size_t bytes) {
    if (bytes == 0) return;
    lines_ = std::bit_floor(std::max<std::size_t>(1, bytes / sizeof(Line)));
    table_ = base::ZeroedArray<Line>(lines_);
  }

  bool enabled() const { return lines_ > 0; }
  std::size_t bytes() const { return lines_ * sizeof(Line); }
  // Entries of earlier searches stay and are replaced first.
  void new_search() { age_ = (age_ + 1) & kAgeMask; }
  void clear() {
    for (std::size_t i = 0; i < lines_; ++i) {
      for (auto& slot : table_[i].slots) slot.set(0, 0);
    }
  }

  void prefetch(std::uint64_t key) const {
    if (lines_ > 0) __builtin_prefetch(&table_[key & (lines_ - 1)]);
  }

  std::optional<TableEntry> find(std::uint64_t key, int ply) const {
    if (lines_ == 0) return std::nullopt;
    for (const auto& slot : table_[key & (lines_ - 1)].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
        return unpack(data, ply);
      }
    }
    return std::nullopt;
  }

  // Keeps the move known before where this search found none. Never gives up a deeper entry of the same
  // search and position for a shallower one that is not exact.
  void store(std::uint64_t key, int ply, TableEntry entry) {
    if (lines_ == 0) return;
    Slot* worst = nullptr;
    int least = 1 << 30;
    for (auto& slot : table_[key & (lines_ - 1)].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
        const TableEntry known = unpack(data, ply);
        if (entry.move == kNoMoveKey) entry.move = known.move;
        if (entry.bound != Bound::Exact && age_of(data) == age_ && known.depth > entry.depth + 2)
          return;
        worst = &slot;
        break;
      }
      const int worth = depth_of(data) - 8 * static_cast<int>((age_ - age_of(data)) & kAgeMask);
      if (worth < least) {
        least = worth;
        worst = &slot;
      }
    }
    worst->set(key, pack(entry, ply));
  }

 private:
  static constexpr unsigned kAgeMask = 63;

  struct Slot {
    std::atomic<std::uint64_t> check{0}, data{0};

    void set(std::uint64_t key, std::uint64_t value) {
      check.store(key ^ value, std::memory_order_relaxed);
      data.store(value, std::memory_order_relaxed);
    }
  };
  struct alignas(64) Line {
    Slot slots[4];
  };

  static int depth_of(std::uint64_t data) { return static_cast<int>(data >> 40 & 255) - 1; }
  static unsigned age_of(std::uint64_t data) {
    return static_cast<unsigned>(data >> 50) & kAgeMask;
  }

  static TableEntry unpack(std::uint64_t data, int ply) {
    Score score = static_cast<std::int32_t>(static_cast<std::uint32_t>(data >> 16) << 8) >> 8;
    if (score >= kLeastWin) score -= ply;
    if (score <= -kLeastWin) score += ply;
    return {static_cast<std::uint16_t>(data), score, depth_of(data),
            static_cast<Bound>(data >> 48 & 3)};
  }
  std::uint64_t pack(const TableEntry& entry, int ply) const {
    Score score = entry.score;
    if (score >= kLeastWin) score += ply;
    if (score <= -kLeastWin) score -= ply;
    return entry.move |
           (static_cast<std::uint64_t>(static_cast<std::uint32_t>(score)) & 0xFFFFFF) << 16 |
           static_cast<std::uint64_t>(std::clamp(entry.depth, 0, 254) + 1) << 40 |
           static_cast<std::uint64_t>(entry.bound) << 48 | static_cast<std::uint64_t>(age_) << 50;
  }

  std::size_t lines_ = 0;  // a power of two
  base::ZeroedArray<Line> table_;
  unsigned age_ = 0;
};

}  // namespace losange::search
