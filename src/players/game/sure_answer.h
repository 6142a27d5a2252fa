// A legal move whatever happens inside a player: for protocols, where the other program waits for an answer and
// knows no excuse.
#pragma once

#include <stop_token>
#include <string>

#include "players/game/player.h"

namespace losange::players {

struct SureAnswer {
  Answer answer;        // its move is legal, or it resigns
  std::string trouble;  // why it is any legal move and not what the player chose; empty when it is
};

// Throws base::UserError only where the record cannot be replayed or there is no legal move.
SureAnswer choose_surely(Player& player, const game::GameRecord& record,
                         const search::Limits& limits, const Observer& observer,
                         std::stop_token stop);

}  // namespace losange::players
