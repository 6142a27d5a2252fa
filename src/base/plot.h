// Plots as SVG pictures: panels above each other over one axis, no program needed to make or see them.
// Used for training logs and experiments.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace losange::base {

struct PlotPoint {
  double x = 0, y = 0;
  double low = y, high = y;  // an error bar where they differ from y
};

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;
  bool dots = false;  // each point as a dot, with its error bar
  bool line = true;   // from point to point; not where nothing lies between them
};

struct PlotPanel {
  std::string title;  // says what the y axis is
  std::vector<PlotSeries> series;
};

struct Plot {
  std::string x_label;
  double x_low = 0, x_high = 1;                           // x_low < x_high
  std::vector<std::pair<double, std::string>> x_ticks{};  // where none are given: round numbers
  std::vector<PlotPanel> panels{};                        // each with at least one point
};

std::string to_svg(const Plot& plot);

}  // namespace losange::base
