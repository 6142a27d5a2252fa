// Clocks of games that are only looked at, and of people who cannot see the board they play on.
#include <gmock/gmock.h>

#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "window/kept/library.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

class Clocks : public UiTest {
 protected:
  // Two people played two moves, each with a minute for the game.
  std::filesystem::path evening() {
    const auto file = folder_ / "evening.sgf";
    Ui ui = make();
    start(ui, "human");
    for (const int cell : {12, 6}) click_cell(ui, cell);
    players::save_game(ui.table().session(), file);
    return file;
  }
  static void start(Ui& ui, const std::string& second) {
    ui.start_game({.size = 5, .swap = false}, {"human", second},
                  players::TimeControl::parse("60+0"));
  }
  void open(Ui& ui) { ui.load_game(players::open_game(evening().string(), {})); }
  // Whether the flag falls of who is to move, however long nobody moves.
  static bool flag_falls(Ui& ui) {
    const auto now = base::Clock::now();
    ui.tick(now);
    ui.tick(now + seconds(100));
    return ui.table().session().over();
  }
};

TEST_F(Clocks, AGameThatIsOpenedStandsStill) {
  const std::string file = evening().string();
  Ui ui = make();
  ui.load_game(players::open_game(file, {}));
  EXPECT_THAT(texts(ui), HasSubstr("Paused: play, or press Space"));
  for (const Dialog dialog : {Dialog::None, Dialog::Menu, Dialog::Help, Dialog::Save}) {
    ui.show(Screen::Game, dialog);
    EXPECT_FALSE(flag_falls(ui));
  }
  ui.show(Screen::Game);
  ui.perform(Action::Solve);
  EXPECT_FALSE(flag_falls(ui));
  for (const Action action : {Action::First, Action::Last, Action::Back, Action::Forward}) {
    ui.perform(action);
    EXPECT_FALSE(flag_falls(ui)) << "who looks about looks";
  }
  ui.leave();
  for (const auto& kept : Library().games(9)) {
    EXPECT_EQ(players::open_game(Library::path_of(kept).string(), {}).result, game::Result{});
  }
}

TEST_F(Clocks, TheyGoOnWithAMove) {
  Ui ui = make();
  open(ui);
  click_cell(ui, 0);
  EXPECT_EQ(ui.table().session().move_number(), 3);
  EXPECT_THAT(texts(ui), Not(HasSubstr("Paused")));
  EXPECT_TRUE(flag_falls(ui));
  EXPECT_EQ(ui.table().session().to_move(), Side::Second);
}

TEST_F(Clocks, TheyGoOnWhenThePersonSaysSo) {
  Ui ui = make();
  open(ui);
  press(ui, Key::Space);
  EXPECT_FALSE(ui.table().paused());
  EXPECT_THAT(texts(ui), Not(HasSubstr("Paused")));
  EXPECT_TRUE(flag_falls(ui));
}

TEST_F(Clocks, AGameThatComesBackByUndoingWaitsAndAnEditThatIsUndoneStopsNothing) {
  Ui ui = make();
  start(ui, "human");
  click_cell(ui, 12);
  clipboard_ = "https://hexworld.org/board/#7n,a3c4d5";
  control(ui, 'v');
  control(ui, 'z');
  ASSERT_EQ(ui.table().session().move_number(), 1);
  EXPECT_FALSE(flag_falls(ui));
  click_cell(ui, 6);
  ui.table().set_comment(ui.table().record().cursor(), "one could stop the clock so");
  control(ui, 'z');
  EXPECT_EQ(ui.table().session().move_number(), 2);
  EXPECT_TRUE(flag_falls(ui));
}

TEST_F(Clocks, WhoPlaysAnEngineLosesNoTimeUnderADialog) {
  Ui ui = make();
  start(ui, "random");
  const auto now = base::Clock::now();
  ui.tick(now);
  ui.show(Screen::Game, Dialog::Help);
  ui.tick(now + seconds(1));
  ui.tick(now + seconds(200));
  EXPECT_FALSE(ui.table().session().over());
  ui.show(Screen::Game);
  ui.tick(now + seconds(200));
  const auto left = ui.table().time_left(Side::First, now + seconds(210));
  ASSERT_TRUE(left);
  EXPECT_EQ(*left, base::Millis(49'000)) << "and goes on with what was left";
  ui.tick(now + seconds(260));
  EXPECT_TRUE(ui.table().session().over());
}

TEST_F(Clocks, BetweenPeopleADialogStopsNoClock) {
  Ui ui = make();
  start(ui, "human");
  ui.show(Screen::Game, Dialog::Help);
  EXPECT_TRUE(flag_falls(ui));
}

TEST_F(Clocks, HandingASideOverGivesNoTimeBack) {
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

}  // namespace
}  // namespace losange::window
