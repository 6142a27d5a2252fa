// The picture of a training log: what to draw over the minutes of the run.
#include "base/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "train/common/log.h"

namespace losange::train {

namespace {

using base::PlotPanel;
using base::PlotSeries;

PlotSeries series_of(const std::string& name, const std::vector<LogLine>& lines,
                     const std::function<double(const LogLine&)>& value) {
  PlotSeries series{.name = name, .points = {}};
  // A picture this wide shows a few hundred points; each is the mean of its neighbours.
  const std::size_t stride = std::max<std::size_t>(1, lines.size() / 400);
  for (std::size_t begin = 0; begin + stride <= lines.size(); begin += stride) {
    double minutes = 0, sum = 0;
    for (std::size_t i = begin; i < begin + stride; ++i) {
      minutes += lines[i].seconds / 60;
      sum += value(lines[i]);
    }
    series.points.push_back(
        {.x = minutes / static_cast<double>(stride), .y = sum / static_cast<double>(stride)});
  }
  return series;
}

// What a kind of training does not measure is zero all along.
void drop_what_is_not_there(std::vector<PlotPanel>& panels) {
  for (auto& panel : panels) {
    std::erase_if(panel.series, [](const PlotSeries& series) {
      return std::all_of(series.points.begin(), series.points.end(),
                         [](const auto& point) { return point.y == 0; });
    });
  }
  std::erase_if(panels, [](const PlotPanel& panel) { return panel.series.empty(); });
}

// Means over some rounds: a round has few games against each kind of opponent.
std::map<std::string, PlotSeries> shares_of(const std::vector<LogLine>& lines) {
  std::map<std::string, PlotSeries> all;
  std::map<std::string, std::pair<double, int>> sums;
  const std::size_t stride = std::max<std::size_t>(1, lines.size() / 25);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const auto& [name, share] : lines[i].shares) {
      sums[name].first += share;
      ++sums[name].second;
    }
    if ((i + 1) % stride != 0) continue;
    for (const auto& [name, sum] : sums) {
      all[name].name = name;
      all[name].points.push_back({.x = lines[i].seconds / 60, .y = sum.first / sum.second});
    }
    sums.clear();
  }
  return all;
}

std::vector<PlotPanel> panels_of(const std::vector<LogLine>& lines) {
  std::vector<PlotPanel> panels{
      {lines.back().losses.q > 0 ? "loss (nats)" : "loss",
       {series_of("Q", lines, [](const LogLine& l) { return l.losses.q; }),
        series_of("value", lines, [](const LogLine& l) { return l.losses.value; }),
        series_of("check", lines, [](const LogLine& l) { return l.check_loss; })}},
      {"policy loss and entropy of play (nats)",
       {series_of("policy", lines, [](const LogLine& l) { return l.losses.policy; }),
        series_of("entropy", lines, [](const LogLine& l) { return l.entropy; })}},
      {"thousand positions a second",
       {series_of("played", lines,
                  [](const LogLine& l) { return l.positions_per_second / 1000; })}},
      {"thousand evaluations a second of play",
       {series_of("evaluated", lines,
                  [](const LogLine& l) { return l.evaluations_per_second / 1000; })}},
  };
  std::map<int, PlotSeries> lengths, openings;
  PlotSeries climb{.name = "by gates", .points = {}};
  for (const auto& line : lines) {
    if (line.climb) climb.points.push_back({.x = line.seconds / 60, .y = line.climb->elo});
    for (const auto& [size, wrong] : line.wrong_openings) {
      auto& series = openings[size];
      series.name = fmt::format("{0}x{0}", size);
      series.points.push_back({.x = line.seconds / 60, .y = static_cast<double>(wrong)});
    }
  }
  for (const auto& [size, plies] : lines.back().lengths) {
    const int wanted = size;
    lengths[size] = series_of(fmt::format("{0}x{0}", size), lines, [wanted](const LogLine& l) {
      const auto found = l.lengths.find(wanted);
      return found == l.lengths.end() ? 0.0 : found->second;
    });
  }
  const auto add = [&](const std::string& title, const auto& all) {
    if (all.empty()) return;
    auto& panel = panels.emplace_back();
    panel.title = title;
    for (const auto& [key, series] : all) panel.series.push_back(series);
  };
  drop_what_is_not_there(panels);
  add("plies a game", lengths);
  add("openings judged wrong", openings);
  if (!climb.points.empty()) panels.push_back({"Elo of the raw net since the run began", {climb}});
  add("share of games won, of winners told", shares_of(lines));
  return panels;
}

}  // namespace

std::string plot_log(const std::vector<LogLine>& lines) {
  if (lines.empty()) throw base::UserError("the log is empty: there is nothing to plot");
  base::Plot plot{.x_label = "minutes", .x_high = std::max(lines.back().seconds / 60, 1e-3)};
  plot.panels = panels_of(lines);
  return base::to_svg(plot);
}

}  // namespace losange::train
