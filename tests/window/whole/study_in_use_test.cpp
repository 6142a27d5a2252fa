// The study beside the board and the dialogs around it: what is listed, in which order, and how much of it fits.
#include <gmock/gmock.h>

#include "context_fixture.h"
#include "players/files/open_game.h"
#include "window/findings/record_marks.h"
#include "window/study/tree_panel.h"

namespace losange::window {
namespace {

using game::Side;
using testing::ElementsAre;
using testing::HasSubstr;

class StudyInUse : public UiInAFolder {};

class StudyPanels : public ContextTest {
 protected:
  struct Tree {
    TreePanel panel;
    double width;
    void draw(Pen& pen) { panel.draw(pen, {900, 60, width, 200}); }
  };
  // As many nodes stand side by side.
  static constexpr double width_for(int nodes) { return 24 * (nodes + 0.5) + 24 + 16; }
};

TEST(Mistakes, MistakesThatCostTheSameAreToldInTheOrderOfTheGame) {
  game::GameRecord record({.size = 5, .swap = false});
  const auto note = [&](double value) {
    Analysis found{value, false, 500, "mcts", {{"e5", value, false, 400, {"e5"}}}};
    keep_analysis(record.node(record.cursor()), found);
  };
  note(0.990);
  for (const char* move : {"a1", "b2", "c3", "d4"}) {
    const Side side = record.size() % 2 == 1 ? Side::First : Side::Second;
    record.play({side, move});
    // Who moves throws the game away, the later the more surely.
    const double worth = 0.990 + 0.001 * static_cast<double>(record.size());
    note(side == Side::First ? -worth : worth);
  }
  std::vector<int> numbers;
  for (const auto& mistake : mistakes(record, record.cursor())) numbers.push_back(mistake.number);
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3, 4));
}

TEST_F(StudyPanels, ATreeThatFitsDoesNotScroll) {
  table_.load(players::open_game("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", {.size = 5, .swap = false}));
  Tree fits{TreePanel(context_), width_for(11)};
  for (const game::NodeId here : {0u, 5u, 8u, 10u}) {
    table_.go_to(here);
    const Frame frame = draw(fits);
    for (const char* id : {"tree.0", "tree.10"}) EXPECT_NE(frame.find(id), nullptr) << id << here;
  }
  Tree small{TreePanel(context_), width_for(9)};
  table_.go_to(10);
  EXPECT_EQ(draw(small).find("tree.1"), nullptr);
  EXPECT_NE(draw(small).find("tree.2"), nullptr) << "no further than it must";
  table_.go_to(0);
  EXPECT_NE(draw(small).find("tree.0"), nullptr);
}

TEST_F(StudyInUse, StonesThatWereSetUpAreNoStartAndNoMove) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 0);
  ui.table().set_up("c3", Side::First);
  ui.table().play("d4");
  ui.table().set_analysing(true);
  ui.tick(base::Clock::now());
  const auto* put = ui.frame().find("tree.2");
  const auto* played = ui.frame().find("tree.3");
  ASSERT_TRUE(put != nullptr && played != nullptr);
  EXPECT_EQ(put->tip, "Position set up");
  EXPECT_EQ(played->tip, "2. d4");
  ASSERT_NE(ui.frame().find("graph.3"), nullptr);
  EXPECT_EQ(ui.frame().find("graph.3")->name, "Move 2");
}

TEST_F(StudyInUse, EveryRowOfLevelsHasTheSameHeight) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "zero:level=3"}, {});
  ui.table().set_paused(true);
  ui.show(Screen::Game, Dialog::Level);
  const Frame& frame = ui.frame();
  ASSERT_NE(frame.find("level.1.level.9"), nullptr);
  EXPECT_NEAR(frame.find("level.1.level.9")->area.height,
              frame.find("level.1.level.0")->area.height, 0.01);
}

TEST_F(StudyInUse, AWindowTallerThanWideHasOneColumnBelowSixHundred) {
  for (const double width : {360.0, 380.0, 400.0, 440.0, 480.0}) {
    const auto layout = game_layout(width, 480, unit_for(width, 480, 1));
    EXPECT_EQ(layout.panel.width, width);
    EXPECT_GE(layout.panel.y, layout.board.bottom());
  }
  EXPECT_GT(game_layout(599, 480, unit_for(599, 480, 1)).panel.x, 300) << "wider than tall";
}

TEST_F(StudyInUse, ALongFolderShowsWhereItLeads) {
  const std::string deep(60, 'd');
  const StandingIn there(folder_ / deep / deep / "last");
  Ui ui = make();
  ui.perform(Action::Open);
  EXPECT_THAT(texts(ui), HasSubstr("…/" + deep + "/last\n"));
}

TEST_F(StudyInUse, ASecondPictureOfAPositionHasItsNumber) {
  Ui ui = make();
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  for (const int cell : {0, 8}) click_cell(ui, cell);
  ui.perform(Action::ExportDrawing);
  ui.perform(Action::ExportDrawing);
  EXPECT_TRUE(std::filesystem::exists("hex-3x3-move-2.svg"));
  EXPECT_TRUE(std::filesystem::exists("hex-3x3-move-2-2.svg"));
  EXPECT_FALSE(std::filesystem::exists("hex-3x3-move-3.svg")) << "no such move was played";
}

}  // namespace
}  // namespace losange::window
