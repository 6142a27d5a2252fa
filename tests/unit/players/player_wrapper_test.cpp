// What is put around a player changes what it says it changes, and nothing else gets lost on the way.
#include "players/kinds/player_wrapper.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "players/kinds/person.h"

namespace losange::players {
namespace {

// Writes down what it is asked.
class Noted : public Player {
 public:
  explicit Noted(std::vector<std::string>& asked) : asked_(asked) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    asked_.push_back("choose " + std::to_string(record.setup.size) + " " +
                     std::to_string(limits.seed) + (stop.stop_requested() ? " stop" : ""));
    if (observer) observer({});
    return {.move = "a1", .resign = true, .report = {}};
  }
  void ponder(const game::GameRecord&, const search::Limits&, std::stop_token stop) override {
    asked_.push_back(stop.stop_requested() ? "ponder stop" : "ponder");
  }
  void prepare() override { asked_.push_back("prepare"); }
  bool waits_for_person() const override {
    asked_.push_back("waits");
    return true;
  }
  bool set_person(bool person) override {
    asked_.push_back(person ? "person" : "engine");
    return true;
  }
  void set_up(const game::GameRecord& record, std::stop_token stop) override {
    asked_.push_back("set up " + std::to_string(record.setup.size) +
                     (stop.stop_requested() ? " stop" : ""));
  }
  void new_game() override { asked_.push_back("new"); }

 private:
  std::vector<std::string>& asked_;
};

TEST(PlayerWrapper, ForwardsEverything) {
  std::vector<std::string> asked;
  PlayerWrapper wrapper(std::make_unique<Noted>(asked));
  std::stop_source stop;
  stop.request_stop();
  const game::GameRecord record({.size = 7});
  search::Limits limits;
  limits.seed = 5;
  int shown = 0;
  const Answer answer = wrapper.choose(
      record, limits, [&](const TextReport&) { ++shown; }, stop.get_token());
  EXPECT_EQ(answer.move, "a1");
  EXPECT_TRUE(answer.resign);
  EXPECT_EQ(shown, 1);
  wrapper.ponder(record, limits, stop.get_token());
  wrapper.prepare();
  EXPECT_TRUE(wrapper.waits_for_person());
  EXPECT_TRUE(wrapper.set_person(true));
  EXPECT_TRUE(wrapper.set_person(false));
  wrapper.set_up(record, stop.get_token());
  wrapper.new_game();
  EXPECT_EQ(asked, (std::vector<std::string>{"choose 7 5 stop", "ponder stop", "prepare", "waits",
                                             "person", "engine", "set up 7 stop", "new"}));
}

// Only while the engine has the side does it think on the other's time.
TEST(PlayerWrapper, AHybridPondersWithItsEngineAlone) {
  std::vector<std::string> asked;
  class Engine : public Noted {
   public:
    using Noted::Noted;
    bool waits_for_person() const override { return false; }
  };
  const auto hybrid = make_hybrid(std::make_unique<Engine>(asked));
  const game::GameRecord record({.size = 7});
  EXPECT_TRUE(hybrid->waits_for_person());
  hybrid->ponder(record, {}, {});
  EXPECT_TRUE(asked.empty());
  EXPECT_TRUE(hybrid->set_person(false));
  EXPECT_FALSE(hybrid->waits_for_person());
  hybrid->ponder(record, {}, {});
  hybrid->new_game();
  EXPECT_EQ(asked, (std::vector<std::string>{"ponder", "new"}));
}

}  // namespace
}  // namespace losange::players
