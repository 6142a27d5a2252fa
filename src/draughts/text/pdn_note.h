// Properties of positions in PDN, which has none: they are commands in a comment, [%EVAL first value;second value], as
// clocks are. Used by the reader and the writer.
#pragma once

#include <string_view>

namespace losange::draughts {

// What an engine thought of a position, and marks on its squares; all other properties are tags of the game.
inline bool is_position_property(std::string_view name) {
  for (const std::string_view known : {"EVAL", "LB", "TR", "SQ", "CR", "MA", "AR"}) {
    if (name == known) return true;
  }
  return false;
}

// Written as % and two digits of base 16, as control characters are.
inline constexpr std::string_view kEscaped = "%;{}[]";

}  // namespace losange::draughts
