// Raw nets against each other: every one-stone opening, both colours, each side plays what its policy likes best. All
// games move in lockstep, so a whole comparison is a few hundred batches. No draw of luck: two nets
// have one result.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "net/input/evaluator.h"

namespace losange::train {

struct ArenaResult {
  int games = 0;
  int won = 0;           // by the first net named
  int won_as_first = 0;  // of these, where it had the opening stone
  // Openings by the halves of a point the first net got from its two games: [0] both lost, [2] one
  // each, [4] both won.
  std::array<std::uint64_t, 5> pairs{};
  // The same of those openings alone neither of whose games is the half turn of an earlier one: an opening and its half
  // turn may lead to one game, which proves nothing twice.
  std::array<std::uint64_t, 5> different_pairs{};
};

// Without any games when it was stopped.
ArenaResult play_all_openings(const net::Evaluator& one, const net::Evaluator& other, int size,
                              const std::function<bool()>& stopped = {});

}  // namespace losange::train
