// Levels as people choose them: by words when a game begins, and again in the midst of it.
#include "window/choices/levels.h"

#include <gmock/gmock.h>

#include <set>

#include "players/registry.h"
#include "players/wrapped/levels.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

const game::GameSetup kDraughts{
    .game = "draughts", .size = 10, .swap = false, .variant = "international"};

TEST(Levels, EachHasAWordOfItsOwnAndMoreStrengthThanTheOneBelow) {
  for (const auto& setup : {game::GameSetup{}, kDraughts}) {
    for (const Language language : {Language::English, Language::French}) {
      std::set<std::string> words;
      for (int level = 1; level <= players::kTopLevel; ++level)
        words.insert(word(language, level_word(level, setup)));
      EXPECT_EQ(words.size(), 10u);
    }
    EXPECT_EQ(rating_of(1, setup), 1000);
    for (int level = 2; level <= players::kTopLevel; ++level)
      EXPECT_GE(rating_of(level, setup), rating_of(level - 1, setup) + 50);
  }
  EXPECT_EQ(rating_of(10, {}), 3800) << "2787 more than level 1, to 50 points";
  EXPECT_EQ(rating_of(10, {.size = 7}), 2650) << "1632 more";
  EXPECT_EQ(rating_of(10, kDraughts), 2700);
  EXPECT_EQ(at_level("mcts:descents=7,level=3", 5), "mcts:descents=7,level=5");
  EXPECT_EQ(at_level("mcts:level=3", players::kTopLevel), "mcts");
}

TEST_F(UiTest, ABeginnerChoosesAmongTenLevelsAndSeesNoCodeNames) {
  for (const Language language : {Language::English, Language::French}) {
    Settings settings = quiet_settings();
    settings.language = language;
    Ui ui = make(settings);
    ui.perform(Action::NewGame);
    const std::string text = all_text(ui.frame());
    for (int level = 1; level <= players::kTopLevel; ++level)
      EXPECT_THAT(text, HasSubstr(word(language, level_word(level, {}))));
    EXPECT_THAT(text, HasSubstr(language == Language::French ? "environ 2150" : "about 2150"));
    for (const auto& strategy : players::strategies())
      EXPECT_EQ(ui.frame().find("seat.1.engine." + strategy.name), nullptr);
    click(ui, "seat.1.more");
    EXPECT_NE(ui.frame().find("seat.1.engine.mcts"), nullptr);
    click(ui, "seat.1.engine.mcts");
    click(ui, "seat.1.level.2");
    click(ui, "new.start");
    EXPECT_EQ(ui.table().seat(Side::Second).engine, "mcts:level=3");
    ui.show(Screen::Start, Dialog::NewGame);
    EXPECT_NE(ui.frame().find("seat.1.engine.mcts"), nullptr) << "chosen before, so in sight";
    click(ui, "seat.1.more");
    EXPECT_EQ(ui.frame().find("seat.1.engine.mcts"), nullptr);
    click(ui, "seat.1.level.3");
    click(ui, "new.start");
    EXPECT_EQ(ui.table().seat(Side::Second).engine, players::default_engine() + ":level=4");
  }
}

TEST_F(UiTest, ALevelChangesInTheMidstOfAGame) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "mcts:descents=100,level=1"}, {});
  click_cell(ui, 12);
  ASSERT_TRUE(wait(ui, [&] { return ui.table().record().moves().size() == 2; }));
  EXPECT_EQ(ui.frame().find("level.0"), nullptr) << "a person has none";
  click(ui, "level.1");
  ASSERT_EQ(ui.dialog(), Dialog::Level);
  click(ui, "level.1.level.6");
  EXPECT_EQ(ui.table().seat(Side::Second).engine, "mcts:descents=100,level=7");
  EXPECT_EQ(ui.table().record().moves().size(), 2u);
  ui.key({Key::Escape, 0, false, false});
  EXPECT_THAT(all_text(ui.frame()), HasSubstr("level 7"));
  click_cell(ui, ui.table().session().view().pieces[0] == '.' ? 0 : 1);
  EXPECT_TRUE(wait(ui, [&] { return ui.table().record().moves().size() == 4; })) << "it plays on";
}

TEST_F(UiTest, ALowLevelAnswersWithinASecondWhateverTheClock) {
  Ui ui = make();
  ui.start_game({.size = 11}, {"human", "mcts:level=1,early=false"},
                players::TimeControl::parse("3600+30"));
  click_cell(ui, 60);
  const base::Stopwatch watch;
  ASSERT_TRUE(wait(ui, [&] { return ui.table().record().moves().size() == 2; }));
  EXPECT_LT(watch.seconds(), 1.5) << "half a second for the swap, and the machine's own time";
}

TEST_F(UiTest, ALevelThatChangesWhileTheEngineThinksCountsForThisMove) {
  Settings settings = quiet_settings();
  settings.thinking_s = 600;
  Ui ui = make(settings);
  ui.start_game({.size = 11, .swap = false}, {"human", "mcts:early=false"}, {});
  click_cell(ui, 60);
  ASSERT_TRUE(wait(ui, [&] { return ui.table().engine_thinks(); }));
  ui.table().set_engine(Side::Second, "mcts:level=1");
  EXPECT_TRUE(wait(ui, [&] { return ui.table().record().moves().size() == 2; }))
      << "level 1 plays at first sight";
}

}  // namespace
}  // namespace losange::window
