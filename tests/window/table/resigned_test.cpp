// A game that somebody gave up can be studied and played on where it ended, and stays the game it was.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "players/files/saved_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kResigned = "(;GM[11]SZ[5]RU[no swap]RE[W+Resign];B[b2];W[c3];B[d2])";
const game::Result kSecondWon{game::Outcome::SecondWins, "resign"};

class Resigned : public UiInAFolder {
 protected:
  void open(Ui& ui, const char* game = kResigned) {
    base::write_file("game.sgf", game);
    ui.load_game(players::open_game("game.sgf", {}));
    ui.tick(base::Clock::now());
    ASSERT_TRUE(ui.table().session().over());
  }
  static std::size_t moves(const Ui& ui) { return ui.table().record().moves().size(); }
};

TEST_F(Resigned, ItsLastPositionIsAnalysedLikeAnyOther) {
  Ui ui = make();
  open(ui);
  ui.perform(Action::Analyse);
  EXPECT_THAT(texts(ui), Not(HasSubstr("100 %"))) << "what the board says is not known yet";
  ASSERT_TRUE(wait(ui, [&] { return ui.table().analysis().has_value(); }));
  EXPECT_NE(ui.frame().find("line.0"), nullptr);
  const double first = chance_for(Side::First, ui.table().analysis()->value);
  const double larger = std::max(first, 1 - first);
  EXPECT_THAT(texts(ui), HasSubstr(fmt::format("\n{:.0f} %\n", 100 * larger)));
}

TEST_F(Resigned, ThereIsAHint) {
  Ui ui = make();
  open(ui);
  ui.perform(Action::Hint);
  EXPECT_TRUE(wait(ui, [&] { return !ui.table().hinted().empty(); }));
}

TEST_F(Resigned, AClickPlaysAVariationAndTheGameKeepsItsResult) {
  Ui ui = make();
  open(ui);
  click_cell(ui, 18);
  ASSERT_EQ(moves(ui), 4u);
  EXPECT_EQ(ui.table().session().last_move(), "d4");
  EXPECT_FALSE(ui.table().session().over());
  EXPECT_EQ(ui.table().record().result, kSecondWon);
  players::save_game(ui.table().session(), "saved.sgf");
  const std::string saved = base::read_file("saved.sgf");
  EXPECT_THAT(saved, HasSubstr("RE[W+Resign]"));
  ui.load_game(players::open_game("saved.sgf", {}));
  EXPECT_FALSE(ui.table().session().over()) << "where one stood";
  ui.table().go_to(3);
  EXPECT_EQ(ui.table().session().result(), kSecondWon);
}

TEST_F(Resigned, UndoLeavesWhatNobodyGaveUpHere) {
  Ui ui = make();
  open(ui);
  click_cell(ui, 18);
  control(ui, 'z');
  EXPECT_EQ(moves(ui), 3u);
  EXPECT_TRUE(ui.table().session().over());
  control(ui, 'z');
  EXPECT_EQ(moves(ui), 2u);
  EXPECT_EQ(ui.table().record().result, kSecondWon);
  control(ui, 'y');
  EXPECT_TRUE(ui.table().session().over());
}

TEST_F(Resigned, WhoGaveUpHereTakesItBack) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.table().play("c3");
  ui.table().resign();
  ui.tick(base::Clock::now());
  control(ui, 'z');
  EXPECT_FALSE(ui.table().session().over());
  EXPECT_EQ(ui.table().record().result, game::Result{});
  EXPECT_EQ(moves(ui), 1u);
}

TEST_F(Resigned, OnTheBoardItIsOverAndNobodyPlaysOn) {
  Ui ui = make();
  open(ui, "(;GM[11]SZ[3]RU[no swap]RE[B+];B[b1];W[a2];B[b2];W[c2];B[b3])");
  EXPECT_FALSE(ui.table().person_may_play());
  ui.perform(Action::Analyse);
  EXPECT_THAT(texts(ui), HasSubstr("100 %"));
}

}  // namespace
}  // namespace losange::window
