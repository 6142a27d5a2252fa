// A player that is an outside program speaking HTP on its standard input and output. It is started on
// first use, kept in step with the record, and killed when it hangs, dies or is no longer needed.
#pragma once

#include <memory>
#include <string>

#include "players/player.h"

namespace losange::players {

std::unique_ptr<Player> make_external(std::string command_line);

}  // namespace losange::players
