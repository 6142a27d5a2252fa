// A game that was opened says itself what is played, on which board and by which rules. For commands that open one
// beside --game, --variant, --size and --no-swap.
#pragma once

#include "commands/common/options.h"

namespace losange::commands {

// An option that says otherwise than the game is a usage error.
void check_opened(const Options& options, Command command, const game::GameSetup& opened);

}  // namespace losange::commands
