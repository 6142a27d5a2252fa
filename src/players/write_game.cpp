#include "players/write_game.h"

#include "draughts/pdn.h"
#include "hex/sgf.h"
#include "players/games.h"

namespace losange::players {

std::string write_game(const game::GameRecord& record) {
  return is_draughts(record.setup) ? draughts::write_pdn(record) : hex::write_sgf(record);
}

std::string game_file_ending(const game::GameSetup& setup) {
  return is_draughts(setup) ? "pdn" : "sgf";
}

}  // namespace losange::players
