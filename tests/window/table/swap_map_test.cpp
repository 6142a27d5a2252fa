// The swap map: every opening with its chance, computed once and kept.
#include "window/learn/swap_map.h"

#include <gmock/gmock.h>

#include "base/system/file.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::HasSubstr;

class SwapMaps : public UiTest {
 protected:
  static void start(Ui& ui, int size) {
    ui.start_game({.size = size}, {"human", "human"}, {});
    ui.tick(base::Clock::now());
  }
  static void show(Ui& ui) {
    ui.perform(Action::SwapMap);
    ASSERT_TRUE(wait(ui, [&] { return texts(ui).find("looked at") == std::string::npos; }));
  }
};

TEST(SwapMap, IsReadAsItWasWrittenAndNothingElseIs) {
  SwapMap map(4, "mcts", 50);
  EXPECT_EQ(map.next(), 0);
  map.set(0, 0.25);
  map.set(5, 0.75);
  EXPECT_EQ(map.chance(15), 0.25) << "turned by half";
  EXPECT_EQ(map.share(), 4.0 / 16);
  SwapMap again(4, "mcts", 50);
  ASSERT_TRUE(again.read(map.text()));
  EXPECT_EQ(again.text(), map.text());
  EXPECT_EQ(again.chance(10), 0.75);
  EXPECT_FALSE(SwapMap(5, "mcts", 50).read(map.text()));
  EXPECT_FALSE(SwapMap(4, "zero", 50).read(map.text()));
  EXPECT_FALSE(SwapMap(4, "mcts", 51).read(map.text()));
  SwapMap odd(4, "mcts", 50);
  EXPECT_TRUE(odd.read("losange swap map 1\nhex 4 mcts 50\nz9 0.5\na1 7\nb2\na2 0.5\n"));
  EXPECT_EQ(odd.share(), 2.0 / 16);
}

TEST_F(SwapMaps, EveryOpeningHasItsChanceAndTheMapIsKept) {
  const auto file = folder_ / "data" / "losange" / "swap-maps" / "hex-3-mcts.txt";
  {
    Ui ui = make();
    start(ui, 3);
    show(ui);
    ASSERT_TRUE(std::filesystem::exists(file));
    const std::string kept = base::read_file(file);
    EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'), 2 + 9);
    SwapMap map(3, "mcts", 2000);
    ASSERT_TRUE(map.read(kept));
    EXPECT_GT(*map.chance(4), 0.9) << "the middle of 3x3 wins";
    EXPECT_EQ(ui.table().record().size(), 1u) << "the game is as it was";
  }
  base::write_file(file,
                   "losange swap map 1\nhex 3 mcts 2000\na1 0.1100\na2 0.1200\na3 0.1300\n"
                   "b1 0.1400\nb2 0.1500\n");
  Ui ui = make();
  start(ui, 3);
  ui.perform(Action::SwapMap);
  EXPECT_THAT(texts(ui), HasSubstr("\n11\n")) << "what is kept is there at once";
  EXPECT_FALSE(ui.table().asks_aside());
  click_cell(ui, 0);
  EXPECT_EQ(ui.table().record().size(), 2u) << "an opening is played by a click";
}

TEST_F(SwapMaps, WhatIsKnownIsKeptWhenTheWindowCloses) {
  Ui ui = make();
  start(ui, 9);
  ui.perform(Action::SwapMap);
  ASSERT_TRUE(wait(ui, [&] { return texts(ui).find(": 0 %") == std::string::npos; }));
  ASSERT_TRUE(ui.table().asks_aside()) << "it is not whole yet";
  ui.leave();
  EXPECT_TRUE(
      std::filesystem::exists(folder_ / "data" / "losange" / "swap-maps" / "hex-9-mcts.txt"));
}

TEST_F(SwapMaps, WhoLeavesItStandsWhereItWasAskedFor) {
  Ui ui = make();
  start(ui, 5);
  for (const int cell : {12, 0, 24}) click_cell(ui, cell);
  ui.perform(Action::Back);
  const auto stood = ui.table().record().cursor();
  ui.perform(Action::SwapMap);
  EXPECT_EQ(ui.table().record().cursor(), game::kRoot);
  ui.perform(Action::SwapMap);
  EXPECT_EQ(ui.table().record().cursor(), stood);
  ui.perform(Action::SwapMap);
  click_cell(ui, 7);  // another opening, which is gone on with
  ui.perform(Action::SwapMap);
  EXPECT_EQ(ui.table().session().last_move(), "c2");
}

TEST_F(SwapMaps, AnotherGameEndsIt) {
  Ui ui = make();
  start(ui, 5);
  ui.perform(Action::SwapMap);
  ASSERT_NE(ui.frame().find("swapmap.leave"), nullptr);
  start(ui, 4);
  EXPECT_EQ(ui.frame().find("swapmap.leave"), nullptr);
  EXPECT_FALSE(ui.table().asks_aside());
}

TEST_F(SwapMaps, WhatTheStudyOutlinesIsNotOnIt) {
  Ui ui = make();
  start(ui, 4);
  click_cell(ui, 5);
  press(ui, Key::Home);
  const auto outlined = [&] {  // the move that was played has the widest line of the board
    const auto& scene = ui.frame().scene;
    const double width = 0.1 * ui.placed_board()->scale;
    return std::count_if(scene.begin(), scene.end(), [&](const Shape& shape) {
      const auto* stroke = std::get_if<Stroke>(&shape);
      return stroke != nullptr && std::abs(stroke->width - width) < 1e-9;
    });
  };
  ui.perform(Action::Analyse);
  ASSERT_TRUE(wait(ui, [&] { return outlined() == 1; }));
  show(ui);
  EXPECT_EQ(outlined(), 0);
  ui.perform(Action::SwapMap);
  EXPECT_EQ(outlined(), 1);
}

// Nor what cells do not matter, of which no word says anything there.
TEST_F(SwapMaps, CellsThatDoNotMatterAreNotOnIt) {
  const auto shapes = [&](bool inferior) {
    Ui ui = make();
    start(ui, 5);
    if (inferior) ui.perform(Action::Inferior);
    ui.tick(base::Clock::now() + std::chrono::minutes(1));
    const std::size_t before = ui.frame().scene.size();
    ui.perform(Action::SwapMap);
    EXPECT_TRUE(wait(ui, [&] { return !ui.table().asks_aside(); }));
    return std::pair{before, ui.frame().scene.size()};
  };
  const auto plain = shapes(false), dotted = shapes(true);
  ASSERT_GT(dotted.first, plain.first);
  EXPECT_EQ(dotted.second, plain.second);
}

}  // namespace
}  // namespace losange::window
