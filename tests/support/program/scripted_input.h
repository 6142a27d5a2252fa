// Lines typed by nobody: what a test feeds to the terminal face. After the last line input ends.
#pragma once

#include <deque>
#include <initializer_list>
#include <string>
#include <vector>

#include "terminal/input/line_input.h"

namespace losange::test {

class ScriptedInput : public terminal::LineInput {
 public:
  static constexpr const char* kInterrupt = "<Ctrl-C>";
  static constexpr const char* kTimeout = "<flag>";

  ScriptedInput(std::initializer_list<const char*> lines) : lines_(lines.begin(), lines.end()) {}

  Read read(std::string& line, std::string_view prompt,
            std::optional<base::Clock::time_point> deadline) override {
    prompts.emplace_back(prompt);
    deadlines.push_back(deadline);
    if (lines_.empty()) return Read::End;
    line = lines_.front();
    lines_.pop_front();
    if (line == kInterrupt) return Read::Interrupted;
    if (line == kTimeout) return Read::TimedOut;
    return Read::Line;
  }
  bool interactive() const override { return person; }
  bool wait_for_enter(std::stop_token) override { return enter_while_nobody_reads; }
  bool pending() override { return person && calls_until_pending-- == 0; }

  std::vector<std::string> prompts;
  std::vector<std::optional<base::Clock::time_point>> deadlines;
  bool person = false;  // as if at a terminal
  bool enter_while_nobody_reads = false;
  int calls_until_pending = -1;  // the call of pending() that is answered with yes
  std::size_t unread() const { return lines_.size(); }

 private:
  std::deque<std::string> lines_;
};

}  // namespace losange::test
