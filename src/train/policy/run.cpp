#include "train/policy/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/parallel.h"
#include "base/random.h"
#include "net/file/weights.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"
#include "train/common/log.h"
#include "train/common/run_folder.h"
#include "train/common/schedule.h"
#include "train/gates/ladder.h"
#include "train/gates/openings.h"
#include "train/policy/auxiliary.h"
#include "train/policy/learner.h"
#include "train/policy/minibatches.h"
#include "train/policy/run_progress.h"
#include "train/policy/state.h"
#include "train/selfplay/selfplay.h"

namespace losange::train {

namespace {

class Run {
 public:
  explicit Run(const RunRequest& request)
      : request_(request),
        state_(open_state(request)),
        learner_(state_.options, request.device, request.work_at_once),
        groups_(make_groups(state_.options)),
        fits_on_disk_(round_bytes(state_.options) <= request.most_round_bytes),
        progress_(state_.options, state_.unfinished) {
    if (!request.truth.empty()) truth_ = read_openings(request.truth);
    if (!state_.learner.values.empty()) restore();
    if (!state_.teacher.empty()) learner_.set_teacher(read_teacher());
    if (state_.gate.values.empty()) state_.gate.values = exported().values;
    // A GPU keeps plans for each thread and overlaps their work; a CPU gives all its threads to one.
    if (learner_.on_gpu()) crew_ = std::make_unique<base::Crew>(static_cast<int>(groups_.size()));
    base_seconds_ = state_.seconds;
    if (!has_run(request.folder)) {
      base::make_folder(request.folder);
      if (!state_.teacher.empty()) net::write_weights(teacher_path(request.folder), read_teacher());
      save_state(request.folder, whole_state());  // from now on the folder is ours
    }
    cut_log(log_path(), state_.round);
    state_.unfinished.rounds.resize(groups_.size());
  }

  RunSummary go(std::stop_token stop) {
    const auto& options = state_.options;
    fmt::print(stderr, "training on {}: {} games in {} groups, {} values\n", learner_.device_text(),
               options.games, groups_.size(), net::value_count(options.net));
    stop_ = std::move(stop);
    progress_.start(state_.positions, state_.round);
    const std::uint64_t first_round = state_.round;
    if (state_.check_due) check_again();
    while (state_.positions < options.total_positions && !over() &&
           (request_.max_rounds == 0 || state_.round - first_round < request_.max_rounds)) {
      const std::uint64_t before = state_.positions;
      if (!play() || !learn()) {
        if (!over()) save();  // else it is saved at the end
        continue;
      }
      const LogLine line = close_round();
      base::append_file(log_path(), to_text(line) + "\n");
      if (line.climb) climb_ = line.climb;
      progress_.end_round(line, state_.positions, details(line));
      const std::uint64_t every = request_.keep_every;
      if (every > 0 && before / every != state_.positions / every) keep_net();
      if (since_save_.seconds() >= request_.save_minutes * 60) save();
    }
    save();
    return {state_.round, state_.positions, state_.positions >= options.total_positions,
            fits_on_disk_ && state_.unfinished.begun()};
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
  // A run that is there has its own; a new one is given it.
  net::Weights read_teacher() const {
    auto teacher = net::read_weights(has_run(request_.folder) ? teacher_path(request_.folder)
                                                              : request_.teacher);
    if (teacher.hash() != state_.teacher) refuse_damaged_state(request_.folder);
    return teacher;
  }

  std::filesystem::path log_path() const { return request_.folder / "log.jsonl"; }
  double progress() const {
    return static_cast<double>(state_.positions) /
           static_cast<double>(state_.options.total_positions);
  }

  bool over() const {
    return stop_.stop_requested() || (request_.stopped && request_.stopped()) ||
           (request_.minutes > 0 && watch_.seconds() >= request_.minutes * 60);
  }
  // Whether a round is left now, for good or to be saved. Saves belong between rounds: only where one takes far longer
  // than the time between two saves, it is saved inside.
  bool leaves() {
    progress_.show(state_.unfinished.learning.batches);
    return over() || (fits_on_disk_ && request_.save_minutes > 0 &&
                      since_save_.seconds() >= 2 * 60 * request_.save_minutes);
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
    const Mind mind{[&](const Draw& draw, std::span<Choice> out) {
                      learner_.sample(draw, out);
                      evaluations_ += out.size();
                    },
                    [&](const Question& question, const Answer& answer) {
                      learner_.judge(question, answer);
                      evaluations_ += answer.values.size();
                    },
                    [&] { return leaves(); }, [&](std::size_t moves) { progress_.moved(moves); }};
    std::atomic<bool> whole = true;
    const auto play_group = [&](int i) {
      const auto at = static_cast<std::size_t>(i);
      if (now.rounds[at].whole()) return;
      const RoundPlan plan{seed_of(2), progress(), state_.options.steps,
                           state_.options.policy_draws,
                           learner_.positions_at_once(groups_[at]->size())};
      if (!groups_[at]->play(plan, mind, now.rounds[at])) whole = false;
    };
    evaluations_ = now.evaluations;
    if (crew_) {
      crew_->run(play_group);
    } else {
      for (int i = 0; i < static_cast<int>(groups_.size()) && whole; ++i) play_group(i);
    }
    now.evaluations = evaluations_;
    now.play_seconds += watch.seconds();
    return whole;
  }

  // What was played, from where learning stands. False when it was left.
  bool learn() {
    auto& now = state_.unfinished;
    const base::Stopwatch watch;
    const auto curriculum = make_curriculum(now.rounds, state_.options, seed_of(3));
    progress_.learns(curriculum.order.size());
    const bool whole =
        learner_.learn(curriculum, learning_rate(), now.learning, [&] { return leaves(); });
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
    if (state_.round % static_cast<std::uint64_t>(options.check_rounds) == 0) {
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
    state_.seconds = base_seconds_ + watch_.seconds();
    const double seconds = line.play_seconds + line.learn_seconds;
    line.round = state_.round;
    line.positions = state_.positions;
    line.seconds = state_.seconds;
    line.positions_per_second = static_cast<double>(positions) / seconds;
    line.games_per_second = static_cast<double>(games) / seconds;
    line.entropy = entropy / static_cast<double>(positions);
  }

  // The openings whose winner is known, and games against the last gate. False when it was stopped.
  bool check(LogLine& line) {
    auto weights = exported();
    const auto evaluator = net::make_evaluator(weights, request_.device, "float");
    check_openings(*evaluator, line);
    std::swap(weights.values, state_.gate.values);
    const auto gate = net::make_evaluator(weights, request_.device, "float");
    line.climb = play_gate(*evaluator, *gate, state_.gate.elo, main_size(), [&] { return over(); });
    if (line.climb && line.climb->passed) {
      state_.gate.elo = line.climb->elo;
    } else {
      std::swap(weights.values, state_.gate.values);
    }
    return line.climb.has_value();
  }

  // The check that was cut off in an earlier sitting, into the line of its round.
  void check_again() {
    auto lines = read_log(log_path());
    if (lines.empty() || lines.back().round != state_.round || !check(lines.back())) return;
    state_.check_due = false;
    std::string text;
    for (const auto& line : lines) text += to_text(line) + "\n";
    base::write_file(log_path(), text);
  }

  // The size of which most games are played; the larger of two.
  int main_size() const {
    const auto sizes = parse_sizes(state_.options.sizes);
    return std::max_element(sizes.begin(), sizes.end(),
                            [](const auto& a, const auto& b) {
                              return std::pair(a.share, a.size) < std::pair(b.share, b.size);
                            })
        ->size;
  }

  void check_openings(const net::Evaluator& evaluator, LogLine& line) {
    for (const auto& share : parse_sizes(state_.options.sizes)) {
      const auto known = truth_.find(share.size);
      if (known == truth_.end()) continue;
      const auto verdict = judge_openings(evaluator, share.size, known->second);
      line.wrong_openings[share.size] = verdict.known - verdict.right_by_move;
    }
  }

  std::string details(const LogLine& line) const {
    std::string text = fmt::format(
        "{:.0f} positions/s, {:.0f} games/s, {:.0f} evaluations/s, losses: Q {:.4f}, value {:.4f}, "
        "policy {:.4f}",
        line.positions_per_second, line.games_per_second, line.evaluations_per_second,
        line.losses.q, line.losses.value, line.losses.policy);
    if (climb_) {
      text += fmt::format(", Elo {:+.0f} on the last gate, {:+.0f} in all", climb_->over_gate,
                          climb_->elo);
    }
    return text + openings_text(line);
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
    return weights;
  }

  void keep_net() const {
    // All positions in the name: no two rounds have as many.
    const auto name = fmt::format("net-{:012}.safetensors", state_.positions);
    net::write_weights(request_.folder / name, exported());
  }

  RunState& whole_state() {
    state_.seconds = base_seconds_ + watch_.seconds();
    state_.learner = learner_.state();
    state_.groups.clear();
    for (const auto& group : groups_) state_.groups.push_back(group->state());
    return state_;
  }

  void save() {
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
    since_save_.restart();
  }

  RunRequest request_;
  RunState state_;
  Learner learner_;
  std::vector<std::unique_ptr<GameGroup>> groups_;
  // Where a round is too large to be written when it is left, what is saved instead: the run as it was before.
  const bool fits_on_disk_;
  std::optional<RunState> at_its_start_;
  RunProgress progress_;
  std::stop_token stop_;
  std::unique_ptr<base::Crew> crew_;
  OpeningTruth truth_;
  std::optional<Climb> climb_;                  // the last one, to be shown
  std::atomic<std::uint64_t> evaluations_ = 0;  // of the round that is played
  base::Stopwatch watch_, since_save_;
  double base_seconds_ = 0;
};

}  // namespace

bool has_run(const std::filesystem::path& folder) { return holds_run(folder, kPolicyRun); }

TrainOptions options_of_run(const std::filesystem::path& folder) { return load_options(folder); }

RunSummary run_training(const RunRequest& request, std::stop_token stop) {
  return Run(request).go(stop);
}

}  // namespace losange::train
