#include "train/policy/run_progress.h"

#include <fmt/format.h>

#include <algorithm>

namespace losange::train {

namespace {

// Learning from a position takes about as long as three questions about it.
constexpr double kQuestionsALesson = 3;

double questions_a_move(const TrainOptions& options) {
  if (options.visits == 0) return 1;
  return 1 + options.full_share * options.visits + (1 - options.full_share) * options.fast_visits;
}

std::uint64_t moves_made(const Unfinished& unfinished) {
  std::uint64_t moves = 0;
  for (const auto& round : unfinished.rounds) moves += round.index(round.step, round.game);
  return moves;
}

}  // namespace

RunProgress::RunProgress(const TrainOptions& options, const Unfinished& unfinished)
    : total_(options.total_positions), round_positions_(0), moved_(moves_made(unfinished)) {
  for (const auto& group : make_groups(options)) {
    round_positions_ +=
        static_cast<std::uint64_t>(group->games()) * static_cast<std::uint64_t>(options.steps);
  }
  const double play = questions_a_move(options);
  play_share_ = play / (play + kQuestionsALesson * options.reuse);
}

void RunProgress::start(std::uint64_t positions, std::uint64_t rounds) {
  positions_ = positions;
  rounds_ = rounds;
  moved_before_ = moved_;
  shown_.emplace("training", total_, positions_done(0));
  since_begin_.restart();
}

double RunProgress::done(std::size_t batches_learnt) const {
  const double played = static_cast<double>(moved_) / static_cast<double>(round_positions_);
  if (batches_ == 0) return play_share_ * std::min(1.0, played);
  return play_share_ + (1 - play_share_) * static_cast<double>(batches_learnt) /
                           static_cast<double>(batches_.load());
}

std::uint64_t RunProgress::positions_done(std::size_t batches_learnt) const {
  const double of_round = done(batches_learnt) * static_cast<double>(round_positions_);
  // Never all of them: the last round ends with what the log says of it.
  return std::min(total_ - 1, positions_ + static_cast<std::uint64_t>(of_round));
}

void RunProgress::show(std::size_t batches_learnt) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  std::string text = fmt::format("round {}: ", rounds_ + 1);
  if (batches_ == 0) {
    text += fmt::format("playing {:.0f} %, {:.0f} positions/s",
                        100 * static_cast<double>(moved_) / static_cast<double>(round_positions_),
                        static_cast<double>(moved_ - moved_before_) / since_begin_.seconds());
  } else {
    text += fmt::format("learning, minibatch {} of {}", batches_learnt + 1, batches_.load());
  }
  shown_->update(positions_done(batches_learnt), text + last_round_);
}

void RunProgress::end_round(const LogLine& line, std::uint64_t positions,
                            const std::string& details) {
  play_share_ = line.play_seconds / (line.play_seconds + line.learn_seconds);
  positions_ = positions;
  rounds_ = line.round;
  moved_ = moved_before_ = 0;
  batches_ = 0;
  since_begin_.restart();
  last_round_ = fmt::format("; round {}: {}", rounds_, details);
  shown_->update(std::min(positions, total_), details);
}

}  // namespace losange::train
