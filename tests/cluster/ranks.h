// `mpirun -n N losange …` in a folder of the test's own.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/text.h"
#include "json.h"
#include "places.h"
#include "shell.h"
#include "temporary.h"

namespace losange::testing_cluster {

// As root and on few cores too. One rank's copies to another's memory need a right that containers withhold.
inline const std::string kMpirun = "OMPI_MCA_btl_vader_single_copy_mechanism=none " LOSANGE_MPIRUN
                                   " --allow-run-as-root --oversubscribe --bind-to none";

// Beside kMpirun where ranks are interrupted: mpirun kills them after a second, which a busy machine may not have for them.
inline const std::string kPatience = "--mca odls_base_sigkill_timeout 5";

class Folder {
 public:
  explicit Folder(const std::string& name) : path_(testing_files::temporary(name)) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  // PROGRAM stands for losange, MPIRUN for mpirun with its options.
  testing_files::Ran run(std::string command) const {
    const auto replace = [&](const std::string& word, const std::string& by) {
      for (std::size_t at = 0; (at = command.find(word, at)) != command.npos; at += by.size()) {
        command.replace(at, word.size(), by);
      }
    };
    replace("MPIRUN", kMpirun);
    replace("PROGRAM", testing_places::program());
    return testing_files::run_shell(path_, command);
  }
  // By so many ranks; 0: without mpirun.
  testing_files::Ran run(int ranks, const std::string& command) const {
    return run(ranks == 0 ? "PROGRAM " + command
                          : fmt::format("MPIRUN -n {} PROGRAM {}", ranks, command));
  }
  std::string read(const std::string& name) const { return base::read_file(path_ / name); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// The games of a match in the order of their numbers, without the time they took.
inline std::vector<std::string> games_of(const Folder& folder, const std::string& name) {
  std::vector<testing_files::Json> games;
  for (const auto& line : base::split(folder.read(name + "/games.jsonl"), '\n')) {
    if (!line.empty()) games.emplace_back(line);
  }
  std::sort(games.begin(), games.end(), [](const auto& a, const auto& b) {
    return a.at("game").number() < b.at("game").number();
  });
  std::vector<std::string> lines;
  lines.reserve(games.size());
  for (const auto& game : games) lines.push_back(game.without("time_s").without("seconds").text());
  return lines;
}

}  // namespace losange::testing_cluster
