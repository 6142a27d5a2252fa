// What the eye has seen of a board, and how it comes to what stands there now: stones come and go, pieces are on their
// way, the chain that won lights up. Time and speed are given; nothing is drawn in here.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "players/game/session.h"
#include "window/picture/board_picture.h"

namespace losange::window {

class BoardMotion {
 public:
  using Time = base::Clock::time_point;

  struct Change {
    int came = 0, went = 0;
    char piece = '.';    // the last that came
    bool ended = false;  // the game is over, and was not before
  };

  // The next position is there at once; `over`: that its game is over is no news.
  void forget(bool over = false);
  bool has_seen(const std::string& pieces) const { return pieces == pieces_; }
  // Sets out for the position of the session. A speed of 0 is there at once.
  Change follow(const players::Session& session, double speed, Time now);
  // What slides to this cell was carried there by hand, and lies there at once.
  void put_down(int cell);
  // Lets time pass; true where that is seen.
  bool advance(double speed, Time now);

  bool moves() const { return !moving_.empty() || chain_light_ < 1; }
  const std::vector<Moving>& moving() const { return moving_; }
  double chain_light() const { return chain_light_; }

 private:
  bool slide_piece(const game::GameRecord& record);
  bool stands(int cell) const { return pieces_[static_cast<std::size_t>(cell)] != '.'; }

  std::string pieces_;
  bool over_ = false;
  std::vector<Moving> moving_;
  double chain_light_ = 1;
  Time advanced_{};
};

}  // namespace losange::window
