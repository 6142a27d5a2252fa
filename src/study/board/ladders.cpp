#include "study/board/ladders.h"

#include <cassert>

#include "hex/connections/ladders.h"
#include "players/game/games.h"

namespace losange::study {

std::vector<ShownLadder> find_ladders(const game::GameRecord& record, game::Side side) {
  assert(players::is_hex(record.setup));
  return players::with_hex(record.setup, [&](auto tag, const auto& config) {
    const auto position = players::replay<typename decltype(tag)::Game>(record, config);
    hex::Ladders<std::decay_t<decltype(position)>::Set::kWords> ladders;
    std::vector<ShownLadder> shown;
    for (auto& ladder : ladders.find(position, side)) {
      shown.push_back({ladder.edge, ladder.row, ladder.head, ladder.blocked,
                       std::move(ladder.moves), ladder.joins, ladder.escape});
    }
    return shown;
  });
}

}  // namespace losange::study
