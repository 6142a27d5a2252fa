// Where a match is kept: match.json (the settings), games.jsonl (a line a game, the truth) and games.sgf (in draughts
// games.pdn) (the same games for people; made again from games.jsonl when a match goes on). A folder belongs to one
// running match at a time. Used by the runner, which serialises the calls.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/plan.h"
#include "match/referee.h"
#include "match/settings.h"

namespace losange::match {

struct FinishedGame {
  PlannedGame plan;
  PlayedGame played;
};

// A game as a line of games.jsonl, without the newline.
std::string to_line(const MatchSettings& settings, const FinishedGame& game);
// Throws base::UserError when the line is broken or is not a game of this match.
FinishedGame from_line(const MatchSettings& settings, std::string_view line);
// A game as people keep it.
game::GameRecord to_record(const MatchSettings& settings, const FinishedGame& game);

struct StoredMatch {
  MatchSettings settings;
  std::string program;  // the build that began it
};
// The settings kept in a folder, or nothing when there is no match in it.
std::optional<StoredMatch> stored_match(const std::filesystem::path& folder);

class MatchFolder {
 public:
  // Creates the folder, or goes on with the match in it, and locks it. Throws base::UserError when the
  // settings differ (it says how), when another match is writing there, or when it cannot be written.
  MatchFolder(std::filesystem::path folder, const MatchSettings& settings,
              const std::string& program);
  ~MatchFolder();
  MatchFolder(const MatchFolder&) = delete;
  MatchFolder& operator=(const MatchFolder&) = delete;

  // The games that were there, in the order of the file. A last line that was cut short is gone.
  const std::vector<FinishedGame>& games_before() const { return games_; }
  // Appends to both files. Throws base::UserError and leaves games.jsonl whole when that fails.
  void add(const FinishedGame& game);

 private:
  void lock();
  void store_settings(const std::string& program);
  void read_games();

  std::filesystem::path folder_;
  const MatchSettings& settings_;
  int lock_ = -1;
  std::vector<FinishedGame> games_;
};

}  // namespace losange::match
