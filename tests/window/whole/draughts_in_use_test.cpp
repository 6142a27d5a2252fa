// Draughts in the window as players of draughts know it: numbers of moves, whose side is below, draws, where notices stand.
#include <gmock/gmock.h>

#include "draughts/text/draughts.h"
#include "players/files/open_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

constexpr const char* kMoves = "[GameType \"20\"]\n[Result \"*\"]\n1. 32-28 18-23 2. 37-32 *\n";

class DraughtsInUse : public UiTest {
 protected:
  static game::GameSetup setup(const char* rules = "international", int size = 10) {
    return draughts::setup_of({&draughts::find_rules(rules), size});
  }
  // Of the row of a square from above.
  static double height_of(Ui& ui, const std::string& square) {
    ui.frame();
    const auto& layout = ui.placed_board()->layout;
    const auto at = std::find(layout.names.begin(), layout.names.end(), square);
    return ui.placed_board()->center(static_cast<int>(at - layout.names.begin())).y;
  }
};

TEST_F(DraughtsInUse, MovesAreNumberedAsInPdn) {
  auto settings = quiet_settings();
  settings.move_list = true;
  Ui ui = make(settings);
  clipboard_ = kMoves;
  ui.perform(Action::Paste);
  press(ui, Key::End);
  EXPECT_THAT(texts(ui), HasSubstr("\n1.\n32-28\n18-23\n2.\n37-32\n"));
  EXPECT_EQ(ui.frame().find("move.2")->name, "1... 18-23");
  EXPECT_EQ(ui.frame().find("move.3")->name, "2. 37-32");
  EXPECT_THAT(texts(ui), HasSubstr("2 moves\n")) << "as many as have a number";
  // Where Black begins, White's place in the first row is empty.
  clipboard_ =
      "[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"B:W31-50:B1-20\"]\n[Result \"*\"]\n"
      "1... 18-23 2. 32-28 *\n";
  ui.perform(Action::Paste);
  press(ui, Key::End);
  EXPECT_THAT(texts(ui), HasSubstr("\n1.\n18-23\n2.\n32-28\n"));
  EXPECT_EQ(ui.frame().find("move.2")->name, "2. 32-28");
  EXPECT_EQ(ui.frame().find("move.1")->area.x > ui.frame().find("move.2")->area.x, true);
}

TEST_F(DraughtsInUse, ADrawByAgreementEndsTheGame) {
  Ui ui = make();
  clipboard_ = "[GameType \"20\"]\n[Result \"1-1\"]\n1. 32-28 18-23 1-1\n";
  ui.perform(Action::Paste);
  press(ui, Key::End);
  EXPECT_TRUE(ui.table().session().over());
  EXPECT_THAT(texts(ui), HasSubstr("\nDraw by agreement\n"));
  press(ui, Key::Left);
  press(ui, Key::Right);
  EXPECT_EQ(ui.dialog(), Dialog::Victory);
  EXPECT_THAT(texts(ui), HasSubstr("\nby agreement · 1 move\n"));
  ui.perform(Action::CopyMoves);
  EXPECT_THAT(clipboard_, HasSubstr("[Result \"1-1\"]"));
}

TEST_F(DraughtsInUse, TheSideOfThePersonIsBelow) {
  Ui ui = make();
  ui.start_game(setup("english", 8), {"human", "draughts:level=1"}, {});  // Black
  EXPECT_GT(height_of(ui, "1"), height_of(ui, "32"));
  ui.perform(Action::SwitchFirst);
  EXPECT_GT(height_of(ui, "1"), height_of(ui, "32")) << "it stays when the side is handed over";
  ui.perform(Action::Turn);
  EXPECT_LT(height_of(ui, "1"), height_of(ui, "32"));
  ui.start_game(setup("english", 8), {"draughts:level=1", "human"}, {});
  EXPECT_LT(height_of(ui, "1"), height_of(ui, "32"));
  ui.start_game(setup(), {"draughts:level=1", "human"}, {});
  EXPECT_GT(height_of(ui, "1"), height_of(ui, "50"));
  ui.start_game(setup(), {"human", "human"}, {});
  EXPECT_LT(height_of(ui, "1"), height_of(ui, "50")) << "White's, where both are people";
}

TEST_F(DraughtsInUse, NoNoticeLiesOnSquares) {
  for (const auto& [width, height] : {std::pair{1280, 800}, {800, 600}, {480, 900}, {700, 1000}}) {
    auto settings = quiet_settings();
    settings.language = Language::French;
    Ui ui = make(settings);
    ui.resize(width, height);
    ui.start_game(setup(), {"human", "human"}, {});
    ui.frame();
    const PlacedBoard board = *ui.placed_board();
    click(ui, board.center(63));  // 32
    ASSERT_TRUE(ui.notice().empty());
    click(ui, board.center(41));  // 21, which is too far
    ASSERT_THAT(ui.notice(), HasSubstr("32-21"));
    int lines = 0;
    for (const auto& shape : ui.frame().scene) {
      const auto* text = std::get_if<Text>(&shape);
      if (text == nullptr || text->align != Align::Center) continue;
      if (ui.notice().find(text->text) == std::string::npos || text->text.size() < 6) continue;
      ++lines;
      const double top = text->at.y - text->size / 2, bottom = text->at.y + text->size / 2;
      const double half = board.scale / 2;
      EXPECT_FALSE(bottom > board.center(0).y - half && top < board.center(99).y + half &&
                   text->at.x > board.center(0).x - half && text->at.x < board.center(99).x + half)
          << width << "x" << height << ": " << text->text;
      EXPECT_GE(text->size, 9.9);
    }
    EXPECT_GT(lines, 0) << width << "x" << height;
  }
}

TEST_F(DraughtsInUse, AClickOnANoticePutsItAway) {
  Ui ui = make();
  ui.start_game(setup(), {"human", "human"}, {});
  ui.resize(480, 900);
  ui.frame();
  const PlacedBoard board = *ui.placed_board();
  click(ui, board.center(63));
  click(ui, board.center(41));
  ASSERT_FALSE(ui.notice().empty());
  click(ui, ui.frame().find("switch.0")->area.center());
  EXPECT_TRUE(ui.table().seat(Side::First).person) << "it lies over the button";
  EXPECT_TRUE(ui.notice().empty());
}

}  // namespace
}  // namespace losange::window
