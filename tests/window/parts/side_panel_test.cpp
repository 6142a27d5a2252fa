// What stands beside the board while one studies: what has room first, and what stays where it is under the pointer.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "players/files/open_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::HasSubstr;
using testing::Not;

class SidePanel : public UiTest {
 protected:
  // One move, and an analysis at its end.
  static game::GameRecord analysed(int size, const std::string& comment = "") {
    auto record = players::open_game("a2", {.size = size, .swap = false});
    Analysis found{0.6, false, 900, "mcts", {}};
    for (const char* cell : {"c3", "d3", "e3", "f3", "g3", "c4", "d4", "e4"})
      found.moves.push_back({cell, 0.6, false, 300, {cell, "a1", "b1"}});
    keep_analysis(record.node(1), found);
    record.node(1).comment = comment;
    return record;
  }
  static void study(Ui& ui, double width, double height, game::GameRecord record) {
    ui.resize(width, height);
    ui.load_game(std::move(record));
    ui.perform(Action::Last);
    ui.table().set_paused(true);
    ui.perform(Action::Analyse);
    ui.tick(base::Clock::now());
  }
  static int candidates(Ui& ui) {
    int count = 0;
    while (ui.frame().find(fmt::format("line.{}", count)) != nullptr) ++count;
    return count;
  }
};

TEST_F(SidePanel, CandidatesComeBeforeTheGraphAndTheTree) {
  const std::string seven_lines = "1\n2\n3\n4\n5\n6\n7";
  struct Case {
    double width, height;
    int size;
    std::string comment;
  };
  for (const auto& [width, height, size, comment] :
       {Case{700, 500, 19, ""}, Case{360, 740, 11, ""}, Case{1280, 800, 11, seven_lines}}) {
    Ui ui = make();
    study(ui, width, height, analysed(size, comment));
    EXPECT_GE(candidates(ui), 3) << width << "x" << height;
  }
}

// The tree has what it needs, and what is left beside it is the candidates'.
TEST_F(SidePanel, ATreeOfOneLineTakesNoMoreThanItNeeds) {
  Ui ui = make();
  study(ui, 1280, 800, analysed(11));
  EXPECT_GE(candidates(ui), 6);
}

TEST_F(SidePanel, TheTreeStaysUnderThePointerWhereCommentsDiffer) {
  auto record = analysed(11);
  const auto variation = record.add_child(game::kRoot, {game::Side::First, "b4"});
  record.node(game::kRoot).comment = "1\n2\n3\n4\n5\n6\n7";
  record.node(variation).comment = "short";
  Ui ui = make();
  study(ui, 1280, 800, std::move(record));
  ui.perform(Action::First);
  const std::string stone = fmt::format("tree.{}", variation);
  ASSERT_NE(ui.frame().find(stone), nullptr);
  const Rect before = ui.frame().find(stone)->area;
  click(ui, stone);
  ASSERT_EQ(ui.table().record().cursor(), variation);
  ASSERT_NE(ui.frame().find(stone), nullptr);
  EXPECT_EQ(ui.frame().find(stone)->area.y, before.y);
}

TEST_F(SidePanel, TheSecondOfADoubleClickIsForWhatTheFirstWasFor) {
  std::string moves;
  for (char row = '1'; row <= '4'; ++row) {
    for (char column = 'a'; column <= 'k'; ++column) moves += std::string{column, row, ' '};
  }
  Ui ui = make();
  ui.load_game(players::open_game(moves, {.size = 11, .swap = false}));
  ui.perform(Action::First);
  for (int i = 0; i < 10; ++i) ui.perform(Action::Forward);
  const auto here = ui.table().record().cursor();
  // A stone at the right end: by going there the tree moves on.
  game::NodeId last = here;
  while (ui.frame().find(fmt::format("tree.{}", last + 1)) != nullptr) ++last;
  ASSERT_GT(last, here + 1);
  const Point at = ui.frame().find(fmt::format("tree.{}", last))->area.center();
  ui.tick(base::Clock::now());
  for (int i = 0; i < 2; ++i) {
    ui.pointer_moved(at);
    ui.pointer_pressed(at);
    ui.pointer_released(at);
  }
  ASSERT_NE(ui.frame().at(at)->id, fmt::format("tree.{}", last)) << "another stone lies there";
  EXPECT_EQ(ui.table().record().cursor(), last);
  later(ui);
  click(ui, at);
  EXPECT_NE(ui.table().record().cursor(), last) << "who saw it means it";
}

TEST_F(SidePanel, TheCardOfVictoryLeavesTheStudyItsRoom) {
  const auto record = [] {
    auto made = players::open_game("a2 f6 b9 e7 c4 d8 k10 d9 g3 e5 h2 c9", {.swap = false});
    for (game::NodeId node = 0; node < made.size(); ++node) {
      const double value = 0.6 - 0.12 * static_cast<double>((node + 1) / 2);
      keep_analysis(made.node(node),
                    {value, false, 900, "mcts", {{"f5", value, false, 300, {"f5"}}}});
    }
    return made;
  }();
  const auto listed = [](Ui& ui) {
    int count = 0;
    while (ui.frame().find(fmt::format("mistake.row.{}", count)) != nullptr) ++count;
    return count;
  };
  Ui ui = make();
  study(ui, 1280, 800, record);
  const int before = listed(ui);
  ASSERT_GE(before, 3);
  ui.table().set_paused(false);
  ui.table().resign();
  ui.tick(base::Clock::now());
  ASSERT_EQ(ui.dialog(), Dialog::Victory);
  EXPECT_GE(listed(ui), before - 1);
  EXPECT_NE(ui.frame().find("graph.0"), nullptr);
  EXPECT_NE(ui.frame().find(fmt::format("tree.{}", ui.table().record().cursor())), nullptr);
  EXPECT_NE(ui.frame().find("victory.again"), nullptr);
  EXPECT_EQ(ui.frame().find("victory.learn"), nullptr) << "the study has it";
}

// Looked through, and nothing was wrong: the card has what the study would have.
TEST_F(SidePanel, TheCardOfVictoryOffersNoSearchThatWasMade) {
  auto record = players::open_game("a2 b2", {.size = 5, .swap = false});
  for (game::NodeId node = 0; node < record.size(); ++node)
    keep_analysis(record.node(node), {0.5, false, 900, "mcts", {{"c3", 0.5, false, 300, {"c3"}}}});
  Ui ui = make();
  ui.load_game(std::move(record));
  ui.perform(Action::Last);
  ui.table().resign();
  ui.tick(base::Clock::now());
  ASSERT_EQ(ui.dialog(), Dialog::Victory);
  EXPECT_EQ(ui.frame().find("victory.sweep"), nullptr);
  EXPECT_NE(ui.frame().find("victory.deeper"), nullptr);
}

TEST_F(SidePanel, ATipGoesWithAKeyAndByItself) {
  Ui ui = make();
  ui.load_game(analysed(11));
  const auto tip = [&] { return texts(ui).find("\nOne move back   ←\n") != std::string::npos; };
  const Point back = [&] {
    ui.perform(Action::Last);
    for (const auto& widget : ui.frame().widgets) {
      if (widget.id == fmt::format("navigate.{}", static_cast<int>(Action::Back)))
        return widget.area.center();
    }
    return Point{};
  }();
  const auto rest = [&](Point at) {
    ui.tick(base::Clock::now());
    ui.pointer_moved({2, 2});
    ui.pointer_moved(at);
    later(ui);
  };
  rest(back);
  ASSERT_TRUE(tip()) << texts(ui);
  ui.key({Key::Letter, 'x', false, false});
  EXPECT_FALSE(tip());
  later(ui, std::chrono::seconds(2));
  EXPECT_FALSE(tip()) << "until the pointer comes to something else";
  rest(back);
  ASSERT_TRUE(tip());
  later(ui, std::chrono::seconds(10));
  EXPECT_FALSE(tip());
}

TEST_F(SidePanel, WhatComesUnderAPointerThatStandsHasNoTip) {
  Ui ui = make();
  ui.load_game(analysed(11));
  ui.frame();
  const auto* first = ui.frame().find("tree.1");
  ASSERT_NE(first, nullptr);
  ui.pointer_moved(first->area.center());
  later(ui);
  ASSERT_THAT(texts(ui), HasSubstr("\n1. a2\n"));
  ui.perform(Action::Save);
  ui.frame();
  ui.show(Screen::Game);
  ui.frame();
  later(ui, std::chrono::seconds(3));
  EXPECT_THAT(texts(ui), Not(HasSubstr("\n1. a2\n")));
}

}  // namespace
}  // namespace losange::window
