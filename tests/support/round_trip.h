// What must hold for any text given to a parser: it is read or refused with a UserError, and what was
// read can be written and read back equal. Each function returns what went wrong, or nothing. Used by
// the bounded random run in tests/property and by the libFuzzer targets in fuzz/.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "draughts/text/pdn.h"
#include "hex/files/links.h"
#include "hex/files/sgf.h"

namespace losange::testing_formats {

// `read` takes text, `write` a record. The cursor counts where the format keeps it.
template <class Read, class Write>
std::string round_trip_problem(std::string_view text, Read read, Write write, bool keeps_cursor) {
  game::GameRecord record;
  try {
    record = read(text);
  } catch (const base::UserError&) {
    return "";
  }
  std::string written;
  try {
    written = write(record);
    const game::GameRecord again = read(written);
    if (!same_game(record, again)) return "read back as another game:\n" + written;
    if (keeps_cursor && record.line().size() != again.line().size()) {
      return "read back with another cursor:\n" + written;
    }
    if (write(again) != written) return "written again as another text:\n" + written;
  } catch (const base::UserError& error) {
    return std::string("what was read is refused: ") + error.what() + "\n" + written;
  }
  return "";
}

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

// Every game of the text, each by itself.
inline std::string pdn_problem(std::string_view text) {
  std::vector<game::GameRecord> games;
  try {
    games = draughts::read_pdn(text);
  } catch (const base::UserError&) {
    return "";
  }
  const auto read = [](std::string_view one) {
    auto all = draughts::read_pdn(one);
    if (all.size() != 1) throw base::UserError("one game became several");
    return all.front();
  };
  for (const auto& game : games) {
    const auto problem =
        round_trip_problem(draughts::write_pdn(game), read, draughts::write_pdn, false);
    if (!problem.empty()) return problem;
    if (!same_game(read(draughts::write_pdn(game)), game))
      return "another game:\n" + draughts::write_pdn(game);
  }
  return "";
}

}  // namespace losange::testing_formats
