// The real program behind a pipe, driven as a controller does it: used by the protocol tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/system/process.h"
#include "places.h"
#include "protocol/lines/framing.h"

namespace losange::protocol {

class HtpProgram {
 public:
  explicit HtpProgram(const std::string& arguments)
      : process_(std::string("exec ") + testing_places::program() + " htp " + arguments) {}

  void write(const std::string& line) { EXPECT_TRUE(process_.write(line + "\n")) << line; }

  // The next reply; a failure of the test when none comes in time or its framing is wrong.
  Reply read(base::Millis patience = base::Millis(20'000)) {
    const auto deadline = base::Clock::now() + patience;
    Reply reply{false, ""};
    std::string line;
    for (bool first = true;; first = false) {
      if (process_.read_line(line, deadline) != base::Process::Read::Line) {
        ADD_FAILURE() << "no reply: the program " << process_.status().english;
        return reply;
      }
      if (first) {
        EXPECT_TRUE(line.starts_with("= ") || line.starts_with("? ")) << line;
        reply.good = line.starts_with("=");
        reply.text = line.size() > 2 ? line.substr(2) : "";
      } else if (line.empty()) {
        return reply;
      } else {
        reply.text += "\n" + line;
      }
    }
  }

  Reply send(const std::string& line) {
    write(line);
    return read();
  }
  // The text of a reply that must be good.
  std::string ask(const std::string& line) {
    const Reply reply = send(line);
    EXPECT_TRUE(reply.good) << line << " -> " << reply.text;
    return reply.text;
  }

  base::Process& process() { return process_; }

 private:
  base::Process process_;
};

}  // namespace losange::protocol
