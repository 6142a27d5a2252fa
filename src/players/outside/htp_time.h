// How a program behind HTP is told of its time: by what it knows, and in the form that it takes.
#pragma once

#include <functional>
#include <string>

#include "game/game.h"
#include "search/search.h"

namespace losange::players {

// "black" or "white".
const char* htp_colour(game::Side side);

class HtpTime {
 public:
  // Sends a command; false when the program refuses it.
  using Send = std::function<bool(const std::string&)>;

  HtpTime() = default;
  // Of a program that lists time_settings or time_left, or has a parameter max_time of this command
  // ("param_mohex"), or none of them.
  HtpTime(bool has_settings, bool has_left, std::string command_of_max_time)
      : has_settings_(has_settings),
        has_left_(has_left),
        command_(std::move(command_of_max_time)) {}

  void new_board() { told_.clear(); }
  // The clock, for programs that manage their time, and a limit for this move, for those that do not.
  void tell(game::Side side, const search::Limits& limits, const Send& send);

 private:
  // Programs differ in what they read: parts of seconds or whole ones, and of time_left either a third number, of stones,
  // as GTP has it, or no more than two words. What was not refused is the first to be tried again.
  struct Form {
    bool parts = true;
    bool stones = true;
  };
  std::string seconds(base::Millis time, bool parts) const;
  std::string settings(const search::Limits& limits, bool parts) const;
  void tell_settings(const search::Limits& limits, const Send& send);
  void tell_left(game::Side side, base::Millis left, const Send& send);

  bool has_settings_ = false;
  bool has_left_ = false;  // it lists time_left, and has not refused every form of it
  std::string command_;
  std::string told_;  // by time_settings, in this game
  Form form_;
};

}  // namespace losange::players
