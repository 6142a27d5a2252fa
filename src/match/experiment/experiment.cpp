#include "match/experiment/experiment.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "base/threads/progress.h"
#include "match/folder.h"
#include "match/runner.h"
#include "match/tally.h"
#include "players/spec.h"

namespace losange::match {

namespace {

// Playouts take a bit more than a third of the time of a descent of the standard (docs/search.md).
constexpr double kPlayoutShare = 0.37;

ExperimentRow descents(int count, double published) {
  return {fmt::format("descents={}", count), fmt::format("{}", count), published, count / 16000.0};
}
ExperimentRow uct(const char* constant, double published) {
  return {fmt::format("uct={}", constant), constant, published};
}
ExperimentRow rave(const char* constant, double published) {
  return {fmt::format("rave={}", constant), constant, published};
}
ExperimentRow playouts(int count, double published) {
  return {fmt::format("playouts={}", count), fmt::format("{}", count), published,
          1 + kPlayoutShare * (count - 1)};
}
ExperimentRow shapes(int type, double published) {
  return {fmt::format("shapes={}", type), fmt::format("type {}", type), published};
}

// One row with its match. The settings stay where they are: a tally refers to them.
struct RowRun {
  MatchSettings settings;
  std::filesystem::path folder;
  double work = 0;  // of a game, in games of the standard against itself
  std::uint64_t games_before = 0;
};

RowResult result_of(const Tally& tally) {
  const auto& player = tally.players().front();
  return {tally.games(), tally.different_games(), tally.pairings().front().proof().estimate(),
          player.moves == 0 ? 0 : player.seconds / static_cast<double>(player.moves)};
}

MatchSettings settings_of(const Experiment& experiment, const ExperimentRow& row,
                          const ExperimentOptions& options) {
  auto changed = players::PlayerSpec::parse(experiment.standard);
  const auto equals = row.setting.find('=');
  changed.settings[row.setting.substr(0, equals)] = row.setting.substr(equals + 1);
  MatchSettings settings;
  settings.entrants = {{changed.text(), row.setting, {}}, {experiment.standard, "standard", {}}};
  settings.game = experiment.game;
  settings.openings = find_openings(experiment.opening, experiment.game);
  settings.games = options.games;
  settings.seed = options.seed;
  return settings;
}

// Work is counted in games of the standard, because games of the rows take very different times.
class WorkProgress {
 public:
  explicit WorkProgress(const std::vector<std::unique_ptr<RowRun>>& runs) {
    double total = 0;
    for (const auto& run : runs) {
      total += run->work * static_cast<double>(run->settings.games);
      done_ += run->work * static_cast<double>(run->games_before);
    }
    progress_.emplace("work", units(total), units(done_));
  }

  void show(const RowRun& run, const std::string& row, const Tally& tally,
            const std::string& playing) {
    const auto score = score_of(tally.players().front().games);
    progress_->update(
        units(done_ + played(run, tally)),
        fmt::format("{}: {} of {} games{}{}{}", row, tally.games(), run.settings.games,
                    score ? fmt::format(", {:.1f} %", 100 * *score) : "",
                    playing.empty() ? "" : ", ", playing));
  }
  void row_ended(const RowRun& run, const Tally& tally) { done_ += played(run, tally); }

 private:
  static double played(const RowRun& run, const Tally& tally) {
    return run.work * static_cast<double>(tally.games() - run.games_before);
  }
  static std::uint64_t units(double work) { return static_cast<std::uint64_t>(std::llround(work)); }

  double done_ = 0;
  std::optional<base::Progress> progress_;
};

}  // namespace

Experiment yopt_experiment() {
  Experiment experiment;
  experiment.standard = "yopt";
  experiment.game.size = 11;
  experiment.game.swap = false;
  experiment.opening = "a3";
  experiment.published_games = 200;
  experiment.tables = {
      {2,
       "descents",
       {descents(1000, 6), descents(2000, 11.5), descents(4000, 20), descents(8000, 33),
        descents(32000, 61), descents(64000, 68.5)}},
      {3,
       "UCT constant",
       {uct("-0.1", 38.5), uct("0", 61), uct("0.1", 60), uct("0.2", 55.5), uct("0.4", 42),
        uct("0.5", 41), uct("0.6", 35.5), uct("0.7", 32.5)}},
      {4,
       "RAVE constant",
       {rave("0", 20), rave("8000", 40.5), rave("32000", 53), rave("64000", 52.5),
        rave("inf", 34)}},
      {5,
       "playouts a leaf",
       {playouts(2, 56), playouts(4, 67.5), playouts(8, 77.5), playouts(16, 74.5)}},
      {6, "shapes in playouts", {shapes(1, 22), shapes(2, 42), shapes(4, 71.5)}},
  };
  return experiment;
}

ExperimentResult run_experiment(const Experiment& experiment, const ExperimentOptions& options) {
  ExperimentResult result;
  std::vector<std::unique_ptr<RowRun>> runs;
  // Every folder is looked at before the first game, so that hours of play do not end at a wrong one.
  for (const auto& table : experiment.tables) {
    auto& rows = result.tables.emplace_back();
    for (const auto& row : table.rows) {
      auto& run = *runs.emplace_back(std::make_unique<RowRun>());
      run.settings = settings_of(experiment, row, options);
      run.folder = options.folder / fmt::format("table-{}", table.number) / row.setting;
      run.work = (1 + row.cost) / 2;
      const MatchFolder stored(run.folder, run.settings, options.program);
      Tally tally(run.settings);
      for (const auto& game : stored.games_before()) tally.add(game);
      tally.close();
      run.games_before = tally.games();
      rows.push_back(result_of(tally));
    }
  }
  std::optional<WorkProgress> progress;
  if (options.show_progress) progress.emplace(runs);
  std::size_t index = 0;
  result.finished = true;
  for (std::size_t t = 0; t < experiment.tables.size(); ++t) {
    for (std::size_t r = 0; r < experiment.tables[t].rows.size(); ++r) {
      const RowRun& run = *runs[index++];
      const std::string name = fmt::format("table {}, {}", experiment.tables[t].number,
                                           experiment.tables[t].rows[r].setting);
      const int cores =
          options.cluster ? cluster::cores_of(*options.cluster) : base::hardware_threads();
      RunOptions how{.concurrency = options.concurrency > 0
                                        ? options.concurrency
                                        : default_concurrency(run.settings, cores),
                     .folder = run.folder,
                     .program = options.program,
                     .stop = options.stop,
                     .cluster = options.cluster};
      if (progress) {
        how.on_progress = [&](const Tally& tally, const std::string& playing) {
          progress->show(run, name, tally, playing);
        };
      }
      if (options.stop.stop_requested()) {
        result.finished = result.finished && run.games_before >= run.settings.games;
        continue;
      }
      const auto played = run_match(run.settings, how);
      if (progress) progress->row_ended(run, played.tally);
      result.tables[t][r] = result_of(played.tally);
      result.finished = result.finished && played.finished;
    }
  }
  return result;
}

}  // namespace losange::match
