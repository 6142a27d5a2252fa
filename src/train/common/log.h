// The log of a run, one JSON object a line and a round, and its picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "train/common/losses.h"
#include "train/gates/ladder.h"

namespace losange::train {

// The longest log that is read.
inline constexpr std::size_t kMostLogBytes = std::size_t{1} << 30;

struct LogLine {
  std::uint64_t round = 0, positions = 0;
  double seconds = 0;  // of work since the run began
  double play_seconds = 0, learn_seconds = 0;
  double positions_per_second = 0, games_per_second = 0;
  double evaluations_per_second = 0;  // of the net, while games are played
  double learning_rate = 0, temperature_floor = 0;
  Losses losses;
  double entropy = 0;                 // of the draws, mean, in nats
  std::map<int, double> lengths;      // mean plies of the games that ended, by size
  std::map<int, int> wrong_openings;  // misjudged by the best move, by size; empty: not asked
  std::optional<Climb> climb;         // against the last gate; nothing: not played
  double check_loss = 0;              // value nets: on positions left out of the learning; 0: none
  std::map<std::string, double> shares;  // value nets: of games won or winners told, by name
};

std::string to_text(const LogLine& line);  // without a newline
// A last line that was cut off (a crash, a log that is being written) is left out, with a word on stderr. Throws
// base::UserError that names any other line that is none.
std::vector<LogLine> read_log(const std::filesystem::path& path);
// The same for logs of any form: each line as JSON and as it stands. `kind` is what such a log is called; whatever
// `use` throws means that the line is none.
using UseLogLine = std::function<void(const nlohmann::json& line, std::string_view text)>;
void for_each_log_line(const std::filesystem::path& path, const char* kind, const UseLogLine& use);
// Drops the lines after a round, in logs of any form: those of work that was lost when a run was cut, and one that was
// cut off while it was written.
void cut_log(const std::filesystem::path& path, std::uint64_t last_round);

// Losses, entropy, speed and openings over the minutes of the run, as an SVG picture.
std::string plot_log(const std::vector<LogLine>& lines);

}  // namespace losange::train
