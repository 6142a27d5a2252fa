// Fields under the hands of somebody who types: what they write goes where they meant it, and is seen.
#include <gmock/gmock.h>

#include "players/files/open_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class Typing : public UiInAFolder {};

TEST_F(Typing, WhoTypesInAFileDialogGivesAnotherName) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 12);
  ui.perform(Action::Save);
  ASSERT_EQ(*ui.frame().find("files.name")->text, "game.sgf");
  type(ui, "mine.sgf");
  EXPECT_EQ(*ui.frame().find("files.name")->text, "mine.sgf");
  press(ui, Key::Enter);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "here" / "mine.sgf"));
  ui.perform(Action::Open);
  press(ui, Key::End);
  ASSERT_EQ(*ui.frame().find("files.name")->text, "mine.sgf");
  type(ui, "x");
  EXPECT_EQ(*ui.frame().find("files.name")->text, "x") << "a name that was chosen by arrows too";
  press(ui, Key::Escape);
  ui.perform(Action::Comment);
  type(ui, "one");
  press(ui, Key::Enter);
  ui.perform(Action::Comment);
  type(ui, " two");
  press(ui, Key::Enter);
  EXPECT_EQ(ui.table().record().node(ui.table().record().cursor()).comment, "one two")
      << "a comment goes on";
}

TEST_F(Typing, AnEmptyFieldTellsWhatItIsForWhileOneStandsInIt) {
  Ui ui = make();
  ui.perform(Action::Library);
  EXPECT_THAT(texts(ui), HasSubstr("Search: players"));
  type(ui, "4x4");
  EXPECT_THAT(texts(ui), Not(HasSubstr("Search: players")));
}

TEST_F(Typing, WhoClicksBesideAFieldSeesThatTheyStillWriteInIt) {
  Ui ui = make();
  ui.perform(Action::Library);
  type(ui, "a");
  const Rect field = ui.frame().find("library.search")->area;
  const Point beside{field.center().x, field.y - 4};
  ui.pointer_moved(beside);
  const std::size_t shapes = ui.frame().scene.size();
  click(ui, beside);
  EXPECT_EQ(ui.frame().scene.size(), shapes) << "the caret is one of them";
}

TEST_F(Typing, ACommentStaysWithTheMoveItWasBegunForWhateverIsPlayedMeanwhile) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 12);
  ui.frame();
  ui.perform(Action::Comment);
  type(ui, "well ");
  ui.frame();
  ui.table().play("b2");  // as an engine does
  ui.tick(base::Clock::now());
  type(ui, "played");
  const auto& record = ui.table().record();
  EXPECT_EQ(record.node(1).comment, "well played");
  EXPECT_EQ(record.node(2).comment, "");
  press(ui, Key::Enter);
  ui.frame();
  ui.perform(Action::Comment);
  type(ui, "so so");
  EXPECT_EQ(record.node(2).comment, "so so");
  EXPECT_EQ(record.node(1).comment, "well played");
}

TEST_F(Typing, AnyClockMayBeWritten) {
  Ui ui = make();
  ui.perform(Action::NewGame);
  click(ui, "new.clock.own");
  type(ui, "soon");
  press(ui, Key::Enter);
  EXPECT_EQ(ui.dialog(), Dialog::NewGame);
  EXPECT_THAT(in_one_line(ui), HasSubstr("“soon” is no clock"));
  control(ui, 'a');
  type(ui, "30/move");
  press(ui, Key::Enter);
  EXPECT_EQ(ui.dialog(), Dialog::None);
  EXPECT_EQ(ui.table().session().clock().control().text(), "30/move");
  ui.perform(Action::NewGame);
  EXPECT_THAT(labels(ui), Contains("30/move")) << "as it was chosen last";
  click(ui, "new.clock.1");
  click(ui, "new.start");
  EXPECT_EQ(ui.table().session().clock().control().text(), "180+2");
  Ui again = make(ui.settings());
  again.perform(Action::NewGame);
  click(again, "new.start");
  EXPECT_EQ(again.table().session().clock().control().text(), "180+2");
}

TEST_F(Typing, ACommentShowsEveryLineItHasRoomFor) {
  for (int height = 560; height < 1300; height += 13) {
    Ui ui = make();
    ui.resize(1.6 * height, height);
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    click_cell(ui, 12);
    ui.perform(Action::Comment);
    for (const char* line : {"one", "two", "three"}) {
      type(ui, line);
      ui.key({Key::Enter, 0, false, /*shift=*/line != std::string_view("three")});
    }
    ASSERT_EQ(ui.table().record().node(ui.table().record().cursor()).comment, "one\ntwo\nthree");
    EXPECT_THAT(texts(ui), HasSubstr("\none\ntwo\nthree\n")) << "at a height of " << height;
  }
}

TEST_F(Typing, TypingSearchesTheLibraryAfterAClickOnABin) {
  Ui ui = make();
  ui.load_game(players::open_game("(;GM[11]SZ[3]RE[B+Resign];B[a1];W[b2];B[c3])", {}));
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

TEST_F(Typing, WhatIsWrongWithAClockStandsBesideItAndCoversNothing) {
  for (const bool narrow : {false, true}) {
    Ui ui = make();
    if (narrow) ui.resize(360, 740);
    ui.perform(Action::NewGame);
    if (narrow) click(ui, "new.page.2");
    click(ui, "new.clock.own");
    type(ui, "soon");
    if (narrow) click(ui, "new.page.0");
    click(ui, "new.start");
    ASSERT_EQ(ui.dialog(), Dialog::NewGame);
    EXPECT_EQ(ui.notice(), "") << "nothing lies on the dialog";
    ASSERT_NE(ui.frame().find("new.clock.own"), nullptr) << "its page is shown";
    EXPECT_EQ(ui.focused(), "new.clock.own");
    const Rect field = ui.frame().find("new.clock.own")->area;
    EXPECT_THAT(ui.frame().find("new.clock.own")->name, HasSubstr("no clock")) << "who hears";
    double at = 0;
    for (const auto& shape : ui.frame().scene) {
      const auto* text = std::get_if<Text>(&shape);
      if (text == nullptr || text->text.find("“soon” is no clock") == std::string::npos) continue;
      at = text->at.y;
    }
    EXPECT_GT(at, field.bottom());
    EXPECT_LT(at, field.bottom() + 20);
    EXPECT_THAT(in_one_line(ui), Not(HasSubstr("10000000"))) << "in units of people";
    type(ui, "3");  // it was chosen whole
    EXPECT_THAT(in_one_line(ui), Not(HasSubstr("is no clock"))) << "mended, or on the way to it";
  }
}

}  // namespace
}  // namespace losange::window
