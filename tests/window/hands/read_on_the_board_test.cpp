// What stands on the board is read: numbers, marks and values under the pointer, on a tint, on a phone.
#include <gmock/gmock.h>

#include <algorithm>

#include "drawn_order.h"
#include "players/files/open_game.h"
#include "window/picture/board_picture.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

BoardPicture picture_of(BoardLayout layout) {
  BoardPicture picture;
  picture.pieces.assign(layout.cells.size(), '.');
  picture.board = place(std::move(layout), {0, 0, 600, 600});
  return picture;
}

class ReadOnTheBoard : public UiTest {
 protected:
  static std::string at(Ui& ui, int cell) {
    const Frame& frame = ui.frame();
    const Point center = ui.placed_board()->center(cell);
    const double near = 0.4 * ui.placed_board()->scale;
    std::string all;
    for (const auto& shape : frame.scene) {
      const auto* text = std::get_if<Text>(&shape);
      const bool there = text != nullptr && std::abs(text->at.x - center.x) < near &&
                         std::abs(text->at.y - center.y) < near;
      if (there && !text->text.empty()) all += text->text + " ";
    }
    return all;
  }
  static void note(Ui& ui, const std::vector<AnalysedMove>& moves) {
    Analysis found{moves.front().value, false, 1000, "zero", moves};
    ui.table().note_finding([&](game::RecordNode& node) { keep_analysis(node, found); });
  }
  // What is said stands there for some time from the last tick on.
  static void key(Ui& ui, char letter) {
    ui.tick(base::Clock::now());
    ui.key({Key::Letter, letter, false, false});
    ui.tick(base::Clock::now());
  }
};

// Letters as wide as those of a bold face with wide digits.
double wide_measure(std::string_view text, double size, Weight weight) {
  return 1.16 * plain_measure(text, size, weight);
}

TEST(DrawnOnTheBoard, TheGhostOfThePointerLiesUnderTheNumberOfItsCell) {
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

TEST(DrawnOnTheBoard, ANumberOfASquareIsReadOnTheTintOfAnAnalysis) {
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

TEST_F(ReadOnTheBoard, AMarkIsReadWhereTheStudyHasAValue) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  note(ui, {{"c3", 0.46, false, 600, {"c3"}}, {"b4", 0.2, false, 400, {"b4"}}});
  ui.perform(Action::Analyse);
  const int c3 = 12, b4 = 16;
  ASSERT_EQ(at(ui, c3), "73 600 ");
  ASSERT_EQ(at(ui, b4), "60 400 ");
  ui.perform(Action::Marks);
  click_cell(ui, c3);
  EXPECT_EQ(at(ui, c3), "A ");
  EXPECT_EQ(at(ui, b4), "60 400 ");
}

TEST_F(ReadOnTheBoard, WhoPutsMarksSeesTheBoardAndNotALine) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  note(ui, {{"c3", 0.46, false, 600, {"c3", "d2", "b4"}}});
  ui.perform(Action::Analyse);
  ui.frame();
  const int c3 = 12, d2 = 8;
  ui.pointer_moved(ui.placed_board()->center(c3));
  ASSERT_EQ(at(ui, d2), "2 ") << "the line under the pointer";
  ui.perform(Action::Marks);
  EXPECT_EQ(at(ui, d2), "");
  EXPECT_EQ(at(ui, c3), "73 600 ");
}

TEST_F(ReadOnTheBoard, BoundsStandBesideTheirMovesAndInsideTheirSquares) {
  for (const double width : {1024.0, 1280.0, 1920.0}) {
    Ui ui(quiet_settings(), wide_measure, {}, {.adviser = "mcts:descents=2000,memory=16"});
    ui.resize(width, width * 0.6);
    ui.load_game(players::open_game("W:W27,32,37,48:B8,K13,19", {}));
    Analysis found{0.1, false, 1000, "draughts", {}};
    found.moves.push_back({"32-28", 0.1, false, 1000, {"32-28", "19-23"}, /*at_most=*/true});
    ui.table().note_finding([&](game::RecordNode& node) { keep_analysis(node, found); });
    ui.perform(Action::Analyse);
    const Widget* line = ui.frame().find("line.0");
    ASSERT_NE(line, nullptr);
    const Rect row = line->area;
    std::vector<std::pair<double, double>> spans;  // of the texts of the row
    int on_board = 0;
    for (const auto& shape : ui.frame().scene) {
      const auto* text = std::get_if<Text>(&shape);
      if (text == nullptr) continue;
      if (text->text.starts_with("≤") && text->at.x < row.x) {
        ++on_board;
        EXPECT_LE(plain_measure(text->text, text->size, text->weight),
                  0.96 * ui.placed_board()->scale)
            << text->text;
      }
      if (std::abs(text->at.y - row.center().y) > 1 || text->at.x < row.x) continue;
      const double wide = wide_measure(text->text, text->size, text->weight);
      const double from = text->align == Align::Right ? text->at.x - wide : text->at.x;
      spans.emplace_back(from, from + wide);
    }
    EXPECT_EQ(on_board, 1);
    ASSERT_EQ(spans.size(), 4u) << "the move, its value, what follows, visits";
    std::sort(spans.begin(), spans.end());
    for (std::size_t i = 1; i < spans.size(); ++i) {
      EXPECT_GE(spans[i].first, spans[i - 1].second) << i << " at a width of " << width;
    }
  }
}

TEST_F(ReadOnTheBoard, CellsThatDoNotMatterHaveALegendThatGoesWithThem) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  key(ui, 'i');
  EXPECT_THAT(ui.notice(), HasSubstr("Crosses: dead cells"));
  key(ui, 'i');
  EXPECT_EQ(ui.notice(), "");
  key(ui, 'c');
  EXPECT_NE(ui.notice(), "");
  key(ui, 'c');
  EXPECT_EQ(ui.notice(), "") << "what was told of connections goes with them";
  for (const char* move : {"c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4", "c5"})
    ui.table().play(move);
  ui.tick(base::Clock::now());
  key(ui, 'i');
  EXPECT_THAT(ui.notice(), HasSubstr("No cell is dead")) << "there is nothing to explain";
}

TEST(DrawnOnTheBoard, StonesHaveARimThatIsSeen) {
  Scene scene;
  add_stone(scene, {50, 50}, 6, Side::First, rgb(0x1E2126), rgb(0x888888), false);
  ASSERT_EQ(scene.size(), 2u);
  EXPECT_GE(std::get<Disc>(scene[0]).radius - std::get<Disc>(scene[1]).radius, 1.2);
}

TEST(DrawnOnTheBoard, CoordinatesAreReadOnAPhone) {
  BoardPicture picture;
  picture.board = place(hex_layout(11, {}), {0, 0, 300, 220});
  picture.pieces.assign(121, '.');
  Scene scene;
  draw_board(scene, picture, quiet_settings());
  for (const auto& shape : scene) {
    const auto* text = std::get_if<Text>(&shape);
    EXPECT_TRUE(text == nullptr || text->size >= 8.5) << text->text;
  }
}

}  // namespace
}  // namespace losange::window
