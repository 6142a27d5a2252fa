// Thinking on the other side's time, for faces and referees: runs Player::ponder() on a thread of its own
// until the player is needed again. While it runs nobody else may use the player.
#pragma once

#include <stop_token>
#include <thread>
#include <utility>

#include "players/game/player.h"

namespace losange::players {

class Pondering {
 public:
  // The record stands where the other side is to move. Precondition: `player` stays until end().
  void start(Player& player, game::GameRecord record, search::Limits limits) {
    end();
    thread_ = std::jthread([&player, record = std::move(record), limits](std::stop_token stop) {
      try {
        player.ponder(record, limits, std::move(stop));
      } catch (...) {
        // What is wrong with the player shows when it has to move.
      }
    });
  }
  // The player is free when this returns: within 50 ms, by the promise of ponder().
  void end() { thread_ = {}; }

 private:
  std::jthread thread_;
};

}  // namespace losange::players
