// What must hold for any input of the HTP server: every command gets exactly one reply, in order,
// with its id and exact framing, and the server lives. Used by the bounded random run in
// tests/property and by the libFuzzer target in fuzz/.
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/htp/server.h"

namespace losange::testing_formats {

inline std::string htp_output(const std::string& input, bool swap) {
  protocol::HtpSetup setup;
  setup.player = players::PlayerSpec::parse("random");
  setup.size = 3;
  setup.swap = swap;
  std::ostringstream log, out;
  protocol::HtpEngine engine(setup, "test", log);
  std::istringstream in(input);
  protocol::StreamSource source(in);
  protocol::Inbox inbox(source, {});
  protocol::serve_htp(engine, inbox, out);
  return out.str();
}

// The ids of the commands that must be answered, up to quit.
inline std::vector<std::string> htp_ids(const std::string& input) {
  std::vector<std::string> ids;
  std::istringstream lines(input);
  std::string line;
  while (std::getline(lines, line)) {
    const auto command = protocol::parse_command(line);
    if (!command) continue;
    ids.push_back(command->id);
    if (command->name == "quit" && command->arguments.empty()) break;
  }
  return ids;
}

// What is wrong with the replies to this input, or nothing.
inline std::string htp_problem(const std::string& input, bool swap) {
  const std::string out = htp_output(input, swap);
  const auto problem = [&](const std::string& what) {
    return what + "\nin:\n" + input + "\nout:\n" + out;
  };
  const auto ids = htp_ids(input);
  std::size_t replies = 0;
  bool inside = false;
  std::istringstream lines(out);
  std::string line;
  while (std::getline(lines, line)) {
    if (!inside && line != "gogui-gfx:") {  // a block of live graphics is no reply
      if (line.empty() || (line[0] != '=' && line[0] != '?'))
        return problem("no sign before a reply");
      if (replies == ids.size()) return problem("more replies than commands");
      if (!line.substr(1).starts_with(ids[replies] + " "))
        return problem("another id, or no space");
      ++replies;
    }
    inside = !line.empty();
  }
  if (inside || (!out.empty() && !out.ends_with("\n\n")))
    return problem("the last reply does not end");
  return replies == ids.size() ? "" : problem("fewer replies than commands");
}

// The same for any text. Commands that read or write files are left out: what files hold, and where they
// are, is not the fuzzer's to choose.
inline std::string any_htp_problem(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string line, kept;
  while (std::getline(lines, line)) {
    const auto command = protocol::parse_command(line);
    const auto names = [&](const char* key) {
      return command->name.starts_with("param_") && !command->arguments.empty() &&
             command->arguments[0] == key;
    };
    if (command && (command->name == "exec" || command->name == "loadsgf" || names("report") ||
                    names("book"))) {
      continue;
    }
    kept += line + "\n";
  }
  return htp_problem(kept, text.size() % 2 == 0);
}

}  // namespace losange::testing_formats
