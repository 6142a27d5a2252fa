// What can be read is shown, and what cannot is left out; lines lead to what they belong to; nothing is cut.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "draughts/text/draughts.h"
#include "players/game/any_position.h"
#include "window/kept/library.h"
#include "window/picture/board_picture.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

class Looks : public UiTest {
 protected:
  // How many texts stand on a cell with a note, drawn on a board so high.
  static std::size_t texts_on_a_note(int size, double height) {
    BoardPicture picture;
    BoardLayout layout = hex_layout(size, {});
    layout.labels.clear();
    picture.board = place(std::move(layout), {0, 0, 2 * height, height});
    picture.pieces.assign(static_cast<std::size_t>(size * size), '.');
    picture.notes.push_back({0, 0.5, "54", "1.2k", false, {}});
    Frame frame;
    draw_board(frame.scene, picture, quiet_settings());
    return labels_of(frame).size();
  }
};

TEST_F(Looks, VisitsThatCannotBeReadAreLeftOut) {
  EXPECT_EQ(texts_on_a_note(11, 716), 2u);
  EXPECT_EQ(texts_on_a_note(19, 716), 1u) << "in a window of 1280x800";
  EXPECT_EQ(texts_on_a_note(19, 1400), 2u);
}

TEST_F(Looks, CoordinatesCanBeReadOnLargeBoardsInSmallWindows) {
  for (const double width : {340.0, 700.0}) {
    BoardPicture picture;
    picture.board = place(hex_layout(19, {}), {0, 0, width, width});
    picture.pieces.assign(19 * 19, '.');
    Frame frame;
    draw_board(frame.scene, picture, quiet_settings());
    for (const auto& shape : frame.scene) {
      const auto* text = std::get_if<Text>(&shape);
      EXPECT_GE(text != nullptr ? text->size : 99, 8.99) << width;
    }
    EXPECT_EQ(labels_of(frame).size(), width < 500 ? 40u : 76u);
    EXPECT_THAT(labels_of(frame), testing::IsSupersetOf({"a", "s", "1", "19"}));
  }
}

TEST_F(Looks, NumbersOfSquaresCanBeReadOrAreLeftOut) {
  const auto setup = draughts::setup_of({&draughts::find_rules("international"), 10});
  for (const double width : {280.0, 700.0}) {
    BoardPicture picture;
    picture.board = place(board_layout(setup, {}), {0, 0, width, width});
    picture.pieces = players::make_position(setup)->view().pieces;
    Frame frame;
    draw_board(frame.scene, picture, quiet_settings());
    for (const auto& shape : frame.scene) {
      const auto* text = std::get_if<Text>(&shape);
      EXPECT_GE(text != nullptr ? text->size : 99, 7.99) << width;
    }
    EXPECT_EQ(labels_of(frame).size(), width < 500 ? 10u : 50u) << "not under pieces";
  }
}

TEST_F(Looks, PiecesOfDraughtsStandOnTheDarkSquares) {
  for (const auto name : {ThemeName::Light, ThemeName::Dark, ThemeName::Wood}) {
    Settings settings = quiet_settings();
    settings.theme = name;
    BoardPicture picture;
    picture.board =
        place(board_layout(draughts::setup_of({&draughts::find_rules("english"), 8}), {}),
              {0, 0, 400, 400});
    for (const auto& square : picture.board.layout.names)
      picture.pieces += square.empty() ? ' ' : '.';
    Frame frame;
    draw_board(frame.scene, picture, settings);
    double lightest_played = 0, darkest_idle = 1;
    for (const auto& shape : frame.scene) {
      const auto* ground = std::get_if<Polygon>(&shape);
      if (ground == nullptr) continue;
      const auto cell = picture.board.cell_at(middle(ground->points[0], ground->points[2]));
      ASSERT_TRUE(cell);
      const double light = luminance(ground->fill);
      if (picture.pieces[static_cast<std::size_t>(*cell)] == ' ') {
        darkest_idle = std::min(darkest_idle, light);
      } else {
        lightest_played = std::max(lightest_played, light);
      }
    }
    EXPECT_LT(lightest_played + 0.05, darkest_idle) << static_cast<int>(name);
  }
}

TEST_F(Looks, EveryEntryOfTheMenuHasItsIcon) {
  Ui ui = make();
  ui.start_game({.size = 5}, {"human", "human"}, {});
  ui.perform(Action::Menu);
  int entries = 0;
  for (const auto& entry : actions()) {
    if (ui.frame().find("menu." + std::to_string(static_cast<int>(entry.action))) == nullptr)
      continue;
    ++entries;
    EXPECT_NE(entry.icon, Icon::None) << word(Language::English, entry.name);
  }
  EXPECT_GT(entries, 15);
}

TEST_F(Looks, VariationsBelowTheEdgeOfTheTreeHangOnALine) {
  Ui ui = make();
  ui.start_game({.size = 11, .swap = false}, {"human", "human"}, {});
  for (char column = 'a'; column <= 'k'; ++column) {
    for (int row = 1; row <= 4; ++row) {
      ui.table().go_to(game::kRoot);
      ui.table().play(column + std::to_string(row));
    }
  }
  ui.tick(base::Clock::now());
  ASSERT_EQ(ui.frame().find("tree.0"), nullptr) << "the first position is out of sight";
  const auto& widgets = ui.frame().widgets;
  const auto seen = std::count_if(widgets.begin(), widgets.end(), [](const Widget& widget) {
    return widget.id.starts_with("tree.");
  });
  const auto& scene = ui.frame().scene;
  const Color ink = theme(ui.settings().theme).muted;
  const auto lines = std::count_if(scene.begin(), scene.end(), [&](const Shape& shape) {
    const auto* stroke = std::get_if<Stroke>(&shape);
    return stroke != nullptr && stroke->points.size() == 4 && stroke->color == ink;
  });
  EXPECT_GT(seen, 5);
  EXPECT_EQ(lines, seen);
}

TEST_F(Looks, NoStoneOfTheStartScreenIsCutByThePlateOfRecentGames) {
  base::make_folder(Library::folder());
  for (int i = 0; i < 3; ++i)
    base::write_file(Library::folder() / fmt::format("{}.sgf", i), "(;GM[11]SZ[5];B[c3])");
  Ui ui = make();
  const Widget* first = ui.frame().find("start.recent.0");
  const Widget* last = ui.frame().find("start.recent.2");
  ASSERT_TRUE(first != nullptr && last != nullptr);
  for (const auto& shape : ui.frame().scene) {
    const auto* stone = std::get_if<Disc>(&shape);
    if (stone == nullptr || stone->radius < 15) continue;
    EXPECT_TRUE(stone->center.x + stone->radius < first->area.x ||
                stone->center.y + stone->radius < first->area.y ||
                stone->center.y - stone->radius > last->area.bottom());
  }
}

}  // namespace
}  // namespace losange::window
