// The thread on which positions are solved, beside the one engines think on. One question at a time: another one stops
// the one before (within 50 ms, as the solver promises). What was found out of a board stays for the next question.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/message.h"
#include "solver/hex_solver.h"

namespace losange::window {

// How a question stands, or what it came to.
struct SolverNews {
  bool running = false;
  std::uint64_t nodes = 0;
  std::uint32_t proof = 1, disproof = 1;  // of the position that is looked at
  int moves_done = 0, moves = 0;          // of those that may win, once the winner is known
  double seconds = 0;
  std::optional<game::Side> winner;
  std::optional<int> reply;                 // a move that wins, where the winner moves
  std::optional<std::vector<int>> winning;  // all of them, where they were asked for
  std::optional<base::Message> error;
};

class SolverRoom {
 public:
  SolverRoom() = default;
  ~SolverRoom();
  SolverRoom(const SolverRoom&) = delete;
  SolverRoom& operator=(const SolverRoom&) = delete;

  // Precondition: the game on the board goes on.
  void start(solver::HexBoard board, bool all_moves);
  void stop();
  bool busy() const;        // the thread is at work, on what is asked or still on what was given up
  SolverNews news() const;  // of the last question

 private:
  struct Question {
    solver::HexBoard board;
    bool all_moves = false;
  };

  void serve();
  void answer(const Question& question, std::stop_token stop);
  template <class Change>
  void tell(const std::stop_token& stop, Change&& change);

  mutable std::mutex mutex_;  // guards what follows but the thread and the solver
  std::condition_variable wake_;
  std::optional<Question> next_;
  SolverNews news_;
  base::Stopwatch watch_;  // since the question was asked
  std::stop_source stop_;
  bool closing_ = false, working_ = false;
  std::unique_ptr<solver::HexSolver> solver_;  // of the thread alone
  int size_ = 0;
  std::thread thread_;  // none before the first question
};

}  // namespace losange::window
