// One side of the board as the people at it see it: played by a person, by an engine, or handed
// back and forth between them. Every seat can be switched during a game.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "game/record.h"
#include "players/game/player.h"

namespace losange::players {

struct Seat {
  std::string engine;   // who plays when no person does, as a player spec
  bool person = true;   // who decides now
  bool shared = false;  // person and engine both had it, or may: a hybrid

  // From a player spec; `engine` is kept for a side that starts as a person's. Throws base::UserError.
  static Seat parse(std::string_view spec, std::string_view engine);

  // The player spec of this seat: "human", "montecarlo" or "hybrid:montecarlo".
  std::string name() const;
  std::unique_ptr<Player> make_player() const;
};

// "Black" or "White". Black begins in Hex and English draughts, White in the other games.
const char* side_name(game::Side side, const game::GameSetup& setup);
// "black", "white" and the other words for them; nothing for any other word.
std::optional<game::Side> side_named(std::string_view word, const game::GameSetup& setup);

}  // namespace losange::players
