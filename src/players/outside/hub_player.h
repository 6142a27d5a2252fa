// A player that is an outside program speaking the Hub protocol (version 2, as Scan does) on its standard input
// and output. Started on first use, told every position whole, killed when it hangs or dies.
#pragma once

#include <memory>
#include <string>

#include "players/game/player.h"
#include "players/outside/program_link.h"

namespace losange::players {

// Throws base::UserError for a board that a Hub position cannot describe: each variant has one
// size.
void check_hub_board(const game::GameSetup& setup);

// Its choose() throws PlayerFailure as that of make_htp_player does.
std::unique_ptr<Player> make_hub_player(std::string command_line, ProgramPatience patience = {},
                                        std::shared_ptr<ProgramLog> log = {});

}  // namespace losange::players
