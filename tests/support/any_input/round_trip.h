// What must hold for any text given to a parser: it is read or refused with a UserError, and what was
// read can be written and read back equal. hex_round_trip.h and pdn_round_trip.h hold the formats, apart,
// since a target of fuzz/ sees the rooms of its own format alone.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "game/record.h"

namespace losange::testing_formats {

// What went wrong, or nothing. `read` takes text, `write` a record. The cursor counts where the format keeps it.
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

}  // namespace losange::testing_formats
