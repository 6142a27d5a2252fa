// What people ran into when they tried the window a fourth time: a ghost on a number, a tree that scrolls where it has
// room, mistakes that cost the same in an order nobody sees, numbers under a tint, and no key to leave by.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "context_fixture.h"
#include "players/files/open_game.h"
#include "window/findings/record_marks.h"
#include "window/learn/swap_map.h"
#include "window/picture/board_picture.h"
#include "window/study/tree_panel.h"

namespace losange::window {
namespace {

using game::Side;
using testing::ElementsAre;
using testing::HasSubstr;

// Where in a scene stands the last disc at a place, and where the text; -1 where there is none.
struct Order {
  int disc = -1, text = -1;
  Color ink{};
};
Order order_of(const Scene& scene, Point center, const std::string& words) {
  Order order;
  for (std::size_t i = 0; i < scene.size(); ++i) {
    const auto* disc = std::get_if<Disc>(&scene[i]);
    if (disc != nullptr && length(disc->center - center) < 1) order.disc = static_cast<int>(i);
    const auto* text = std::get_if<Text>(&scene[i]);
    if (text == nullptr || text->text != words) continue;
    order.text = static_cast<int>(i);
    order.ink = text->color;
  }
  return order;
}

BoardPicture picture_of(BoardLayout layout) {
  BoardPicture picture;
  picture.pieces.assign(layout.cells.size(), '.');
  picture.board = place(std::move(layout), {0, 0, 600, 600});
  return picture;
}

TEST(FourthTrial, TheGhostOfThePointerLiesUnderTheNumberOfItsCell) {
  const Settings settings = quiet_settings();
  BoardPicture picture = picture_of(hex_layout(3, {}));
  picture.notes.push_back({4, 0, "55", "", false, {}});
  picture.hover = 4;
  for (const Side side : {Side::First, Side::Second}) {
    picture.hover_side = side;
    Scene scene;
    draw_board(scene, picture, settings);
    const Order order = order_of(scene, picture.board.center(4), "55");
    ASSERT_GE(order.disc, 0) << "the ghost is there";
    EXPECT_GT(order.text, order.disc);
  }
}

TEST(FourthTrial, ANumberOfASquareIsReadOnTheTintOfAnAnalysis) {
  BoardPicture picture = picture_of(draughts_layout(
      {.game = "draughts", .size = 10, .swap = false, .variant = "international"}, false));
  const auto& names = picture.board.layout.names;
  const auto cell = static_cast<int>(std::find(names.begin(), names.end(), "28") - names.begin());
  for (const ThemeName name : {ThemeName::Light, ThemeName::Dark, ThemeName::Wood}) {
    Settings settings = quiet_settings();
    settings.theme = name;
    for (const Color ground : {theme(name).accent, theme(name).cell, theme(name).good}) {
      picture.notes = {{cell, 1, "+0.10", "", false, {}, ground}};
      Scene scene;
      draw_board(scene, picture, settings);
      EXPECT_EQ(order_of(scene, {}, "28").ink, readable_on(ground));
    }
  }
}

TEST(FourthTrial, MistakesThatCostTheSameAreToldInTheOrderOfTheGame) {
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

class FourthTrialPanels : public ContextTest {
 protected:
  struct Tree {
    TreePanel panel;
    double width;
    void draw(Pen& pen) { panel.draw(pen, {900, 60, width, 200}); }
  };
  // As many nodes stand side by side.
  static constexpr double width_for(int nodes) { return 24 * (nodes + 0.5) + 24 + 16; }
};

TEST_F(FourthTrialPanels, ATreeThatFitsDoesNotScroll) {
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

class FourthTrialUi : public UiTest {};

TEST_F(FourthTrialUi, CtrlQLeavesFromEverywhereAndTheGameIsKept) {
  for (const int where : {0, 1, 2, 3, 4}) {
    Ui ui = make();
    if (where > 0) {
      ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
      click_cell(ui, 12);
    }
    if (where == 2) ui.perform(Action::Help);
    if (where == 3) ui.perform(Action::Comment);  // a field
    if (where == 4) ui.perform(Action::Save);     // a field of a dialog
    ASSERT_FALSE(ui.wants_to_quit());
    control(ui, 'q');
    EXPECT_TRUE(ui.wants_to_quit()) << where;
    if (where == 0) continue;
    Ui again = make();
    click(again, "start.continue");
    EXPECT_EQ(again.table().session().move_number(), 1);
  }
}

TEST_F(FourthTrialUi, HelpListsTheKeyThatLeaves) {
  Ui ui = make();
  ui.perform(Action::Help);
  EXPECT_THAT(texts(ui), HasSubstr("Ctrl+Q"));
}

TEST_F(FourthTrialUi, APageIsNotLeftByAKey) {
  Services services;
  services.can_quit = false;
  Ui ui(quiet_settings(), plain_measure, services, {.adviser = "mcts:descents=2000,memory=16"});
  ui.perform(Action::Help);
  EXPECT_THAT(texts(ui), testing::Not(HasSubstr("Ctrl+Q")));
  control(ui, 'q');
  EXPECT_FALSE(ui.wants_to_quit());
}

// Whoever wrote the file of a game chose the names in it.
TEST_F(FourthTrialUi, AFileSeatsNoEngineThatDoesMoreThanPlay) {
  const auto file = folder_ / "written";
  const std::string path = file.string();
  for (const std::string& engine :
       {"htp:touch " + path, "hub:touch " + path, "hybrid:htp:touch " + path,
        "random:report=" + path, "random:book=" + path, "hybrid:random:report=" + path}) {
    for (const char* side : {"PB", "PW"}) {
      Ui ui = make();
      ui.open_text("(;GM[11]SZ[5]" + std::string(side) + "[" + engine + "];B[c3];W[b2])");
      ui.perform(Action::Pause);
      click_cell(ui, 0);
      for (const Side seat : {Side::First, Side::Second})
        EXPECT_TRUE(ui.table().seat(seat).person) << side << " " << engine;
      ui.perform(Action::SwitchFirst);  // nor as who takes the side over
      ui.perform(Action::SwitchSecond);
      for (const Side seat : {Side::First, Side::Second})
        EXPECT_EQ(ui.table().seat(seat).engine, "zero");
      ui.leave();
      Ui again = make();
      click(again, "start.continue");
      for (const Side seat : {Side::First, Side::Second})
        EXPECT_NE(again.table().seat(seat).name(), engine) << "its name was kept with the game";
    }
  }
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(FourthTrialUi, AFileSeatsEnginesThatPlayAndThoseThePersonAdded) {
  const std::string added = "htp:my-engine --quiet";
  for (const std::string& engine :
       {std::string("random"), std::string("mcts:level=3"), std::string("hybrid:random"), added}) {
    auto settings = quiet_settings();
    settings.engines = {added};
    Ui ui = make(settings);
    ui.open_text("(;GM[11]SZ[5]PB[human]PW[" + engine + "];B[c3])");
    EXPECT_EQ(ui.table().seat(Side::Second).name(), engine);
  }
}

TEST_F(FourthTrialUi, ACommentStaysWithTheMoveItWasBegunForWhateverIsPlayedMeanwhile) {
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

TEST_F(FourthTrialUi, WhatWasOnlySetUpMarkedOrWrittenIsKept) {
  const auto edit = [](Ui& ui, int what) {
    if (what == 0) ui.table().set_up("c3", Side::First);
    if (what == 1) ui.table().set_comment(game::kRoot, "to be tried");
    if (what == 2) {
      ui.table().edit_marks([](game::RecordNode& node) {
        toggle_mark(node, {MarkKind::Triangle, "c3"});
      });
    }
  };
  for (const int what : {0, 1, 2}) {
    {
      Ui ui = make();
      ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
      EXPECT_TRUE(ui.table().untouched());
      edit(ui, what);
      ui.perform(Action::NewGame);
      EXPECT_EQ(ui.dialog(), Dialog::ConfirmNew) << "it is not given up unasked";
      press(ui, Key::Escape);
      ui.leave();
    }
    Ui again = make();
    click(again, "start.continue");
    const auto& root = again.table().record().node(game::kRoot);
    EXPECT_EQ(root.setup.size(), what == 0 ? 1u : 0u);
    EXPECT_EQ(root.comment, what == 1 ? "to be tried" : "");
    EXPECT_EQ(marks_at(root).size(), what == 2 ? 1u : 0u);
  }
}

// After a first stone that is worth taking over.
TEST_F(FourthTrialUi, TheSwapIsMarkedOnItsStone) {
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

TEST_F(FourthTrialUi, TheSwapMapOfALargerBoardIsNotShownOnASmallerOne) {
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
    EXPECT_THAT(texts(ui), testing::Not(HasSubstr("\n50\n")));
  }
}

TEST_F(FourthTrialUi, AnyClockMayBeWritten) {
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
  EXPECT_THAT(labels(ui), testing::Contains("30/move")) << "as it was chosen last";
  click(ui, "new.clock.1");
  click(ui, "new.start");
  EXPECT_EQ(ui.table().session().clock().control().text(), "180+2");
  Ui again = make(ui.settings());
  again.perform(Action::NewGame);
  click(again, "new.start");
  EXPECT_EQ(again.table().session().clock().control().text(), "180+2");
}

}  // namespace
}  // namespace losange::window
