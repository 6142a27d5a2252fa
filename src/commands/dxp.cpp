// `losange dxp`: the draughts engine as a follower of the DamExchange Protocol, on the loopback address.
#include "protocol/dxp.h"

#include <memory>

#include "base/interrupt.h"
#include "commands/command.h"
#include "commands/options.h"
#include "players/registry.h"

namespace losange::commands {

void add_dxp(CLI::App& program) {
  struct Arguments {
    Options common;
    std::string player = "draughts";
    int port = 27531;
    bool open_to_all = false;
  };
  auto arguments = std::make_shared<Arguments>();
  auto* command = program.add_subcommand(
      "dxp", "Play draughts over TCP with a program that leads (DamExchange)");
  command->group(kConnect);
  command->add_option("--player", arguments->player, "Who chooses the moves")
      ->capture_default_str()
      ->type_name("SPEC");
  command->add_option("--port", arguments->port, "The port to wait on")
      ->check(CLI::Range(1, 65535))
      ->capture_default_str()
      ->type_name("N");
  command->add_flag("--open-to-all", arguments->open_to_all,
                    "Wait on every address, not on 127.0.0.1 alone");
  arguments->common.add_move_time(*command);
  arguments->common.add_nodes(*command);
  arguments->common.add_threads(*command);
  arguments->common.add_seed(*command);
  command->callback([arguments] {
    protocol::DxpFollower follower(players::make_player(arguments->player),
                                   arguments->common.limits());
    protocol::serve_dxp(arguments->port, arguments->open_to_all, follower,
                        base::stop_on_interrupt());
  });
}

}  // namespace losange::commands
