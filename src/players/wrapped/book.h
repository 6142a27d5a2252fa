// Playing from learned trees: the strategy book, and the setting book=FILE that lets any other engine open
// from one. A book knows the game by its moves from the empty board; a half turn of the board and a swapped
// first stone are seen through. docs/books.md says when a move of a book is trusted.
#pragma once

#include <memory>
#include <vector>

#include "players/game/player.h"
#include "players/kinds/settings.h"

namespace losange::players {

std::vector<Parameter> book_parameters();
// Off the book it plays the Petits Diables' shortest path.
std::unique_ptr<Player> make_book(const Settings& settings);

// Throws base::UserError when the setting of this name is a book for another board than the setup's.
void check_book(const Settings& settings, const std::string& name, const game::GameSetup& setup);

// What every engine takes beside its own settings.
std::vector<Parameter> opening_parameters();
// The engine itself, or one that opens from the book its settings name.
std::unique_ptr<Player> with_opening_book(std::unique_ptr<Player> engine, const Settings& settings);

}  // namespace losange::players
