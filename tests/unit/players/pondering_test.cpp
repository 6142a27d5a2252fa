// Thinking on the other side's time, as faces and referees start and end it.
#include "players/kinds/pondering.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "base/error.h"

namespace losange::players {
namespace {

// Ponders until it is stopped, or fails at once.
class Thinker : public Player {
 public:
  explicit Thinker(bool fails = false) : fails_(fails) {}
  Answer choose(const game::GameRecord&, const search::Limits&, const Observer&,
                std::stop_token) override {
    return {};
  }
  void ponder(const game::GameRecord& record, const search::Limits& limits,
              std::stop_token stop) override {
    moves = static_cast<int>(record.moves().size());
    threads = limits.threads;
    if (fails_) throw base::UserError("no");
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
    ++ended;
  }
  std::atomic<int> moves{-1}, threads{0}, ended{0};

 private:
  bool fails_;
};

game::GameRecord after_a_move() {
  game::GameRecord record(game::GameSetup{.size = 5});
  record.play({game::Side::First, "a3"});
  return record;
}

TEST(Pondering, RunsUntilThePlayerIsNeeded) {
  Thinker thinker;
  search::Limits limits;
  limits.threads = 3;
  {
    Pondering pondering;
    pondering.start(thinker, after_a_move(), limits);
    pondering.end();
    EXPECT_EQ(thinker.ended, 1);
    EXPECT_EQ(thinker.moves, 1);
    EXPECT_EQ(thinker.threads, 3);
    pondering.end();  // nothing runs
    EXPECT_EQ(thinker.ended, 1);
    pondering.start(thinker, after_a_move(), {});
    pondering.start(thinker, after_a_move(), {});  // ends the one before
    EXPECT_EQ(thinker.ended, 2);
  }
  EXPECT_EQ(thinker.ended, 3);  // it does not outlive its object
}

TEST(Pondering, APlayerThatFailsDoesNotEndTheProgram) {
  Thinker thinker(true);
  Pondering pondering;
  pondering.start(thinker, after_a_move(), {});
  pondering.end();
  EXPECT_EQ(thinker.moves, 1);
}

}  // namespace
}  // namespace losange::players
