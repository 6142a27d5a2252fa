#include "commands/common/ranks.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "cluster/join.h"
#include "commands/line/build.h"
#include "net/cpu/instruction_set.h"

namespace losange::commands {

namespace {

// Without the program's own name, whose path may differ.
std::string command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  text.erase(0, std::min(text.find('\0'), text.size()));
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

}  // namespace

cluster::Cluster& join_ranks() {
  return cluster::join({{"program", build_text()},
                        {"kind of CPU", net::instruction_set().name},
                        {"command line", command_line()}});
}

}  // namespace losange::commands
