// Anywhere a position is asked for, a file, a link or a list of moves is accepted: this reads it.
#pragma once

#include <string_view>
#include <vector>

#include "base/message.h"
#include "game/record.h"

namespace losange::players {

struct OpenedGame {
  game::GameRecord record;
  int games = 1;  // that the text holds: a person should be told of the others
  // Why a line ends where it does, or is not there: a move of it cannot be played. Likewise.
  std::vector<base::Message> left_out;
  bool broken_off = false;  // the main line is one of these

  bool whole() const { return games == 1 && left_out.empty(); }  // all that the text holds
};

// Reads a file by its path, a HexWorld link, a plain list of moves, SGF, FEN or PDN itself, and checks by replaying
// that every move of every line can be played: what follows one that cannot is left out. Where no move of the main line
// is left that is an error. A file may hold any of the others. A result that only the board shows is
// filled in. `setup` serves lists of moves, which name no size and no rules; what says itself which game it is may be
// of another. Of several games the one with this number, from 1, is read; the others are only counted. Throws
// base::UserError.
OpenedGame open_one_game(std::string_view text, const game::GameSetup& setup, int number = 1);
// The first, for those who have no one to tell of others or of what is left out: that is an error too.
game::GameRecord open_game(std::string_view text, const game::GameSetup& setup);
struct OpenedGames {
  std::vector<game::GameRecord> records;  // at least one
  std::vector<base::Message> left_out;    // of variations, as above
};
// All of them.
OpenedGames open_all_games(std::string_view text, const game::GameSetup& setup);
// All of them; what would be left out is an error.
std::vector<game::GameRecord> open_games(std::string_view text, const game::GameSetup& setup);

}  // namespace losange::players
