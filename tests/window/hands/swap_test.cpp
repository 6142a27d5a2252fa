// The swap: offered where it may be played, told when it is, and marked on its stone.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "drawn_order.h"
#include "window/learn/swap_map.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;
using testing::Not;

class Swap : public UiInAFolder {
 protected:
  // What is said stands there for some time from the last tick on.
  static void key(Ui& ui, char letter) {
    ui.tick(base::Clock::now());
    ui.key({Key::Letter, letter, false, false});
    ui.tick(base::Clock::now());
  }
  static std::size_t moves(const Ui& ui) { return ui.table().record().moves().size(); }
  void keep_nothing() { ::setenv("XDG_DATA_HOME", "/proc/none", 1); }
};

TEST_F(Swap, ASwapIsToldWhenItIsPlayedAndUntilTheNextMove) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = true}, {"human", "human"}, {});
  click_cell(ui, 7);
  ui.table().set_engine(Side::Second, "random");
  ui.table().switch_seat(Side::Second);
  ui.table().play("swap-pieces");
  ui.tick(base::Clock::now());
  ASSERT_THAT(ui.notice(), HasSubstr("Blue swaps"));
  ui.table().play("e5");
  ui.tick(base::Clock::now());
  EXPECT_EQ(ui.notice(), "") << "it was about another position";
  ASSERT_TRUE(wait(ui, [&] { return moves(ui) == 4; }));
  control(ui, 'z');
  ASSERT_EQ(ui.table().session().last_move(), "swap-pieces");
  EXPECT_EQ(ui.notice(), "") << "who comes back to it knows";
}

TEST_F(Swap, ThatAGameIsNotKeptDoesNotHideASwap) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = true}, {"human", "human"}, {});
  click_cell(ui, 7);
  ui.table().set_engine(Side::Second, "random");
  ui.table().switch_seat(Side::Second);
  keep_nothing();
  ui.table().play("swap-pieces");
  ui.tick(base::Clock::now());
  EXPECT_THAT(ui.notice(), HasSubstr("Blue swaps"));
  EXPECT_THAT(ui.notice(), HasSubstr("the game is not kept"));
}

TEST_F(Swap, ASwapThatIsHintedIsSaidAndKeepsItsSignBesideItsValue) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = true}, {"human", "human"}, {});
  click_cell(ui, 12);
  key(ui, 'h');
  ASSERT_TRUE(wait(ui, [&] { return ui.notice().find("Hint: swap") != std::string::npos; }));
  const Point stone = ui.placed_board()->center(12);
  const double scale = ui.placed_board()->scale;
  const auto discs_beside = [&] {
    int discs = 0;
    for (const auto& shape : ui.frame().scene) {
      const auto* disc = std::get_if<Disc>(&shape);
      if (disc != nullptr && length(disc->center - stone) > 0.4 * scale &&
          length(disc->center - stone) < 0.6 * scale && disc->radius < 0.3 * scale)
        ++discs;
    }
    return discs;
  };
  EXPECT_EQ(discs_beside(), 0);
  key(ui, 'a');
  ASSERT_TRUE(wait(ui, [&] {
    const auto& found = ui.table().analysis();
    return found && std::any_of(found->moves.begin(), found->moves.end(),
                                [](const auto& move) { return move.move.starts_with("swap"); });
  }));
  EXPECT_EQ(discs_beside(), 1) << "the sign of the swap, beside the value";
}

TEST_F(Swap, AStoneThatStaysInItsPlaceIsNotSaidToJump) {
  for (const auto& [opening, told] : {std::pair{"c3", "the stone on c3 changes colour"},
                                      std::pair{"d2", "changes colour and jumps to b4"}}) {
    Settings settings = quiet_settings();
    settings.thinking_s = 600;  // all descents are made, however busy the machine is
    Ui ui = make(settings);
    ui.start_game({.size = 5, .swap = true}, {"human", "mcts:descents=2000,memory=16"}, {});
    ui.frame();
    const auto& names = ui.placed_board()->layout.names;
    click_cell(ui,
               static_cast<int>(std::find(names.begin(), names.end(), opening) - names.begin()));
    ASSERT_TRUE(wait(ui, [&] { return ui.table().record().moves().size() == 2; }));
    ASSERT_TRUE(ui.table().record().moves()[1].starts_with("swap")) << opening;
    EXPECT_TRUE(wait(ui, [&, words = told] {
      return ui.notice().find(words) != std::string::npos;
    })) << ui.notice();
  }
}

TEST_F(Swap, TheKeyOfTheSwapPlaysOnlyWhereAClickWould) {
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

// After a first stone that is worth taking over.
TEST_F(Swap, TheSwapIsMarkedOnItsStone) {
  Ui ui = make();
  ui.start_game({.size = 5}, {"human", "human"}, {});
  click_cell(ui, 12);
  ui.table().note_finding([](game::RecordNode& node) {
    keep_analysis(node, {-0.4,
                         false,
                         1000,
                         "mcts",
                         {{"swap-pieces", -0.4, false, 900, {"swap-pieces", "b2"}},
                          {"b2", 0.6, false, 100, {"b2"}}}});
  });
  const auto rings_on_stone = [&] {
    const Point center = ui.placed_board()->center(12);
    int rings = 0;
    for (const auto& shape : ui.frame().scene) {
      const auto* stroke = std::get_if<Stroke>(&shape);
      if (stroke == nullptr || stroke->points.size() < 6) continue;
      Point middle{};
      for (const Point& p : stroke->points)
        middle = middle + p * (1.0 / static_cast<double>(stroke->points.size()));
      if (length(middle - center) < 2) ++rings;
    }
    return rings;
  };
  const int before = rings_on_stone();
  ui.perform(Action::Hint);
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().hint_asked(); }));
  const bool swaps = ui.table().analysis()->moves.front().move == "swap-pieces";
  ASSERT_TRUE(swaps) << "who moves takes the middle of so small a board over";
  EXPECT_GT(rings_on_stone(), before);
  ui.table().set_paused(true);
  ui.perform(Action::Analyse);
  const auto chance = chance_for(Side::Second, ui.table().analysis()->moves.front().value);
  const Order order = order_of(ui.frame().scene, ui.placed_board()->center(12),
                               fmt::format("{:.0f}", 100 * chance));
  EXPECT_GT(order.text, order.disc) << "the value stands on the stone";
}

TEST_F(Swap, TheSwapMapOfALargerBoardIsNotShownOnASmallerOne) {
  const int size = 14;
  SwapMap map(size, "mcts", sweep_visits("mcts").quick);
  for (int cell = 0; cell < size * size; ++cell) map.set(cell, 0.5);
  {
    Ui ui = make();
    ui.start_game({.size = size}, {"human", "human"}, {});
    map.save();
    ui.perform(Action::SwapMap);
    ASSERT_THAT(texts(ui), HasSubstr("\n50\n"));
    ui.open_text("https://hexworld.org/board/#4,a1");
    EXPECT_THAT(texts(ui), Not(HasSubstr("\n50\n")));
  }
}

}  // namespace
}  // namespace losange::window
