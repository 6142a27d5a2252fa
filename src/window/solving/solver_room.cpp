#include "window/solving/solver_room.h"

#include <exception>
#include <utility>

#include "base/error.h"
#include "base/threads/background.h"
#include "study/solving/solver_input.h"
#include "window/words/sentences.h"

namespace losange::window {

namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // of the table, which grows up to it

}  // namespace

SolverRoom::~SolverRoom() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    next_.reset();
    stop_.request_stop();
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void SolverRoom::start(solver::HexBoard board, bool all_moves) {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
  stop_ = std::stop_source();
  next_ = {std::move(board), all_moves};
  news_ = {};
  news_.running = true;
  watch_.restart();
  if (!thread_.joinable()) thread_ = std::thread([this] { serve(); });
  wake_.notify_all();
}

void SolverRoom::stop() {
  const std::lock_guard lock(mutex_);
  next_.reset();
  stop_.request_stop();
  if (std::exchange(news_.running, false)) news_.seconds = watch_.seconds();
}

bool SolverRoom::busy() const {
  const std::lock_guard lock(mutex_);
  return working_ || next_.has_value();
}

SolverNews SolverRoom::news() const {
  const std::lock_guard lock(mutex_);
  SolverNews news = news_;
  if (news.running) news.seconds = watch_.seconds();
  return news;
}

// What a question that was given up still has to say is not heard.
template <class Change>
void SolverRoom::tell(const std::stop_token& stop, Change&& change) {
  const std::lock_guard lock(mutex_);
  if (!stop.stop_requested()) change(news_);
}

void SolverRoom::serve() {
  base::give_way();  // a key is answered first
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return closing_ || next_; });
    if (closing_) return;
    const Question question = *std::exchange(next_, std::nullopt);
    const std::stop_token stop = stop_.get_token();
    working_ = true;
    lock.unlock();
    std::optional<base::Message> error;
    try {
      answer(question, stop);
    } catch (const base::UserError& failure) {
      error = failure.message();
    } catch (const std::exception& failure) {
      error = unexpected_error(failure);
    }
    lock.lock();
    working_ = false;
    if (stop.stop_requested()) continue;
    news_.error = error;
    news_.running = false;
    news_.seconds = watch_.seconds();
  }
}

// The winner first, which is told at once; then which moves win.
void SolverRoom::answer(const Question& question, std::stop_token stop) {
  if (!solver_ || size_ != question.board.size) {
    solver_.reset();  // two tables at a time are one too many
    solver_ = solver::make_hex_solver(question.board.size, kMostBytes, study::solver_net());
    size_ = question.board.size;
  }
  std::uint64_t before = 0;
  const auto observer = [&](const solver::HexProgress& progress) {
    tell(stop, [&](SolverNews& news) {
      news.nodes = before + progress.nodes;
      news.proof = progress.proof;
      news.disproof = progress.disproof;
      news.moves_done = progress.moves_done;
      news.moves = progress.moves;
    });
  };
  const auto first = solver_->solve(question.board, {}, observer, stop);
  before = first.nodes;
  const bool mover_wins = first.winner == question.board.to_move;
  std::optional<int> reply;
  if (mover_wins && !first.line.empty()) reply = first.line.front();
  tell(stop, [&](SolverNews& news) {
    news.nodes = first.nodes;
    news.winner = first.winner;
    news.reply = reply;
  });
  // A table that is full may have forgotten which move it was.
  if (!mover_wins || (!question.all_moves && reply)) return;
  const auto all = solver_->solve(question.board, {.all_moves = true}, observer, stop);
  tell(stop, [&](SolverNews& news) {
    news.nodes = before + all.nodes;
    if (all.open.empty()) news.winning = all.winning;
    if (!news.reply && !all.line.empty()) news.reply = all.line.front();
  });
}

}  // namespace losange::window
