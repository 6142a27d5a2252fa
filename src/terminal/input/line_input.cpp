#include "terminal/input/line_input.h"

#include <poll.h>
#include <termios.h>
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

  bool wait_for_enter(std::stop_token stop) override {
    return from_terminal_ && wait_for_enter_at(STDIN_FILENO, buffer_, stop);
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

bool wait_for_enter_at(int descriptor, std::string& typed, const std::stop_token& stop) {
  constexpr int kBetween_ms = 20;
  constexpr char kCtrlC = '\x03';
  termios before{};
  if (::tcgetattr(descriptor, &before) != 0) return false;
  termios quiet = before;
  quiet.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
  quiet.c_cc[VMIN] = 1;
  quiet.c_cc[VTIME] = 0;
  ::tcsetattr(descriptor, TCSANOW, &quiet);
  bool ended = false;
  while (!ended && !stop.stop_requested() && !base::interrupted()) {
    pollfd waiting{descriptor, POLLIN, 0};
    if (::poll(&waiting, 1, kBetween_ms) <= 0) continue;
    char key = 0;
    if (::read(descriptor, &key, 1) != 1) break;
    ended = key == '\n' || key == '\r' || key == kCtrlC;
    if (!ended) typed += key;
    if (ended && key != kCtrlC && !typed.empty()) typed += '\n';
  }
  ::tcsetattr(descriptor, TCSANOW, &before);
  return ended;
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
