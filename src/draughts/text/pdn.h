// Games of draughts as PDN (Portable Draughts Notation), read and written: tags, comments, variations, several
// games in a file, every GameType these rules know. Moves stay text; players::open_game checks them by playing.
// Where PDN has no word for what a record holds: [Termination "time"] says how a game ended, and a comment may
// begin with [%clk 61.5] (seconds left), [%emt 2.5] (seconds spent) and properties of the position (pdn_note.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draughts/text/draughts.h"

namespace losange::draughts {

// All games of the text, at least one, cursors at the ends of the main lines. A game without GameType is of
// `fallback`. Throws base::ParseError with the line and column and a way out.
std::vector<game::GameRecord> read_pdn(std::string_view text, const Config& fallback = {});
// What read_pdn gives back equal, but for the cursor. Comments lose braces and line breaks, and a date that a record has
// in PDN's form comes back in that of records.
std::string write_pdn(const game::GameRecord& record);
// Whether a text can be PDN: a tag, or a move.
bool looks_like_pdn(std::string_view text);

// "20,W,10,10,N2,0": rules and board as PDN names them; read from such a text, or from its number alone.
std::string game_type(const Config& config);
Config parse_game_type(std::string_view text);

}  // namespace losange::draughts
