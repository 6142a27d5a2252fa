// A game in progress as the faces see it: text moves, undo and redo, a tree of variations, two players
// and their clocks. The terminal, the window, HTP and matches all enter here. It plays no loop of its
// own and starts no thread: the face asks for a move when it wants one. Not thread-safe.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "players/game/any_position.h"
#include "players/game/clock.h"
#include "players/game/player.h"

namespace losange::players {

class Session {
 public:
  explicit Session(game::GameSetup setup = {});
  // Goes on from the record's cursor. Throws base::UserError when the record cannot be replayed.
  explicit Session(game::GameRecord record);

  // Its result is that of the main line.
  const game::GameRecord& record() const { return record_; }
  // For names, comments and the like; moves go through play(), and other changes of the tree through edit(), so that
  // they are checked.
  game::GameRecord& edit_record() { return record_; }
  const AnyPosition& position() const { return *position_; }
  BoardView view() const { return position_->view(); }
  game::Side to_move() const { return position_->to_move(); }
  // The result on the board, or by resignation or time at the cursor.
  game::Result result() const;
  bool over() const { return result().outcome != game::Outcome::Ongoing; }
  // Moves can be played here, though the game may have ended by resignation or on time.
  bool open_on_board() const { return position_->outcome() == game::Outcome::Ongoing; }
  int move_number() const;        // moves on the line to the cursor
  std::string last_move() const;  // its text, or empty
  // The move that takes the first stone over, where it may be played now.
  std::optional<std::string> swap_move() const;
  bool swap_may_come() const;  // now, or in answer to the first stone

  // Plays for the side to move: a move of the game, "swap-sides" (the players change seats and the
  // board stays) or "resign". Throws base::UserError and changes nothing when that is not legal.
  // `spent` is taken off the mover's clock; overstepping loses. Without it the clock stands still.
  void play(std::string_view text, std::optional<base::Millis> spent = std::nullopt);
  // The same, also where the game ended by resignation or on time: to see how it might have gone on. The game keeps its
  // result, and a node where it ended before the end of its main line says so to files: ENDED[].
  void play_on(std::string_view text, std::optional<base::Millis> spent = std::nullopt);
  // A move for a named side, out of turn if need be (HTP and analysis allow it).
  void play_as(game::Side side, std::string_view text);
  void lose(game::Side side, std::string reason);  // "resign", "time" or "forfeit"
  // Takes a move back. It stays in the tree, beside the one that is played in its place: that is the game from then on.
  // Who only looked back (go_to) plays a variation.
  bool undo();
  // Back to where a person moves, where one takes part; false, and nothing is taken back, where there is no such move.
  bool undo_to_person();
  bool redo();
  void go_to(game::NodeId node);
  // Makes the line to the cursor the main line: the game's result is then how this one ends.
  void promote_line();
  // Takes the node and all below it out of the tree; ids of other nodes change.
  void remove(game::NodeId node);
  // The same tree with something added or set up at its cursor. Throws base::UserError and changes nothing when that
  // cannot be replayed.
  void edit(game::GameRecord record);
  // Starts over; the players stay.
  void restart(game::GameSetup setup);
  void load(game::GameRecord record);
  // All of the game but who plays it and the clocks, to come back to.
  struct State {
    game::GameRecord record;
    std::map<game::NodeId, game::Result> decided;
  };
  State state() const { return {record_, decided_}; }
  void restore(State state);

  Player* player(game::Side side) const { return players_[game::index(side)].get(); }
  void set_player(game::Side side, std::unique_ptr<Player> player, std::string name);
  const std::string& player_name(game::Side side) const { return names_[game::index(side)]; }
  bool person_to_move() const;

  const GameClock& clock() const { return clock_; }
  GameClock& clock() { return clock_; }
  void set_time_control(TimeControl control) { clock_ = GameClock(control); }
  // In mid-game, from here on for both sides: of what was played before each move had the whole of it left, whatever the
  // record said by another clock, so that neither undo nor a file brings that back.
  void start_clock(TimeControl control);
  // Limits of everything but time; the clock's share is added for each move.
  search::Limits& base_limits() { return limits_; }
  search::Limits limits_for_move() const;

  // Asks the player to move, without playing the answer. Blocks; `stop` ends it from outside.
  Answer ask(const Observer& observer = {}, std::stop_token stop = {});
  // Asks any player about the position here: hints and analysis.
  Answer consult(Player& adviser, const search::Limits& limits, const Observer& observer = {},
                 std::stop_token stop = {}) const;

 private:
  void refresh();  // the position and the clocks from the record
  void advance(const std::string& move, std::optional<base::Millis> spent);
  // Where the main line of a record with the nodes of ours ended by resignation or on time, or else its last node.
  game::NodeId end_of_game(const game::GameRecord& record) const;
  // How the main line of the record ends, which has the nodes of ours.
  game::Result result_of(const game::GameRecord& record) const;
  // Keeps the result where the cursor is on the main line; a line beside it does not change that of the game.
  void note_result();
  void settle_result();  // from the tree
  void
  replace_taken_back();  // by the move that was just played: it comes first among the variations
  void restore_clock();  // what the record's moves had left, where it says
  // The move in the text the record keeps; throws base::UserError when it is not legal.
  std::string checked(std::string_view text) const;

  game::GameRecord record_;
  std::unique_ptr<AnyPosition> position_;
  std::array<std::unique_ptr<Player>, 2> players_;
  std::array<std::string, 2> names_;
  GameClock clock_;
  search::Limits limits_;
  // Lines that ended by resignation or on time, by the nodes where they did. The record holds the main line's result alone,
  // as files do.
  std::map<game::NodeId, game::Result> decided_;
  bool took_back_ = false;  // the last thing that happened
};

}  // namespace losange::players
