// What is played is neither left nor replaced without a question, and is there when one comes back.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "players/files/open_game.h"
#include "window/findings/record_marks.h"
#include "window/kept/library.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

constexpr game::GameSetup kSmall{.size = 5, .swap = false};

class Leaving : public UiInAFolder {
 protected:
  static constexpr const char* kFinished =
      "(;GM[11]SZ[3]PB[random]PW[zero:level=5]RE[B+Resign];B[a1];W[b2];B[c3])";
  void keep_nothing() { ::setenv("XDG_DATA_HOME", "/proc/none", 1); }
};

TEST_F(Leaving, CtrlQLeavesFromEverywhereAndTheGameIsKept) {
  for (const int where : {0, 1, 2, 3, 4}) {
    Ui ui = make();
    if (where > 0) {
      ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
      click_cell(ui, 12);
    }
    if (where == 2) ui.perform(Action::Help);
    if (where == 3) ui.perform(Action::Comment);  // a field
    if (where == 4) ui.perform(Action::Save);     // a field of a dialog
    ASSERT_FALSE(ui.wants_to_quit());
    control(ui, 'q');
    EXPECT_TRUE(ui.wants_to_quit()) << where;
    if (where == 0) continue;
    Ui again = make();
    click(again, "start.continue");
    EXPECT_EQ(again.table().session().move_number(), 1);
  }
}

TEST_F(Leaving, HelpListsTheKeyThatLeaves) {
  Ui ui = make();
  ui.perform(Action::Help);
  EXPECT_THAT(texts(ui), HasSubstr("Ctrl+Q"));
}

TEST_F(Leaving, APageIsNotLeftByAKey) {
  Services services;
  services.can_quit = false;
  Ui ui(quiet_settings(), plain_measure, services, {.adviser = "mcts:descents=2000,memory=16"});
  ui.perform(Action::Help);
  EXPECT_THAT(texts(ui), testing::Not(HasSubstr("Ctrl+Q")));
  control(ui, 'q');
  EXPECT_FALSE(ui.wants_to_quit());
}

TEST_F(Leaving, WhatWasOnlySetUpMarkedOrWrittenIsKept) {
  const auto edit = [](Ui& ui, int what) {
    if (what == 0) ui.table().set_up("c3", Side::First);
    if (what == 1) ui.table().set_comment(game::kRoot, "to be tried");
    if (what == 2) {
      ui.table().edit_marks([](game::RecordNode& node) {
        toggle_mark(node, {MarkKind::Triangle, "c3"});
      });
    }
  };
  for (const int what : {0, 1, 2}) {
    {
      Ui ui = make();
      ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
      EXPECT_TRUE(ui.table().untouched());
      edit(ui, what);
      ui.perform(Action::NewGame);
      EXPECT_EQ(ui.dialog(), Dialog::ConfirmNew) << "it is not given up unasked";
      press(ui, Key::Escape);
      ui.leave();
    }
    Ui again = make();
    click(again, "start.continue");
    const auto& root = again.table().record().node(game::kRoot);
    EXPECT_EQ(root.setup.size(), what == 0 ? 1u : 0u);
    EXPECT_EQ(root.comment, what == 1 ? "to be tried" : "");
    EXPECT_EQ(marks_at(root).size(), what == 2 ? 1u : 0u);
  }
}

TEST_F(Leaving, LeavingAGameThatCannotBeKeptIsAskedForAsLongAsItTakes) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  keep_nothing();
  click_cell(ui, 12);
  EXPECT_THAT(ui.notice(), HasSubstr("the game is not kept: "));
  control(ui, 'q');
  later(ui, std::chrono::minutes(1));
  EXPECT_EQ(ui.dialog(), Dialog::ConfirmLeave) << "it does not go by itself";
  EXPECT_THAT(in_one_line(ui), HasSubstr("The game is not kept: cannot make the folder"));
  press(ui, Key::Escape);
  control(ui, 'q');
  EXPECT_FALSE(ui.wants_to_quit()) << "who stayed is asked again";
  click(ui, "confirm.no");
  EXPECT_EQ(ui.dialog(), Dialog::None);
  control(ui, 'q');
  press(ui, Key::Enter);
  EXPECT_EQ(ui.dialog(), Dialog::Save) << "in another place";
  press(ui, Key::Enter);
  EXPECT_THAT(ui.notice(), HasSubstr("Saved in"));
  control(ui, 'q');
  click(ui, "confirm.leave");
  EXPECT_TRUE(ui.wants_to_quit());
}

TEST_F(Leaving, ADoubleWishToLeaveIsOne) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  keep_nothing();
  click_cell(ui, 12);
  control(ui, 'q');
  control(ui, 'q');
  EXPECT_FALSE(ui.wants_to_quit());
  EXPECT_EQ(ui.dialog(), Dialog::ConfirmLeave);
  later(ui, std::chrono::milliseconds(600));
  control(ui, 'q');
  EXPECT_TRUE(ui.wants_to_quit()) << "it was read";
}

TEST_F(Leaving, AGameThatCannotBeKeptIsNotLostOnTheStartScreen) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  keep_nothing();
  click_cell(ui, 12);
  ui.show(Screen::Start);
  ui.leave();
  EXPECT_FALSE(ui.wants_to_quit());
  EXPECT_EQ(ui.dialog(), Dialog::ConfirmLeave);
}

TEST_F(Leaving, AGameThatIsPlayedIsNotReplacedUnasked) {
  base::make_folder(Library::folder());
  base::write_file(Library::folder() / "a.sgf", "(;GM[11]SZ[4];B[c3])");
  base::write_file("a.sgf", "(;GM[11]SZ[4];B[c3])");
  Settings settings = quiet_settings();
  settings.engines = {"random"};
  const auto opens = [](Ui& ui, int way) {
    if (way == 0) {
      control(ui, 'o');
      control(ui, 'a');
      type(ui, "a.sgf");
      press(ui, Key::Enter);
    } else if (way == 1) {
      control(ui, 'l');
      click(ui, "library.game.a.sgf");
    } else if (way == 2) {
      ui.open_text("(;GM[11]SZ[4];B[c3])");
    } else {
      ui.perform(Action::Settings);
      click(ui, "settings.page.3");
      click(ui, "engines.play.0");
    }
  };
  for (const int way : {0, 1, 2, 3}) {
    SCOPED_TRACE(way);
    Ui ui = make(settings);
    ui.start_game(kSmall, {"human", "human"}, {});
    click_cell(ui, 12);
    const auto played = ui.table().game_number();
    opens(ui, way);
    ASSERT_EQ(ui.dialog(), Dialog::ConfirmNew);
    EXPECT_EQ(ui.table().game_number(), played);
    click(ui, "confirm.no");
    EXPECT_EQ(ui.table().game_number(), played) << "it goes on";
    opens(ui, way);
    press(ui, Key::Enter);
    EXPECT_NE(ui.table().game_number(), played);
    EXPECT_THAT(ui.notice(), HasSubstr("brings back"));
    if (way == 3) continue;
    const auto opened = ui.table().game_number();
    opens(ui, way);
    EXPECT_NE(ui.table().game_number(), opened) << "one that was only looked at gives way";
    EXPECT_EQ(ui.dialog(), Dialog::None);
  }
}

TEST_F(Leaving, TheQuestionBeforeANewGameIsItsOwnAfterAnotherOne) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  click_cell(ui, 12);
  ui.open_text("(;GM[11]SZ[4];B[c3])");
  ASSERT_EQ(ui.dialog(), Dialog::ConfirmNew);
  press(ui, Key::Escape);
  ui.perform(Action::NewGame);
  press(ui, Key::Enter);
  EXPECT_EQ(ui.dialog(), Dialog::NewGame);
}

TEST_F(Leaving, AFinishedGameIsNotCalledUnfinishedInItsMiddle) {
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

}  // namespace
}  // namespace losange::window
