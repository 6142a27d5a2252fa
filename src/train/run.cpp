#include "train/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/random.h"
#include "net/evaluator.h"
#include "train/learner.h"
#include "train/log.h"
#include "train/minibatches.h"
#include "train/openings.h"
#include "train/schedule.h"
#include "train/selfplay.h"
#include "train/state.h"

namespace losange::train {

namespace {

void check_options(const TrainOptions& o) {
  net::check_config(o.net);
  parse_sizes(o.sizes);
  base::need(o.games >= 1 && o.group_games >= 1, "a run needs at least one game at a time");
  base::need(o.steps >= 2,
             "a round needs at least two steps: the last one only closes the targets");
  base::need(
      o.batch >= 1 && o.reuse > 0 && o.reuse <= 16,
      "a minibatch needs at least one position, and each is learnt at most 16 times a round");
  base::need(o.visits >= 0 && o.visits <= 10'000 && o.fast_visits >= 1 && o.fast_visits <= 10'000,
             "searches have 1 to 10000 visits; --visits 0 plays without a tree");
  base::need(o.full_share >= 0 && o.full_share <= 1, "--full-share is a share, 0 to 1");
  base::need(o.leaf_value >= 0 && o.leaf_value <= 1, "--leaf-value is a share, 0 to 1");
  base::need(o.policy_memory >= 0 && o.policy_memory <= 1 && o.policy_temperature > 0,
             "--policy-memory is a share, 0 to 1, and --policy-temperature above 0");
  base::need(o.total_positions >= 1, "a run needs at least one position");
}

class Run {
 public:
  explicit Run(const RunRequest& request)
      : request_(request),
        state_(open_state(request)),
        learner_(state_.options, request.device),
        groups_(make_groups(state_.options)),
        rounds_(groups_.size()) {
    if (!request.truth.empty()) truth_ = read_openings(request.truth);
    if (!state_.learner.values.empty()) restore();
    // A GPU keeps plans for each thread and overlaps their work; a CPU gives all its threads to one.
    if (learner_.on_gpu()) crew_ = std::make_unique<base::Crew>(static_cast<int>(groups_.size()));
    base_seconds_ = state_.seconds;
    cut_log(log_path(), state_.round);
  }

  RunSummary go(std::stop_token stop) {
    const auto& options = state_.options;
    fmt::print(stderr, "training on {}: {} games in {} groups, {} values\n", learner_.device_text(),
               options.games, groups_.size(), net::value_count(options.net));
    base::Progress progress("training", options.total_positions, state_.positions);
    base::Stopwatch since_save;
    const std::uint64_t first_round = state_.round;
    const auto limit_reached = [&] {
      return stop.stop_requested() ||
             (request_.minutes > 0 && watch_.seconds() >= request_.minutes * 60) ||
             (request_.max_rounds > 0 && state_.round - first_round >= request_.max_rounds);
    };
    while (state_.positions < options.total_positions && !limit_reached()) {
      const std::uint64_t before = state_.positions;
      const LogLine line = play_and_learn();
      base::append_file(log_path(), to_text(line) + "\n");
      progress.update(std::min(state_.positions, options.total_positions),
                      fmt::format("{:.0f} positions/s, {:.0f} games/s, loss {:.4f}{}",
                                  line.positions_per_second, line.games_per_second, line.losses.q,
                                  openings_text(line)));
      const std::uint64_t every = request_.keep_every;
      if (every > 0 && before / every != state_.positions / every) keep_net();
      if (since_save.seconds() >= request_.save_minutes * 60) {
        save();
        since_save.restart();
      }
    }
    save();
    return {state_.round, state_.positions, state_.positions >= options.total_positions};
  }

 private:
  static RunState open_state(const RunRequest& request) {
    std::error_code error;
    std::filesystem::create_directories(request.folder, error);
    if (error) {
      throw base::UserError(
          fmt::format("cannot make the folder {}: {}", request.folder.string(), error.message()));
    }
    RunState state;
    if (has_run(request.folder)) {
      state = load_state(request.folder);
    } else {
      state.options = request.options;
      if (!request.start_from.empty()) {
        const auto parent = net::read_weights(request.start_from);
        state.options.net = parent.config;
        state.parent = parent.hash();
        state.learner.values = state.learner.average = parent.values;
        state.learner.first_moment.resize(parent.values.size());
        state.learner.second_moment.resize(parent.values.size());
      }
    }
    if (request.total_positions) state.options.total_positions = *request.total_positions;
    check_options(state.options);
    return state;
  }

  void restore() {
    learner_.set_state(state_.learner);
    if (state_.groups.empty()) return;
    if (state_.groups.size() != groups_.size()) {
      throw base::UserError("the saved games are not those of this run");
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i]->set_state(state_.groups[i]);
  }

  std::filesystem::path log_path() const { return request_.folder / "log.jsonl"; }
  double progress() const {
    return static_cast<double>(state_.positions) /
           static_cast<double>(state_.options.total_positions);
  }

  void play(std::uint64_t round_seed) {
    learner_.freeze();
    const RoundPlan plan{round_seed, progress(), state_.options.steps, state_.options.policy_draws};
    const Mind mind{[this](const Draw& draw, std::span<Choice> out) { learner_.sample(draw, out); },
                    [this](const Question& question, const Answer& answer) {
                      learner_.judge(question, answer);
                    }};
    const auto play_group = [&](int i) {
      const auto at = static_cast<std::size_t>(i);
      groups_[at]->play(plan, mind, rounds_[at]);
    };
    if (crew_) {
      crew_->run(play_group);
    } else {
      for (int i = 0; i < static_cast<int>(groups_.size()); ++i) play_group(i);
    }
  }

  LogLine play_and_learn() {
    const auto& options = state_.options;
    // Two streams a round: one for the games, one for the choice of what is learnt.
    const std::uint64_t games_seed = base::stream_seed(options.seed, 2 * state_.round + 2);
    const std::uint64_t lessons_seed = base::stream_seed(options.seed, 2 * state_.round + 3);
    LogLine line;
    line.learning_rate = options.learning_rate * rate_at(progress(), options.final_rate);
    line.temperature_floor = temperature_floor(progress(), false);

    base::Stopwatch watch;
    play(games_seed);
    line.play_seconds = watch.seconds();
    watch.restart();
    line.losses =
        learner_.learn(make_curriculum(rounds_, options, lessons_seed), line.learning_rate);
    if (!std::isfinite(line.losses.q + line.losses.value + line.losses.policy)) {
      throw base::UserError(
          "the losses are no longer numbers: start again with a lower --learning-rate");
    }
    // A plain mean at first, so that the newborn net is soon forgotten.
    learner_.update_average(
        std::max(options.average_rate, 1.0 / static_cast<double>(state_.round + 1)));
    line.learn_seconds = watch.seconds();
    ++state_.round;
    tally(line);
    if (!truth_.empty() && state_.round % static_cast<std::uint64_t>(options.check_rounds) == 0) {
      check_openings(line);
    }
    return line;
  }

  void tally(LogLine& line) {
    std::uint64_t positions = 0, games = 0;
    double entropy = 0;
    std::map<int, std::pair<std::uint64_t, std::uint64_t>> ended;  // by size: games, plies
    for (const auto& round : rounds_) {
      positions += round.moves.size();
      games += round.games_ended;
      entropy += round.entropy_sum;
      ended[round.size].first += round.games_ended;
      ended[round.size].second += round.plies_ended;
    }
    for (const auto& [size, sums] : ended) {
      if (sums.first > 0) {
        line.lengths[size] = static_cast<double>(sums.second) / static_cast<double>(sums.first);
      }
    }
    state_.positions += positions;
    state_.games += games;
    state_.seconds = base_seconds_ + watch_.seconds();
    const double seconds = line.play_seconds + line.learn_seconds;
    line.round = state_.round;
    line.positions = state_.positions;
    line.seconds = state_.seconds;
    line.positions_per_second = static_cast<double>(positions) / seconds;
    line.games_per_second = static_cast<double>(games) / seconds;
    line.entropy = entropy / static_cast<double>(positions);
  }

  void check_openings(LogLine& line) {
    const auto evaluator = net::make_evaluator(exported(), request_.device, "float");
    for (const auto& share : parse_sizes(state_.options.sizes)) {
      const auto known = truth_.find(share.size);
      if (known == truth_.end()) continue;
      const auto verdict = judge_openings(*evaluator, share.size, known->second);
      line.wrong_openings[share.size] = verdict.known - verdict.right_by_move;
    }
  }

  static std::string openings_text(const LogLine& line) {
    std::string text;
    for (const auto& [size, wrong] : line.wrong_openings) {
      text += fmt::format("{} {}x{} {}", text.empty() ? ", openings misjudged:" : ",", size, size,
                          wrong);
    }
    return text;
  }

  net::Weights exported() const {
    net::Weights weights;
    const LearnerState now = learner_.state();
    weights.config = state_.options.net;
    weights.values = now.average;
    for (const auto& share : parse_sizes(state_.options.sizes)) {
      weights.history.sizes.push_back(share.size);
    }
    std::sort(weights.history.sizes.begin(), weights.history.sizes.end());
    weights.history.step = now.step;
    weights.history.positions = state_.positions;
    weights.history.parent = state_.parent;
    return weights;
  }

  void keep_net() const {
    const auto name = fmt::format("net-{:05}M.safetensors", state_.positions / 1'000'000);
    net::write_weights(request_.folder / name, exported());
  }

  void save() {
    state_.learner = learner_.state();
    state_.groups.clear();
    for (const auto& group : groups_) state_.groups.push_back(group->state());
    save_state(request_.folder, state_);
    net::write_weights(request_.folder / "net.safetensors", exported());
  }

  RunRequest request_;
  RunState state_;
  Learner learner_;
  std::vector<std::unique_ptr<GameGroup>> groups_;
  std::vector<Round> rounds_;  // of each group, the one just played
  std::unique_ptr<base::Crew> crew_;
  OpeningTruth truth_;
  base::Stopwatch watch_;
  double base_seconds_ = 0;
};

}  // namespace

bool has_run(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / "state.json");
}

TrainOptions options_of_run(const std::filesystem::path& folder) { return load_options(folder); }

RunSummary run_training(const RunRequest& request, std::stop_token stop) {
  return Run(request).go(stop);
}

}  // namespace losange::train
