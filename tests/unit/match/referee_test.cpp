// The referee, with players that are fast or broken on purpose.
#include "match/referee.h"

#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include "base/error.h"
#include "error_of.h"
#include "players/game/any_position.h"

namespace losange::match {
namespace {

using game::Outcome;
using players::PlayerFailure;
using testing_errors::error_of;

// Plays by a function of the record.
class Scripted : public players::Player {
 public:
  using Script = std::function<players::Answer(const game::GameRecord&)>;
  explicit Scripted(Script script) : script_(std::move(script)) {}
  players::Answer choose(const game::GameRecord& record, const search::Limits& limits,
                         const players::Observer&, std::stop_token) override {
    seen = limits;
    return script_(record);
  }
  void ponder(const game::GameRecord& record, const search::Limits&, std::stop_token) override {
    pondered.push_back(record.moves().size());
  }
  search::Limits seen;
  std::vector<std::size_t> pondered;  // the moves on the board each time

 private:
  Script script_;
};

players::Answer move(std::string text) { return {std::move(text), false, {}}; }
players::Answer first_legal(const game::GameRecord& record) {
  return move(players::replay(record)->legal_moves().front());
}

PlayedGame referee(Scripted& first, Scripted& second, const PlayerLimits& limits = {},
                   bool strict = false, std::vector<std::string> opening = {"b2"}) {
  const GameRules rules{{.size = 3, .swap = false}, strict, base::Millis(5)};
  const Opening start{"", std::move(opening)};
  return *play_game(rules, start, {{{&first, limits, 1}, {&second, limits, 2}}}, {});
}

TEST(Referee, PlaysFromTheOpeningToTheEnd) {
  Scripted first(first_legal), second(first_legal);
  const auto game = referee(first, second);
  EXPECT_EQ(game.ending, Ending::Board);
  EXPECT_EQ(game.moves.front(), "b2");
  EXPECT_NE(game.outcome, Outcome::Ongoing);
  EXPECT_EQ(game.seconds.size() + 1, game.moves.size());
  EXPECT_EQ(first.seen.seed, 1u);
  EXPECT_EQ(second.seen.seed, 2u);
}

TEST(Referee, LetsPlayersPonderWhereTheRulesDo) {
  for (const bool ponder : {false, true}) {
    Scripted first(first_legal), second(first_legal);
    const GameRules rules{{.size = 3, .swap = false}, false, base::Millis(5), ponder};
    const auto game = *play_game(rules, {"", {"b2"}}, {{{&first, {}, 1}, {&second, {}, 2}}}, {});
    // Each thinks exactly while the other has to move: Second moves with 1, 3... moves on the board.
    std::vector<std::size_t> odd, even;
    for (std::size_t moves = 1; ponder && moves < game.moves.size(); ++moves) {
      (moves % 2 == 1 ? odd : even).push_back(moves);
    }
    EXPECT_EQ(first.pondered, odd);
    EXPECT_EQ(second.pondered, even);
  }
}

TEST(Referee, TellsFailuresApart) {
  Scripted good(first_legal);
  const auto failing = [](PlayerFailure::Kind kind) {
    return Scripted([kind](const auto&) -> players::Answer {
      throw PlayerFailure(kind, base::Message::verbatim("why"));
    });
  };
  auto crash = failing(PlayerFailure::Kind::Crash);
  auto hang = failing(PlayerFailure::Kind::Hang);
  auto illegal = failing(PlayerFailure::Kind::Illegal);
  auto refusing = failing(PlayerFailure::Kind::Protocol);
  Scripted taken([](const auto&) { return move("b2"); });
  Scripted resigning([](const auto&) { return players::Answer{"", true, {}}; });

  EXPECT_EQ(referee(good, crash).ending, Ending::Crash);
  EXPECT_EQ(referee(good, crash).outcome, Outcome::FirstWins);
  EXPECT_EQ(referee(good, crash).detail, "why");
  EXPECT_EQ(referee(hang, good).ending, Ending::Hang);
  EXPECT_EQ(referee(hang, good).outcome, Outcome::SecondWins);
  EXPECT_EQ(referee(good, illegal).ending, Ending::Illegal);
  EXPECT_EQ(referee(refusing, good).ending, Ending::Protocol);
  EXPECT_EQ(ending_from(to_text(Ending::Protocol)), Ending::Protocol);
  EXPECT_EQ(referee(good, taken).ending, Ending::Illegal);
  EXPECT_NE(referee(good, taken).detail.find("b2 is taken"), std::string::npos);
  EXPECT_EQ(referee(good, resigning).ending, Ending::Resign);
  EXPECT_EQ(referee(good, resigning).outcome, Outcome::FirstWins);
  Scripted broken([](const auto&) -> players::Answer { throw base::UserError("no model"); });
  EXPECT_EQ(error_of([&] { referee(good, broken); }), "no model");
}

TEST(Referee, CountsOverstepsAndKeepsClocks) {
  Scripted quick(first_legal);
  Scripted slow([](const auto& record) {
    std::this_thread::sleep_for(base::Millis(130));
    return first_legal(record);
  });
  PlayerLimits limits;
  // Long enough for a quick player on a machine under load.
  limits.move_time = base::Millis(100);
  const auto lenient = referee(quick, slow, limits);
  EXPECT_EQ(lenient.ending, Ending::Board);
  EXPECT_GE(lenient.oversteps[1], 1);
  EXPECT_EQ(slow.seen.time, base::Millis(100));
  const auto strict = referee(quick, slow, limits, true);
  EXPECT_EQ(strict.ending, Ending::Time);
  EXPECT_EQ(strict.outcome, Outcome::FirstWins);
  EXPECT_TRUE(strict.detail.ends_with(" where 0.1 s were left")) << strict.detail;

  PlayerLimits clocked;
  clocked.clock = players::TimeControl::parse("0.1+0");
  const auto late = referee(quick, slow, clocked);
  EXPECT_EQ(late.ending, Ending::Time);
  EXPECT_TRUE(late.detail.starts_with("time: a move took 0.1")) << late.detail;
  Scripted late_to_resign([](const auto&) {
    std::this_thread::sleep_for(base::Millis(130));
    return players::Answer{"", true, {}};
  });
  EXPECT_EQ(referee(quick, late_to_resign, clocked).ending, Ending::Time);
  EXPECT_EQ(referee(quick, slow, clocked).outcome, Outcome::FirstWins);
  clocked.clock = players::TimeControl::parse("100+5");
  EXPECT_EQ(referee(quick, slow, clocked).ending, Ending::Board);
  ASSERT_TRUE(quick.seen.clock);
  // An opening takes no time and earns no increment; each move played earned 5 seconds.
  EXPECT_GT(quick.seen.clock->left, base::Millis(100'000));
}

TEST(Referee, GivesUpWhenStopped) {
  std::stop_source stop;
  Scripted stopping([&](const auto& record) {
    stop.request_stop();
    return first_legal(record);
  });
  const GameRules rules{{.size = 3, .swap = false}, false, base::Millis(5)};
  EXPECT_FALSE(
      play_game(rules, {"", {}}, {{{&stopping, {}, 1}, {&stopping, {}, 2}}}, stop.get_token()));
}

}  // namespace
}  // namespace losange::match
