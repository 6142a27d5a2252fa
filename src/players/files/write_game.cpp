#include "players/files/write_game.h"

#include "draughts/text/fen.h"
#include "draughts/text/pdn.h"
#include "hex/files/links.h"
#include "hex/files/sgf.h"
#include "players/game/games.h"

namespace losange::players {

std::string write_game(const game::GameRecord& record) {
  return is_draughts(record.setup) ? draughts::write_pdn(record) : hex::write_sgf(record);
}

std::string position_text(const game::GameRecord& record) {
  if (!is_draughts(record.setup)) return hex::write_hexworld(record);
  return with_draughts(record.setup, [&](auto tag, const auto& config) {
    return draughts::to_fen(replay<typename decltype(tag)::Game>(record, config));
  });
}

std::string moves_text(const game::GameRecord& record) {
  return is_draughts(record.setup) ? draughts::write_pdn(record) : hex::write_move_list(record);
}

std::string game_title(const game::GameSetup& setup) {
  return is_draughts(setup) ? setup.variant + " draughts" : "Hex";
}

std::string game_file_ending(const game::GameSetup& setup) {
  return is_draughts(setup) ? "pdn" : "sgf";
}

}  // namespace losange::players
