// The positions a match starts from. Every opening is played twice with colours reversed and without the
// swap rule, so it need not be fair; a fair one tells more about the players.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"

namespace losange::match {

struct Opening {
  std::string name;  // its moves, parted by spaces; "empty" when there are none
  std::vector<std::string>
      moves;  // canonical, playable from the start, the game still open after them
  bool operator==(const Opening&) const = default;
};

struct OpeningSet {
  std::string name;
  std::vector<Opening> openings;
};

// `text` is "all" (every one-stone opening, rotations too), "balanced" (the near-fair ones known for the
// size), "empty" (no stone), the path of a file with one opening a line, or openings parted by commas
// ("a3, c2 g5"). Throws base::UserError that names the line or the opening that cannot be played.
OpeningSet find_openings(std::string_view text, const game::GameSetup& setup);

// Openings, one a line: moves parted by spaces, or a HexWorld link. '#' at the start of a line or after
// white space begins a comment. Errors name the line.
std::vector<Opening> read_openings(std::string_view text, const game::GameSetup& setup);

// Which of `count` openings the n-th pair plays. Any `count` pairs in a row play each once, and fewer
// are spread evenly over the set.
std::size_t opening_of_pair(std::size_t n, std::size_t count);

}  // namespace losange::match
