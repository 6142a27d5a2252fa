// `losange version`: what this build is, for bug reports and for reading benchmark figures.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "build_info.h"
#include "commands/common/command.h"
#include "commands/common/options.h"
#include "commit.h"
#include "net/cpu/matrix_unit.h"

namespace losange::commands {

namespace {

// The instruction sets this build was compiled for and that its hot paths can use.
std::vector<std::string> cpu_features() {
  std::vector<std::string> features;
#if defined(__x86_64__)
  features.push_back("x86-64");
#elif defined(__aarch64__)
  features.push_back("arm64");
#endif
#ifdef __POPCNT__
  features.push_back("popcnt");
#endif
#ifdef __BMI2__
  features.push_back("bmi2");
#endif
#ifdef __AVX2__
  features.push_back("avx2");
#endif
#ifdef __AVX512F__
  features.push_back("avx512");
#endif
#ifdef __AVX512VNNI__
  features.push_back("vnni");
#endif
  if (net::matrix_unit_works()) features.push_back("amx");
#ifdef __ARM_NEON
  features.push_back("neon");
#endif
#ifdef __ARM_FEATURE_DOTPROD
  features.push_back("dotprod");
#endif
#ifdef __ARM_FEATURE_MATMUL_INT8
  features.push_back("i8mm");
#endif
#ifdef __ARM_FEATURE_SVE
  features.push_back("sve");
#endif
  return features;
}

}  // namespace

std::string build_text() { return fmt::format("losange {} ({})", LOSANGE_VERSION, LOSANGE_COMMIT); }

void add_version(Command program) {
  auto options = std::make_shared<Options>();
  const auto command = program.add_subcommand("version", "Print the version and what is built in");
  command.group(kAbout);
  options->add_json(command);
  command.callback([options] {
    const std::vector<std::pair<std::string, std::string>> rows{
        {"version", LOSANGE_VERSION},
        {"commit", LOSANGE_COMMIT},
        {"compiler", LOSANGE_COMPILER},
        {"build", LOSANGE_BUILD_TYPE},
        {"cpu", fmt::format("{}", fmt::join(cpu_features(), " "))},
        {"libtorch", LOSANGE_WITH_LIBTORCH},
        {"sfml", LOSANGE_WITH_SFML},
        {"libedit", LOSANGE_WITH_LIBEDIT},
    };
    if (options->json) {
      nlohmann::ordered_json object;
      for (const auto& [key, value] : rows) object[key] = value;
      fmt::print("{}\n", object.dump(2));
      return;
    }
    fmt::print("losange {}\n", LOSANGE_VERSION);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      fmt::print("{:<10} {}\n", rows[i].first, rows[i].second);
    }
  });
}

}  // namespace losange::commands
