// Plays the games of a match, several at once, each with players of its own. Finished games are written
// down at once; a stopped match leaves whole files. Results repeat for the same seed when the players'
// limits are nodes and each has one thread.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "match/settings.h"
#include "match/tally.h"

namespace losange::match {

struct RunOptions {
  int concurrency = 1;           // games at once
  std::filesystem::path folder;  // where games are kept; empty: nowhere
  std::string program;           // this build, noted in a new folder
  std::stop_token stop;
  bool show_progress = false;                   // on stderr
  std::function<void(const Tally&)> on_game{};  // after each game, one call at a time
};

struct RunResult {
  Tally tally;
  bool finished = false;  // every game was played, or the sequential test decided
};

// Games at once when nobody says: so many that every core thinks.
int default_concurrency(const MatchSettings& settings);

// Plays what is missing. `settings` must outlive the result. Throws base::UserError when a player
// cannot be started, when a player says that a game cannot go on, or when the folder cannot be used;
// the games finished until then are kept.
RunResult run_match(const MatchSettings& settings, const RunOptions& options);

}  // namespace losange::match
