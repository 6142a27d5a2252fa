// Which values are kept of what engines say: those of a thought about the chance to win, each as what it is.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "puppet_engine.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;
using testing::Not;

class Values : public UiTest {
 protected:
  static std::optional<Analysis> at(const Ui& ui, game::NodeId node) {
    return analysis_at(ui.table().record().node(node));
  }
  // A person against a level that sees no chances, some moves long, with the study on.
  static void play(Ui& ui, std::size_t until) {
    while (ui.table().record().moves().size() < until) {
      const std::size_t before = ui.table().record().moves().size();
      ui.table().play(ui.table().session().position().legal_moves().front());
      if (ui.table().session().over()) return;
      ASSERT_TRUE(wait(ui, [&] { return ui.table().record().moves().size() == before + 2; }));
    }
  }
};

TEST_F(Values, AMoveAtFirstSightIsNoEvaluation) {
  Ui ui = make();
  ui.start_game({.size = 7, .swap = false}, {"human", "mcts:level=3"}, {});
  ui.perform(Action::Analyse);
  play(ui, 4);
  ASSERT_TRUE(wait(ui, [&] { return ui.table().analysis().has_value(); }));
  EXPECT_FALSE(at(ui, 1)) << "where the level had the turn";
  EXPECT_FALSE(at(ui, 3));
  ui.table().go_to(3);
  ui.tick(base::Clock::now());
  EXPECT_THAT(texts(ui), Not(HasSubstr("50 %")));
  EXPECT_FALSE(ui.table().line_study().whole());
}

TEST_F(Values, WhoLooksForMistakesInTheGameFindsNoneInMovesThatNobodyLookedAt) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "mcts:level=3"}, {});
  play(ui, 2);
  ui.perform(Action::Sweep);
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().sweeping(); }));
  play(ui, 6);
  ui.perform(Action::Sweep);
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().sweeping(); }));
  ASSERT_TRUE(ui.table().line_study().whole());
  for (game::NodeId node = 0; node < ui.table().record().size(); ++node) {
    const auto found = at(ui, node);
    ASSERT_TRUE(found) << node;
    EXPECT_EQ(found->engine, "mcts");
    EXPECT_TRUE(found->proven || found->visits >= ui.table().visits_of_sweep().quick) << node;
  }
}

// The test holds the strings of both engines, which say nothing or much.
class Opinions : public testing::Test {
 protected:
  ~Opinions() override { strings_.cut(); }
  void answer(int number, const std::string& move, double value) {
    table_.tick(base::Clock::now());
    ASSERT_TRUE(strings_.asked(number));
    strings_.answer(move, value);
    while (table_.engines_busy()) std::this_thread::sleep_for(base::Millis(1));
    table_.tick(base::Clock::now());
  }
  std::optional<Analysis> at(game::NodeId node) { return analysis_at(table_.record().node(node)); }

  test::PuppetStrings strings_;
  Table table_{
      {.thinking_s = 60,
       .threads = 1,
       .pace_s = 0,
       .adviser = "mcts",
       .make_player = [this](const std::string& spec) { return strings_.make_player(spec); }}};
};

TEST_F(Opinions, WhatALevelThinksIsItsOwnAndNotTheAdvisers) {
  table_.start({.size = 5, .swap = false}, {"human", "mcts:level=8"}, {});
  table_.set_analysing(true);
  answer(1, "c3", 0.5);  // of the adviser, before the first move
  table_.play("a1");
  answer(2, "b2", 0.25);
  ASSERT_TRUE(at(1));
  EXPECT_EQ(at(0)->engine, "mcts");
  EXPECT_EQ(at(1)->engine, "mcts:level=8");
  EXPECT_EQ(at(1)->value, -0.25);
}

TEST_F(Opinions, WhatTheAdviserFoundStaysWhereALevelThinks) {
  table_.start({.size = 5, .swap = false}, {"human", "mcts:level=8"}, {});
  table_.set_analysing(true);
  answer(1, "c3", 0.5);
  table_.play("a1");
  table_.note_finding([](game::RecordNode& node) {
    keep_analysis(node, {0.75, false, 10, "mcts", {{"d4", 0.75, false, 10, {"d4"}}}});
  });
  answer(2, "b2", 0.25);
  EXPECT_EQ(at(1)->engine, "mcts");
  EXPECT_EQ(at(1)->value, 0.75);
}

TEST_F(Values, TheLevelIsNamedWithWhatItThinks) {
  game::GameRecord record({.size = 5, .swap = false});
  keep_analysis(record.node(0), {0.5, false, 10, "mcts:level=8", {{"c3", 0.5, false, 9, {"c3"}}}});
  Ui ui = make();
  ui.load_game(record);
  ui.table().set_analysing(true);
  ui.table().set_paused(true);
  EXPECT_THAT(texts(ui), HasSubstr("mcts · level 8 · 10 visits"));
  EXPECT_TRUE(counts_men("draughts:level=3"));
}

}  // namespace
}  // namespace losange::window
