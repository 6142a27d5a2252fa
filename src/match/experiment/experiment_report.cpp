// What an experiment says: tables of ours beside the published ones, and their pictures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/plot.h"
#include "base/system/file.h"
#include "base/text.h"
#include "match/experiment/experiment.h"

namespace losange::match {

namespace {

std::string percent_text(const Estimate& estimate) {
  return fmt::format("{:.1f} [{:.1f}, {:.1f}]", 100 * estimate.score, 100 * estimate.low,
                     100 * estimate.high);
}

std::string games_text(const RowResult& row) {
  if (row.different == row.games) return fmt::format("{}", row.games);
  return fmt::format("{} of {}", row.different, row.games);
}

bool has_games(const std::vector<RowResult>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.games > 0; });
}

// The interval of what was published, from its games as if they were independent: their pairs are unknown.
Estimate published_estimate(const ExperimentRow& row, std::uint64_t games) {
  const auto won =
      static_cast<std::uint64_t>(std::llround(row.published * static_cast<double>(games) / 100));
  return estimate(GameCounts{games - won, 0, won});
}

}  // namespace

std::string experiment_text(const Experiment& experiment, const ExperimentResult& result) {
  std::string text = fmt::format(
      "Games won against the standard ({}) in percent, with 95 % intervals; {} games a row "
      "published.\n",
      experiment.standard, experiment.published_games);
  std::vector<std::string> left_out;
  for (std::size_t t = 0; t < experiment.tables.size(); ++t) {
    const auto& table = experiment.tables[t];
    if (!has_games(result.tables[t])) {
      left_out.push_back(std::to_string(table.number));
      continue;
    }
    text += fmt::format("\nTable {}: {}\n\n", table.number, table.title);
    text += fmt::format("| {:<14} | {:>5} | {:<19} | {:<19} | {:>8} |\n", "setting", "games",
                        "ours", "published", "s a move");
    text += fmt::format("|{:-<16}|{:->6}:|{:-<21}|{:-<21}|{:->9}:|\n", "", "", "", "", "");
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      const RowResult& ours = result.tables[t][r];
      const std::string published =
          percent_text(published_estimate(table.rows[r], experiment.published_games));
      text +=
          fmt::format("| {:<14} | {:>5} | {:<19} | {:<19} | {:>8} |\n", table.rows[r].setting,
                      games_text(ours), ours.games == 0 ? "none yet" : percent_text(ours.estimate),
                      published, ours.games == 0 ? "" : fmt::format("{:.3f}", ours.seconds_a_move));
    }
  }
  if (!left_out.empty()) {
    text += fmt::format("\nWithout a game yet: table{} {}\n", left_out.size() == 1 ? "" : "s",
                        base::joined(left_out, ", "));
  }
  return text;
}

std::string experiment_plot(const ExperimentTable& table, const std::vector<RowResult>& rows) {
  base::Plot plot{.x_label = table.title,
                  .x_low = -0.5,
                  .x_high = static_cast<double>(table.rows.size()) - 0.5};
  base::PlotSeries ours{.name = "ours, 95 %", .points = {}, .dots = true};
  base::PlotSeries published{.name = "published", .points = {}, .dots = true};
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto x = static_cast<double>(r);
    plot.x_ticks.emplace_back(x, table.rows[r].label);
    published.points.push_back({.x = x, .y = table.rows[r].published});
    if (rows[r].games == 0) continue;
    const Estimate& estimate = rows[r].estimate;
    ours.points.push_back({.x = x,
                           .y = 100 * estimate.score,
                           .low = 100 * estimate.low,
                           .high = 100 * estimate.high});
  }
  plot.panels.push_back({.title = fmt::format("table {}: % won against the standard", table.number),
                         .series = {ours, published}});
  return base::to_svg(plot);
}

void write_experiment(const std::filesystem::path& folder, const Experiment& experiment,
                      const ExperimentResult& result) {
  base::write_file(folder / "results.md", experiment_text(experiment, result));
  for (std::size_t t = 0; t < experiment.tables.size(); ++t) {
    if (!has_games(result.tables[t])) continue;
    base::write_file(folder / fmt::format("table-{}.svg", experiment.tables[t].number),
                     experiment_plot(experiment.tables[t], result.tables[t]));
  }
}

}  // namespace losange::match
