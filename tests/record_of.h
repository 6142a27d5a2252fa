// A game of Hex as far as these moves, First beginning, without a swap.
#pragma once

#include <string>
#include <vector>

#include "game/record.h"

namespace losange::testing_games {

inline game::GameRecord record_of(int size, const std::vector<std::string>& moves) {
  game::GameRecord record(game::GameSetup{.size = size, .swap = false});
  auto side = game::Side::First;
  for (const auto& move : moves) {
    record.play({side, move});
    side = game::other(side);
  }
  return record;
}

}  // namespace losange::testing_games
