// The picture of a log that run.cpp wrote.
#include "base/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/system/file.h"
#include "train/common/log.h"
#include "train/draughts/run.h"

namespace losange::train {

namespace {

struct LoggedRound {
  double minutes = 0;  // of work since the run began
  double won = 0, drawn = 0, lost = 0;
  double loss_before = 0, loss_after = 0;
};

std::vector<LoggedRound> rounds_in(const std::filesystem::path& path) {
  std::vector<LoggedRound> rounds;
  double minutes = 0;
  for_each_log_line(path, "a log of draughts", [&](const nlohmann::json& json, std::string_view) {
    minutes += (json.at("play_seconds").get<double>() + json.at("fit_seconds").get<double>()) / 60;
    rounds.push_back({minutes, json.at("won"), json.at("drawn"), json.at("lost"),
                      json.at("loss_before"), json.at("loss_after")});
  });
  return rounds;
}

}  // namespace

bool is_draughts_log(const std::filesystem::path& path) {
  const std::string text = base::read_file(path, kMostLogBytes);
  return text.substr(0, text.find('\n')).find("\"loss_after\"") != std::string::npos;
}

std::string plot_draughts_log(const std::filesystem::path& path) {
  const auto rounds = rounds_in(path);
  if (rounds.empty()) throw base::UserError("the log is empty: there is nothing to plot");
  const auto series = [&](const char* name, const auto& value) {
    base::PlotSeries line{.name = name, .points = {}};
    for (const auto& round : rounds) line.points.push_back({.x = round.minutes, .y = value(round)});
    return line;
  };
  const auto share = [](double LoggedRound::*count) {
    return [count](const LoggedRound& r) {
      return r.*count / std::max(r.won + r.drawn + r.lost, 1.0);
    };
  };
  base::Plot plot{.x_label = "minutes", .x_high = std::max(rounds.back().minutes, 1e-3)};
  plot.panels = {
      {"loss (nats)",
       {series("before the fit", [](const LoggedRound& r) { return r.loss_before; }),
        series("after it", [](const LoggedRound& r) { return r.loss_after; })}},
      {"share of games for White",
       {series("won", share(&LoggedRound::won)), series("drawn", share(&LoggedRound::drawn)),
        series("lost", share(&LoggedRound::lost))}}};
  return base::to_svg(plot);
}

}  // namespace losange::train
