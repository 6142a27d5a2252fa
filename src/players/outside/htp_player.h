// A player that is an outside program speaking HTP on its standard input and output. It is started
// on first use, kept in step with the record, and killed when it hangs, dies or is no longer
// needed.
#pragma once

#include <memory>
#include <string>

#include "players/game/player.h"
#include "players/outside/program_link.h"

namespace losange::players {

// Its choose() throws PlayerFailure: Crash when the program ends, Protocol when it refuses a command that it must know or
// its answer does not end, Hang when it does not answer in time, Illegal when it plays or refuses a move against the rules.
std::unique_ptr<Player> make_htp_player(std::string command_line, ProgramPatience patience = {},
                                        std::shared_ptr<ProgramLog> log = {});

}  // namespace losange::players
