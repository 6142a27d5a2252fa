// What stands behind the HTP commands: one game in a players::Session, one player that answers for
// either colour, the clocks as HTP tells them, and what "swap-pieces" means to the other end. Knows
// no syntax but that of moves. Not thread-safe.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "players/game/session.h"
#include "players/kinds/pondering.h"
#include "players/player_maker.h"
#include "players/spec.h"

namespace losange::protocol {

// What both ends do at "swap-pieces". Mirror: the stone goes over the long diagonal and changes
// colour, and Black moves. Sides: the board stays and the programs change colours, so White moves
// (benzene).
enum class SwapKind { Mirror, Sides };

struct HtpSetup {
  players::PlayerSpec player;
  int size = 11;
  bool swap = false;  // HTP plays without the swap rule unless asked
  players::TimeControl clock;
  search::Limits limits;               // of every move, clocks apart
  players::PlayerMaker make_player{};  // players::make_player unless set
};

class HtpGame {
 public:
  // Throws base::UserError when the player cannot be made or is a person.
  explicit HtpGame(HtpSetup setup);

  const players::Session& session() const { return session_; }

  // An empty board, with the clocks as they were set up. Throws, and changes nothing, on a bad
  // size, or one that the player does not play (its book is for another).
  void new_game(int size);
  void new_game() { new_game(setup_.size); }
  // The position after the first `most_moves` moves of the record's main line.
  void load(game::GameRecord record, std::optional<int> most_moves);
  // A new game from these moves, in turn; the old one stays when one of them cannot be played.
  void play_line(const std::vector<std::string>& moves);
  // A cell, a swap or "resign", which changes nothing, as in MoHex. Throws base::UserError when it is not legal.
  void play(game::Side side, std::string_view text);
  // The time that the move took is not given back: the controller's clock ran on.
  void undo();

  // The game as it stands with this side to move, in turn or not.
  game::GameRecord record_for(game::Side side) const;
  // The player's answer for this side, in turn or not, without playing it. The game must go on.
  players::Answer ask(game::Side side, std::stop_token stop);
  // The same with all moves in mind, and not only one to play.
  players::Answer study(game::Side side, std::stop_token stop, const players::Observer& observer);
  // The move that is to be sent, after playing it and taking its time off the clock; "resign" when the
  // player gives up or the game is over.
  std::string genmove(game::Side side, std::stop_token stop);

  // The clock of HTP: a main time, then for each move its share of a period. All zero: no clock.
  void set_clock(base::Millis main, base::Millis per_move_after);
  // What this side has left: of the main time, or for the next `moves` moves when that is not 0. Where there was no clock it
  // is this side's alone.
  void set_time_left(game::Side side, base::Millis left, int moves);
  // Nothing without a clock.
  std::optional<base::Millis> time_left(game::Side side) const;
  search::Limits limits_for(game::Side side) const;

  const players::PlayerSpec& player_spec() const { return setup_.player; }
  // Throws base::UserError and keeps the player when the new one cannot be made.
  void set_player(players::PlayerSpec spec);
  search::Limits& limits() { return setup_.limits; }
  players::TimeControl clock_setup() const { return setup_.clock; }
  bool swap_allowed() const { return setup_.swap; }
  void allow_swap(bool allowed);
  SwapKind swap_kind = SwapKind::Mirror;
  bool short_swap_word = false;  // genmove says "swap", as on Little Golem
  // After genmove the player goes on thinking, until it is needed again.
  bool ponders() const { return ponder_; }
  void set_ponder(bool ponder);

 private:
  game::GameSetup game_setup(int size) const;
  void reset_clock();
  bool has_clock(game::Side side) const;
  void spend(game::Side side, base::Millis spent);
  // A session's clock goes with the line of moves, as a person who takes one back would have it; the clock here is
  // the controller's, and only what the controller says of time and new games changes it.
  template <class Change>
  void keeping_clock(Change change);
  // The player, who ponders no more.
  players::Player& player() {
    pondering_.end();
    return *player_;
  }

  HtpSetup setup_;
  std::unique_ptr<players::Player> player_;
  players::Session session_;
  bool ponder_ = false;
  std::array<bool, 2> told_{};  // a side's clock was told where there is none for both
  // A side's next moves, and the time it has for them, as the controller said.
  struct Stint {
    base::Millis left;
    int moves;
  };
  std::array<std::optional<Stint>, 2> stints_;
  base::Millis overtime_{0};      // for each move once the main time is gone
  players::Pondering pondering_;  // last: it ends before the player goes
};

}  // namespace losange::protocol
