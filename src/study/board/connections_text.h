// What is connected, where one has to play and which ladders run, in words: for terminals.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "game/record.h"

namespace losange::study {

// One sentence a line, in English; `names`: of both sides. Precondition: a game of Hex that goes on at the cursor.
std::vector<std::string> connections_in_words(const game::GameRecord& record,
                                              const std::array<std::string, 2>& names);

}  // namespace losange::study
