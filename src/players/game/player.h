// Whoever chooses moves: a person, an engine, an outside program. Faces, matches and protocols know
// players only through this. A player gets the whole record and decides at its cursor; it may keep what
// it learnt between calls, and must answer correctly for a record it has never seen.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "base/error.h"
#include "game/record.h"
#include "search/search.h"

namespace losange::players {

using TextReport = search::Report<std::string>;
using Observer = search::Observer<std::string>;

struct Answer {
  std::string move;  // legal at the cursor, unless resign is set
  bool resign = false;
  TextReport report;  // what the search saw; empty for players that do not tell
};

// A player that broke the rules of the house; a referee gives the game to the other side. Any other
// base::UserError from choose() means that the game cannot go on at all.
class PlayerFailure : public base::UserError {
 public:
  // Protocol: it refused what every program must do, or what it said is no answer.
  enum class Kind { Crash, Illegal, Hang, Protocol };

  PlayerFailure(Kind kind, base::Message message) : UserError(std::move(message)), kind(kind) {}

  Kind kind;
};

class Player {
 public:
  virtual ~Player() = default;

  // Chooses a move for the side to move. Ends within 50 ms of a stop request with the best it has.
  // Throws base::UserError when it cannot: no legal move, a broken model, a program that hangs.
  // A move it returns is legal: what an outside program says was checked.
  virtual Answer choose(const game::GameRecord& record, const search::Limits& limits,
                        const Observer& observer, std::stop_token stop) = 0;

  // Thinks on the other side's time: the record stands where the other side is to move. Returns when
  // `stop` is requested or it has nothing to think about; what it learnt serves the next choose(). Never
  // at the same time as choose(). Players that do not ponder return at once.
  virtual void ponder(const game::GameRecord&, const search::Limits&, std::stop_token) {}

  // Starts what has to be started, a program or a model, so that the first move's time is all for
  // thinking. Throws base::UserError when that fails. Without it choose() starts it.
  virtual void prepare() {}

  // Puts the game that begins on a board of its own, where that may take long: no move has to pay for it. Starts what
  // prepare() starts, throws what choose() throws, after a stop too; without it choose() does the same.
  virtual void set_up(const game::GameRecord&, std::stop_token) {}

  // What an outside program calls itself, once it was started; empty for all others.
  virtual std::string own_name() const { return {}; }

  // True while a person decides: the face then asks them and does not call choose().
  virtual bool waits_for_person() const { return false; }
  // Switches a hybrid between person and engine; false for players that are only one of them.
  virtual bool set_person(bool) { return false; }
  // Called when a new game starts; what was learnt of the old one may go.
  virtual void new_game() {}
};

}  // namespace losange::players
