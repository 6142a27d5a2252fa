#include "train/policy/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/aside.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "base/system/file.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "net/file/weights.h"
#include "train/common/log.h"
#include "train/common/run_folder.h"
#include "train/common/schedule.h"
#include "train/learner/auxiliary.h"
#include "train/learner/learner.h"
#include "train/learner/minibatches.h"
#include "train/policy/check.h"
#include "train/policy/run_ranks.h"
#include "train/policy/state.h"
#include "train/selfplay/selfplay.h"

namespace losange::train {

namespace {

double questions_a_move(const TrainOptions& options) {
  if (options.visits == 0) return 1;
  return 1 + options.full_share * options.visits + (1 - options.full_share) * options.fast_visits;
}

class PolicyTrainer : public Trainer {
 public:
  PolicyTrainer(const RunRequest& request, TrainingLoop& loop)
      : request_(request),
        loop_(loop),
        ranks_(request.cluster),
        state_(ranks_.is_first() ? open_state(request) : ranks_.told_state()),
        learner_(state_.options, request.device, request.work_at_once),
        groups_(make_groups(state_.options)),
        fits_on_disk_(round_bytes(state_.options) <= request.most_round_bytes) {
    ranks_.share_out(groups_);
    if (!request.truth.empty() && ranks_.is_first()) truth_ = read_openings(request.truth);
    if (!state_.learner.values.empty()) restore();
    if (state_.gate.values.empty()) state_.gate.values = exported().values;
    // A GPU keeps plans for each thread and overlaps their work; a CPU gives all its threads to one.
    if (learner_.on_gpu()) crew_ = std::make_unique<base::Crew>(static_cast<int>(groups_.size()));
    base_seconds_ = state_.seconds;
    state_.unfinished.rounds.resize(groups_.size());
    if (ranks_.size() > 1 && ranks_.is_first()) ranks_.tell_state(whole_state());
    if (!state_.teacher.empty()) set_teacher();
  }

  Workload workload() const override {
    const auto& options = state_.options;
    Workload work{.label = "training", .total = options.total_positions, .plays = "positions"};
    work.a_round = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const auto positions = static_cast<std::uint64_t>(groups_[i]->games()) *
                             static_cast<std::uint64_t>(options.steps);
      work.a_round += positions;
      if (!ranks_.plays(i)) continue;  // what is shown is this rank's share
      work.plays_a_round += positions;
      const auto& round = state_.unfinished.rounds[i];
      work.played += round.index(round.step, round.game);
    }
    const double play = questions_a_move(options);
    work.play_share = play / (play + kQuestionsALesson * options.reuse);
    return work;
  }
  std::uint64_t rounds() const override { return state_.round; }
  std::uint64_t done() const override { return state_.positions; }

  void begin_folder() override {
    if (!state_.teacher.empty()) net::write_weights(teacher_path(request_.folder), read_teacher());
    save_state(request_.folder, whole_state());
  }

  void prepare() override {
    const auto& options = state_.options;
    base::say_aside("training on {}: {} in {}, {} values\n", learner_.device_text(),
                    base::counted(static_cast<std::uint64_t>(options.games), "game"),
                    base::counted(groups_.size(), "group"), net::value_count(options.net));
    if (ranks_.size() > 1) {
      base::say_aside("{} ranks share {} of games and {} of each minibatch\n", ranks_.size(),
                      base::counted(groups_.size(), "group"),
                      base::counted(static_cast<std::uint64_t>(options.shards), "shard"));
    }
    if (state_.check_due && ranks_.is_first()) check_again();
  }

  std::optional<RoundReport> do_round() override {
    if (!play() || !learn()) return std::nullopt;
    const LogLine line = close_round();
    if (line.climb) climb_ = line.climb;
    return RoundReport{to_text(line), details(line), line.play_seconds, line.learn_seconds};
  }

  bool keeps_left_rounds() const override { return fits_on_disk_; }
  bool is_inside_round() const override { return state_.unfinished.begun(); }

  void save() override {
    whole_state();
    refuse_broken_net(state_.learner.values, request_.folder);
    refuse_broken_net(state_.learner.average, request_.folder);
    if (at_its_start_) {
      at_its_start_->saves = state_.saves++;
      save_state(request_.folder, *at_its_start_);
    } else {
      save_state(request_.folder, state_);
    }
    net::write_weights(request_.folder / "net.safetensors", exported());
  }

  void keep_net() const override {
    // All positions in the name: no two rounds have as many.
    const auto name = fmt::format("net-{:012}.safetensors", state_.positions);
    net::write_weights(request_.folder / name, exported());
  }

 private:
  static RunState open_state(const RunRequest& request) {
    RunState state;
    if (has_run(request.folder)) {
      state = load_state(request.folder);
    } else {
      state.options = request.options;
      if (!request.start_from.empty()) {
        const auto parent = net::read_weights(request.start_from);
        state.options.net = parent.config;
        state.parent = parent.hash();
        state.licence = parent.history.licence;
        const auto learnt = static_cast<std::size_t>(learnt_count(state.options));
        state.learner.values = parent.values;
        state.learner.values.resize(learnt);
        state.learner.average = state.learner.values;
        state.learner.first_moment.resize(learnt);
        state.learner.second_moment.resize(learnt);
      }
      if (!request.teacher.empty()) {
        state.teacher = net::read_weights(request.teacher).hash();
      }
    }
    if (request.total_positions) state.options.total_positions = *request.total_positions;
    check_options(state.options);
    return state;
  }

  void restore() {
    learner_.set_state(state_.learner);
    if (state_.groups.empty()) return;
    const auto& rounds = state_.unfinished.rounds;
    if (state_.groups.size() != groups_.size() ||
        (!rounds.empty() && rounds.size() != groups_.size())) {
      throw base::UserError("the saved games are not those of this run");
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i]->set_state(state_.groups[i]);
  }

  static std::filesystem::path teacher_path(const std::filesystem::path& folder) {
    return folder / "teacher.safetensors";
  }
  void set_teacher() {
    learner_.set_teacher(ranks_.tell_teacher(ranks_.is_first() ? read_teacher() : net::Weights{}));
  }
  // A run that is there has its own; a new one is given it.
  net::Weights read_teacher() const {
    auto teacher = net::read_weights(has_run(request_.folder) ? teacher_path(request_.folder)
                                                              : request_.teacher);
    if (teacher.hash() != state_.teacher) refuse_damaged_state(request_.folder);
    return teacher;
  }

  double progress() const {
    return static_cast<double>(state_.positions) /
           static_cast<double>(state_.options.total_positions);
  }

  // Two streams a round: one for the games, one for the choice of what is learnt.
  std::uint64_t seed_of(std::uint64_t stream) const {
    return base::stream_seed(state_.options.seed, 2 * state_.round + stream);
  }
  double learning_rate() const {
    return state_.options.learning_rate * rate_at(progress(), state_.options.final_rate);
  }

  // The games of the round, from where they stand. False when it was left.
  bool play() {
    auto& now = state_.unfinished;
    if (now.played()) return true;
    if (!now.begun() && !fits_on_disk_) at_its_start_ = whole_state();
    const base::Stopwatch watch;
    learner_.freeze();
    const PlayingNet player{[&](const DrawRequest& request, std::span<Choice> out) {
                              learner_.draw_moves(request, out);
                              evaluations_ += out.size();
                            },
                            [&](const EvaluationRequest& request, const EvaluationResult& out) {
                              learner_.evaluate(request, out);
                              evaluations_ += out.values.size();
                            },
                            [&] { return loop_.leaves(); },
                            [&](std::size_t moves) { loop_.progress().played(moves); }};
    std::atomic<bool> whole = true;
    const auto play_group = [&](int i) {
      const auto at = static_cast<std::size_t>(i);
      if (now.rounds[at].whole() || !ranks_.plays(at)) return;
      const RoundPlan plan{seed_of(2), progress(), state_.options.steps,
                           state_.options.policy_draws,
                           learner_.positions_at_once(groups_[at]->size())};
      if (!groups_[at]->play(plan, player, now.rounds[at])) whole = false;
    };
    evaluations_ = 0;
    if (crew_) {
      crew_->run(play_group);
    } else {
      for (int i = 0; i < static_cast<int>(groups_.size()) && whole; ++i) play_group(i);
    }
    std::uint64_t evaluations = evaluations_;
    ranks_.share_rounds(groups_, now.rounds, evaluations);
    now.evaluations += evaluations;
    now.play_seconds += watch.seconds();
    return now.played();
  }

  // What was played, from where learning stands. False when it was left.
  bool learn() {
    auto& now = state_.unfinished;
    const base::Stopwatch watch;
    const auto curriculum = make_curriculum(now.rounds, state_.options, seed_of(3));
    loop_.progress().learns(curriculum.order.size());
    const bool whole = learner_.learn(
        curriculum, learning_rate(), now.learning,
        [&] {
          loop_.progress().learnt(now.learning.batches);
          return loop_.leaves();
        },
        ranks_.cluster());
    refuse_broken_losses(now.learning.sums, request_.folder);
    now.learn_seconds += watch.seconds();
    return whole;
  }

  // From a round that was played and learnt to the next.
  LogLine close_round() {
    auto& now = state_.unfinished;
    const auto& options = state_.options;
    LogLine line;
    line.learning_rate = learning_rate();
    line.temperature_floor = temperature_floor(progress(), false);
    line.play_seconds = now.play_seconds;
    line.learn_seconds = now.learn_seconds;
    line.evaluations_per_second = static_cast<double>(now.evaluations) / now.play_seconds;
    line.losses = means_of(now.learning);
    // A plain mean at first, so that the newborn net is soon forgotten.
    learner_.update_average(
        std::max(options.average_rate, 1.0 / static_cast<double>(state_.round + 1)));
    ++state_.round;
    tally(line);
    now = {};
    now.rounds.resize(groups_.size());
    at_its_start_.reset();
    if (ranks_.is_first() && state_.round % static_cast<std::uint64_t>(options.check_rounds) == 0) {
      state_.check_due = !check(line);
    }
    return line;
  }

  void tally(LogLine& line) {
    std::uint64_t positions = 0, games = 0;
    double entropy = 0;
    std::map<int, std::pair<std::uint64_t, std::uint64_t>> ended;  // by size: games, plies
    for (const auto& round : state_.unfinished.rounds) {
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
    state_.seconds = base_seconds_ + loop_.seconds();
    const double seconds = line.play_seconds + line.learn_seconds;
    line.round = state_.round;
    line.positions = state_.positions;
    line.seconds = state_.seconds;
    line.positions_per_second = static_cast<double>(positions) / seconds;
    line.games_per_second = static_cast<double>(games) / seconds;
    line.entropy = entropy / static_cast<double>(positions);
  }

  bool check(LogLine& line) {
    return check_net(
        exported(),
        {request_.device, state_.options.sizes, truth_, state_.gate, [&] { return loop_.over(); }},
        line);
  }

  // The check that was cut off in an earlier sitting, into the line of its round.
  void check_again() {
    auto lines = read_log(loop_.log_path());
    if (lines.empty() || lines.back().round != state_.round || !check(lines.back())) return;
    state_.check_due = false;
    std::string text;
    for (const auto& line : lines) text += to_text(line) + "\n";
    base::write_file(loop_.log_path(), text);
  }

  // What is learnt before how fast: a narrow terminal shows no more.
  std::string details(const LogLine& line) const {
    std::string text = fmt::format("losses: Q {:.4f}, value {:.4f}, policy {:.4f}", line.losses.q,
                                   line.losses.value, line.losses.policy);
    if (climb_) {
      text += fmt::format(", raw net {:+.0f} Elo since the start, {:+.0f} since the last gate",
                          climb_->elo, climb_->over_gate);
    }
    return text + openings_text(line) +
           fmt::format(", {:.0f} positions/s, {:.0f} games/s, {:.0f} evaluations/s",
                       line.positions_per_second, line.games_per_second,
                       line.evaluations_per_second);
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
    weights.values.resize(static_cast<std::size_t>(net::value_count(weights.config)));
    for (const auto& share : parse_sizes(state_.options.sizes)) {
      weights.history.sizes.push_back(share.size);
    }
    std::sort(weights.history.sizes.begin(), weights.history.sizes.end());
    weights.history.step = now.step;
    weights.history.positions = state_.positions;
    weights.history.parent = state_.parent;
    weights.history.licence = state_.licence;
    return weights;
  }

  RunState& whole_state() {
    state_.seconds = base_seconds_ + loop_.seconds();
    state_.learner = learner_.state();
    state_.groups.clear();
    for (const auto& group : groups_) state_.groups.push_back(group->state());
    return state_;
  }

  RunRequest request_;
  TrainingLoop& loop_;
  RunRanks ranks_;
  RunState state_;
  Learner learner_;
  GameGroups groups_;
  // Where a round is too large to be written when it is left, what is saved instead: the run as it was before.
  const bool fits_on_disk_;
  std::optional<RunState> at_its_start_;
  std::unique_ptr<base::Crew> crew_;
  OpeningTruth truth_;
  std::optional<Climb> climb_;                  // the last one, to be shown
  std::atomic<std::uint64_t> evaluations_ = 0;  // of the round that is played
  double base_seconds_ = 0;
};

}  // namespace

bool has_run(const std::filesystem::path& folder) { return holds_run(folder, kPolicyRun); }

TrainOptions options_of_run(const std::filesystem::path& folder) { return load_options(folder); }

TrainingSummary run_training(const RunRequest& request, std::stop_token stop) {
  TrainingLoop loop(request, kPolicyRun, stop);
  PolicyTrainer trainer(request, loop);
  return loop.run(trainer);
}

}  // namespace losange::train
