#include "window/marks/connections_finder.h"

#include <algorithm>
#include <utility>

#include "players/game/games.h"
#include "study/board/connections.h"
#include "study/board/ladders.h"

namespace losange::window {

using game::Side;

const FoundConnections& ConnectionsFinder::at(const Table& table) {
  if (revision_ == table.revision()) return found_;
  revision_ = table.revision();
  found_ = {};
  const auto& session = table.session();
  if (!players::is_hex(session.record().setup) || !session.open_on_board()) return found_;
  const std::string pieces = session.view().pieces;
  const auto empty = static_cast<std::size_t>(std::count(pieces.begin(), pieces.end(), '.'));
  for (const Side side : {Side::First, Side::Second}) {
    const auto known = study::find_connections(session.record(), side);
    for (auto& pair : known->joined()) found_.bands.push_back({side, std::move(pair.carrier)});
    for (const auto& ladder : study::find_ladders(session.record(), side)) {
      found_.ladders.push_back({side, ladder.head, ladder.moves.back(), ladder.joins});
    }
    const auto& cells = known->must_play();
    const bool moves = side == session.to_move();
    // Who moves wins by one way to join its edges, the other side by ways that no move meets.
    if (moves ? cells.size() < empty : cells.empty()) found_.winner = side;
    if (!moves && cells.size() < empty) found_.must_play = cells;
  }
  return found_;
}

}  // namespace losange::window
