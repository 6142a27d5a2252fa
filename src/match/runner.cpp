#include "match/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/threads/parallel.h"
#include "base/threads/progress.h"
#include "match/folder.h"
#include "match/report.h"
#include "players/registry.h"

namespace losange::match {

namespace {

// A program that was started before may fail once for want of something that comes back.
constexpr int kStartAttempts = 3;
constexpr double kProgressInterval_s = 0.1;

// The players of one worker, made when they are first needed.
class Bench {
 public:
  explicit Bench(const MatchSettings& settings)
      : settings_(settings), players_(settings.entrants.size()) {}

  // The player, ready to think: starting it is not on its clock.
  players::Player& ready(std::size_t i, int attempts) {
    const Entrant& entrant = settings_.entrants[i];
    if (!players_[i]) {
      players_[i] = players::make_player(players::PlayerSpec::parse(entrant.spec),
                                         players::ProgramPatience::of(settings_.reply_timeout));
    }
    if (players_[i]->waits_for_person()) {
      throw base::UserError(fmt::format(
          "player '{}': a person cannot play a match: name an engine (losange players lists them)",
          entrant.name));
    }
    for (int attempt = 1;; ++attempt) {
      try {
        players_[i]->prepare();
        return *players_[i];
      } catch (const base::UserError& error) {
        if (attempt < attempts) continue;
        throw base::UserError(
            fmt::format("player '{}' cannot start: {}", entrant.name, error.what()));
      }
    }
  }

 private:
  const MatchSettings& settings_;
  std::vector<std::unique_ptr<players::Player>> players_;
};

class Runner {
 public:
  Runner(const MatchSettings& settings, const RunOptions& options)
      : settings_(settings), options_(options), tally_(settings) {}

  RunResult run() {
    if (!options_.folder.empty()) {
      folder_.emplace(options_.folder, settings_, options_.program);
    }
    take_over_earlier_games();
    if (!finished()) play_the_rest();
    tally_.close();
    return {std::move(tally_), finished()};
  }

 private:
  void take_over_earlier_games() {
    done_.assign(settings_.total_games(), false);
    if (!folder_) return;
    for (const auto& game : folder_->games_before()) {
      if (game.plan.number >= done_.size()) {
        throw base::UserError(fmt::format("game {} in {} is not one of the {} games of this match",
                                          game.plan.number + 1, options_.folder.string(),
                                          done_.size()));
      }
      done_[game.plan.number] = true;
      tally_.add(game);
    }
  }

  bool finished() const { return tally_.decided() || tally_.games() == done_.size(); }

  void play_the_rest() {
    // What cannot start at all should be known before anything is played.
    Bench first_bench(settings_);
    for (std::size_t i = 0; i < settings_.entrants.size(); ++i) first_bench.ready(i, 1);

    if (options_.show_progress) progress_.emplace("games", done_.size(), tally_.games());
    const std::stop_callback forward(options_.stop, [this] { stop_.request_stop(); });
    const std::uint64_t left = done_.size() - tally_.games();
    const int workers = static_cast<int>(std::min<std::uint64_t>(
        left, static_cast<std::uint64_t>(std::max(1, options_.concurrency))));
    base::run_on_threads(
        workers,
        [&](int index) {
          if (index == 0) {
            work(first_bench);
          } else {
            Bench bench(settings_);
            work(bench);
          }
        },
        [this] { stop_.request_stop(); });
  }

  void work(Bench& bench) {
    while (const auto plan = next_game()) {
      const auto played = play(bench, *plan);
      if (!played) return;
      finish({*plan, *played});
    }
  }

  std::optional<PlayedGame> play(Bench& bench, const PlannedGame& plan) {
    std::array<Seat, 2> seats;
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t entrant = plan.seats[side];
      seats[side] = {&bench.ready(entrant, kStartAttempts), settings_.entrants[entrant].limits,
                     seed_of_seat(plan, static_cast<int>(side))};
    }
    const GameRules rules{settings_.game, settings_.strict_time, settings_.time_margin,
                          settings_.ponder};
    return play_game(rules, settings_.openings.openings[plan.opening], seats, stop_.get_token());
  }

  std::optional<PlannedGame> next_game() {
    const std::lock_guard lock(mutex_);
    if (stop_.stop_requested()) return std::nullopt;
    while (next_ < done_.size() && done_[next_]) ++next_;
    if (next_ == done_.size()) return std::nullopt;
    return plan_game(settings_, next_++);
  }

  void finish(const FinishedGame& game) {
    const std::lock_guard lock(mutex_);
    if (folder_) folder_->add(game);
    tally_.add(game);
    if (tally_.decided()) stop_.request_stop();
    if (options_.on_game) options_.on_game(tally_);
    show_progress();
  }

  void show_progress() {
    const bool last = finished();
    if (!progress_ || (!last && since_shown_.seconds() < kProgressInterval_s)) return;
    since_shown_.restart();
    progress_->update(tally_.games(), progress_text(settings_, tally_));
  }

  const MatchSettings& settings_;
  const RunOptions& options_;
  std::stop_source stop_;

  std::mutex mutex_;  // guards everything below once workers run
  std::optional<MatchFolder> folder_;
  Tally tally_;
  std::vector<bool> done_;  // by number: played by an earlier run
  std::uint64_t next_ = 0;
  std::optional<base::Progress> progress_;
  base::Stopwatch since_shown_;
};

}  // namespace

int default_concurrency(const MatchSettings& settings) {
  int threads = 1;
  for (const auto& entrant : settings.entrants) threads = std::max(threads, entrant.limits.threads);
  if (settings.ponder) threads *= 2;
  return std::max(1, base::hardware_threads() / threads);
}

RunResult run_match(const MatchSettings& settings, const RunOptions& options) {
  return Runner(settings, options).run();
}

}  // namespace losange::match
