// The picture of a training log: what to draw over the minutes of the run.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "base/plot.h"
#include "train/log.h"

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

std::vector<PlotPanel> panels_of(const std::vector<LogLine>& lines) {
  std::vector<PlotPanel> panels{
      {"loss (nats)",
       {series_of("Q", lines, [](const LogLine& l) { return l.losses.q; }),
        series_of("value", lines, [](const LogLine& l) { return l.losses.value; })}},
      {"policy loss and entropy of play (nats)",
       {series_of("policy", lines, [](const LogLine& l) { return l.losses.policy; }),
        series_of("entropy", lines, [](const LogLine& l) { return l.entropy; })}},
      {"thousand positions a second",
       {series_of("played", lines,
                  [](const LogLine& l) { return l.positions_per_second / 1000; })}},
  };
  std::map<int, PlotSeries> lengths, openings;
  for (const auto& line : lines) {
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
  const auto add = [&](const std::string& title, const std::map<int, PlotSeries>& all) {
    if (all.empty()) return;
    auto& panel = panels.emplace_back();
    panel.title = title;
    for (const auto& [size, series] : all) panel.series.push_back(series);
  };
  add("plies a game", lengths);
  add("openings judged wrong", openings);
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
