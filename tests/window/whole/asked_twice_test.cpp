// What nothing brings back is done when it was wished for twice, and neither a key that is held down nor a double click is
// two wishes.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "players/files/open_game.h"
#include "window/kept/library.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

class AskedTwice : public UiInAFolder {
 protected:
  // A key that is held down for about a second, as windows tell it.
  static void hold(Ui& ui, KeyPress press) {
    ui.key(press);
    press.repeated = true;
    for (int i = 0; i < 20; ++i) {
      later(ui, base::Millis(500 + 25 * i));
      ui.key(press);
    }
    ui.tick(base::Clock::now());
  }
  static void start(Ui& ui) {
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    click_cell(ui, 0);
  }
};

constexpr KeyPress kResign{Key::Letter, 'r', true, false};

TEST_F(AskedTwice, AKeyThatIsHeldDownDoesNotResign) {
  Ui ui = make();
  start(ui);
  hold(ui, kResign);
  EXPECT_FALSE(ui.table().session().over());
  EXPECT_FALSE(ui.notice().empty());
  ui.key(kResign);
  EXPECT_FALSE(ui.table().session().over()) << "at once is no second wish";
  later(ui);
  ui.key(kResign);
  EXPECT_TRUE(ui.table().session().over());
}

TEST_F(AskedTwice, AWishIsForgottenWithItsNotice) {
  Ui ui = make();
  start(ui);
  ui.key(kResign);
  later(ui, base::Millis(4'100));
  EXPECT_EQ(ui.notice(), "");
  ui.key(kResign);
  EXPECT_FALSE(ui.table().session().over());
  EXPECT_NE(ui.notice(), "") << "it is asked anew";
}

TEST_F(AskedTwice, EnterThatIsHeldDownReplacesNoFile) {
  base::write_file("theirs.sgf", "not ours");
  Ui ui = make();
  start(ui);
  control(ui, 's');
  control(ui, 'a');
  type(ui, "theirs");
  hold(ui, {Key::Enter, 0, false, false});
  EXPECT_EQ(base::read_file("theirs.sgf"), "not ours");
  EXPECT_EQ(ui.dialog(), Dialog::Save);
  later(ui);
  press(ui, Key::Enter);
  EXPECT_NE(base::read_file("theirs.sgf"), "not ours");
}

TEST_F(AskedTwice, ADoubleClickOnABinRemovesNoGame) {
  base::make_folder(Library::folder());
  const auto file = Library::folder() / "a.sgf";
  base::write_file(file, "(;GM[11]SZ[5];B[c3])");
  Ui ui = make();
  control(ui, 'l');
  click(ui, "library.remove.a.sgf");
  click(ui, "library.remove.a.sgf");
  EXPECT_TRUE(std::filesystem::exists(file));
  later(ui);
  click(ui, "library.remove.a.sgf");
  EXPECT_FALSE(std::filesystem::exists(file));
}

// The next position has a row in the same place.
TEST_F(AskedTwice, ADoubleClickOnACandidatePlaysOneMove) {
  Ui ui = make();
  start(ui);
  ui.perform(Action::Analyse);
  const auto has_row = [&] { return ui.frame().find("line.0") != nullptr; };
  ASSERT_TRUE(wait(ui, has_row));
  const Point at = ui.frame().find("line.0")->area.center();
  click(ui, at);
  ASSERT_EQ(ui.table().record().moves().size(), 2u);
  const auto now = base::Clock::now();
  ASSERT_TRUE(wait(ui, has_row));
  ui.tick(now + base::Millis(100));
  ui.pointer_pressed(at);
  ui.pointer_released(at);
  EXPECT_EQ(ui.table().record().moves().size(), 2u);
  ui.tick(now + base::Millis(1'000));
  ASSERT_TRUE(has_row());
  ui.pointer_pressed(at);
  ui.pointer_released(at);
  EXPECT_EQ(ui.table().record().moves().size(), 3u) << "a click later is another one";
}

TEST_F(AskedTwice, ADoubleClickTakesOneEngineOffTheList) {
  Settings settings = quiet_settings();
  settings.engines = {"htp:one", "htp:two", "htp:three"};
  Ui ui = make(settings);
  ui.perform(Action::Settings);
  click(ui, "settings.page.3");
  click(ui, "engines.remove.0");
  click(ui, "engines.remove.0");
  EXPECT_THAT(ui.settings().engines, testing::ElementsAre("htp:two", "htp:three"));
}

TEST_F(AskedTwice, KeysThatMoveEraseAndUndoDoSoAgainAndAgain) {
  for (const Key key : {Key::Left, Key::Down, Key::Backspace, Key::Delete, Key::Tab})
    EXPECT_TRUE(may_repeat({key, 0, false, false}));
  for (const char letter : {'z', 'y'}) EXPECT_TRUE(may_repeat({Key::Letter, letter, true, false}));
  for (const char letter : {'r', 'n', 'v', 'e'})
    EXPECT_FALSE(may_repeat({Key::Letter, letter, true, false}));
  EXPECT_FALSE(may_repeat({Key::Enter, 0, false, false}));
  EXPECT_EQ(action_for({Key::Left, 0, false, false, true}), Action::Back);
}

TEST_F(AskedTwice, TheTextAGameWasFoundInIsNotReplacedUnasked) {
  const std::string prose = "What I learnt today:\nhttps://hexworld.org/board/#5n,a1b2\n";
  base::write_file("notes.txt", prose);
  Ui ui = make();
  ui.load_game(players::open_game(base::read_file("notes.txt"), {}));
  ui.game_came_from("notes.txt", false);
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_EQ(base::read_file("notes.txt"), prose);
  EXPECT_THAT(players::open_game("notes.sgf", {}).moves(), testing::ElementsAre("a1", "b2"));
  ui.table().play("c3");
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_THAT(players::open_game("notes.sgf", {}).moves(), testing::ElementsAre("a1", "b2", "c3"))
      << "that name is its own now";
  const std::string position = "W:W27,32,37:B8,K13,19";
  base::write_file("end.fen", position);
  ui.load_game(players::open_game(position, {}));
  ui.game_came_from("end.fen", false);
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_EQ(base::read_file("end.fen"), position);
  EXPECT_TRUE(std::filesystem::exists("end.pdn"));
}

TEST_F(AskedTwice, AFileBelowTheHomeFolderIsNamedAsInAShell) {
  const char* before = std::getenv("HOME");
  const std::string home = before != nullptr ? before : "";
  ::setenv("HOME", folder_.c_str(), 1);
  Ui ui = make();
  start(ui);
  control(ui, 's');
  control(ui, 'a');
  type(ui, "~/x.sgf");
  press(ui, Key::Enter);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "x.sgf"));
  ::setenv("HOME", home.c_str(), 1);
}

}  // namespace
}  // namespace losange::window
