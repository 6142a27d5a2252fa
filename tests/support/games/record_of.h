// A game of Hex as far as these moves, First beginning, and what a tree player answered to one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "game/record.h"
#include "players/game/player.h"

namespace losange::testing_games {

inline game::GameRecord record_of(int size, const std::vector<std::string>& moves,
                                  bool swap = false) {
  game::GameRecord record(game::GameSetup{.size = size, .swap = swap});
  auto side = game::Side::First;
  for (const auto& move : moves) {
    record.play({side, move});
    side = game::other(side);
  }
  return record;
}

inline std::uint64_t visits(const players::Answer& answer) {
  std::uint64_t sum = 0;
  for (const auto& line : answer.report.lines) sum += line.visits;
  return sum;
}

}  // namespace losange::testing_games
