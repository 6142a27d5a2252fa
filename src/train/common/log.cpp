#include "train/common/log.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"

namespace losange::train {

namespace {

template <class T>
nlohmann::ordered_json by_size(const std::map<int, T>& values) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [size, value] : values) json[std::to_string(size)] = value;
  return json;
}

template <class T>
std::map<int, T> from_sizes(const nlohmann::json& json) {
  std::map<int, T> values;
  for (const auto& [size, value] : json.items()) values[std::stoi(size)] = value.template get<T>();
  return values;
}

// Enough digits to plot and compare, no more.
double rounded(double value) { return std::stod(fmt::format("{:.4g}", value)); }

LogLine read_line(const nlohmann::json& json) {
  LogLine line;
  json.at("round").get_to(line.round);
  json.at("positions").get_to(line.positions);
  json.at("seconds").get_to(line.seconds);
  json.at("play_s").get_to(line.play_seconds);
  json.at("learn_s").get_to(line.learn_seconds);
  json.at("positions_per_s").get_to(line.positions_per_second);
  json.at("games_per_s").get_to(line.games_per_second);
  line.evaluations_per_second = json.value("evaluations_per_s", 0.0);
  json.at("rate").get_to(line.learning_rate);
  json.at("floor").get_to(line.temperature_floor);
  json.at("q").get_to(line.losses.q);
  json.at("value").get_to(line.losses.value);
  json.at("policy").get_to(line.losses.policy);
  line.losses.auxiliary = json.value("auxiliary", 0.0);
  json.at("gradient").get_to(line.losses.gradient);
  json.at("entropy").get_to(line.entropy);
  line.lengths = from_sizes<double>(json.at("plies"));
  if (json.contains("wrong_openings")) {
    line.wrong_openings = from_sizes<int>(json.at("wrong_openings"));
  }
  if (json.contains("elo")) {
    line.climb =
        Climb{.over_gate = json.at("over_gate").get<double>(), .elo = json.at("elo").get<double>()};
  }
  line.check_loss = json.value("check", 0.0);
  line.shares = json.value("shares", line.shares);
  return line;
}

}  // namespace

std::string to_text(const LogLine& line) {
  std::map<int, double> lengths;
  for (const auto& [size, value] : line.lengths) lengths[size] = rounded(value);
  nlohmann::ordered_json json{{"round", line.round},
                              {"positions", line.positions},
                              {"seconds", std::stod(fmt::format("{:.2f}", line.seconds))},
                              {"play_s", rounded(line.play_seconds)},
                              {"learn_s", rounded(line.learn_seconds)},
                              {"positions_per_s", rounded(line.positions_per_second)},
                              {"games_per_s", rounded(line.games_per_second)},
                              {"rate", rounded(line.learning_rate)},
                              {"floor", rounded(line.temperature_floor)},
                              {"q", rounded(line.losses.q)},
                              {"value", rounded(line.losses.value)},
                              {"policy", rounded(line.losses.policy)},
                              {"gradient", rounded(line.losses.gradient)},
                              {"entropy", rounded(line.entropy)},
                              {"plies", by_size(lengths)}};
  if (line.losses.auxiliary > 0) json["auxiliary"] = rounded(line.losses.auxiliary);
  if (line.evaluations_per_second > 0) {
    json["evaluations_per_s"] = rounded(line.evaluations_per_second);
  }
  if (!line.wrong_openings.empty()) json["wrong_openings"] = by_size(line.wrong_openings);
  if (line.climb) {
    json["over_gate"] = rounded(line.climb->over_gate);
    json["elo"] = rounded(line.climb->elo);
  }
  if (line.check_loss > 0) json["check"] = rounded(line.check_loss);
  for (const auto& [name, share] : line.shares) json["shares"][name] = rounded(share);
  return json.dump();
}

void for_each_log_line(const std::filesystem::path& path, const char* kind, const UseLogLine& use) {
  const std::string text = base::read_file(path, kMostLogBytes);
  const bool cut_off = !text.ends_with('\n');
  std::size_t number = 0;
  const auto parts = base::split(text, '\n');
  for (const auto& part : parts) {
    ++number;
    if (base::trim(part).empty()) continue;
    try {
      use(nlohmann::json::parse(part), part);
    } catch (const std::exception&) {
      if (cut_off && number == parts.size() && part.starts_with('{')) {
        base::say_aside("{}: its last line was cut off and is left out\n", path.string());
        break;
      }
      throw base::UserError(
          fmt::format("{}: line {} is not a line of {}", path.string(), number, kind));
    }
  }
}

std::vector<LogLine> read_log(const std::filesystem::path& path) {
  std::vector<LogLine> lines;
  for_each_log_line(path, "a training log", [&](const nlohmann::json& json, std::string_view) {
    lines.push_back(read_line(json));
  });
  return lines;
}

void cut_log(const std::filesystem::path& path, std::uint64_t last_round) {
  if (!std::filesystem::exists(path)) return;
  std::string kept;
  for_each_log_line(path, "a training log", [&](const nlohmann::json& json, std::string_view text) {
    if (json.at("round").get<std::uint64_t>() > last_round) return;
    kept += text;
    kept += '\n';
  });
  base::write_file(path, kept);
}

}  // namespace losange::train
