// Where typed lines come from: a terminal with line editing and history, any other input, or a script
// in a test. Reading ends early at a deadline (a clock's flag) and at Ctrl-C.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace losange::terminal {

class LineInput {
 public:
  enum class Read { Line, End, Interrupted, TimedOut };

  virtual ~LineInput() = default;
  // Shows the prompt and reads one line, without its newline.
  virtual Read read(std::string& line, std::string_view prompt,
                    std::optional<base::Clock::time_point> deadline = std::nullopt) = 0;
  // True when a person sits there who can be asked and may type at any time.
  virtual bool interactive() const = 0;
  // True when something was typed while nobody was reading; it does not wait.
  virtual bool pending() = 0;
  // While nobody reads: waits for Enter or Ctrl-C, which here ends nothing but the wait, and shows no key. True when one
  // came; false after `stop`, and at once where no person sits. What was typed before Enter is the next line.
  virtual bool wait_for_enter(std::stop_token) { return false; }
  // Keeps a line in the history, where there is one.
  virtual void remember(const std::string&) {}
};

// The words that may be typed next, asked for when the person presses Tab.
using Completions = std::function<std::vector<std::string>()>;

// Standard input as it is: with line editing when input and output are a terminal and this build has
// it, else line by line. Expects base::stop_on_interrupt() to have been called.
std::unique_ptr<LineInput> standard_input(Completions completions);

// Line editing by libedit; built in only where CMake found it. Lives in line_input_edit.cpp.
std::unique_ptr<LineInput> edited_input(Completions completions);

// Waits until the descriptor can be read; the reason when it cannot. Used by the kinds of input.
LineInput::Read wait_for_input(int descriptor, std::optional<base::Clock::time_point> deadline);

// LineInput::wait_for_enter() at a terminal; `typed` grows by what was typed.
bool wait_for_enter_at(int descriptor, std::string& typed, const std::stop_token& stop);

}  // namespace losange::terminal
