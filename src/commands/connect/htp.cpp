// `losange htp`: an engine behind the Hex Text Protocol on standard input and output.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <memory>
#include <string>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/file.h"
#include "base/system/interrupt.h"
#include "base/system/standard_streams.h"
#include "build_info.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "players/registry.h"
#include "protocol/htp/server.h"

namespace losange::commands {

namespace {

struct HtpOptions : Options {
  std::string player{players::default_engine()};
  std::string config;
  std::string log;
  bool swap = false;
};

// A path that cannot be written is told before the first command; a disk that fills up later ends the
// log and not the game.
protocol::Transcript transcript_in(const std::string& path) {
  if (path.empty()) return {};
  auto file = std::make_shared<base::GrowingFile>(path, base::GrowingFile::From::ItsEnd);
  file->append(fmt::format("# losange {}\n", LOSANGE_VERSION));
  return [file](const std::string& text) mutable {
    if (file == nullptr) return;
    try {
      file->append(text);
    } catch (const base::UserError& error) {
      file.reset();
      base::say_aside("losange: {}; the log ends here\n", error.what());
    }
  };
}

void run_htp(const HtpOptions& options) {
  protocol::HtpSetup setup;
  setup.player = players::PlayerSpec::parse(options.player);
  setup.size = options.size;
  check_player(setup.player, {.size = setup.size});
  setup.swap = options.swap;
  setup.clock = options.time_control();
  setup.limits = options.limits();

  base::check_standard_input();
  const auto keep = transcript_in(options.log);
  const auto stop = base::stop_on_interrupt();
  // Read from the start: what arrives while a net is loaded should be known by when it came.
  protocol::DescriptorSource input(STDIN_FILENO);
  protocol::Inbox inbox(input, stop);
  protocol::HtpEngine engine(std::move(setup), LOSANGE_VERSION, std::cerr);
  if (!options.config.empty()) engine.run_file(options.config, stop);
  protocol::serve_htp(engine, inbox, std::cout, keep);
}

}  // namespace

void add_htp(Command program) {
  auto options = std::make_shared<HtpOptions>();
  const auto command =
      program.add_subcommand("htp", "Answer HTP, the protocol of HexGui and benzene");
  command.group(kConnect);
  names_player(command
                   .add_option("--player", options->player,
                               "Who chooses the moves (losange players lists them)")
                   .capture_default_str()
                   .type_name("SPEC"));
  options->add_size(command);
  command.add_flag("--swap", options->swap, "Play with the swap rule (param_game allow_swap 1)");
  options->add_move_time(command);
  options->add_clock(command);
  options->add_nodes(command);
  options->add_threads(command);
  options->add_seed(command);
  command.add_option("--config", options->config, "Run the HTP commands of this file first")
      .type_name("FILE");
  command
      .add_option("--log,--logfile-name", options->log,
                  "Append every command and its answer to this file")
      .type_name("FILE");
  command.footer(
      "Reads commands from standard input and answers on standard output until quit or the end of "
      "the "
      "input:\n"
      "  printf 'boardsize 5\\ngenmove b\\nshowboard\\n' | losange htp\n"
      "The command help lists all commands; docs/protocol.md shows each with an example, and how "
      "to "
      "connect HexGui and tournament programs.");
  command.callback([options] { run_htp(*options); });
}

}  // namespace losange::commands
