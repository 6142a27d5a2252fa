// Draughts games as PDN, read and written: what went wrong, or nothing. Used by the bounded random run in
// tests/property and by the libFuzzer target in fuzz/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draughts/text/pdn.h"
#include "round_trip.h"

namespace losange::testing_formats {

// Every game of the text, each by itself.
inline std::string pdn_problem(std::string_view text) {
  std::vector<game::GameRecord> games;
  try {
    games = draughts::read_pdn(text);
  } catch (const base::UserError&) {
    return "";
  }
  const auto read = [](std::string_view one) {
    auto all = draughts::read_pdn(one);
    if (all.size() != 1) throw base::UserError("one game became several");
    return all.front();
  };
  for (const auto& game : games) {
    auto problem = round_trip_problem(draughts::write_pdn(game), read, draughts::write_pdn, false);
    if (!problem.empty()) return problem;
    if (!same_game(read(draughts::write_pdn(game)), game))
      return "another game:\n" + draughts::write_pdn(game);
  }
  return "";
}

}  // namespace losange::testing_formats
