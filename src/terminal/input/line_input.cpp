#include "terminal/input/line_input.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/system/interrupt.h"

namespace losange::terminal {

namespace {

using base::Clock;
using base::Millis;

class PlainInput : public LineInput {
 public:
  PlainInput()
      : from_terminal_(::isatty(STDIN_FILENO) == 1), to_terminal_(::isatty(STDOUT_FILENO) == 1) {}

  Read read(std::string& line, std::string_view prompt,
            std::optional<Clock::time_point> deadline) override {
    std::fwrite(prompt.data(), 1, prompt.size(), stdout);
    std::fflush(stdout);
    const Read result = read_line(line, deadline);
    // A terminal echoes what is typed; for anything else the transcript would lack the answers.
    if (!from_terminal_) std::printf("%s\n", result == Read::Line ? line.c_str() : "");
    if (from_terminal_ && result != Read::Line) std::printf("\n");
    return result;
  }

  bool interactive() const override { return from_terminal_ && to_terminal_; }

  bool pending() override {
    pollfd waiting{STDIN_FILENO, POLLIN, 0};
    return from_terminal_ && (!buffer_.empty() || ::poll(&waiting, 1, 0) > 0);
  }

 private:
  Read read_line(std::string& line, std::optional<Clock::time_point> deadline) {
    while (true) {
      if (const auto end = buffer_.find('\n'); end != std::string::npos) {
        line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return Read::Line;
      }
      const Read ready = wait_for_input(STDIN_FILENO, deadline);
      if (ready != Read::Line) return ready;
      char chunk[4096];
      const ssize_t count = ::read(STDIN_FILENO, chunk, sizeof chunk);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        // The last line of a file may lack its newline.
        line = std::move(buffer_);
        buffer_.clear();
        return line.empty() ? Read::End : Read::Line;
      }
      buffer_.append(chunk, static_cast<std::size_t>(count));
    }
  }

  bool from_terminal_;
  bool to_terminal_;
  std::string buffer_;
};

}  // namespace

LineInput::Read wait_for_input(int descriptor, std::optional<Clock::time_point> deadline) {
  while (true) {
    if (base::interrupted()) return LineInput::Read::Interrupted;
    // Short waits: a signal that came just before the wait must not be missed.
    auto wait = Millis(200);
    if (deadline) {
      const auto left = std::chrono::ceil<Millis>(*deadline - Clock::now());
      if (left <= Millis(0)) return LineInput::Read::TimedOut;
      wait = std::min(wait, left);
    }
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(wait.count()));
    if (ready > 0) return LineInput::Read::Line;
    if (ready < 0 && errno != EINTR) return LineInput::Read::End;
  }
}

std::unique_ptr<LineInput> standard_input([[maybe_unused]] Completions completions) {
#ifdef LOSANGE_LIBEDIT
  if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1) {
    return edited_input(std::move(completions));
  }
#endif
  return std::make_unique<PlainInput>();
}

}  // namespace losange::terminal
