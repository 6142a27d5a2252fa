// What is connected, where one has to play and which ladders run, in words: for terminals.
#pragma once

#include <string>
#include <vector>

#include "game/record.h"

namespace losange::study {

// One sentence a line, in English. Precondition: a game of Hex that goes on at the cursor.
std::vector<std::string> connections_in_words(const game::GameRecord& record);

}  // namespace losange::study
