// The commands a person may type during a game: one table for reading them, for help and for Tab.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace losange::terminal {

enum class Verb {
  Nothing,  // an empty line
  Move,     // a cell, "swap" or what may have been meant as one
  Undo,
  Redo,
  Hint,
  Connections,
  Switch,
  Save,
  Load,
  New,
  Resign,
  Board,
  Moves,
  Clock,
  Players,
  Help,
  Quit,
};

struct Order {
  Verb verb = Verb::Nothing;
  std::string rest;  // what stands after the command; the move for Verb::Move
};

// Throws base::UserError with the nearest command when the line starts with an unknown word; where none is
// near, with `example`, a move as it is typed in this game.
Order read_order(std::string_view line, std::string_view example);

std::vector<std::string> verb_words();
// Whether the line is a word for leaving, wherever something is asked.
bool means_quit(std::string_view line);
// One line each, as `help` prints it; `sides` as they may be typed: "black|white".
std::string help_text(std::string_view sides);

}  // namespace losange::terminal
