// The few questions asked on a terminal when `losange play` was not told enough: Enter takes the
// default, a bad answer is explained and asked again, and quit leaves as it does during a game.
#pragma once

#include <array>
#include <optional>
#include <ostream>
#include <string>

#include "game/record.h"
#include "terminal/board/style.h"
#include "terminal/input/line_input.h"

namespace losange::terminal {

struct Start {
  game::GameSetup setup;
  std::array<std::string, 2> players;  // specs: First, Second
};

// Asks for the opponent and the colour, and for the size when `ask_size`; `defaults` has what Enter
// takes, its opponent being the engine whose levels are offered. Nothing when the person left instead of answering.
std::optional<Start> ask_start(LineInput& input, std::ostream& out, const Style& style,
                               Start defaults, bool ask_size);

// A question with yes as its default; nothing when the person left.
std::optional<bool> ask_yes(LineInput& input, std::ostream& out, const std::string& question);

}  // namespace losange::terminal
