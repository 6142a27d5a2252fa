// `losange bench`: a fixed amount of work on one thread (study/engine/fixed_work.h), its rates and its signature.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands/common/options.h"
#include "commands/line/command.h"
#include "study/engine/fixed_work.h"

namespace losange::commands {

void add_bench(Command program) {
  auto options = std::make_shared<Options>();
  const auto command = program.add_subcommand(
      "bench", "Measure the speed of this machine on fixed work and print the signature");
  command.group(kCompare);
  options->add_json(command);
  command.callback([options] {
    const auto rows = study::do_fixed_work();
    const std::string signature = study::signature_of(rows);
    if (options->json) {
      nlohmann::ordered_json result;
      for (const auto& row : rows) {
        result["work"].push_back({{"name", row.work},
                                  {"unit", row.unit},
                                  {"count", row.count},
                                  {"seconds", row.seconds},
                                  {"rate", row.rate()}});
      }
      result["signature"] = signature;
      fmt::print("{}\n", result.dump(2));
      return;
    }
    for (const auto& row : rows) {
      fmt::print("{:<52} {:>12.0f} {}\n", row.work, row.rate(), row.unit);
    }
    fmt::print("signature {}\n", signature);
  });
}

}  // namespace losange::commands
