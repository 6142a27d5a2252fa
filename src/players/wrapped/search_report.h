// Reports of searches: a file with one JSON object a line, written by any engine that is given
// report=FILE; docs/alphabeta.md lists the fields. Lines of depths come from the running reports every search
// gives to its observer; lines of nodes from searches that look at nodes one by one. Bounded: past the most
// lines nothing more is written but the end of each search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/system/file.h"
#include "players/game/player.h"
#include "players/kinds/settings.h"

namespace losange::players {

// What every engine takes beside its own settings.
std::vector<Parameter> report_parameters();

class SearchReport {
 public:
  // Nothing when the settings ask for none. The file is begun anew with the first search.
  static std::shared_ptr<SearchReport> from(const Settings& settings);

  bool wants_nodes() const { return nodes_; }
  std::uint64_t lines_left() const { return most_ - std::min(most_, lines_); }

  void begin(const game::GameRecord& record);
  void depth(const TextReport& report);
  // A whole JSON object. Safe from several threads.
  void node(const std::string& line);
  void end(const TextReport& report);

 private:
  SearchReport(std::filesystem::path path, bool nodes, std::uint64_t most)
      : path_(std::move(path)), nodes_(nodes), most_(most) {}

  void add(const std::string& line);
  void flush();

  std::filesystem::path path_;
  bool nodes_;
  std::uint64_t most_;
  std::mutex mutex_;  // guards what follows
  std::string waiting_;
  std::uint64_t lines_ = 0;
  std::unique_ptr<base::GrowingFile> file_;  // from the first search on
};

// The engine with its searches told to the report; the engine itself where there is none.
std::unique_ptr<Player> with_report(std::unique_ptr<Player> engine,
                                    std::shared_ptr<SearchReport> report);
// The same for engines that tell no nodes, as the settings ask.
std::unique_ptr<Player> with_report(std::unique_ptr<Player> engine, const Settings& settings);

}  // namespace losange::players
