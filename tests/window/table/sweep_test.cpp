// The search for mistakes: by visits, first quickly and then closely, and with the same answer every time.
#include "window/findings/sweep.h"

#include <gmock/gmock.h>

#include "players/files/open_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kGame = "b1 d1 b2 d2 a4 c3 b3";

class Sweeps : public UiTest {
 protected:
  static void open(Ui& ui) { ui.load_game(players::open_game(kGame, {.size = 4, .swap = false})); }
  static void sweep(Ui& ui, Action action = Action::Sweep) {
    ui.perform(action);
    ASSERT_TRUE(wait(ui, [&] { return !ui.table().sweeping(); }));
  }
  static std::vector<std::string> found(Ui& ui) {
    std::vector<std::string> all;
    const auto& record = ui.table().record();
    for (game::NodeId node = 0; node < record.size(); ++node) {
      for (const auto& property : record.node(node).other) {
        if (property.name != "EVAL") continue;
        for (const auto& value : property.values) all.push_back(value);
      }
    }
    return all;
  }
};

Analysis looked_at(double value, std::uint64_t visits, const char* best) {
  return {value, false, visits, "zero", {{best, value, false, visits, {best}}}};
}

TEST(Sweep, EveryPositionIsLookedAtAndThoseBeforeAndAfterADoubtfulMoveMoreClosely) {
  game::GameRecord record({.size = 5, .swap = false});
  for (const char* move : {"a1", "b2", "c3", "d4"}) {
    record.play({record.line().size() % 2 == 1 ? game::Side::First : game::Side::Second, move});
  }
  Sweep sweep;
  sweep.start(record, 4, {0, 1, 2, 3, 4}, "zero", {100, 800});
  std::vector<game::NodeId> quick;
  // c3 of First costs a fifth of its chance, all others nothing.
  constexpr std::array<double, 5> kValues{0.2, 0.2, 0.2, -0.2, -0.2};
  while (sweep.running() && sweep.next().visits == 100) {
    quick.push_back(sweep.next().node);
    keep_analysis(record.node(sweep.next().node), looked_at(kValues[sweep.next().node], 100, "e5"));
    EXPECT_LE(sweep.share(), 0.5);
    sweep.done(record);
  }
  EXPECT_THAT(quick, ElementsAre(4, 3, 2, 1, 0)) << "from the end backwards";
  std::vector<game::NodeId> close;
  while (sweep.running()) {
    EXPECT_EQ(sweep.next().visits, 800u);
    close.push_back(sweep.next().node);
    keep_analysis(record.node(sweep.next().node), looked_at(kValues[sweep.next().node], 800, "e5"));
    sweep.done(record);
  }
  EXPECT_THAT(close, ElementsAre(3, 2));
  sweep.start(record, 4, {0, 1, 2, 3, 4}, "zero", {100, 800});
  EXPECT_FALSE(sweep.running()) << "all is known";
  sweep.start(record, 4, {0, 1, 2, 3, 4}, "zero", SweepVisits{100, 800}.deeper(1));
  EXPECT_EQ(sweep.next().visits, 400u);
  sweep.start(record, 4, {0, 1, 2, 3, 4}, "mcts", {100, 800});
  EXPECT_TRUE(sweep.running()) << "another engine has its own opinion";
}

TEST_F(Sweeps, TwoSweepsOfAGameFindTheSame) {
  std::vector<std::string> first;
  for (const int thinks : {0, 1}) {
    Ui ui = make();
    open(ui);
    if (thinks == 1) {  // what was thought before is of no matter, nor how many threads there are
      ui.change_settings([](Settings& s) {
        s.threads = 2;
        s.thinking_s = 1;
      });
      ui.table().go_to(2);
      ui.table().ask_hint();
      ASSERT_TRUE(wait(ui, [&] { return ui.table().analysis().has_value(); }));
      open(ui);
    }
    sweep(ui);
    if (first.empty()) {
      first = found(ui);
      EXPECT_GT(first.size(), 10u);
    } else {
      EXPECT_EQ(found(ui), first);
    }
  }
}

TEST_F(Sweeps, NothingIsSaidOfAGameThatComesWhileOneIsSwept) {
  Ui ui = make();
  open(ui);
  ui.perform(Action::Sweep);
  ui.tick(base::Clock::now());
  ASSERT_TRUE(ui.table().sweeping());
  ui.perform(Action::Restart);
  const std::string told = ui.notice();
  ui.tick(base::Clock::now());
  EXPECT_FALSE(ui.table().sweeping());
  EXPECT_EQ(ui.notice(), told);
}

TEST_F(Sweeps, ASecondSweepSaysHowToLookDeeper) {
  Ui ui = make();
  open(ui);
  sweep(ui);
  const auto before = found(ui);
  ASSERT_FALSE(ui.table().line_study().mistakes.empty());
  sweep(ui);
  EXPECT_THAT(ui.notice(), HasSubstr("D looks deeper"));
  EXPECT_EQ(found(ui), before);
  const auto visits = ui.table().visits_of_sweep();
  sweep(ui, Action::Deeper);
  EXPECT_EQ(ui.table().visits_of_sweep().quick, 4 * visits.quick);
}

}  // namespace
}  // namespace losange::window
