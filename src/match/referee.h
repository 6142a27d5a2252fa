// One game between two players, held to the rules and to the clock. The referee never lets a broken
// player end a match: a crash, an illegal move, a hang or a command that it refuses loses the game and is
// told apart from a loss on the board.
#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "match/openings/openings.h"
#include "match/settings.h"
#include "players/game/player.h"
#include "players/game/session.h"

namespace losange::match {

// Why a game ended. All but Board name what its loser did.
enum class Ending { Board, Resign, Time, Illegal, Crash, Hang, Protocol };
inline constexpr std::array kEndings{Ending::Board,   Ending::Resign, Ending::Time,
                                     Ending::Illegal, Ending::Crash,  Ending::Hang,
                                     Ending::Protocol};
std::string_view to_text(Ending ending);
std::optional<Ending> ending_from(std::string_view text);
// The loser broke down or overstepped its time: such games say little about how well it plays.
constexpr bool is_failure(Ending ending) {
  return ending != Ending::Board && ending != Ending::Resign;
}

struct PlayedGame {
  game::Outcome outcome = game::Outcome::Ongoing;
  Ending ending = Ending::Board;
  std::string detail;              // what a failed player did, in words
  std::vector<std::string> moves;  // the opening's too
  // Of each move after the opening; none: it failed on the way to the first.
  std::vector<double> seconds;
  std::array<int, 2> oversteps{};  // moves of a side that took more than its time and the margin
  bool operator==(const PlayedGame&) const = default;
};

struct Seat {
  players::Player* player = nullptr;
  PlayerLimits limits;
  std::uint64_t seed = 1;
};

struct GameRules {
  game::GameSetup setup;
  bool strict_time = false;
  base::Millis time_margin{100};
  bool ponder = false;
};

// Plays from the opening to the end. Nothing when `stop` came first. Throws base::UserError when a
// player says that the game cannot go on at all.
std::optional<PlayedGame> play_game(const GameRules& rules, const Opening& opening,
                                    const std::array<Seat, 2>& seats, std::stop_token stop);

}  // namespace losange::match
