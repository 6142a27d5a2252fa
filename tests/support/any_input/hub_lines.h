// What must hold for any lines sent to the Hub engine: it answers or ignores them and goes on. Searches are cut
// short. Used by the bounded random run in tests/property and by the libFuzzer target.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include "protocol/hub/engine.h"

namespace losange::testing_formats {

// What went wrong, or nothing.
inline std::string hub_problem(std::string_view text) {
  std::ostringstream out;
  protocol::HubEngine engine(out, "1.2.3", {.endings = 0, .table_mib = 1});
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) {
    // Bases and large tables take long to make, and are tested elsewhere.
    if (line.find("bb-size") != line.npos || line.find("table") != line.npos) continue;
    if (!engine.handle(line)) return "";
    if (line.find("go") != line.npos) engine.handle("stop");
  }
  engine.handle("ping");
  return out.str().ends_with("pong\n") ? "" : "no pong after:\n" + out.str();
}

}  // namespace losange::testing_formats
