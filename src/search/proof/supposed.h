// How several threads share one proof search: while a thread looks closely at a position, the others suppose that it is decided
// as was guessed, and that all that would follow from this above it is so. So they go where the search would go on from
// there, which is next door as a rule, and nowhere that the first one may make needless before long (virtual wins,
// Pawlewicz and Hayward 2013, who suppose that every move is refuted). Used by ProofSearch, which guards it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "search/proof/table.h"

namespace losange::search {

class Supposed {
 public:
  // What was supposed last of a position; nothing where no thread is at it or below.
  const ProofNumbers* find(std::uint64_t key) const {
    if (positions_.empty()) return nullptr;
    const auto at = positions_.find(key);
    return at == positions_.end() ? nullptr : &at->second.numbers;
  }
  // Whether a thread looks at it closely just now.
  bool looked_at(std::uint64_t key) const {
    const auto at = positions_.find(key);
    return at != positions_.end() && at->second.looked_at;
  }

  void clear() { positions_.clear(); }
  // `mine` notes what a thread supposes, until it takes all of that back.
  void look_at(std::uint64_t key, ProofNumbers decided, std::vector<std::uint64_t>& mine) {
    suppose(key, decided, mine);
    positions_[key].looked_at = true;
  }
  void suppose(std::uint64_t key, ProofNumbers numbers, std::vector<std::uint64_t>& mine) {
    auto& position = positions_[key];
    position.numbers = numbers;
    ++position.threads;
    mine.push_back(key);
  }
  void take_back(std::vector<std::uint64_t>& mine) {
    for (const std::uint64_t key : mine) {
      const auto at = positions_.find(key);
      if (--at->second.threads == 0) positions_.erase(at);
    }
    mine.clear();
  }

 private:
  struct Position {
    ProofNumbers numbers;
    int threads = 0;
    bool looked_at = false;
  };
  std::unordered_map<std::uint64_t, Position> positions_;
};

}  // namespace losange::search
