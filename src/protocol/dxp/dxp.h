// Both sides of DXP: two draughts programs play each other over TCP. The one that leads asks for games, the other
// follows; state machines from messages to messages, without sockets (protocol/dxp/socket.h). A game ends by the
// side to move, which says so instead of a move; the other answers the same.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "draughts/rules/position.h"
#include "game/record.h"
#include "players/game/clock.h"
#include "players/game/player.h"
#include "protocol/dxp/message.h"

namespace losange::protocol {

using DxpAnswers = std::vector<DxpMessage>;

// What both sides do in a game: international draughts on 10x10.
class DxpGame {
 public:
  // The limits are those of every move; without any the minutes of the game are a clock.
  DxpGame(std::unique_ptr<players::Player> player, search::Limits limits);

  void start(const DxpRequest& request, draughts::Colour ours);
  // Our move when it is our turn, or the end of the game. `stop_code` is what an end we tell says of further games.
  DxpAnswers play_on(char stop_code, std::stop_token stop);
  DxpAnswers opponent_moved(const DxpMove& message, char stop_code, std::stop_token stop);
  DxpAnswers taken_back(const DxpBack& message, std::stop_token stop);
  // The other side ended the game, or confirmed that we did; what it says counts where the board does not decide.
  DxpAnswers ended(const DxpEnd& message, char stop_code);

  bool playing() const { return playing_; }
  int minutes() const { return minutes_; }
  game::Side side() const { return side_; }
  const game::GameRecord& record() const { return record_; }
  game::GameRecord& record() { return record_; }

 private:
  DxpMessage end_of_game(game::Outcome outcome, char stop_code);
  search::Limits limits_of_move() const;

  std::unique_ptr<players::Player> player_;
  search::Limits limits_;
  players::GameClock clock_;
  bool clocked_ = false;
  int minutes_ = 0;  // of each side for the game; 0: no bound
  int moves_ = 0;    // a game is expected to last
  game::GameRecord record_;
  game::Side side_ = game::Side::Second;
  bool playing_ = false;
};

class DxpFollower {
 public:
  DxpFollower(std::unique_ptr<players::Player> player, search::Limits limits)
      : game_(std::move(player), limits) {}

  // The answers to one message. Throws base::UserError for a message that is none.
  std::vector<std::string> handle(std::string_view message, std::stop_token stop = {});
  // The leader said that no more games come.
  bool over() const { return over_; }
  // The minutes the leader has for all moves of the game that is played; nothing without a game or a bound.
  std::optional<int> minutes() const {
    return game_.playing() && game_.minutes() > 0 ? std::optional(game_.minutes()) : std::nullopt;
  }
  const game::GameRecord& record() const { return game_.record(); }
  bool playing() const { return game_.playing(); }
  // A game that ended since the last call, with its result; it is handed out once.
  std::optional<game::GameRecord> take_ended() { return std::exchange(ended_, std::nullopt); }
  // Our side in the game that ended last, or is played.
  game::Side side() const { return game_.side(); }

 private:
  DxpAnswers request(const DxpRequest& request, std::stop_token stop);

  DxpGame game_;
  bool over_ = false;
  bool begun_ = false;  // a game whose end was not told yet
  std::optional<game::GameRecord> ended_;
};

class DxpLeader {
 public:
  // Asks for `games` games by turns with both colours, White first, each as `wished` says.
  DxpLeader(std::unique_ptr<players::Player> player, search::Limits limits, DxpRequest wished,
            int games);

  std::vector<std::string> begin();
  // The answers to one message. Throws base::UserError for a message that is none or refuses the game.
  std::vector<std::string> handle(std::string_view message, std::stop_token stop = {});
  // All games are played and ended, or the follower wants no more.
  bool over() const { return over_; }
  // A game that ended since the last call, with its result; it is handed out once.
  std::optional<game::GameRecord> take_ended() { return std::exchange(ended_, std::nullopt); }
  // Our side in the game that ended last, or is played.
  game::Side side() const { return game_.side(); }

 private:
  DxpMessage next_request();
  DxpAnswers accepted(const DxpAccept& accept, std::stop_token stop);
  DxpAnswers confirmed(const DxpEnd& end);
  char stop_code() const { return begun_ == games_ ? '1' : '0'; }

  DxpGame game_;
  DxpRequest wished_;
  int games_;
  int begun_ = 0;  // games asked for
  bool asked_ = false, over_ = false;
  std::optional<game::GameRecord> ended_;
};

}  // namespace losange::protocol
