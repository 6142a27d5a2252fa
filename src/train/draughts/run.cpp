#include "train/draughts/run.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/parallel.h"
#include "base/random.h"
#include "train/common/log.h"
#include "train/common/run_folder.h"

namespace losange::train {

namespace {

using draughts::Bits64;

struct Standing {
  int round = 0;
  std::uint64_t games = 0;
  std::size_t samples = 0;  // in the file; a round that was cut off may have left more
};

class DraughtsRun {
 public:
  DraughtsRun(const DraughtsTraining& training, std::stop_token stop)
      : training_(training),
        rules_(draughts::find_rules(training.rules)),
        size_(draughts::checked_size(rules_, training.size)),
        stop_(std::move(stop)),
        weights_(material_weights(rules_, size_)) {
    if (!draughts::has_patterns(size_)) {
      throw base::UserError(
          fmt::format("patterns are learnt on boards of size 8 and 10, not {}", size_));
    }
    if (holds_run(training.folder, kDraughtsRun)) {
      resume();
    } else {
      make_run_folder(training.folder);
      write_state();  // from now on the folder is ours
    }
  }

  void run() {
    const base::Stopwatch watch;
    while (!stop_.stop_requested() && watch.seconds() < training_.minutes * 60) {
      if (!play_round()) break;
      fit();
      save();
    }
    if (standing_.round == 0) {
      fmt::print(stderr, "stopped within the first round: no weights yet\n");
      return;
    }
    fmt::print(stderr, "{} rounds, {} games; weights in {}\n", standing_.round, standing_.games,
               path("weights").string());
  }

 private:
  std::filesystem::path path(const char* name) const { return training_.folder / name; }

  void resume() {
    try {
      const auto state = nlohmann::json::parse(base::read_file(path("state.json")));
      if (state.at("rules") != std::string(rules_.name) || state.at("size") != size_) {
        throw base::UserError(fmt::format(
            "{} holds training of {} {}: choose another folder", training_.folder.string(),
            state.at("rules").get<std::string>(), state.at("size").get<int>()));
      }
      standing_ = {state.at("round"), state.at("games"), state.at("samples")};
    } catch (const nlohmann::json::exception&) {
      refuse_damaged_state(training_.folder);
    }
    if (standing_.round == 0) {  // whatever a first round left when it was cut off
      base::write_file(path("samples"), "");
      return;
    }
    weights_ = draughts::read_weights(base::read_file(path("weights")));
    const auto bytes = base::read_file(path("samples"), std::size_t{1} << 32);
    const std::size_t length = standing_.samples * kSampleBytes;
    if (bytes.size() < length) {
      throw base::UserError(fmt::format("{} is shorter than it was: start in another folder",
                                        path("samples").string()));
    }
    samples_ = unpack_samples(std::string_view(bytes).substr(0, length));
    base::write_file(path("samples"), std::string_view(bytes).substr(0, length));
    drop_cut_line(path("log.jsonl"));
    fmt::print(stderr, "going on after round {}\n", standing_.round);
  }

  // False when it was stopped before its end: what was played is then dropped.
  bool play_round() {
    const base::Stopwatch watch;
    const auto& variant = draughts::variant<Bits64>(rules_, size_);
    const draughts::PatternSet patterns(weights_);
    const auto count = static_cast<std::size_t>(training_.games_a_round);
    std::vector<std::vector<DraughtsSample>> games(count);
    base::parallel_for(count, training_.threads, [&](std::size_t i) {
      if (stop_.stop_requested()) return;
      const std::uint64_t seed = base::stream_seed(training_.seed, standing_.games + i);
      games[i] = play_draughts_game(variant, patterns, training_.games, seed);
    });
    if (stop_.stop_requested()) return false;
    fresh_.clear();
    results_ = {};
    for (const auto& game : games) {
      fresh_.insert(fresh_.end(), game.begin(), game.end());
      if (!game.empty()) ++results_[game.front().result];
    }
    samples_.insert(samples_.end(), fresh_.begin(), fresh_.end());
    standing_.games += count;
    ++standing_.round;
    play_seconds_ = watch.seconds();
    return true;
  }

  void fit() {
    const base::Stopwatch watch;
    const std::size_t from =
        samples_.size() > training_.window ? samples_.size() - training_.window : 0;
    // From nothing every time: samples that stay in the window would count more each round.
    weights_ = material_weights(rules_, size_);
    report_ = fit_patterns(weights_, std::span(samples_).subspan(from), training_.fit,
                           base::stream_seed(training_.seed, standing_.games));
    fit_seconds_ = watch.seconds();
    fmt::print(stderr,
               "round {:>3}  games {:>7}  W/D/L {}/{}/{}  samples {:>8}  loss {:.4f} -> {:.4f}  "
               "{:.0f} s + {:.0f} s\n",
               standing_.round, standing_.games, results_[2], results_[1], results_[0],
               report_.samples, report_.loss_before, report_.loss_after, play_seconds_,
               fit_seconds_);
  }

  // The state last: whatever it names is there.
  void save() {
    base::append_file(path("samples"), pack_samples(fresh_));
    base::write_file(path("weights"), draughts::write_weights(weights_));
    standing_.samples = samples_.size();
    write_state();
    const nlohmann::ordered_json line{{"round", standing_.round},
                                      {"games", standing_.games},
                                      {"won", results_[2]},
                                      {"drawn", results_[1]},
                                      {"lost", results_[0]},
                                      {"samples", report_.samples},
                                      {"loss_before", report_.loss_before},
                                      {"loss_after", report_.loss_after},
                                      {"play_seconds", play_seconds_},
                                      {"fit_seconds", fit_seconds_}};
    base::append_file(path("log.jsonl"), line.dump() + "\n");
  }

  void write_state() const {
    const nlohmann::ordered_json state{{"rules", std::string(rules_.name)},
                                       {"size", size_},
                                       {"round", standing_.round},
                                       {"games", standing_.games},
                                       {"samples", standing_.samples}};
    base::write_file(path("state.json"), state.dump(2) + "\n");
  }

  const DraughtsTraining& training_;
  const draughts::Rules& rules_;
  int size_;
  std::stop_token stop_;
  draughts::VariantWeights weights_;
  Standing standing_;
  std::vector<DraughtsSample> samples_, fresh_;
  std::array<int, 3> results_{};
  FitReport report_;
  double play_seconds_ = 0, fit_seconds_ = 0;
};

}  // namespace

void train_draughts(const DraughtsTraining& training, std::stop_token stop) {
  DraughtsRun(training, std::move(stop)).run();
}

}  // namespace losange::train
