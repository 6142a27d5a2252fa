// The ways to play draughts that are offered by name.
#pragma once

#include <array>
#include <string_view>

#include "game/record.h"
#include "window/words/words.h"

namespace losange::window {

struct DraughtsGame {
  Word name;
  std::string_view rules;
  int size;
};
const std::array<DraughtsGame, 7>& draughts_games();

// What these rules are called on this board; of a size that is not offered, by the rules alone.
Word draughts_name(const game::GameSetup& setup);

}  // namespace losange::window
