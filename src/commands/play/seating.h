// What `losange play` was told, what follows from it and from the game it goes on with, and the command line that goes on
// with the game as it is left. For play.cpp alone.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "commands/common/options.h"
#include "players/seat.h"

namespace losange::commands {

struct PlayArguments {
  Options common;
  std::string black, white, player, load, save;
  bool resume = false, ascii = false, quiet = false, ponder = false;
  bool size_given = false, clock_given = false;

  bool names_players() const { return !black.empty() || !white.empty() || !player.empty(); }
};

// What the game starts from, once every question is answered.
struct Beginning {
  std::optional<game::GameRecord> record;
  game::GameSetup setup;
  players::TimeControl clock;
  std::array<std::string, 2> players;  // specs; empty: not decided

  bool decided() const { return !players[0].empty() && !players[1].empty(); }
};

// --player is the opponent of a person: where the sides leave it no seat, it would be ignored.
void check_seats(const PlayArguments& arguments);

// Goes on with a game: on its board, by its clock where no other is given, and where it was played here with those who
// sat there. A game that is over is looked at by people, unless one of them sat there.
void take_up(Beginning& beginning, game::GameRecord record, const PlayArguments& arguments);

std::array<players::Seat, 2> seats(const Beginning& beginning, const PlayArguments& arguments);

// What the file holds is read from it again, the rest stands in the line.
std::string resume_command(const PlayArguments& arguments, const game::GameSetup& setup,
                           const std::array<players::Seat, 2>& seats,
                           const players::TimeControl& clock);

}  // namespace losange::commands
