// The picture of a training log: panels above each other, one time axis, no program needed to see it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/error.h"
#include "train/log.h"

namespace losange::train {

namespace {

constexpr double kWidth = 860, kPanel = 170, kGap = 46, kLeft = 70, kRight = 140, kTop = 30;
constexpr const char* kColours[] = {"#1b6ca8", "#c8452d", "#3a8f4d", "#8a5bb5",
                                    "#b8860b", "#555555", "#17a2a8", "#d468a8"};

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  // minutes, value
};

struct Panel {
  std::string title;
  std::vector<Series> series;
};

Series series_of(const std::string& name, const std::vector<LogLine>& lines,
                 const std::function<double(const LogLine&)>& value) {
  Series series{name, {}};
  // A picture this wide shows a few hundred points; each is the mean of its neighbours.
  const std::size_t stride = std::max<std::size_t>(1, lines.size() / 400);
  for (std::size_t begin = 0; begin + stride <= lines.size(); begin += stride) {
    double minutes = 0, sum = 0;
    for (std::size_t i = begin; i < begin + stride; ++i) {
      minutes += lines[i].seconds / 60;
      sum += value(lines[i]);
    }
    series.points.emplace_back(minutes / static_cast<double>(stride), sum / static_cast<double>(stride));
  }
  return series;
}

std::vector<Panel> panels_of(const std::vector<LogLine>& lines) {
  std::vector<Panel> panels{
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
  std::map<int, Series> lengths, openings;
  for (const auto& line : lines) {
    for (const auto& [size, wrong] : line.wrong_openings) {
      auto& series = openings[size];
      series.name = fmt::format("{0}x{0}", size);
      series.points.emplace_back(line.seconds / 60, wrong);
    }
  }
  for (const auto& [size, plies] : lines.back().lengths) {
    const int wanted = size;
    lengths[size] = series_of(fmt::format("{0}x{0}", size), lines, [wanted](const LogLine& l) {
      const auto found = l.lengths.find(wanted);
      return found == l.lengths.end() ? 0.0 : found->second;
    });
  }
  const auto add = [&](const std::string& title, const std::map<int, Series>& all) {
    if (all.empty()) return;
    auto& panel = panels.emplace_back();
    panel.title = title;
    for (const auto& [size, series] : all) panel.series.push_back(series);
  };
  add("plies a game", lengths);
  add("openings judged wrong", openings);
  return panels;
}

// 1, 2 or 5 times a power of ten: about five steps over the range.
double step_for(double range) {
  const double rough = std::max(range, 1e-9) / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power) return factor * power;
  }
  return 10 * power;
}

std::string draw_panel(const Panel& panel, double top, double minutes) {
  double low = 1e300, high = -1e300;
  for (const auto& series : panel.series) {
    for (const auto& [x, y] : series.points) {
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  const double step = step_for(high - low);
  low = std::floor(low / step) * step;
  high = std::max(std::ceil(high / step) * step, low + step);
  const double width = kWidth - kLeft - kRight;
  const auto x_of = [&](double x) { return kLeft + width * x / minutes; };
  const auto y_of = [&](double y) { return top + kPanel * (high - y) / (high - low); };

  std::string svg = fmt::format("<text x='{}' y='{}' class='title'>{}</text>\n", kLeft, top - 8, panel.title);
  for (double y = low; y <= high + step / 2; y += step) {
    svg += fmt::format(
        "<line x1='{0}' x2='{1}' y1='{2:.1f}' y2='{2:.1f}' class='grid'/>"
        "<text x='{3}' y='{4:.1f}' class='left'>{5:.4g}</text>\n",
        kLeft, kLeft + width, y_of(y), kLeft - 6, y_of(y) + 4, std::abs(y) < step / 1e6 ? 0.0 : y);
  }
  const double x_step = step_for(minutes);
  for (double x = 0; x <= minutes + 1e-9; x += x_step) {
    svg += fmt::format("<text x='{:.1f}' y='{}' class='below'>{:.4g}</text>\n", x_of(x),
                       top + kPanel + 14, x);
  }
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const auto& series = panel.series[i];
    const char* colour = kColours[i % std::size(kColours)];
    svg += fmt::format("<polyline fill='none' stroke='{}' stroke-width='1.5' points='", colour);
    for (const auto& [x, y] : series.points) svg += fmt::format("{:.1f},{:.1f} ", x_of(x), y_of(y));
    svg += fmt::format("'/>\n<text x='{}' y='{}' fill='{}'>{}</text>\n", kLeft + width + 10,
                       top + 12 + 16 * static_cast<double>(i), colour, series.name);
  }
  return svg;
}

}  // namespace

std::string plot_log(const std::vector<LogLine>& lines) {
  if (lines.empty()) throw base::UserError("the log is empty: there is nothing to plot");
  const auto panels = panels_of(lines);
  const double minutes = std::max(lines.back().seconds / 60, 1e-3);
  const double height = kTop + static_cast<double>(panels.size()) * (kPanel + kGap) + 10;
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}'>\n"
      "<style>text{{font:12px sans-serif}}.title{{font-weight:bold}}.left{{text-anchor:end}}"
      ".below{{text-anchor:middle}}.grid{{stroke:#ddd}}</style>\n"
      "<rect width='100%' height='100%' fill='white'/>\n",
      kWidth, height);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    svg += draw_panel(panels[i], kTop + static_cast<double>(i) * (kPanel + kGap), minutes);
  }
  svg += fmt::format("<text x='{}' y='{}' class='left'>minutes</text>\n</svg>\n", kWidth - kRight,
                     height - 4);
  return svg;
}

}  // namespace losange::train
