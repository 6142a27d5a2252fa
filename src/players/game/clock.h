// The clocks of a game: none, a fixed time a move, or a total with an increment (Fischer).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "game/game.h"
#include "search/search.h"

namespace losange::players {

struct TimeControl {
  enum class Kind { None, PerMove, Fischer };

  Kind kind = Kind::None;
  base::Millis per_move{0};   // PerMove
  base::Millis total{0};      // Fischer: for the whole game
  base::Millis increment{0};  // Fischer: after each move

  // "none", "5" or "5/move" (seconds a move), "300+2" (seconds for the game, seconds a move).
  static TimeControl parse(std::string_view text);
  std::string text() const;
};

class GameClock {
 public:
  explicit GameClock(TimeControl control = {});

  const TimeControl& control() const { return control_; }
  // Takes the time a side spent on its move; false when it overstepped (its flag has fallen).
  bool spend(game::Side side, base::Millis spent);
  // What the side has left for the move it is about to make, or nothing without clocks.
  std::optional<base::Millis> left(game::Side side) const;
  void set_left(game::Side side, base::Millis left) { left_[game::index(side)] = left; }
  // Fills in the time for one move: the clock for players that manage their own time, and a budget
  // for those that do not, zero where the clock has run down: then a player answers at once.
  // `moves_left` is how many moves of this side the game may still last.
  search::Limits limits_for(game::Side side, int moves_left, search::Limits limits) const;

 private:
  TimeControl control_;
  std::array<base::Millis, 2> left_;
};

}  // namespace losange::players
