// The engines of a Table, shared by its two source files.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "players/registry.h"
#include "window/table.h"

namespace losange::window {

// An engine as the engine room uses it: made there at its first move, since loading a net takes
// time.
struct Table::Engine {
  explicit Engine(std::string spec) : spec(std::move(spec)) {}

  players::Answer choose(const game::GameRecord& record, const search::Limits& limits,
                         const players::Observer& observer, std::stop_token stop) {
    if (!player) player = players::make_player(spec);
    if (starts_over.exchange(false)) player->new_game();
    return player->choose(record, limits, observer, stop);
  }

  const std::string spec;
  std::unique_ptr<players::Player> player;  // the engine room's alone
  std::atomic<bool> starts_over{false};
};

}  // namespace losange::window
