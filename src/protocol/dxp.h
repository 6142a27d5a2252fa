// DXP, the DamExchange Protocol: two draughts programs play each other over TCP. This is the follower's side, which
// answers the requests of the one that leads: a state machine from messages to messages, and a server for it on a
// port. Messages are text that ends with a zero byte; colours are W and Z (Black), squares two digits:
//
//   R01 name(32) colour(1) minutes(3) moves(3) A                      a game from the start, the follower has the colour
//   R01 name(32) colour(1) minutes(3) moves(3) B side(1) squares(50)  from a position: w z W Z e
//   A name(32) code(1)                                                accepted: 0
//   M seconds(4) from(2) to(2) count(2) captured(2 each)
//   E reason(1) stop(1)                                               0 unknown, 1 I lose, 2 draw, 3 I win; stop 1: no more
//   B move(3) colour(1), K code(1), C text                            take back, answer to it, chat
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"
#include "players/player.h"

namespace losange::protocol {

class DxpFollower {
 public:
  // The limits are those of every move; without a time the requested minutes and moves give one.
  DxpFollower(std::unique_ptr<players::Player> player, search::Limits limits);

  // The answers to one message, without their zero bytes. Throws base::UserError for a message that is none.
  std::vector<std::string> handle(std::string_view message, std::stop_token stop = {});
  // The leader said that no more games come.
  bool over() const { return over_; }
  const game::GameRecord& record() const { return record_; }

 private:
  std::vector<std::string> request(std::string_view rest, std::stop_token stop);
  std::vector<std::string> opponent_moved(std::string_view rest, std::stop_token stop);
  std::vector<std::string> ended(std::string_view rest);
  std::vector<std::string> taken_back(std::string_view rest, std::stop_token stop);
  // Our moves while it is our turn, and the end of the game when there is one.
  std::vector<std::string> play_on(std::stop_token stop);

  std::unique_ptr<players::Player> player_;
  search::Limits limits_;
  search::Limits game_limits_;
  game::GameRecord record_;
  game::Side side_ = game::Side::Second;
  bool playing_ = false;
  bool over_ = false;
};

// Serves one leader after another on this machine's loopback address, or on every address where `open_to_all`, until
// `stop`. Throws base::UserError when the port cannot be had.
void serve_dxp(int port, bool open_to_all, DxpFollower& follower, std::stop_token stop);

}  // namespace losange::protocol
