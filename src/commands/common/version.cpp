// `losange version`: what this build is, for bug reports and for reading benchmark figures.
#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "build_info.h"
#include "cluster/join.h"
#include "commands/common/options.h"
#include "commands/common/programs.h"
#include "commands/line/build.h"
#include "commands/line/command.h"
#include "net/cpu/instruction_set.h"
#include "net/torch/torch.h"

namespace losange::commands {

namespace {

// What all is compiled for, the instruction sets of this CPU that the hot loops of the nets are compiled for, and the one in force.
std::string cpu_text() {
#if defined(__x86_64__) && defined(__AVX2__)
  std::string text = "x86-64-v3";
#elif defined(__x86_64__) && defined(__POPCNT__)
  std::string text = "x86-64-v2";
#elif defined(__x86_64__)
  std::string text = "x86-64";
#elif defined(__aarch64__)
  std::string text = "arm64";
#else
  std::string text = "other";
#endif
  text += ", nets use " + std::string(net::instruction_set().name) + " of";
  for (const auto& set : net::instruction_sets()) text += " " + std::string(set.name);
  return text;
}

// LibTorch is in a program of its own, which a package may bring later.
std::string libtorch_text() {
  if (net::has_libtorch()) return LOSANGE_WITH_LIBTORCH;
  if (::access(program_beside("losange-torch").c_str(), X_OK) == 0) return "in losange-torch";
  return "not there (losange-torch has it)";
}

}  // namespace

void add_version(Command program) {
  auto options = std::make_shared<Options>();
  const auto command = program.add_subcommand("version", "Print the version and what is built in");
  command.group(kAbout);
  options->add_json(command);
  command.callback([options] {
    const std::vector<std::pair<std::string, std::string>> rows{
        {"version", LOSANGE_VERSION},
        {"commit", build_commit()},
        {"compiler", LOSANGE_COMPILER},
        {"build", LOSANGE_BUILD_TYPE},
        {"cpu", cpu_text()},
        {"libtorch", libtorch_text()},
        {"sfml", LOSANGE_WITH_SFML},
        {"mpi", cluster::has_mpi() ? LOSANGE_WITH_MPI : "not built in (package libopenmpi-dev)"},
        {"libedit", LOSANGE_WITH_LIBEDIT},
    };
    if (options->json) {
      std::vector<std::string> lines;  // none of the texts has what JSON would escape
      lines.reserve(rows.size());
      for (const auto& [key, value] : rows)
        lines.push_back(fmt::format("  \"{}\": \"{}\"", key, value));
      fmt::print("{{\n{}\n}}\n", base::joined(lines, ",\n"));
      return;
    }
    fmt::print("losange {}\n", LOSANGE_VERSION);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      fmt::print("{:<10} {}\n", rows[i].first, rows[i].second);
    }
  });
}

}  // namespace losange::commands
