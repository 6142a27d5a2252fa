// Levels 1 to 10 of every engine, for people: the setting level=N, in one place for all of them. At level 10
// the engine plays as well as it can. Below, some moves are those of a beginner, chosen at first sight: a
// short horizon that counts stones to the win and sees no bridge, little attention to what the other side is
// up to, a temperature. How often, and how blurred his sight is, makes the level. docs/strength.md has the
// ladder as it was measured.
#pragma once

#include <memory>
#include <vector>

#include "players/game/player.h"
#include "players/kinds/settings.h"

namespace losange::players {

inline constexpr int kTopLevel = 10;

// What every engine takes beside its own settings.
std::vector<Parameter> level_parameters();
// The engine itself at the top level.
std::unique_ptr<Player> with_level(std::unique_ptr<Player> engine, const Settings& settings);

}  // namespace losange::players
