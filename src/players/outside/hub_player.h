// A player that is an outside program speaking the Hub protocol (version 2, as Scan does) on its standard input
// and output. Started on first use, told every position whole, killed when it hangs or dies.
#pragma once

#include <memory>
#include <string>

#include "players/game/player.h"
#include "players/outside/program_link.h"

namespace losange::players {

// Its choose() throws PlayerFailure as that of make_htp_player does.
std::unique_ptr<Player> make_hub_player(std::string command_line, ProgramPatience patience = {});

}  // namespace losange::players
