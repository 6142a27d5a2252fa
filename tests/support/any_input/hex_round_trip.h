// The formats of Hex games, read and written: each function returns what went wrong, or nothing. Used by the bounded
// random run in tests/property and by the libFuzzer targets in fuzz/.
#pragma once

#include "hex/files/links.h"
#include "hex/files/sgf.h"
#include "round_trip.h"

namespace losange::testing_formats {

inline std::string sgf_problem(std::string_view text) {
  return round_trip_problem(text, hex::read_sgf, hex::write_sgf, false);
}
inline std::string hexworld_problem(std::string_view text) {
  return round_trip_problem(text, hex::read_hexworld, hex::write_hexworld, true);
}
inline std::string move_list_problem(std::string_view text) {
  const auto read = [](std::string_view list) { return hex::read_move_list(list, {}); };
  return round_trip_problem(text, read, hex::write_move_list, false);
}

}  // namespace losange::testing_formats
