// Whether a player plays a game on a board. Every command, order and protocol asks it before anything starts, so that
// nobody learns at the first move that a player was for another game, or its file for another board.
#pragma once

#include <string_view>

#include "game/record.h"
#include "players/spec.h"

namespace losange::players {

// Throws base::UserError with the engines that would do, or with what of the player's settings does not fit.
void check_plays(const PlayerSpec& spec, const game::GameSetup& setup);
inline void check_plays(std::string_view spec, const game::GameSetup& setup) {
  check_plays(PlayerSpec::parse(spec), setup);
}

// Whether a player may be made because the file of a game names it, and nobody at this machine: it starts no program, and
// none of its settings is free text, with which it could read or write a file.
bool safe_from_file(const PlayerSpec& spec);

// Throws base::UserError where the player is an outside program that is not to be found. At once: nothing is started.
void check_found(const PlayerSpec& spec);

// Throws base::UserError where the player is an outside program that cannot be started. It is ended again.
void check_starts(std::string_view spec);

}  // namespace losange::players
