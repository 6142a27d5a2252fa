// Positions of played games as HexProject keeps those of its graph net, one JSON object a line, a file a board size:
//   {"N":7,"board":[0,1,2,...],"to_move":1,"result":1,"moves_to_end":12,"game":3}
// `board` row by row, 0 empty, 1 First, 2 Second; `result` +1 or -1 for the side to move; `moves_to_end` counts the
// plies from here to the last, so that 1 ends a game. `game` numbers the games of a file; `value`, where a teacher was
// asked, is its opinion in [-1, 1]. Read by tools/train_gnn.py and by the training of the perceptron.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"

namespace losange::train {

struct ValueSample {
  int size = 0;
  std::vector<std::uint8_t> board;
  game::Side to_move = game::Side::First;
  int result = 0;
  int moves_to_end = 0;
  std::uint64_t game = 0;
  std::optional<float> value;
};

std::string to_line(const ValueSample& sample);  // without a newline
// Throws base::UserError that says what is wrong.
ValueSample parse_sample(std::string_view line);
// Of either form, lines or packed (packed_samples.h). Throws base::UserError that names the file and the place.
std::vector<ValueSample> read_samples(const std::filesystem::path& path);

}  // namespace losange::train
