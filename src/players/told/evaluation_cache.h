// What a net said about positions, kept from descent to descent and from move to move. Positions that are
// mirror images or half turns of each other share an entry. A fixed number of slots, a newer position
// takes the place of an older one; safe from several threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/memory.h"
#include "base/random.h"

namespace losange::players {

// In the net's view of the board, for the side to move.
struct NetOpinion {
  float value = 0;            // expected result in [-1, 1]
  std::vector<float> logits;  // of each cell's prior; occupied cells hold meaningless numbers
};

template <class Opinion>
class OpinionCache {
 public:
  // Room for `bytes` of opinions that take so many bytes beyond themselves, at least one a shard.
  explicit OpinionCache(std::size_t bytes, std::size_t more_a_slot = 0)
      : slots_a_shard_(std::max<std::size_t>(1, bytes / kShards / (sizeof(Slot) + more_a_slot))) {}

  std::optional<Opinion> find(std::uint64_t key) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    if (shard.slots.empty()) return std::nullopt;
    const Slot& slot = shard.slots[index_of(key)];
    return slot.used && slot.key == key ? std::optional(slot.opinion) : std::nullopt;
  }
  void store(std::uint64_t key, const Opinion& opinion) {
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    if (shard.slots.empty()) shard.slots = Slots(slots_a_shard_);
    shard.slots[index_of(key)] = {key, true, opinion};
  }

 private:
  static constexpr std::size_t kShards = 16;
  struct Slot {
    std::uint64_t key = 0;
    bool used = false;
    Opinion opinion{};
  };
  // Large caches of plain values cost no time to make.
  using Slots = std::conditional_t<std::is_trivially_destructible_v<Slot>, base::ZeroedArray<Slot>,
                                   std::vector<Slot>>;
  struct Shard {
    std::mutex mutex;
    Slots slots;  // made at the first store
  };

  Shard& shard_of(std::uint64_t key) { return shards_[key % kShards]; }
  std::size_t index_of(std::uint64_t key) const { return key / kShards % slots_a_shard_; }

  std::size_t slots_a_shard_;
  std::array<Shard, kShards> shards_;
};

class EvaluationCache : public OpinionCache<NetOpinion> {
 public:
  // Boards with so many cells.
  EvaluationCache(std::size_t bytes, int cells)
      : OpinionCache(bytes, sizeof(float) * static_cast<std::size_t>(cells)) {}
};
// Values alone, of nets that give nothing else.
using ValueCache = OpinionCache<float>;

// A hash of board codes.
inline std::uint64_t hash_of_codes(std::span<const std::uint8_t> codes) {
  std::uint64_t hash = codes.size();
  for (std::size_t i = 0; i < codes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, codes.data() + i, std::min<std::size_t>(8, codes.size() - i));
    hash ^= word;
    hash = base::splitmix64(hash);
  }
  return hash;
}

}  // namespace losange::players
