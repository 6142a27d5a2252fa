#include "train/draughts/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "base/system/file.h"
#include "base/threads/parallel.h"
#include "train/common/run_folder.h"

namespace losange::train {

namespace {

using draughts::Bits64;

constexpr std::uint64_t kFitSteps = 1000;  // as progress counts

class DraughtsTrainer : public Trainer {
 public:
  DraughtsTrainer(const DraughtsTraining& training, TrainingLoop& loop)
      : training_(training),
        loop_(loop),
        rules_(draughts::find_rules(training.rules)),
        size_(draughts::checked_size(rules_, training.size)),
        weights_(material_weights(rules_, size_)) {
    if (!draughts::has_patterns(size_)) {
      throw base::UserError(
          fmt::format("patterns are learnt on boards of size 8 and 10, not {}", size_));
    }
    if (holds_run(training.folder, kDraughtsRun)) resume();
  }

  Workload workload() const override {
    const auto a_round = static_cast<std::uint64_t>(training_.games_a_round);
    return {.label = "draughts, games",
            .a_round = a_round,
            .plays = "games",
            .plays_a_round = a_round,
            .played = inside_,
            .play_share = 0.8};  // a guess: the first round shows it
  }
  std::uint64_t rounds() const override { return round_; }
  std::uint64_t done() const override { return games_; }

  void begin_folder() override { write_state(); }

  std::optional<RoundReport> do_round() override {
    if (!play() || !fit()) return std::nullopt;
    return close_round();
  }

  bool keeps_left_rounds() const override { return true; }
  bool is_inside_round() const override { return inside_ > 0; }

  // The state last: whatever it names is there.
  void save() override {
    base::append_file(path("samples"),
                      pack_samples(std::span(samples_).subspan(samples_saved_ - forgotten_)));
    if (round_ > 0) base::write_file(path("weights"), draughts::write_weights(weights_));
    samples_saved_ = forgotten_ + samples_.size();
    write_state();
    forget_old_samples();
  }

  void keep_net() const override {
    base::write_file(path(fmt::format("weights-{:09}", games_)), draughts::write_weights(weights_));
  }

 private:
  std::filesystem::path path(const std::string& name) const { return training_.folder / name; }

  void resume() {
    std::size_t count = 0;
    try {
      const auto state = nlohmann::json::parse(base::read_file(path("state.json")));
      if (state.at("rules") != std::string(rules_.name) || state.at("size") != size_) {
        throw base::UserError(fmt::format(
            "{} holds training of {} {}: choose another folder", training_.folder.string(),
            state.at("rules").get<std::string>(), state.at("size").get<int>()));
      }
      state.at("round").get_to(round_);
      state.at("games").get_to(games_);
      state.at("samples").get_to(count);
      inside_ = state.value("inside", inside_);
      results_ = state.value("results", results_);
    } catch (const nlohmann::json::exception&) {
      refuse_damaged_state(training_.folder);
    }
    if (round_ > 0) weights_ = draughts::read_weights(base::read_file(path("weights")));
    if (count > 0) {
      read_samples(count);
    } else {
      base::write_file(path("samples"), "");  // whatever a first round left when it was cut off
    }
  }

  // Those that the next fits look back on: of days of games the file is longer than the memory.
  void read_samples(std::size_t count) {
    const auto file = path("samples");
    const std::uintmax_t length = std::uintmax_t{count} * kSampleBytes;
    std::error_code trouble;
    const auto there = std::filesystem::file_size(file, trouble);
    if (trouble || there < length) {
      throw base::UserError(
          fmt::format("{} is shorter than it was: start in another folder", file.string()));
    }
    if (there > length) {  // left by a save that was cut off
      const auto bytes = base::read_file(file, std::numeric_limits<std::size_t>::max());
      base::write_file(file, std::string_view(bytes).substr(0, length));
    }
    forgotten_ = count - std::min(count, training_.window);
    std::string newest((count - forgotten_) * kSampleBytes, '\0');
    std::ifstream in(file, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(forgotten_ * kSampleBytes));
    if (!in.read(newest.data(), std::ssize(newest)))
      throw base::UserError(fmt::format("{} cannot be read", file.string()));
    samples_ = unpack_samples(newest);
    samples_saved_ = count;
  }

  void forget_old_samples() {
    if (samples_.size() <= 2 * training_.window) return;
    const std::size_t old = samples_.size() - training_.window;
    samples_.erase(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(old));
    forgotten_ += old;
  }

  // The games of the round that are not played yet. Of a round that is left those stay that were finished, up to the
  // first that was not: the rest is played as it would have been. False when it was left.
  bool play() {
    const base::Stopwatch watch;
    const auto& variant = draughts::variant<Bits64>(rules_, size_);
    const draughts::PatternSet patterns(weights_);
    const auto all = static_cast<std::uint64_t>(training_.games_a_round);
    const std::uint64_t first = games_ + inside_;
    std::vector<std::optional<std::vector<DraughtsSample>>> games(all - std::min(all, inside_));
    std::atomic<bool> left = false;
    base::parallel_for(games.size(), training_.threads, [&](std::size_t i) {
      if (left) return;
      if (loop_.leaves()) {
        left = true;
        return;
      }
      games[i] =
          play_draughts_game(variant, patterns, training_.games,
                             base::stream_seed(training_.seed, first + i), loop_.stop_token());
      loop_.progress().played(1);
    });
    for (const auto& game : games) {
      if (!game) break;
      samples_.insert(samples_.end(), game->begin(), game->end());
      if (!game->empty()) ++results_[game->front().result];
      ++inside_;
    }
    play_seconds_ += watch.seconds();
    return inside_ >= all;
  }

  // To the newest samples, those of this round among them. False when it was left: it is then done again, so that no
  // save is reason enough.
  bool fit() {
    const base::Stopwatch watch;
    const std::size_t from =
        samples_.size() > training_.window ? samples_.size() - training_.window : 0;
    // From nothing every time: samples that stay in the window would count more each round.
    auto weights = material_weights(rules_, size_);
    auto& progress = loop_.progress();
    progress.learns(kFitSteps);
    const auto report =
        fit_patterns(weights, std::span(samples_).subspan(from), training_.fit,
                     base::stream_seed(training_.seed, games_ + inside_), [&](double done) {
                       progress.learnt(static_cast<std::size_t>(done * kFitSteps));
                       return loop_.leaves_for_good();
                     });
    if (!report) return false;
    weights_ = std::move(weights);
    report_ = *report;
    fit_seconds_ = watch.seconds();
    return true;
  }

  // From a round that was played and fitted to the next.
  RoundReport close_round() {
    ++round_;
    games_ += std::exchange(inside_, 0);
    const auto results = std::exchange(results_, {});
    const double play_seconds = std::exchange(play_seconds_, 0);
    const nlohmann::ordered_json line{{"round", round_},
                                      {"games", games_},
                                      {"won", results[2]},
                                      {"drawn", results[1]},
                                      {"lost", results[0]},
                                      {"samples", report_.samples},
                                      {"loss_before", report_.loss_before},
                                      {"loss_after", report_.loss_after},
                                      {"play_seconds", play_seconds},
                                      {"fit_seconds", fit_seconds_}};
    return {
        line.dump(),
        fmt::format(
            "W/D/L {}/{}/{}, {} samples, {}", results[2], results[1], results[0], report_.samples,
            report_.left_out == 0
                ? "too few to measure the loss"
                : fmt::format("loss {:.4f} -> {:.4f}", report_.loss_before, report_.loss_after)),
        play_seconds, fit_seconds_};
  }

  nlohmann::ordered_json options() const {
    return {{"round_games", training_.games_a_round},
            {"move_nodes", training_.games.nodes},
            {"pull", training_.fit.pull},
            {"seed", training_.seed}};
  }

  void write_state() const {
    const nlohmann::ordered_json state{{"rules", std::string(rules_.name)},
                                       {"size", size_},
                                       {"options", options()},
                                       {"round", round_},
                                       {"games", games_},
                                       {"samples", samples_saved_},
                                       {"inside", inside_},
                                       {"results", results_}};
    base::write_file(path("state.json"), state.dump(2) + "\n");
  }

  const DraughtsTraining& training_;
  TrainingLoop& loop_;
  const draughts::Rules& rules_;
  int size_;
  draughts::VariantWeights weights_;
  std::uint64_t round_ = 0, games_ = 0;
  std::uint64_t inside_ = 0;             // games of the next round that are played
  std::array<int, 3> results_{};         // of these: lost, drawn, won
  std::vector<DraughtsSample> samples_;  // of all games but the oldest
  std::size_t forgotten_ = 0;            // these, which are in the file alone
  std::size_t samples_saved_ = 0;        // the first so many are in the file
  FitReport report_;
  double play_seconds_ = 0, fit_seconds_ = 0;
};

}  // namespace

std::optional<DraughtsTraining> begun_draughts_training(const std::filesystem::path& folder) {
  const auto file = folder / "state.json";
  if (!std::filesystem::exists(file)) return std::nullopt;
  const auto state = nlohmann::json::parse(base::read_file(file), nullptr, false);
  try {
    if (!state.is_object() || !state.contains("rules")) return std::nullopt;
    const auto options = state.at("options");
    DraughtsTraining begun;
    state.at("rules").get_to(begun.rules);
    options.at("round_games").get_to(begun.games_a_round);
    options.at("move_nodes").get_to(begun.games.nodes);
    options.at("pull").get_to(begun.fit.pull);
    options.at("seed").get_to(begun.seed);
    return begun;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

TrainingSummary train_draughts(const DraughtsTraining& training, std::stop_token stop) {
  TrainingLoop loop(training, kDraughtsRun, stop);
  DraughtsTrainer trainer(training, loop);
  return loop.run(trainer);
}

}  // namespace losange::train
