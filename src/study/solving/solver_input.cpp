#include "study/solving/solver_input.h"

#include "base/error.h"
#include "net/file/weights.h"
#include "net/shared_nets.h"
#include "players/game/games.h"

namespace losange::study {

solver::HexBoard solver_board(const game::GameRecord& record) {
  return players::with_hex(record.setup, [&](auto tag, const auto& config) {
    const auto position = players::replay<typename decltype(tag)::Game>(record, config);
    return solver::HexBoard{position.size(), position.to_flat(), position.to_move()};
  });
}

std::shared_ptr<const net::Evaluator> solver_net() {
  try {
    return net::shared_evaluator(net::default_model());
  } catch (const base::UserError&) {
    return nullptr;
  }
}

}  // namespace losange::study
