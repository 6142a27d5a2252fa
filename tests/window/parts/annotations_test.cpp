// What people write on the board, the numbers on stones, and the moves as text.
#include <gmock/gmock.h>

#include "players/files/open_game.h"
#include "players/files/write_game.h"
#include "window/findings/record_marks.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::HasSubstr;
using testing::Not;

class Annotated : public UiTest {
 protected:
  static void start(Ui& ui, std::initializer_list<const char*> moves, bool swap = false) {
    ui.start_game({.size = 5, .swap = swap}, {"human", "human"}, {});
    for (const char* move : moves) ui.table().play(move);
    ui.tick(base::Clock::now());
  }
  static const game::RecordNode& here(const Ui& ui) {
    return ui.table().record().node(ui.table().record().cursor());
  }
  static void press(Ui& ui, char letter, bool control = false) {
    if (control) {
      ui.key({Key::Letter, letter, true, false});
    } else {
      ui.typed(static_cast<unsigned char>(letter));
    }
    ui.tick(base::Clock::now());
  }
};

TEST(RecordMarks, AreWrittenAsSgfHasThem) {
  game::RecordNode node;
  toggle_mark(node, {MarkKind::Letter, "c3", "A"});
  toggle_mark(node, {MarkKind::Triangle, "c3"});
  toggle_mark(node, {MarkKind::Arrow, "a1", "b2"});
  EXPECT_EQ(marks_at(node).size(), 3u);
  EXPECT_EQ(next_letter(node), "B");
  toggle_mark(node, {MarkKind::Square, "c3"});
  EXPECT_THAT(marks_at(node), testing::Contains(RecordMark{MarkKind::Square, "c3"}));
  EXPECT_THAT(marks_at(node), Not(testing::Contains(RecordMark{MarkKind::Triangle, "c3"})))
      << "a cell has one shape";
  toggle_mark(node, {MarkKind::Arrow, "a1", "b2"});
  toggle_mark(node, {MarkKind::Letter, "c3", "A"});
  toggle_mark(node, {MarkKind::Square, "c3"});
  EXPECT_TRUE(node.other.empty()) << "nothing is left behind";
}

TEST_F(Annotated, MarksAreClickedKeptInTheFileAndUndone) {
  Ui ui = make();
  start(ui, {"a1"});
  press(ui, 't');
  click_cell(ui, 12);
  click_cell(ui, 7);
  EXPECT_EQ(ui.table().record().size(), 2u) << "no move is played";
  EXPECT_THAT(texts(ui), HasSubstr("\nB\n"));
  click(ui, "marks.tool.2");
  click_cell(ui, 13);
  click(ui, "marks.tool.5");
  click_cell(ui, 0);
  click_cell(ui, 24);
  const std::string file = players::write_game(ui.table().record());
  EXPECT_THAT(file, HasSubstr("LB[c3:A][c2:B]"));
  EXPECT_THAT(file, HasSubstr("SQ[d3]"));
  EXPECT_THAT(file, HasSubstr("AR[a1:e5]"));
  auto again = players::open_game(file, {});
  again.go_to_end_of_main_line();
  EXPECT_EQ(marks_at(again.node(again.cursor())), marks_at(here(ui)));
  press(ui, 'z', true);
  EXPECT_EQ(marks_at(here(ui)).size(), 3u) << "the arrow went";
  click(ui, "marks.clear");
  EXPECT_TRUE(marks_at(here(ui)).empty());
  press(ui, 'z', true);
  EXPECT_EQ(marks_at(here(ui)).size(), 3u);
  click(ui, "marks.done");
  click_cell(ui, 24);
  EXPECT_EQ(ui.table().record().moves().size(), 2u) << "clicks play again";
}

TEST_F(Annotated, StonesHaveTheNumbersOfTheirMoves) {
  Ui ui = make();
  start(ui, {"a2", "swap-pieces", "c3"}, true);
  EXPECT_THAT(texts(ui), Not(HasSubstr("\n2\n3\n")));
  press(ui, '#');
  EXPECT_TRUE(ui.settings().move_numbers);
  EXPECT_THAT(texts(ui), HasSubstr("\n2\n3\n")) << "the stone that changed hands, and the next";
}

TEST_F(Annotated, TheMovesAreReadAndClickedAsText) {
  Ui ui = make();
  start(ui, {"a1", "b2", "c3"});
  press(ui, 'l');
  ASSERT_NE(ui.frame().find("move.3"), nullptr);
  EXPECT_EQ(ui.frame().find("tree.1"), nullptr);
  click(ui, "move.1");
  EXPECT_EQ(ui.table().record().cursor(), 1u);
  press(ui, 'l');
  EXPECT_NE(ui.frame().find("tree.1"), nullptr);
}

}  // namespace
}  // namespace losange::window
