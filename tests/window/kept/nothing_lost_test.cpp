// No game is lost by a key or a click: names belong to games, every edit is undone, and a game that makes room for
// another is kept.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class NothingLost : public UiInAFolder {
 protected:
  static void start(Ui& ui, std::initializer_list<const char*> moves) {
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    for (const char* move : moves) ui.table().play(move);
    ui.tick(base::Clock::now());
  }
  static std::vector<std::string> moves(const Ui& ui) { return ui.table().record().moves(); }
  static std::vector<std::string> moves_in(const std::filesystem::path& file) {
    return players::open_game(file.string(), {}).moves();
  }
  std::vector<std::filesystem::path> games_kept() const {
    std::vector<std::filesystem::path> files;
    std::error_code none;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_ / "data" / "losange" / "games", none)) {
      if (entry.path().extension() == ".sgf") files.push_back(entry.path());
    }
    return files;
  }
};

TEST_F(NothingLost, ASecondGameIsNotSavedOverTheFirst) {
  Ui ui = make();
  start(ui, {"a1", "b2"});
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_THAT(moves_in("game.sgf"), ElementsAre("a1", "b2"));
  start(ui, {"c3"});
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_THAT(moves_in("game.sgf"), ElementsAre("a1", "b2")) << "it belongs to the first game";
  EXPECT_THAT(moves_in("game-2.sgf"), ElementsAre("c3"));
  ui.table().play("d4");
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_THAT(moves_in("game-2.sgf"), ElementsAre("c3", "d4")) << "its own name, unasked";
  EXPECT_FALSE(std::filesystem::exists("game-3.sgf"));
}

TEST_F(NothingLost, AGameThatWasOpenedFromOutsideIsSavedUnderItsName) {
  Ui ui = make();
  ui.load_game(players::open_game("a1 b2", {.size = 5, .swap = false}));
  ui.game_came_from("mine.sgf", false);
  ui.table().play("c3");
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_THAT(moves_in("mine.sgf"), ElementsAre("a1", "b2", "c3"));
  EXPECT_FALSE(std::filesystem::exists("game.sgf"));
}

TEST_F(NothingLost, ThePastedGameHasNoNameAndTheOldOneKeepsIts) {
  Ui ui = make();
  start(ui, {"a1", "b2"});
  control(ui, 's');
  press(ui, Key::Enter);
  clipboard_ = "https://hexworld.org/board/#5n,c3";
  control(ui, 'v');
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_THAT(moves_in("game.sgf"), ElementsAre("a1", "b2"));
  control(ui, 'z');
  ui.table().play("e5");
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_THAT(moves_in("game.sgf"), ElementsAre("a1", "b2", "e5"));
  EXPECT_THAT(moves_in("game-2.sgf"), ElementsAre("c3"));
}

TEST_F(NothingLost, ADeletedTreeComesBackWithItsComments) {
  Ui ui = make();
  start(ui, {"a1", "b2", "c3"});
  ui.table().set_comment(2, "why not");
  ui.table().step(-2);
  ASSERT_THAT(moves(ui), ElementsAre("a1"));
  press(ui, Key::Delete);
  EXPECT_EQ(ui.table().record().size(), 1u);
  EXPECT_THAT(ui.notice(), HasSubstr("Ctrl+Z"));
  control(ui, 'z');
  ASSERT_EQ(ui.table().record().size(), 4u);
  EXPECT_THAT(moves(ui), ElementsAre("a1"));
  EXPECT_EQ(ui.table().record().node(2).comment, "why not");
  EXPECT_THAT(ui.notice(), HasSubstr("Ctrl+Y"));
  control(ui, 'y');
  EXPECT_EQ(ui.table().record().size(), 1u);
}

TEST_F(NothingLost, MovesAndEditsAreUndoneInTheOrderTheyHappened) {
  Ui ui = make();
  start(ui, {"a1", "b2"});
  press(ui, Key::Delete);
  ui.table().play("d4");
  ui.table().play("e5");
  control(ui, 'z');
  control(ui, 'z');
  EXPECT_THAT(moves(ui), ElementsAre("a1"));
  control(ui, 'z');
  EXPECT_THAT(moves(ui), ElementsAre("a1", "b2"));
  for (int i = 0; i < 3; ++i) control(ui, 'y');
  EXPECT_THAT(moves(ui), ElementsAre("a1", "d4", "e5"));
}

TEST_F(NothingLost, ACommentIsUndoneAsAWholeAlsoInItsField) {
  Ui ui = make();
  start(ui, {"a1"});
  ui.typed('b');
  type(ui, "first");
  press(ui, Key::Enter);
  ui.typed('b');
  type(ui, " and more");
  EXPECT_EQ(ui.table().record().node(1).comment, "first and more");
  control(ui, 'z');
  EXPECT_EQ(ui.table().record().node(1).comment, "first");
  control(ui, 'z');
  EXPECT_EQ(ui.table().record().node(1).comment, "");
  EXPECT_THAT(moves(ui), ElementsAre("a1"));
  control(ui, 'y');
  control(ui, 'y');
  EXPECT_EQ(ui.table().record().node(1).comment, "first and more");
}

TEST_F(NothingLost, StonesThatWereSetUpAndAPromotionAreUndone) {
  Ui ui = make();
  start(ui, {});
  ui.table().set_up("c3", game::Side::First);
  ui.table().set_up("a1", game::Side::Second);
  control(ui, 'z');
  EXPECT_EQ(ui.table().session().view().pieces[0], '.');
  EXPECT_EQ(ui.table().session().view().pieces[12], 'x');
  control(ui, 'z');
  EXPECT_EQ(ui.table().session().view().pieces[12], '.');
  start(ui, {"a1", "b2"});
  press(ui, Key::Left);
  ui.table().play("c3");
  press(ui, Key::PageUp);
  EXPECT_EQ(ui.table().record().node(1).children.front(), 3u);
  control(ui, 'z');
  EXPECT_EQ(ui.table().record().node(1).children.front(), 2u);
}

TEST_F(NothingLost, WhatWasFoundMeanwhileStaysWhenAnEditIsUndone) {
  Ui ui = make();
  start(ui, {"a1", "b2"});
  press(ui, Key::Delete);
  ui.perform(Action::Analyse);
  ASSERT_TRUE(wait(ui, [&] { return ui.table().analysis().has_value(); }));
  control(ui, 'z');
  EXPECT_THAT(moves(ui), ElementsAre("a1", "b2"));
  EXPECT_TRUE(analysis_at(ui.table().record().node(1)));
}

TEST_F(NothingLost, APasteOverAnUnfinishedGameIsUndone) {
  Ui ui = make();
  ui.start_game({.size = 5}, {"human", "random"}, players::TimeControl::parse("60+1"));
  click_cell(ui, 12);
  ASSERT_TRUE(wait(ui, [&] { return moves(ui).size() == 2; }));
  const auto before = moves(ui);
  clipboard_ = "https://hexworld.org/board/#7n,a3c4d5";
  control(ui, 'v');
  ASSERT_EQ(moves(ui).size(), 3u);
  EXPECT_THAT(ui.notice(), HasSubstr("Ctrl+Z"));
  EXPECT_FALSE(ui.table().session().clock().left(game::Side::First));
  control(ui, 'z');
  EXPECT_EQ(moves(ui), before);
  EXPECT_EQ(ui.table().seat(game::Side::Second).engine, "random");
  EXPECT_FALSE(ui.table().seat(game::Side::Second).person);
  EXPECT_TRUE(ui.table().session().clock().left(game::Side::First));
  click_cell(ui, ui.table().session().view().pieces[0] == '.' ? 0 : 1);
  EXPECT_TRUE(wait(ui, [&] { return moves(ui).size() == 4; })) << "the game goes on";
}

TEST_F(NothingLost, AGameThatMakesRoomIsKeptInAFile) {
  {
    Ui ui = make();
    start(ui, {"a1", "b2"});
    ui.leave();
  }
  Ui again = make();
  clipboard_ = "https://hexworld.org/board/#5n,c3";
  control(again, 'v');
  again.leave();
  ASSERT_EQ(games_kept().size(), 2u) << "the one of the day before, and the pasted one";
  EXPECT_THAT((std::vector{moves_in(games_kept()[0]), moves_in(games_kept()[1])}),
              testing::UnorderedElementsAre(ElementsAre("a1", "b2"), ElementsAre("c3")));
}

TEST_F(NothingLost, AGameThatGoesOnIsNotKeptTwice) {
  {
    Ui ui = make();
    start(ui, {"a1", "b2"});
    ui.leave();
  }
  Ui again = make();
  click(again, "start.continue");
  again.table().play("c3");
  again.tick(base::Clock::now());
  ASSERT_EQ(games_kept().size(), 1u);
  EXPECT_THAT(moves_in(games_kept()[0]), ElementsAre("a1", "b2", "c3"));
}

TEST_F(NothingLost, SavingWhileAVariationIsShownLeavesTheMainLine) {
  Ui ui = make();
  start(ui, {"a1", "b2", "c3"});
  press(ui, Key::Left);
  press(ui, Key::Left);
  ui.table().play("d4");
  ui.table().play("e5");
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_THAT(moves_in("game.sgf"), ElementsAre("a1", "b2", "c3"));
  const auto record = players::at_saved_move(players::open_game("game.sgf", {}));
  EXPECT_THAT(record.moves(), ElementsAre("a1", "d4", "e5")) << "where one stood";
}

TEST_F(NothingLost, AMoveInPlaceOfOneThatWasTakenBackIsTheGame) {
  Ui ui = make();
  start(ui, {"a1", "b2"});
  control(ui, 'z');
  ui.table().play("c3");
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_THAT(moves_in("game.sgf"), ElementsAre("a1", "c3"));
}

}  // namespace
}  // namespace losange::window
