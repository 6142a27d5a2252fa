// The card at the end of a game.
#include <gmock/gmock.h>

#include "players/files/open_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class Victory : public UiInAFolder {
 protected:
  // Red has won on 3x3.
  static void play_to_the_end(Ui& ui) {
    ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
    for (const int cell : {1, 0, 4, 3, 7}) click_cell(ui, cell);
    ui.tick(base::Clock::now());
    ASSERT_EQ(ui.dialog(), Dialog::Victory);
  }
};

TEST_F(Victory, TheCardOfVictoryOutlivesWhatLaysOverIt) {
  Ui ui = make();
  play_to_the_end(ui);
  control(ui, 's');
  ASSERT_EQ(ui.dialog(), Dialog::Save);
  std::filesystem::create_directories(folder_ / "kept");
  const std::string file = (folder_ / "kept" / "game.sgf").string();
  control(ui, 'a');
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

TEST_F(Victory, WhatChangesNothingLeavesTheCard) {
  Ui ui = make();
  play_to_the_end(ui);
  ui.typed('h');
  EXPECT_EQ(ui.notice(), "The game is over: there is no move to suggest");
  EXPECT_EQ(ui.dialog(), Dialog::Victory);
  for (const char key : {'y', 'c', 'i', 'v', 'g', 'n', 'x', 'k'}) {
    ui.typed(static_cast<unsigned char>(key));
    EXPECT_EQ(ui.dialog(), Dialog::Victory) << key;
  }
  for (const Key key : {Key::Right, Key::End, Key::Space, Key::Down}) {
    press(ui, key);
    EXPECT_EQ(ui.dialog(), Dialog::Victory);
  }
  ui.typed('e');
  EXPECT_EQ(ui.dialog(), Dialog::None) << "setting up has its place";
}

TEST_F(Victory, AHintAfterAResignationLeavesTheCard) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 12);
  ui.table().resign();
  ui.tick(base::Clock::now());
  ASSERT_EQ(ui.dialog(), Dialog::Victory);
  ui.typed('h');
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().hint_asked(); }));
  EXPECT_EQ(ui.dialog(), Dialog::Victory);
  ui.typed('a');
  EXPECT_EQ(ui.dialog(), Dialog::None) << "the study has its place";
}

TEST_F(Victory, TheCardComesWhenAGameEndsBehindADialog) {
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

TEST_F(Victory, TheCardIsNotThatOfAnotherGame) {
  Ui ui = make();
  play_to_the_end(ui);
  ui.perform(Action::Library);
  ui.load_game(players::open_game("(;GM[11]SZ[3]RE[B+Resign];B[a1];W[b2];B[c3])", {}));
  EXPECT_EQ(ui.dialog(), Dialog::None);
}

TEST_F(Victory, OneIsNotCountedAsMany) {
  Ui ui = make();
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 4);
  ui.table().resign();
  ui.tick(base::Clock::now());
  EXPECT_THAT(labels(ui), Contains(HasSubstr("1 move")));
  EXPECT_THAT(labels(ui), Not(Contains(HasSubstr("1 moves"))));
}

}  // namespace
}  // namespace losange::window
