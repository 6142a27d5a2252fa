#include "study/solver_board.h"

#include "players/game/games.h"

namespace losange::study {

solver::HexBoard solver_board(const game::GameRecord& record) {
  return players::with_hex(record.setup, [&](auto tag, const auto& config) {
    const auto position = players::replay<typename decltype(tag)::Game>(record, config);
    return solver::HexBoard{position.size(), position.to_flat(), position.to_move()};
  });
}

}  // namespace losange::study
