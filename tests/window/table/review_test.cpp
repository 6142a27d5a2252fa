// What a swept game shows: how bad moves were, how well each side played, the move of the game beside the better one.
#include <gmock/gmock.h>

#include "players/files/open_game.h"
#include "window/common/drawing.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

class Review : public UiTest {
 protected:
  // Red loses 4, 12 and 60 % of its chance, Blue nothing.
  static game::GameRecord judged() {
    game::GameRecord record({.size = 5, .swap = false});
    constexpr std::array<const char*, 6> kMoves{"a1", "b2", "c3", "d4", "e5", "a3"};
    constexpr std::array<double, 7> kChances{0.8, 0.76, 0.76, 0.64, 0.64, 0.04, 0.04};
    for (std::size_t i = 0; i < kChances.size(); ++i) {
      const double value = 2 * kChances[i] - 1;
      Analysis found{value, false, 500, "mcts", {}};
      found.moves.push_back({"c2", value, false, 400, {"c2", "d2", "b4"}});
      found.moves.push_back({"d1", value - 0.02, false, 90, {"d1", "a5"}});
      for (const char* cell : {"a2", "a4", "b1", "b3", "b5", "c1", "c4", "c5", "d2", "d3"}) {
        found.moves.push_back({cell, value - 0.1, false, 1, {cell}});
      }
      keep_analysis(record.node(record.cursor()), found);
      if (i < kMoves.size()) record.play({i % 2 == 0 ? Side::First : Side::Second, kMoves[i]});
    }
    return record;
  }
  static void open(Ui& ui) {
    ui.load_game(judged());
    ui.table().set_analysing(true);
    ui.table().go_to(4);  // before e5
    ui.table().set_paused(true);
    ui.tick(base::Clock::now());
  }
  static int drawn_in(Ui& ui, Color color) {
    int count = 0;
    for (const auto& shape : ui.frame().scene) {
      if (const auto* disc = std::get_if<Disc>(&shape)) count += disc->fill == color;
      if (const auto* stroke = std::get_if<Stroke>(&shape)) count += stroke->color == color;
    }
    return count;
  }
};

TEST_F(Review, LossesHaveNamesAndEachSideItsTotals) {
  EXPECT_EQ(severity(0.05), Severity::Inaccuracy);
  EXPECT_EQ(severity(0.10), Severity::Mistake);
  EXPECT_EQ(severity(0.20), Severity::Blunder);
  EXPECT_EQ(accuracy(0), 1);
  EXPECT_NEAR(accuracy(0.125), 0.5, 1e-9);
  const LineStudy study = study_line(judged(), 6);
  EXPECT_EQ(study.mistakes.size(), 2u);
  const Totals& red = study.totals[0];
  EXPECT_EQ(red.moves, 3);
  EXPECT_THAT(red.counts, testing::ElementsAre(0, 1, 1));
  EXPECT_NEAR(red.accuracy, (accuracy(0.04) + accuracy(0.12) + accuracy(0.6)) / 3, 1e-3);
  EXPECT_EQ(study.totals[1].accuracy, 1);
  EXPECT_EQ(study.mistake_at(5)->played, "e5");
  EXPECT_EQ(study.mistake_at(1), nullptr);
}

TEST_F(Review, AVariationLeavesTheStudyOfTheGame) {
  Ui ui = make();
  open(ui);
  const LineStudy game = ui.table().game_study();
  ASSERT_TRUE(game.whole());
  ui.table().go_to(2);
  ui.table().play("e1");
  ui.tick(base::Clock::now());
  EXPECT_EQ(ui.table().game_study().line, game.line);
  EXPECT_EQ(ui.table().game_study().mistakes.size(), 2u);
  EXPECT_EQ(ui.table().line_study().line.size(), 4u) << "the moves as text are of the variation";
  EXPECT_NE(ui.frame().find("graph.6"), nullptr) << "the end of the game";
  EXPECT_NE(ui.frame().find("summary"), nullptr);
  ui.perform(Action::NextMistake);
  EXPECT_EQ(ui.table().record().cursor(), 4u);
}

TEST_F(Review, AMoveHasOneValueThatOfTheDeeperSearch) {
  game::GameRecord record({.size = 5, .swap = false});
  record.play({Side::First, "b2"});
  Analysis before{0.2, false, 100, "mcts", {}};
  before.moves.push_back({"c3", 0.2, false, 80, {"c3"}});
  before.moves.push_back({"b2", -0.4, false, 20, {"b2"}});
  keep_analysis(record.node(game::kRoot), before);
  keep_analysis(record.node(1), {0.5, false, 800, "mcts", {{"d4", 0.5, false, 700, {"d4"}}}});
  const auto found = deepest_analysis_at(record, game::kRoot);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->moves[1].value, 0.5, 1e-4);
  EXPECT_EQ(found->moves[1].visits, 20u);
  EXPECT_NEAR(found->moves[0].value, 0.2, 1e-4);
  keep_analysis(record.node(1), {0.5, false, 10, "mcts", {{"d4", 0.5, false, 9, {"d4"}}}});
  EXPECT_NEAR(deepest_analysis_at(record, game::kRoot)->moves[1].value, -0.4, 1e-4)
      << "a look of fewer visits changes nothing";

  keep_analysis(record.node(1), {0.5, false, 800, "mcts", {{"d4", 0.5, false, 700, {"d4"}}}});
  Ui ui = make();
  ui.load_game(record);
  ui.table().go_to(game::kRoot);
  ui.table().set_analysing(true);
  ui.table().set_paused(true);
  ui.tick(base::Clock::now());
  EXPECT_THAT(texts(ui), HasSubstr("\n75\n")) << "in its cell";
  EXPECT_THAT(texts(ui), HasSubstr("\n75.0 %\n")) << "and in the list";
  EXPECT_THAT(texts(ui), testing::Not(HasSubstr("30.0 %")));
}

TEST_F(Review, TheMovePlayedIsMarkedBesideTheBetterOne) {
  Ui ui = make();
  open(ui);
  const Color blunder = severity_color(theme(ui.settings().theme), Severity::Blunder);
  EXPECT_EQ(drawn_in(ui, blunder), 5);
  EXPECT_THAT(texts(ui), HasSubstr("\n4\n")) << "what e5 left is in its cell";
  ui.change_settings([](Settings& s) { s.show_hints = false; });
  EXPECT_EQ(drawn_in(ui, blunder), 4) << "graph, tree, two rows of the summary; not the board";
}

TEST_F(Review, TheSummaryHasBothSides) {
  Ui ui = make();
  open(ui);
  const Widget* card = ui.frame().find("summary");
  ASSERT_NE(card, nullptr);
  EXPECT_THAT(card->name, HasSubstr("Red: accuracy"));
  EXPECT_THAT(card->name,
              HasSubstr("inaccuracies 0, mistakes 1, blunders 1\nBlue: accuracy 100 %"));
}

TEST_F(Review, TheGraphTellsTheValueUnderThePointer) {
  Ui ui = make();
  open(ui);
  const Widget* slot = ui.frame().find("graph.5");
  ASSERT_NE(slot, nullptr);
  ui.pointer_moved(slot->area.center());
  EXPECT_THAT(texts(ui), HasSubstr("5. e5 · Red 4 % · −60 %"));
}

TEST_F(Review, CandidatesTakeTheRoomAndRestingOnOneShowsItsLine) {
  Ui ui = make();
  ui.resize(1280, 1400);
  open(ui);
  ASSERT_NE(ui.frame().find("line.8"), nullptr) << "as many as fit";
  ASSERT_NE(ui.frame().find("line.1"), nullptr);
  const auto ghosts = [&] {
    const std::string all = texts(ui);
    return all.find("\n1\n2\n") != all.npos;
  };
  EXPECT_FALSE(ghosts());
  ui.pointer_moved(ui.frame().find("line.1")->area.center());
  EXPECT_TRUE(ghosts()) << "d1 and a5 are numbered on the board";
  ui.pointer_moved({1, 1});
  EXPECT_FALSE(ghosts());
}

}  // namespace
}  // namespace losange::window
