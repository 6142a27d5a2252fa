#include "base/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace losange::base {

namespace {

constexpr double kWidth = 860, kPanel = 170, kGap = 46, kLeft = 70, kRight = 140, kTop = 30;
constexpr double kInner = kWidth - kLeft - kRight;
constexpr const char* kColours[] = {"#1b6ca8", "#c8452d", "#3a8f4d",
                                    "#8a5bb5", "#b8860b", "#555555"};

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else {
      result += c;
    }
  }
  return result;
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

std::vector<std::pair<double, std::string>> ticks_of(const Plot& plot) {
  if (!plot.x_ticks.empty()) return plot.x_ticks;
  std::vector<std::pair<double, std::string>> ticks;
  const double step = step_for(plot.x_high - plot.x_low);
  const auto last = static_cast<int>(std::floor((plot.x_high + 1e-9) / step));
  for (int i = static_cast<int>(std::ceil(plot.x_low / step)); i <= last; ++i) {
    const double x = i * step;
    ticks.emplace_back(x, fmt::format("{:.4g}", x));
  }
  return ticks;
}

// Names that would touch their neighbours stand in two rows.
bool too_wide(const std::vector<std::pair<double, std::string>>& ticks) {
  constexpr double kLetter = 7;
  std::size_t longest = 0;
  for (const auto& [x, text] : ticks) longest = std::max(longest, text.size());
  return kLetter * static_cast<double>(longest * ticks.size()) > kInner;
}

// Where the numbers of a panel stand in the picture.
struct Frame {
  double top, x_low, x_high, low, high;

  double x(double value) const { return kLeft + kInner * (value - x_low) / (x_high - x_low); }
  double y(double value) const { return top + kPanel * (high - value) / (high - low); }
};

std::string draw_series(const PlotSeries& series, const Frame& frame, const char* colour) {
  std::string svg;
  if (series.line) {
    svg += fmt::format("<polyline fill='none' stroke='{}' stroke-width='1.5' points='", colour);
    for (const auto& point : series.points) {
      svg += fmt::format("{:.1f},{:.1f} ", frame.x(point.x), frame.y(point.y));
    }
    svg += "'/>\n";
  }
  if (!series.dots) return svg;
  for (const auto& point : series.points) {
    const double x = frame.x(point.x);
    if (point.low < point.y || point.high > point.y) {
      svg += fmt::format("<line x1='{0:.1f}' x2='{0:.1f}' y1='{1:.1f}' y2='{2:.1f}' stroke='{3}'/>",
                         x, frame.y(point.low), frame.y(point.high), colour);
    }
    svg += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='3.5' fill='{}'/>\n", x, frame.y(point.y),
                       colour);
  }
  return svg;
}

std::string draw_panel(const Plot& plot, const PlotPanel& panel, double top) {
  double low = 1e300, high = -1e300;
  for (const auto& series : panel.series) {
    for (const auto& point : series.points) {
      low = std::min({low, point.y, point.low});
      high = std::max({high, point.y, point.high});
    }
  }
  // What never changes is drawn on the scale of its size, and nothing at all on that of a few.
  const double alone = high == 0 ? 5 : std::abs(high);
  const double step = step_for(high > low ? high - low : alone);
  low = std::floor(low / step) * step;
  high = std::max(std::ceil(high / step) * step, low + step);
  const Frame frame{top, plot.x_low, plot.x_high, low, high};

  std::string svg = fmt::format("<text x='{}' y='{}' class='title'>{}</text>\n", kLeft, top - 8,
                                escaped(panel.title));
  const long lines = std::lround((high - low) / step);
  for (long i = 0; i <= lines; ++i) {
    const double y = low + static_cast<double>(i) * step;
    svg += fmt::format(
        "<line x1='{0}' x2='{1}' y1='{2:.1f}' y2='{2:.1f}' class='grid'/>"
        "<text x='{3}' y='{4:.1f}' class='left'>{5:.4g}</text>\n",
        kLeft, kLeft + kInner, frame.y(y), kLeft - 6, frame.y(y) + 4,
        std::abs(y) < step / 1e6 ? 0.0 : y);
  }
  const auto ticks = ticks_of(plot);
  const bool crowded = too_wide(ticks);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    svg += fmt::format("<text x='{:.1f}' y='{}' class='below'>{}</text>\n", frame.x(ticks[i].first),
                       top + kPanel + (crowded && i % 2 == 1 ? 27 : 14), escaped(ticks[i].second));
  }
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const char* colour = kColours[i % std::size(kColours)];
    svg += draw_series(panel.series[i], frame, colour);
    svg +=
        fmt::format("<text x='{}' y='{}' fill='{}'>{}</text>\n", kLeft + kInner + 10,
                    top + 12 + 16 * static_cast<double>(i), colour, escaped(panel.series[i].name));
  }
  return svg;
}

}  // namespace

std::string to_svg(const Plot& plot) {
  const double height = kTop + static_cast<double>(plot.panels.size()) * (kPanel + kGap) + 10;
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}'>\n"
      "<style>text{{font:12px sans-serif}}.title{{font-weight:bold}}.left{{text-anchor:end}}"
      ".below{{text-anchor:middle}}.grid{{stroke:#ddd}}</style>\n"
      "<rect width='100%' height='100%' fill='white'/>\n",
      kWidth, height);
  for (std::size_t i = 0; i < plot.panels.size(); ++i) {
    svg += draw_panel(plot, plot.panels[i], kTop + static_cast<double>(i) * (kPanel + kGap));
  }
  svg += fmt::format("<text x='{}' y='{}' class='left'>{}</text>\n</svg>\n", kWidth - kRight,
                     height - 4, escaped(plot.x_label));
  return svg;
}

}  // namespace losange::base
