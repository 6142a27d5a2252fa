// The calm line that is rewritten on stderr while an engine thinks: time, best move, chance. Shown only
// when it was asked for (a terminal), and only after a short while, so that quick moves do not flicker.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/clock.h"
#include "players/game/player.h"

namespace losange::terminal {

class Indicator {
 public:
  // `who` thinks, or does what `doing` says, from now until this object goes; nothing is written unless `shown`.
  Indicator(std::string who, bool shown, std::string doing = "is thinking");
  ~Indicator();
  Indicator(const Indicator&) = delete;
  Indicator& operator=(const Indicator&) = delete;

  // To be given to the player; may be called from any thread.
  players::Observer observer();

 private:
  void show(std::stop_token stop);
  std::string line() const;

  std::string who_, doing_;
  base::Stopwatch watch_;
  std::mutex mutex_;  // guards best_ and chance_
  std::condition_variable_any wake_;
  std::string best_;
  double chance_ = 0;
  std::optional<std::jthread> thread_;
};

}  // namespace losange::terminal
