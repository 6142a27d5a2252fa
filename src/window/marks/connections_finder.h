// What is connected in the position on the table, found when it is first asked for and kept until the position changes:
// finding takes some milliseconds, and a frame asks for it again and again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "window/picture/board_picture.h"
#include "window/table/table.h"

namespace losange::window {

struct FoundConnections {
  std::vector<Band> bands;
  std::optional<game::Side> winner;  // by connections alone, with best play from here
  std::vector<int> must_play;        // of the side to move; none where any move may do
  std::vector<LadderArrow> ladders;
};

class ConnectionsFinder {
 public:
  // Nothing for a game without connections, or one that is over.
  const FoundConnections& at(const Table& table);

 private:
  std::optional<std::uint64_t> revision_;
  FoundConnections found_;
};

}  // namespace losange::window
