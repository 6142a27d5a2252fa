// `losange hub`: the draughts engine behind the Hub protocol, as Scan and the Hub program speak it.
#include <iostream>
#include <memory>

#include "base/system/standard_streams.h"
#include "build_info.h"
#include "commands/common/endings.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "protocol/hub/engine.h"

namespace losange::commands {

void add_hub(Command program) {
  auto parameters = std::make_shared<protocol::HubParameters>();
  auto variant = std::make_shared<std::string>("international");
  const auto command =
      program.add_subcommand("hub", "Answer Hub, the protocol of draughts programs");
  command.group(kConnect);
  names_rules(
      command.add_option("--variant", *variant, "Rules of draughts until set-param changes them")
          .capture_default_str());
  command
      .add_number("--endings", parameters->endings,
                  "Solved endings up to so many pieces, 0 for none", 0, 5)
      .capture_default_str();
  command
      .add_number("--threads", parameters->threads, "Threads the engine may use", 1, kMostThreads)
      .capture_default_str();
  command.footer(
      "Reads commands from standard input and answers on standard output until quit or the end of "
      "the input. Try:\n"
      "  printf 'hub\\ninit\\npos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\\n"
      "level depth=9\\ngo think\\n' | losange hub\n"
      "docs/draughts.md lists the commands and parameters.");
  command.callback([parameters, variant] {
    parameters->variant = players::hub_variant(draughts::find_rules(*variant));
    base::check_standard_input();
    show_endings_progress(EndingsShown::Always);
    protocol::serve_hub(std::cin, std::cout, LOSANGE_VERSION, *parameters);
  });
}

}  // namespace losange::commands
