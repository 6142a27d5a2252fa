#include "study/solving/solver_input.h"

#include <string>

#include "base/error.h"
#include "net/file/net_file.h"
#include "net/shared_nets.h"
#include "players/game/games.h"

namespace losange::study {
namespace {

std::shared_ptr<const net::Evaluator> net_of(const std::string& file) {
  try {
    return net::shared_evaluator(net::shipped_model(file));
  } catch (const base::UserError&) {
    return nullptr;
  }
}

}  // namespace

solver::HexBoard solver_board(const game::GameRecord& record) {
  return players::with_hex(record.setup, [&](auto tag, const auto& config) {
    const auto position = players::replay<typename decltype(tag)::Game>(record, config);
    return solver::HexBoard{position.size(), position.to_flat(), position.to_move()};
  });
}

std::shared_ptr<const net::Evaluator> solver_net() {
  if (auto small = net_of("hex-small.safetensors")) return small;
  return net_of("hex.safetensors");  // in a page that has not brought the other yet
}

}  // namespace losange::study
