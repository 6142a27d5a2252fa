// Engines whose every answer a test gives itself, when it likes: after an undo, in another game, too late. They
// ignore requests to stop, as an engine does that had its answer already. For the table's and the window's tests.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "players/game/player.h"

namespace losange::test {

class PuppetStrings {
 public:
  std::unique_ptr<players::Player> make_player(const std::string&) {
    return std::make_unique<Puppet>(*this);
  }

  // Waits for the question with this number, from 1; false when nobody asks it.
  bool asked(int number) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kPatience, [&] { return asked_ >= number; });
  }
  // The answer to the question that waits, or the next one: the move, and as much seen of it as engines tell.
  void answer(const std::string& move, double value = 0.5) {
    players::Answer given;
    given.move = move;
    given.report.value = value;
    given.report.nodes = 1000;
    given.report.lines.push_back({move, value, 1000, false, {move}});
    const std::lock_guard lock(mutex_);
    answer_ = std::move(given);
    changed_.notify_all();
  }
  // Nobody waits for an answer any more, and nobody ever will: before the engines' thread is joined.
  void cut() {
    const std::lock_guard lock(mutex_);
    cut_ = true;
    changed_.notify_all();
  }

 private:
  static constexpr std::chrono::seconds kPatience{60};

  class Puppet : public players::Player {
   public:
    explicit Puppet(PuppetStrings& strings) : strings_(strings) {}
    players::Answer choose(const game::GameRecord&, const search::Limits&, const players::Observer&,
                           std::stop_token) override {
      std::unique_lock lock(strings_.mutex_);
      ++strings_.asked_;
      strings_.changed_.notify_all();
      strings_.changed_.wait(lock, [&] { return strings_.answer_ || strings_.cut_; });
      if (strings_.cut_) throw base::UserError("the strings are cut");
      return *std::exchange(strings_.answer_, std::nullopt);
    }

   private:
    PuppetStrings& strings_;
  };

  std::mutex mutex_;
  std::condition_variable changed_;
  int asked_ = 0;
  std::optional<players::Answer> answer_;
  bool cut_ = false;
};

}  // namespace losange::test
