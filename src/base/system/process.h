// A child process with its standard input and output on pipes, read a line at a time with a deadline.
// Used by players that are outside programs. The child is killed, with its whole process group, when
// the object goes. Not thread-safe.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.h"
#include "base/message.h"

namespace losange::base {

// False where no program has the name that begins a command line: it cannot be started. True also where only a shell can
// tell: a word of its own, or more in the line's first word than a name. Starts nothing.
bool may_be_found(std::string_view command_line);

class Process {
 public:
  // A line of the child's standard error, without its end. Called on a thread of its own.
  using ErrorLine = std::function<void(std::string_view)>;

  // Starts `command_line` through /bin/sh; throws UserError when that fails. Without
  // `on_error_line` the child writes to our standard error.
  explicit Process(const std::string& command_line, ErrorLine on_error_line = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // False when the child has closed its input.
  bool write(std::string_view text);

  enum class Read { Line, TimedOut, Ended, Stopped, TooLong };
  // Reads one line, without its newline, into `line`. Lines over 1 MiB are refused. A stop and the deadline come
  // before lines that are already there: a child that never stops talking must not outlast them.
  Read read_line(std::string& line, Clock::time_point deadline, std::stop_token stop = {});

  // What was read and is no whole line yet.
  std::string_view unread() const { return buffer_; }

  void kill();
  bool running();
  // Gives the child some time to end by itself; false when it still runs.
  bool ends_within(Millis patience);
  // "ended with code 3", "was ended by signal 11", or "is running".
  Message status();
  // Why there is no more from it: how it ended, which a broken pipe tells before the system does, or `otherwise`
  // where it runs on. A command line that the shell could not start says so.
  Message parting(const Message& otherwise);

 private:
  void reap(bool wait);

  pid_t pid_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
  std::string buffer_;
  std::size_t searched_ = 0;  // of the buffer, for a newline
  std::optional<int> wait_status_;
  bool killed_ = false;
  std::jthread error_reader_;  // owns its end of the pipe
};

}  // namespace losange::base
