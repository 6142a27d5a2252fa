// An outside program at the other end of two pipes, asked line by line: what players that speak HTP and Hub share. It
// may take as long as its patience says; one that takes longer, talks nonsense or is gone is a PlayerFailure that names
// it. Killed when the link goes, if it does not leave by itself.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/system/process.h"
#include "players/game/player.h"
#include "players/outside/program_log.h"

namespace losange::players {

// How long a program may take before it counts as hanging.
struct ProgramPatience {
  base::Millis startup{60'000};     // loading tables or a net, and making them fit a board
  base::Millis command{10'000};     // everything else but moves
  base::Millis grace{5'000};        // past its time for the move
  base::Millis unlimited{300'000};  // for a move without a limit of time
  base::Millis interrupt{500};  // to answer after a stop, if it knows interrupts; else it is killed
  base::Millis quit{300};       // to leave when told

  // Of who waits so long for a move without a limit of time, and for a start: for anything else it is no longer than for
  // a move. losange match --reply-timeout and --start-timeout.
  static ProgramPatience of(base::Millis reply, base::Millis startup);
  // For a move within these limits, where the program knows of their time.
  base::Millis for_move(const search::Limits& limits) const;
};

inline constexpr std::size_t kLongestOwnName = 40;  // that a program says, as it is shown

class ProgramLink {
 public:
  // With a log, the conversation and the program's standard error go there.
  ProgramLink(std::string command_line, ProgramPatience patience,
              std::shared_ptr<ProgramLog> log = {})
      : command_line_(std::move(command_line)), patience_(patience), log_(std::move(log)) {}
  // Tells it to quit.
  ~ProgramLink();
  ProgramLink(const ProgramLink&) = delete;
  ProgramLink& operator=(const ProgramLink&) = delete;

  const std::string& command_line() const { return command_line_; }
  const ProgramPatience& patience() const { return patience_; }

  // False before start() and when it has ended.
  bool running() { return process_ && process_->running(); }
  // A fresh one; the old one is killed.
  void start();
  void kill();
  // Gives what work() gives. When that throws the program is killed: whatever state it is in, what comes next starts
  // from a fresh one.
  template <class Work>
  auto or_kill(Work&& work) {
    try {
      return work();
    } catch (...) {
      kill();
      throw;
    }
  }

  // What follows needs a program that was started.
  void send(const std::string& line);

  // Something it was asked, until it has answered.
  struct Question {
    std::string text;
    base::Millis patience;
    base::Clock::time_point deadline;
    std::stop_token stop;
    std::string interrupt;   // what makes it answer at once
    base::Message remark{};  // added to the complaint when no answer comes
    bool interrupted = false;
  };
  // Sends the text. After a stop the program is sent `interrupt`, and has little time left to answer; where there is
  // none, or it does not answer, next_line() throws a base::UserError, which is no failure of the player.
  Question ask(std::string text, base::Millis patience, std::stop_token stop = {},
               std::string interrupt = {});
  // The next line it says, without its end.
  std::string next_line(Question& question);

  // Throws the failure "the program '...' ...".
  [[noreturn]] void fail(PlayerFailure::Kind kind, const base::Message& what) const;

 private:
  [[noreturn]] void gone(const std::string& at, const base::Message& otherwise,
                         const base::Message& remark = {});
  [[noreturn]] void stopped() const;
  bool write(const std::string& line);
  void log_unread() const;

  std::string command_line_;
  ProgramPatience patience_;
  std::shared_ptr<ProgramLog> log_;
  std::optional<base::Process> process_;
};

}  // namespace losange::players
