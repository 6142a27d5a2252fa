// Everything that decides how a match goes: who plays, with what limits, from which openings, how many
// games. Kept as match.json, so that a stopped match goes on with the same settings or not at all.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"
#include "match/openings/openings.h"
#include "match/statistics/statistics.h"
#include "players/game/clock.h"
#include "players/outside/program_link.h"
#include "players/registry.h"
#include "search/search.h"

namespace losange::match {

// What one player may use. --move-time, --clock, --nodes and --threads give it for all players.
struct PlayerLimits {
  std::optional<base::Millis> move_time;  // told to the player; overstepping is counted
  std::optional<std::uint64_t> nodes;
  players::TimeControl clock;  // kept; overstepping loses
  int threads = 1;
};

struct Entrant {
  std::string spec;  // as the registry reads it
  std::string name;  // unlike every other's in the match
  PlayerLimits limits;
};

// SPEC[@key=value,...]: a player and what is different for it. Keys: time (seconds a move), nodes (or
// playouts), clock, threads, name. The part after the last '@' counts when it reads like key=value,...
// or is empty; so an outside program's command line may hold other '@'. Throws base::UserError.
Entrant parse_entrant(std::string_view text, const PlayerLimits& common);

// Whether the match sets a limit for its moves: a time, a count or a clock.
bool has_limit(const Entrant& entrant);
// The limit of its own that holds where the match sets none; nothing where it sets one, and where
// none is known.
std::optional<players::OwnLimit> own_limit(const Entrant& entrant);

// Appends (2), (3)... to names that occur before.
void make_names_distinct(std::vector<Entrant>& entrants);

struct MatchSettings {
  std::vector<Entrant> entrants;  // two, or more in a tournament
  game::GameSetup game;           // without the swap rule
  OpeningSet openings;
  std::uint64_t games = 2;  // between each two players; even
  std::uint64_t seed = 1;
  bool strict_time = false;       // overstepping the time of a move loses
  bool ponder = false;            // players think on each other's time too
  base::Millis time_margin{100};  // what a move may take over its time before that counts
  // What a move of an outside program may take where no time is set; then it hangs.
  base::Millis reply_timeout = players::ProgramPatience{}.unlimited;
  base::Millis start_timeout = players::ProgramPatience{}.startup;  // the same for its start
  std::optional<SprtSettings> sprt;

  std::uint64_t pairings() const { return entrants.size() * (entrants.size() - 1) / 2; }
  std::uint64_t total_games() const { return games * pairings(); }
};

nlohmann::ordered_json to_json(const MatchSettings& settings);
// Throws base::UserError when something is missing or cannot be.
MatchSettings settings_from_json(const nlohmann::ordered_json& json);

// What differs, a line each ("size: was 11, now 9"), without the number of games: a match may be made
// longer. The game, its size and the players come first; openings are one line. Empty when nothing does.
std::vector<std::string> differences(const MatchSettings& was, const MatchSettings& now);

}  // namespace losange::match
