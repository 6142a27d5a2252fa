// A position of Hex on a small board, as words.
#pragma once

#include <string>

#include "base/text.h"
#include "hex/board/hex.h"

namespace losange::testing_games {

using HexPosition = hex::Position<2>;

inline HexPosition hex_position(int size, const std::string& moves, bool swap = false) {
  HexPosition position(size, swap);
  for (const auto& move : base::split_words(moves)) {
    position.play(hex::Hex<2>::parse(position, move));
  }
  return position;
}

}  // namespace losange::testing_games
