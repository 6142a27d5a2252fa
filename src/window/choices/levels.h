// Engines as people choose them: a strategy and a level, and the engine that advises.
#pragma once

#include <string>
#include <string_view>

#include "game/record.h"
#include "window/words/words.h"

namespace losange::window {

// "mcts:level=3" for ("mcts", 3); the top level is the strategy itself. Precondition: 1 <= level
// <= 10.
std::string spec_at_level(std::string_view strategy, int level);
// The level of a spec; the top one where it says nothing.
int level_of(std::string_view spec);

// The same engine with this level.
std::string at_level(std::string_view spec, int level);

// What people would call who plays so, of the game's default engine.
Word level_word(int level, const game::GameSetup& setup);
// Its rating on a board of this size, estimated from matches of each level against the one below (docs/strength.md), to 50
// points; level 1 is put at 1000.
int rating_of(int level, const game::GameSetup& setup);
// Whether it means anything: on the smallest boards of Hex nobody measured it, and nobody who knows the game loses it.
bool has_ratings(const game::GameSetup& setup);

// The engine that advises and analyses a game: its default one, with a small cache and no early end.
std::string adviser_spec(const game::GameSetup& setup);

}  // namespace losange::window
