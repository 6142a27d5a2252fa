// Plays the games of a match, several at once, each with players of its own. Finished games are written
// down at once; a stopped match leaves whole files. Results repeat for the same seed when the players'
// limits are nodes and each has one thread. Other ranks of a cluster play games that rank 0 deals to them: it alone
// knows the whole match, keeps it and speaks.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "base/threads/parallel.h"
#include "cluster/cluster.h"
#include "match/settings.h"
#include "match/tally.h"

namespace losange::match {

struct RunOptions {
  int concurrency = 1;           // games at once
  std::filesystem::path folder;  // where games are kept; empty: nowhere
  std::string program;           // this build, noted in a new folder
  std::stop_token stop;
  bool show_progress = false;  // on stderr
  // After each game, and on a terminal in between with what is being played in words; one call at a time.
  std::function<void(const Tally&, const std::string& playing)> on_progress{};
  cluster::Cluster* cluster = nullptr;  // whose other ranks help; nothing: there are none
  std::filesystem::path logs{};  // for the conversations with outside programs; empty: none is kept
  // Called before run_match() throws for what ended it while games were played, with the result so
  // far.
  std::function<void(const Tally&)> on_failure{};
};

struct RunResult {
  Tally tally;
  bool finished = false;  // every game was played, or the sequential test decided
};

// Games at once when nobody says: so many that every core thinks.
int default_concurrency(const MatchSettings& settings, int cores = base::hardware_threads());

// Plays what is missing. Under a sequential test no game is begun far ahead of one that is still
// played: the test takes games in the order of the plan, and those after its decision would be
// played in vain. `settings` must outlive the result. Throws base::UserError when a player
// cannot be started, when a player says that a game cannot go on, or when the folder cannot be used;
// the games finished until then are kept.
RunResult run_match(const MatchSettings& settings, const RunOptions& options);

// What the other ranks do while rank 0 runs matches: plays what it deals, so many games at once (0: by the rank's cores),
// until end_help(). Throws base::UserError when a player cannot be started. `logs` as in
// RunOptions.
void help_matches(cluster::Cluster& cluster, int concurrency,
                  const std::filesystem::path& logs = {});
// On rank 0, after the last match.
void end_help(cluster::Cluster& cluster);

}  // namespace losange::match
