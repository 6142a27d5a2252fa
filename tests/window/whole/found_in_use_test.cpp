// What people ran into while they used the window, played again as it happened: engines that sat down by themselves,
// results that went away, words that were not true.
#include <gmock/gmock.h>

#include <fstream>

#include "players/files/open_game.h"
#include "window/table/lesson.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class FoundInUse : public UiInAFolder {
 protected:
  static constexpr const char* kFinished =
      "(;GM[11]SZ[3]PB[random]PW[zero:level=5]RE[B+Resign];B[a1];W[b2];B[c3])";

  static void press(Ui& ui, Key key, char letter = 0, bool control = false) {
    ui.key({key, letter, control, false});
    ui.tick(base::Clock::now());
  }
  // Red has won on 3x3.
  static void play_to_the_end(Ui& ui) {
    ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
    for (const int cell : {1, 0, 4, 3, 7}) click_cell(ui, cell);
    ui.tick(base::Clock::now());
    ASSERT_EQ(ui.dialog(), Dialog::Victory);
  }
};

TEST_F(FoundInUse, EnginesThatAFinishedGameNamesDoNotComeBackToPlayOn) {
  {
    Ui ui = make();
    ui.load_game(players::open_game(kFinished, {}));
    ui.perform(Action::Back);
    ui.leave();
  }
  Ui ui = make();
  click(ui, "start.continue");
  EXPECT_TRUE(ui.table().seat(Side::First).person);
  EXPECT_TRUE(ui.table().seat(Side::Second).person);
  EXPECT_EQ(ui.table().session().player_name(Side::Second), "zero:level=5") << "who played it";
  ui.perform(Action::Forward);
  ui.perform(Action::Save);
  press(ui, Key::Enter);
  EXPECT_THAT(ui.notice(), HasSubstr("Saved in")) << "and a file people keep says the same";
}

TEST_F(FoundInUse, WhoPlayedIsNamedTheSameEverywhere) {
  Ui ui = make();
  ui.load_game(players::open_game(kFinished, {}));
  EXPECT_THAT(labels(ui), Contains("zero · level 5"));
  EXPECT_THAT(labels(ui), Not(Contains(HasSubstr("zero:level"))));
}

TEST_F(FoundInUse, TheCardOfVictoryOutlivesWhatLaysOverIt) {
  Ui ui = make();
  play_to_the_end(ui);
  press(ui, Key::Letter, 's', true);
  ASSERT_EQ(ui.dialog(), Dialog::Save);
  std::filesystem::create_directories(folder_ / "kept");
  const std::string file = (folder_ / "kept" / "game.sgf").string();
  press(ui, Key::Letter, 'a', true);
  for (const char c : file) ui.typed(static_cast<unsigned char>(c));
  press(ui, Key::Enter);
  EXPECT_THAT(ui.notice(), HasSubstr("Saved in"));
  EXPECT_EQ(ui.dialog(), Dialog::Victory);
  ui.perform(Action::Help);
  press(ui, Key::Escape);
  EXPECT_EQ(ui.dialog(), Dialog::Victory);
  EXPECT_NE(ui.frame().find("victory.again"), nullptr);
  press(ui, Key::Escape);
  EXPECT_EQ(ui.dialog(), Dialog::None) << "it goes when it is sent away";
  ui.perform(Action::Help);
  press(ui, Key::Escape);
  EXPECT_EQ(ui.dialog(), Dialog::None) << "and stays away then";
}

TEST_F(FoundInUse, TheCardIsNotThatOfAnotherGame) {
  Ui ui = make();
  play_to_the_end(ui);
  ui.perform(Action::Library);
  ui.load_game(players::open_game(kFinished, {}));
  EXPECT_EQ(ui.dialog(), Dialog::None);
}

TEST_F(FoundInUse, AFinishedGameIsNotCalledUnfinishedInItsMiddle) {
  Ui ui = make();
  ui.load_game(players::open_game(kFinished, {}));
  ui.perform(Action::Back);
  ui.perform(Action::NewGame);
  EXPECT_EQ(ui.dialog(), Dialog::NewGame) << "there is nothing to ask";
  press(ui, Key::Escape);
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 4);
  ui.perform(Action::NewGame);
  EXPECT_EQ(ui.dialog(), Dialog::ConfirmNew);
  press(ui, Key::Escape);
  ui.perform(Action::First);
  ui.perform(Action::NewGame);
  EXPECT_EQ(ui.dialog(), Dialog::ConfirmNew) << "who looks at its beginning has the game still";
}

TEST_F(FoundInUse, EveryRowOfLevelsHasTheSameHeight) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "zero:level=3"}, {});
  ui.table().set_paused(true);
  ui.show(Screen::Game, Dialog::Level);
  const Frame& frame = ui.frame();
  ASSERT_NE(frame.find("level.1.level.9"), nullptr);
  EXPECT_NEAR(frame.find("level.1.level.9")->area.height,
              frame.find("level.1.level.0")->area.height, 0.01);
}

TEST_F(FoundInUse, DamagedSettingsLeaveTheLanguageOfTheSystem) {
  ::setenv("LC_ALL", "fr_FR.UTF-8", 1);
  std::filesystem::create_directories(settings_file().parent_path());
  for (const char* damaged : {"{", "[]", R"({"theme": "dark", "language": 7})"}) {
    std::ofstream(settings_file()) << damaged;
    testing::internal::CaptureStderr();
    EXPECT_EQ(load_settings().language, Language::French) << damaged;
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("losange: ")) << damaged;
  }
  ::unsetenv("LC_ALL");
}

TEST_F(FoundInUse, TypingSearchesTheLibraryAfterAClickOnABin) {
  Ui ui = make();
  ui.load_game(players::open_game(kFinished, {}));
  ui.perform(Action::Back);
  ASSERT_TRUE(ui.keep());
  ui.perform(Action::Library);
  std::string bin;
  for (const auto& widget : ui.frame().widgets) {
    if (widget.id.starts_with("library.remove.")) bin = widget.id;
  }
  click(ui, bin);
  for (const char c : {'x', 'y'}) ui.typed(static_cast<unsigned char>(c));
  EXPECT_EQ(ui.dialog(), Dialog::Library) << "no key of the game was meant";
  EXPECT_THAT(labels(ui), Contains("xy"));
}

TEST_F(FoundInUse, ALessonThatWasPassedOverIsNotDone) {
  Lesson lesson;
  lesson.go_to(1);
  EXPECT_FALSE(lesson.was_solved(0));
  lesson.try_move(lesson.wanted());
  EXPECT_TRUE(lesson.was_solved(1));
  lesson.go_to(2);
  EXPECT_TRUE(lesson.was_solved(1));

  Ui ui = make();
  click(ui, "start.lesson");
  const auto bars = [&] {  // of the colour of what is done, above the title
    int count = 0;
    const Color done = theme(ui.settings().theme).accent;
    for (const auto& shape : ui.frame().scene) {
      const auto* bar = std::get_if<Polygon>(&shape);
      count += bar != nullptr && bar->fill == done && bar->points.front().y < 140;
    }
    return count;
  };
  const int before = bars();
  click(ui, "lesson.next");
  ui.pointer_moved({1, 1});
  EXPECT_EQ(bars(), before);
}

TEST_F(FoundInUse, OneIsNotCountedAsMany) {
  Ui ui = make();
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 4);
  ui.table().resign();
  ui.tick(base::Clock::now());
  EXPECT_THAT(labels(ui), Contains(HasSubstr("1 move")));
  EXPECT_THAT(labels(ui), Not(Contains(HasSubstr("1 moves"))));
}

TEST_F(FoundInUse, WhatIsToldStandsOnTheBoardAndNotOnTheComment) {
  for (const double width : {400.0, 1280.0}) {
    Ui ui = make();
    ui.resize(width, 800);
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    click_cell(ui, 4);
    ui.perform(Action::CopyLink);
    const Rect board = ui.frame().find("board")->area;
    bool told = false;
    for (const auto& shape : ui.frame().scene) {
      const auto* text = std::get_if<Text>(&shape);
      if (text == nullptr || text->text != ui.notice()) continue;
      told = true;
      EXPECT_TRUE(board.contains(text->at)) << width;
    }
    EXPECT_TRUE(told);
  }
}

TEST_F(FoundInUse, HandingASideOverGivesNoTimeBack) {
  Table table({.adviser = "mcts:descents=2000,memory=16"});
  table.start({.size = 5, .swap = false}, {"human", "human"}, players::TimeControl::parse("60+0"));
  const auto began = base::Clock::now();
  table.tick(began);
  const auto later = began + std::chrono::seconds(10);
  table.tick(later);
  const auto left = *table.time_left(Side::First, later);
  EXPECT_EQ(left.count(), 50'000);
  table.switch_seat(Side::First);
  table.switch_seat(Side::First);
  EXPECT_EQ(*table.time_left(Side::First, later), left);
}

TEST_F(FoundInUse, TheKeyOfTheSwapPlaysOnlyWhereAClickWould) {
  Ui ui = make();
  for (const Action aside : {Action::SetUp, Action::Marks}) {
    ui.start_game({.size = 5}, {"human", "human"}, {});
    click_cell(ui, 1);
    ui.perform(aside);
    ui.typed('x');
    EXPECT_EQ(ui.table().record().size(), 2u);
    ui.perform(aside);
    ui.typed('x');
    EXPECT_EQ(ui.table().session().last_move(), "swap-pieces");
  }
}

TEST_F(FoundInUse, TheCardComesWhenAGameEndsBehindADialog) {
  Ui ui = make();
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  for (const int cell : {1, 0, 4, 3}) click_cell(ui, cell);
  ui.perform(Action::Help);
  ui.table().play("b3");
  ui.tick(base::Clock::now());
  EXPECT_EQ(ui.dialog(), Dialog::Help);
  press(ui, Key::Escape);
  EXPECT_EQ(ui.dialog(), Dialog::Victory);
  press(ui, Key::Escape);
  ui.tick(base::Clock::now());
  EXPECT_EQ(ui.dialog(), Dialog::None) << "once";
}

TEST_F(FoundInUse, StonesThatWereSetUpAreNoStartAndNoMove) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 0);
  ui.table().set_up("c3", Side::First);
  ui.table().play("d4");
  ui.table().set_analysing(true);
  ui.tick(base::Clock::now());
  const auto* put = ui.frame().find("tree.2");
  const auto* played = ui.frame().find("tree.3");
  ASSERT_TRUE(put != nullptr && played != nullptr);
  EXPECT_EQ(put->tip, "Position set up");
  EXPECT_EQ(played->tip, "2. d4");
  ASSERT_NE(ui.frame().find("graph.3"), nullptr);
  EXPECT_EQ(ui.frame().find("graph.3")->name, "Move 2");
}

TEST_F(FoundInUse, AGameWhoseEngineIsNotHereIsOpenedForPeople) {
  Ui ui = make();
  for (const char* name : {"hybrid:oldengine", "oldengine", "hybrid:"}) {
    ui.load_game(players::open_game(fmt::format("(;GM[11]SZ[5]PB[Anna]PW[{}];B[c3])", name), {}));
    EXPECT_EQ(ui.screen(), Screen::Game) << ui.notice();
    EXPECT_TRUE(ui.table().seat(Side::Second).person) << name;
    ui.show(Screen::Start);
  }
}

TEST_F(FoundInUse, AWindowTallerThanWideHasOneColumnBelowSixHundred) {
  for (const double width : {360.0, 380.0, 400.0, 440.0, 480.0}) {
    const auto layout = game_layout(width, 480, unit_for(width, 480, 1));
    EXPECT_EQ(layout.panel.width, width);
    EXPECT_GE(layout.panel.y, layout.board.bottom());
  }
  EXPECT_GT(game_layout(599, 480, unit_for(599, 480, 1)).panel.x, 300) << "wider than tall";
}

TEST_F(FoundInUse, ALongFolderShowsWhereItLeads) {
  const std::string deep(60, 'd');
  const StandingIn there(folder_ / deep / deep / "last");
  Ui ui = make();
  ui.perform(Action::Open);
  EXPECT_THAT(texts(ui), HasSubstr("…/" + deep + "/last\n"));
}

}  // namespace
}  // namespace losange::window
