// What `losange review` says of a game besides its table: marks and costs of moves, which moves are not judged or not
// worth a line each, and the notes that it writes into a file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "game/record.h"
#include "window/findings/line_study.h"

namespace losange::commands {

// "inaccuracy", "mistake" or "blunder".
const char* mark_of(double loss);
// "-12.3 %", or "-0.35 men" where the engine counts men. Percents are cut off and not rounded, so that a cost below a
// limit of window::severity() never shows as that limit.
std::string cost_text(const window::LineStudy& study, std::size_t at, double loss, bool men);
// Where the limits are, and what accuracy is.
std::string explanation(bool men);

// Moves at the start that a match of Losange gave: its games say "game 3, opening a2 b4" as their event. 0 elsewhere.
std::size_t given_moves(const game::GameRecord& record);
// The first position of the line from which one side wins for certain, or nearly, to the end; nothing where there is none.
std::optional<std::size_t> decided_from(const window::LineStudy& study);

// Puts a note at the end of a comment, in the place of the one that an earlier review left there; an empty one only takes
// that away.
void put_note(std::string& comment, const std::string& note);
// The expected play after the position as a variation.
void put_variation(game::GameRecord& record, game::NodeId node, game::Side side,
                   const std::vector<std::string>& moves);

}  // namespace losange::commands
