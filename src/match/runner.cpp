#include "match/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/aside.h"
#include "base/memory.h"
#include "base/threads/parallel.h"
#include "base/threads/progress.h"
#include "base/threads/ticker.h"
#include "cluster/deal.h"
#include "match/folder.h"
#include "match/report.h"
#include "players/registry.h"

namespace losange::match {

namespace {

// A program that was started before may fail once for want of something that comes back.
constexpr int kStartAttempts = 3;
constexpr double kProgressInterval_s = 0.1;
constexpr base::Millis kMeanwhile{250};  // between two looks at games that go on
// Under a sequential test, times the games at once: so far ahead of the earliest game that is still
// played.
constexpr std::uint64_t kMostAhead = 4;

// What a progress line leaves on a terminal goes; its next update draws it again.
void show_line(const std::string& text) {
  base::say_aside("{}{}\n", base::Progress::moves() ? "\r\x1b[K" : "", text);
}

// The players of one worker, made when they are first needed.
class Bench {
 public:
  explicit Bench(const MatchSettings& settings, const std::filesystem::path& logs = {})
      : settings_(settings),
        players_(settings.entrants.size()),
        was_set_up_(settings.entrants.size()) {
    for (const Entrant& entrant : settings.entrants)
      logs_.push_back(std::make_shared<players::ProgramLog>(entrant.name, logs, show_line));
  }

  // Nothing when the stop came first. Throws base::UserError when a player cannot be set up for any game: a match that it
  // loses without a move tells nothing.
  std::optional<PlayedGame> play(const PlannedGame& plan, const std::stop_token& stop) {
    for (int attempt = 1;; ++attempt) {
      auto played = play_once(plan, stop);
      if (!played) return played;
      if (!played->seconds.empty() || !broke_down(played->ending)) {
        for (const std::size_t entrant : plan.seats) was_set_up_[entrant] = true;
        return played;
      }
      const std::size_t loser = plan.seats[played->outcome == game::Outcome::FirstWins ? 1 : 0];
      if (was_set_up_[loser]) return played;
      if (attempt == kStartAttempts) {
        throw base::UserError(fmt::format("player '{}' cannot be set up for a game: {}",
                                          settings_.entrants[loser].name, played->detail));
      }
    }
  }

  // The player, ready to think: starting it is not on its clock.
  players::Player& ready(std::size_t i, int attempts) {
    const Entrant& entrant = settings_.entrants[i];
    if (!players_[i]) {
      players_[i] = players::make_player(
          players::PlayerSpec::parse(entrant.spec),
          players::ProgramPatience::of(settings_.reply_timeout, settings_.start_timeout),
          logs_[i]);
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
  static bool broke_down(Ending ending) {
    return ending == Ending::Crash || ending == Ending::Hang || ending == Ending::Protocol;
  }

  std::optional<PlayedGame> play_once(const PlannedGame& plan, const std::stop_token& stop) {
    std::array<Seat, 2> seats;
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t entrant = plan.seats[side];
      seats[side] = {&ready(entrant, kStartAttempts), settings_.entrants[entrant].limits,
                     seed_of_seat(plan, static_cast<int>(side))};
    }
    const GameRules rules{settings_.game, settings_.strict_time, settings_.time_margin,
                          settings_.ponder};
    const Opening& opening = settings_.openings.openings[plan.opening];
    for (std::size_t side = 0; side < 2; ++side) {
      logs_[plan.seats[side]]->remark(fmt::format("game {}, opening {}, as {}", plan.number + 1,
                                                  opening.name, side == 0 ? "first" : "second"));
    }
    auto played = play_game(rules, opening, seats, stop);
    for (const std::size_t entrant : plan.seats)
      logs_[entrant]->remark(end_text(plan, played));
    return played;
  }

  static std::string end_text(const PlannedGame& plan, const std::optional<PlayedGame>& played) {
    if (!played) return fmt::format("game {} was broken off", plan.number + 1);
    const char* result = played->outcome == game::Outcome::FirstWins    ? "first wins"
                         : played->outcome == game::Outcome::SecondWins ? "second wins"
                                                                        : "draw";
    const std::string why =
        played->ending == Ending::Board ? "" : fmt::format(" ({})", to_text(played->ending));
    return fmt::format("game {}: {}{}", plan.number + 1, result, why);
  }

  const MatchSettings& settings_;
  std::vector<std::shared_ptr<players::ProgramLog>> logs_;  // by entrant
  std::vector<std::unique_ptr<players::Player>> players_;
  std::vector<bool> was_set_up_;  // by entrant: what fails it later is a loss
};

// Every game that is played at the same time has players of its own.
void check_memory(const MatchSettings& settings, int games) {
  std::size_t one = 0;
  for (const Entrant& entrant : settings.entrants)
    one += players::wished_memory(players::PlayerSpec::parse(entrant.spec));
  const std::size_t most = base::most_mebibytes(), all = one * static_cast<std::size_t>(games);
  if (all <= most) return;
  const std::string advice =
      one <= most ? fmt::format("take --concurrency {}", most / one) : "take smaller tables";
  throw base::UserError(fmt::format(
      "the players of a game want {} MiB, those of {} games at a time {}, which is more than three "
      "quarters of the memory there is ({} MiB): {}",
      one, games, all, base::machine_memory() / base::kMebibyte, advice));
}

// The settings of the next match; empty: there is none.
std::string announce(cluster::Cluster& cluster, std::string settings = {}) {
  cluster::broadcast_text(cluster, 0, settings);
  return settings;
}

class Runner {
 public:
  Runner(const MatchSettings& settings, const RunOptions& options)
      : settings_(settings), options_(options), tally_(settings) {}

  RunResult run() {
    const int games = games_at_once(settings_.total_games());
    check_memory(settings_, games);
    base::expect_trees(settings_.entrants.size() * static_cast<std::size_t>(games));
    if (!options_.folder.empty()) {
      folder_.emplace(options_.folder, settings_, options_.program);
    }
    take_over_earlier_games();
    if (!finished()) play_the_rest();
    tally_.close();
    return {std::move(tally_), finished()};
  }

 private:
  int games_at_once(std::uint64_t games) const {
    return static_cast<int>(
        std::min(games, static_cast<std::uint64_t>(std::max(1, options_.concurrency))));
  }

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
    Bench first_bench(settings_, options_.logs);
    for (std::size_t i = 0; i < settings_.entrants.size(); ++i) first_bench.ready(i, 1);

    if (options_.show_progress) progress_.emplace("games", done_.size(), tally_.games());
    const std::stop_callback forward(options_.stop, [this] { stop_.request_stop(); });
    const int workers = games_at_once(done_.size() - tally_.games());
    if (has_helpers()) announce(*options_.cluster, to_json(settings_).dump());
    std::optional<base::Ticker> meanwhile;
    if (base::Progress::moves() && (progress_ || options_.on_progress)) {
      meanwhile.emplace(kMeanwhile, [this] {
        const std::lock_guard lock(mutex_);
        show_progress();
      });
    }
    try {
      base::run_on_threads(
          workers + (has_helpers() ? 1 : 0),
          [&](int index) {
            if (index == 0) {
              work(first_bench);
            } else if (index == workers) {
              deal();
            } else {
              Bench bench(settings_, options_.logs);
              work(bench);
            }
          },
          [this] { stop_.request_stop(); });
    } catch (const base::UserError&) {
      meanwhile.reset();
      progress_.reset();
      tally_.close();
      if (options_.on_failure) options_.on_failure(tally_);
      throw;
    }
  }

  void work(Bench& bench) {
    while (const auto plan = wait_for_game()) {
      const auto played = bench.play(*plan, stop_.get_token());
      if (!played) return;
      finish({*plan, *played});
    }
  }

  bool has_helpers() const { return options_.cluster != nullptr && options_.cluster->size() > 1; }

  void deal() {
    const auto next = [this]() -> std::optional<std::uint64_t> {
      const auto plan = next_game();
      return plan ? std::optional(plan->number) : std::nullopt;
    };
    cluster::deal_out(
        *options_.cluster,
        {next,
         [this](std::uint64_t, const std::string& line) { finish(from_line(settings_, line)); },
         [this] {
           const std::lock_guard lock(mutex_);
           return has_more();
         }},
        stop_.get_token());
  }

  // Nothing when there are no more, or the stop came.
  std::optional<PlannedGame> wait_for_game() {
    std::unique_lock lock(mutex_);
    caught_up_.wait(lock, stop_.get_token(), [this] { return !is_far_ahead(); });
    return begin_game();
  }

  // Nothing also while those that are played have to be finished first.
  std::optional<PlannedGame> next_game() {
    const std::lock_guard lock(mutex_);
    return is_far_ahead() ? std::nullopt : begin_game();
  }

  // The asking worker is free: it is not counted among those that play.
  bool is_far_ahead() const {
    return settings_.sprt && !playing_.empty() &&
           next_ - playing_.begin()->first >= kMostAhead * (playing_.size() + 1);
  }

  bool has_more() {
    while (next_ < done_.size() && done_[next_]) ++next_;
    return !stop_.stop_requested() && next_ < done_.size();
  }

  std::optional<PlannedGame> begin_game() {
    if (!has_more()) return std::nullopt;
    playing_.try_emplace(next_);
    return plan_game(settings_, next_++);
  }

  void finish(const FinishedGame& game) {
    const std::lock_guard lock(mutex_);
    if (folder_) folder_->add(game);
    tally_.add(game);
    playing_.erase(game.plan.number);
    if (tally_.decided()) stop_.request_stop();
    show_progress();
    caught_up_.notify_all();
  }

  void show_progress() {
    const std::string playing = base::Progress::moves() ? playing_now() : "";
    if (options_.on_progress) options_.on_progress(tally_, playing);
    const bool last = finished();
    if (!progress_ || (!last && since_shown_.seconds() < kProgressInterval_s)) return;
    since_shown_.restart();
    progress_->update(tally_.games(), progress_text(settings_, tally_, playing));
  }

  std::string playing_now() const {
    double longest_s = 0;
    for (const auto& [number, since] : playing_) longest_s = std::max(longest_s, since.seconds());
    return playing_text(playing_.size(), longest_s);
  }

  const MatchSettings& settings_;
  const RunOptions& options_;
  std::stop_source stop_;

  std::mutex mutex_;  // guards everything below once workers run
  std::condition_variable_any caught_up_;
  std::optional<MatchFolder> folder_;
  Tally tally_;
  std::vector<bool> done_;  // by number: played by an earlier run
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, base::Stopwatch> playing_;  // by number, since it was begun
  std::optional<base::Progress> progress_;
  base::Stopwatch since_shown_;
};

}  // namespace

int default_concurrency(const MatchSettings& settings, int cores) {
  int threads = 1;
  for (const auto& entrant : settings.entrants) threads = std::max(threads, entrant.limits.threads);
  if (settings.ponder) threads *= 2;
  return std::max(1, cores / threads);
}

RunResult run_match(const MatchSettings& settings, const RunOptions& options) {
  return Runner(settings, options).run();
}

void help_matches(cluster::Cluster& cluster, int concurrency, const std::filesystem::path& logs) {
  for (std::string text; !(text = announce(cluster)).empty();) {
    const MatchSettings settings = settings_from_json(nlohmann::ordered_json::parse(text));
    const int workers =
        concurrency > 0 ? concurrency : default_concurrency(settings, cluster::cores_of(cluster));
    check_memory(settings, workers);
    base::expect_trees(settings.entrants.size() * static_cast<std::size_t>(workers));
    std::vector<std::unique_ptr<Bench>> benches;
    benches.reserve(static_cast<std::size_t>(workers));
    for (int i = 0; i < workers; ++i) benches.push_back(std::make_unique<Bench>(settings, logs));
    const auto play = [&](int worker, std::uint64_t number,
                          const std::stop_token& stop) -> std::optional<std::string> {
      const PlannedGame plan = plan_game(settings, number);
      const auto played = benches[static_cast<std::size_t>(worker)]->play(plan, stop);
      if (!played) return std::nullopt;
      return to_line(settings, {plan, *played});
    };
    cluster::work_on_dealt(cluster, workers, play);
  }
}

void end_help(cluster::Cluster& cluster) { announce(cluster); }

}  // namespace losange::match
