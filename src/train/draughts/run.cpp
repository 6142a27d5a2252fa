#include "train/draughts/run.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/alarm.h"
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
  std::size_t samples = 0;   // in the file; a round that was cut off may have left more
  std::uint64_t inside = 0;  // games of the next round that are played, their samples among those
  std::array<int, 3> results{};  // of these games: lost, drawn, won
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
      base::make_folder(training.folder);
      write_state();  // from now on the folder is ours
    }
  }

  void run() {
    const base::StopAfter limit(stop_, training_.minutes * 60);
    stop_ = limit.token();
    const auto most = training_.max_rounds;
    for (std::uint64_t round = 0; most == 0 || round < most; ++round) {
      play_round();
      if (stop_.stop_requested() || !fit()) {
        keep_samples();
        break;
      }
      save();
    }
    tell_end();
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
      standing_ = {state.at("round"), state.at("games"), state.at("samples"),
                   state.value("inside", std::uint64_t{0}),
                   state.value("results", std::array<int, 3>{})};
    } catch (const nlohmann::json::exception&) {
      refuse_damaged_state(training_.folder);
    }
    if (standing_.samples == 0) {  // whatever a first round left when it was cut off
      base::write_file(path("samples"), "");
      return;
    }
    if (standing_.round > 0) weights_ = draughts::read_weights(base::read_file(path("weights")));
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

  // The games of the round that are not played yet. Of a round that is stopped those stay that were finished, up to the
  // first that was not: the rest is played as it would have been.
  void play_round() {
    const base::Stopwatch watch;
    const auto& variant = draughts::variant<Bits64>(rules_, size_);
    const draughts::PatternSet patterns(weights_);
    const auto all = static_cast<std::uint64_t>(training_.games_a_round);
    const std::uint64_t first = standing_.games + standing_.inside;
    std::vector<std::optional<std::vector<DraughtsSample>>> games(all -
                                                                  std::min(all, standing_.inside));
    base::parallel_for(games.size(), training_.threads, [&](std::size_t i) {
      if (stop_.stop_requested()) return;
      games[i] = play_draughts_game(variant, patterns, training_.games,
                                    base::stream_seed(training_.seed, first + i), stop_);
    });
    for (const auto& game : games) {
      if (!game) break;
      fresh_.insert(fresh_.end(), game->begin(), game->end());
      if (!game->empty()) ++standing_.results[game->front().result];
      ++standing_.inside;
    }
    play_seconds_ = watch.seconds();
  }

  // False when it was stopped before its end: then the weights stay as they were.
  bool fit() {
    const base::Stopwatch watch;
    samples_.insert(samples_.end(), fresh_.begin(), fresh_.end());
    const std::size_t from =
        samples_.size() > training_.window ? samples_.size() - training_.window : 0;
    // From nothing every time: samples that stay in the window would count more each round.
    auto weights = material_weights(rules_, size_);
    const auto report =
        fit_patterns(weights, std::span(samples_).subspan(from), training_.fit,
                     base::stream_seed(training_.seed, standing_.games + standing_.inside), stop_);
    if (!report) return false;
    weights_ = std::move(weights);
    report_ = *report;
    fit_seconds_ = watch.seconds();
    return true;
  }

  void keep_samples() {
    base::append_file(path("samples"), pack_samples(fresh_));
    standing_.samples += fresh_.size();
    fresh_.clear();
    write_state();
  }

  // The state last: whatever it names is there.
  void save() {
    base::write_file(path("weights"), draughts::write_weights(weights_));
    const auto results = standing_.results;
    ++standing_.round;
    standing_.games += standing_.inside;
    standing_.inside = 0;
    standing_.results = {};
    keep_samples();
    fmt::print(stderr,
               "round {:>3}  games {:>7}  W/D/L {}/{}/{}  samples {:>8}  loss {:.4f} -> {:.4f}  "
               "{:.0f} s + {:.0f} s\n",
               standing_.round, standing_.games, results[2], results[1], results[0],
               report_.samples, report_.loss_before, report_.loss_after, play_seconds_,
               fit_seconds_);
    const nlohmann::ordered_json line{{"round", standing_.round},
                                      {"games", standing_.games},
                                      {"won", results[2]},
                                      {"drawn", results[1]},
                                      {"lost", results[0]},
                                      {"samples", report_.samples},
                                      {"loss_before", report_.loss_before},
                                      {"loss_after", report_.loss_after},
                                      {"play_seconds", play_seconds_},
                                      {"fit_seconds", fit_seconds_}};
    base::append_file(path("log.jsonl"), line.dump() + "\n");
  }

  void tell_end() const {
    const std::string inside =
        standing_.inside == 0 ? ""
                              : fmt::format("; {} games of round {} are kept for the next time",
                                            standing_.inside, standing_.round + 1);
    if (standing_.round == 0) {
      fmt::print(stderr, "stopped within the first round: no weights yet{}\n", inside);
      return;
    }
    fmt::print(stderr, "{} rounds, {} games{}; weights in {}\n", standing_.round, standing_.games,
               inside, path("weights").string());
  }

  void write_state() const {
    const nlohmann::ordered_json state{
        {"rules", std::string(rules_.name)}, {"size", size_},
        {"round", standing_.round},          {"games", standing_.games},
        {"samples", standing_.samples},      {"inside", standing_.inside},
        {"results", standing_.results}};
    base::write_file(path("state.json"), state.dump(2) + "\n");
  }

  const DraughtsTraining& training_;
  const draughts::Rules& rules_;
  int size_;
  std::stop_token stop_;
  draughts::VariantWeights weights_;
  Standing standing_;
  std::vector<DraughtsSample> samples_, fresh_;
  FitReport report_;
  double play_seconds_ = 0, fit_seconds_ = 0;
};

}  // namespace

void train_draughts(const DraughtsTraining& training, std::stop_token stop) {
  DraughtsRun(training, std::move(stop)).run();
}

}  // namespace losange::train
