// The board of draughts in the window: where its squares stand, how moves are clicked, what is drawn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "base/error.h"
#include "draughts/text/draughts.h"
#include "error_of.h"
#include "players/files/open_game.h"
#include "window/kept/autosave.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing::UnorderedElementsAre;
using testing_errors::error_of;

game::GameSetup setup(const char* rules = "international", int size = 10) {
  return draughts::setup_of({&draughts::find_rules(rules), size});
}
game::GameRecord from_fen(const std::string& fen) { return players::open_game(fen, setup()); }

// The cell of a square, by its name.
int cell(const std::string& name, const game::GameSetup& of = setup()) {
  const auto layout = draughts_layout(of, false);
  const auto at = std::find(layout.names.begin(), layout.names.end(), name);
  EXPECT_NE(at, layout.names.end()) << name;
  return static_cast<int>(at - layout.names.begin());
}

TEST(DraughtsLayout, SquaresAreNumberedFromTheTopAndWhiteStandsBelow) {
  const auto layout = draughts_layout(setup(), false);
  ASSERT_EQ(layout.cells.size(), 100u);
  EXPECT_EQ(cell("1"), 1);
  EXPECT_EQ(cell("6"), 10);
  EXPECT_EQ(cell("50"), 98);
  EXPECT_EQ(layout.centers[98], (Point{8, 9}));
  EXPECT_EQ(layout.labels.size(), 50u) << "a number on every dark square";
  for (const auto& polygon : layout.cells) {
    for (const Point p : polygon) EXPECT_TRUE(layout.bounds.contains(p));
  }
}

TEST(DraughtsLayout, TurnedHalfAroundEverySquareChangesPlaces) {
  const auto straight = draughts_layout(setup(), false), turned = draughts_layout(setup(), true);
  for (std::size_t i = 0; i < straight.centers.size(); ++i) {
    EXPECT_EQ(turned.centers[i], straight.centers[straight.centers.size() - 1 - i]);
    EXPECT_EQ(turned.names[i], straight.names[i]);
  }
}

TEST(DraughtsLayout, OtherRulesNameTheirOwnSquares) {
  EXPECT_EQ(cell("a1", setup("russian", 8)), 56);
  EXPECT_EQ(draughts_layout(setup("russian", 8), false).labels.size(), 16u);
  EXPECT_EQ(cell("1", setup("english", 8)), 1);
  EXPECT_EQ(draughts_layout(setup("international", 12), false).cells.size(), 144u);
}

TEST(DraughtsLayout, ThePointerFindsTheSquareItIsOn) {
  const auto placed = place(draughts_layout(setup(), false), {0, 0, 900, 700});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(placed.cell_at(placed.center(i)), i);
  EXPECT_EQ(placed.cell_at({1, 1}), std::nullopt);
}

// Clicks on a position, by the names of squares.
struct Clicks {
  explicit Clicks(const std::string& fen)
      : record(from_fen(fen)),
        position(players::replay(record)),
        choice(*position),
        names(draughts_layout(setup(), false).names) {}

  MoveChoice::Clicked operator()(const std::string& square) {
    return choice.click(*position, names, cell(square), chosen);
  }

  game::GameRecord record;
  std::unique_ptr<players::AnyPosition> position;
  MoveChoice choice;
  std::vector<std::string> names;
  std::vector<int> chosen;
};

TEST(MoveChoice, APieceThenItsSquare) {
  Clicks click("W:W31-50:B1-20");
  EXPECT_THAT(click.choice.forced(), IsEmpty());
  EXPECT_EQ(click("32").kind, MoveChoice::Click::Chosen);
  EXPECT_THAT(click.choice.targets(click.chosen), UnorderedElementsAre(cell("27"), cell("28")));
  EXPECT_EQ(click("33").kind, MoveChoice::Click::Chosen) << "another piece instead";
  const auto played = click("28");
  EXPECT_EQ(played.kind, MoveChoice::Click::Complete);
  EXPECT_EQ(played.move, "33-28");
  click("32");
  click("32");
  EXPECT_THAT(click.chosen, IsEmpty()) << "the piece is put down again";
}

TEST(MoveChoice, OnlyThoseThatMustCaptureMayMove) {
  Clicks click("W:W28,32,45:B23,10");
  EXPECT_THAT(click.choice.forced(), ElementsAre(cell("28")));
  EXPECT_THAT(error_of([&] { click("45"); }), HasSubstr("the piece on 45 may not move"));
  EXPECT_THAT(error_of([&] { click("45"); }), HasSubstr("28x19"));
  EXPECT_THAT(error_of([&] { click("23"); }), HasSubstr("not yours"));
  click("28");
  EXPECT_THAT(error_of([&] { click("22"); }), HasSubstr("28-22 is not possible"));
  EXPECT_EQ(click("19").move, "28x19");
}

TEST(MoveChoice, ASquareThatAllCapturesPassIsTaken) {
  Clicks click("W:W32,48,31:B28,19,9,20,1");
  click("32");
  EXPECT_EQ(click("14").kind, MoveChoice::Click::Chosen) << "32x3 and 32x25 both pass it";
  EXPECT_THAT(click.chosen, ElementsAre(cell("32"), cell("23"), cell("14")));
  EXPECT_EQ(click("25").move, "32x25");
}

TEST(MoveChoice, AnotherPieceOfOnesOwnIsNoTarget) {
  Clicks click("W:W32,48,31:B28,19,9,20,1");
  click("32");
  EXPECT_THAT(error_of([&] { click("31"); }), HasSubstr("the piece on 31 may not move"));
  EXPECT_THAT(click.chosen, ElementsAre(cell("32"))) << "the chosen one stays";
}

TEST(MoveChoice, APieceIsKeptInTheMidstOfItsCapture) {
  Clicks click("W:W28,45:B22,11,12,2");
  click("28");
  EXPECT_EQ(click("17").kind, MoveChoice::Click::Chosen) << "the first of several captures";
  EXPECT_THAT(click.chosen, ElementsAre(cell("28"), cell("17")));
  EXPECT_EQ(click("17").kind, MoveChoice::Click::Nothing);
  EXPECT_THAT(error_of([&] { click("45"); }), HasSubstr("45"));
  EXPECT_EQ(click.chosen.size(), 2u) << "it must go on";
}

TEST(MoveChoice, WhereCapturesPartTheSquaresBetweenTellThemApart) {
  // From 47 to 33 the king takes two men on one side or two on the other.
  Clicks click("W:WK47:B18,20,29,41");
  const auto moves = click.position->legal_moves();
  ASSERT_FALSE(moves.empty());
  for (const auto& move : moves) {
    Clicks again("W:WK47:B18,20,29,41");
    MoveChoice::Clicked last;
    for (const int square : again.position->path_of(move))
      last = again(again.names[static_cast<std::size_t>(square)]);
    EXPECT_EQ(last.kind, MoveChoice::Click::Complete) << move;
    EXPECT_EQ(last.move, move);
  }
}

class DraughtsUi : public UiTest {
 protected:
  static void click_square(Ui& ui, const std::string& name) { click_cell(ui, cell(name)); }
};

TEST_F(DraughtsUi, AGameIsPlayedWithClicks) {
  Ui ui = make();
  ui.start_game(setup(), {"human", "human"}, {});
  click_square(ui, "32");
  click_square(ui, "28");
  click_square(ui, "19");
  click_square(ui, "23");
  EXPECT_EQ(ui.table().session().move_number(), 2);
  click_square(ui, "31");
  EXPECT_THAT(ui.notice(), HasSubstr("may not move"));
  click_square(ui, "28");
  click_square(ui, "19");
  EXPECT_EQ(ui.table().session().last_move(), "28x19");
  EXPECT_EQ(ui.table().session().view().pieces[static_cast<std::size_t>(cell("23"))], '.');
}

TEST_F(DraughtsUi, AnUnfinishedGameIsKeptAsPdnAndTheLastOneOffered) {
  using std::filesystem::exists;
  EXPECT_EQ(last_autosave(), "");
  const auto played = [&](const game::GameSetup& of, auto&& play) {
    Ui ui = make();
    ui.start_game(of, {"human", "human"}, {});
    play(ui);
    ui.leave();
  };
  const auto opens_with = [&](int size) {
    Ui ui = make();
    click(ui, "start.continue");
    return ui.table().record().setup.size == size && ui.table().session().move_number() == 1;
  };
  played({.size = 5}, [](Ui& ui) { click_cell(ui, 12); });
  played(setup(), [](Ui& ui) { click_square(ui, "32"), click_square(ui, "28"); });
  const auto sgf = autosave_file({}), pdn = autosave_file(setup());
  ASSERT_TRUE(exists(sgf) && exists(pdn));
  EXPECT_EQ(pdn.extension(), ".pdn");
  const auto written = std::filesystem::last_write_time(sgf);
  std::filesystem::last_write_time(pdn, written + std::chrono::seconds(5));
  EXPECT_TRUE(opens_with(10));
  std::filesystem::last_write_time(pdn, written - std::chrono::seconds(5));
  EXPECT_TRUE(opens_with(5));
  std::filesystem::rename(pdn, sgf);  // as they were named once
  EXPECT_TRUE(opens_with(10));
}

TEST_F(DraughtsUi, CapturesSlideAlongTheirPath) {
  Settings settings = quiet_settings();
  settings.animation = 1;
  Ui ui = make(settings);
  ui.load_game(from_fen("W:W28,45:B22,11,2"));
  ui.tick(base::Clock::now());
  click_square(ui, "28");
  click_square(ui, "6");
  EXPECT_EQ(ui.table().session().last_move(), "28x6");
  EXPECT_TRUE(ui.animating());
  EXPECT_TRUE(wait(ui, [&] { return !ui.animating(); }));
}

TEST_F(DraughtsUi, TheComputerAnswersAndHints) {
  Ui ui = make();
  ui.start_game(setup("english", 8), {"human", "draughts:level=2,endings=0"}, {});
  ui.perform(Action::Hint);
  EXPECT_TRUE(wait(ui, [&] { return ui.table().analysis() && !ui.table().hint_asked(); }));
  const auto move = ui.table().session().position().legal_moves().front();
  ui.table().play(move);
  EXPECT_TRUE(wait(ui, [&] { return ui.table().session().move_number() == 2; }));
}

TEST_F(DraughtsUi, PositionsAndGamesGoThroughTheClipboard) {
  Ui ui = make();
  ui.start_game(setup(), {"human", "human"}, {});
  ui.table().play("32-28");
  ui.perform(Action::CopyLink);
  EXPECT_THAT(clipboard_, StartsWith("B:W28,31,33,34,"));
  ui.perform(Action::CopyMoves);
  EXPECT_THAT(clipboard_, HasSubstr("32-28"));
  ui.table().play("19-23");
  ui.perform(Action::Paste);
  EXPECT_EQ(ui.table().session().last_move(), "32-28");
  clipboard_ = "B:W28,45:B22,11,2";
  ui.perform(Action::Paste);
  EXPECT_EQ(ui.table().session().to_move(), Side::Second);
  EXPECT_EQ(ui.table().session().view().pieces[static_cast<std::size_t>(cell("45"))], 'x');
}

TEST_F(DraughtsUi, TheNewGameDialogOffersItsRules) {
  Ui ui = make();
  ui.perform(Action::NewGame);
  click(ui, "new.game.1");
  click(ui, "new.variant.1");
  click(ui, "seat.1.kind.0");
  click(ui, "new.start");
  EXPECT_EQ(ui.table().record().setup, setup("english", 8));
  const auto height_of_1 = [&] {
    ui.frame();
    return ui.placed_board()->center(1).y;
  };
  const double before = height_of_1();
  ui.perform(Action::Turn);
  EXPECT_NE(height_of_1(), before) << "a square board turns half around";
  EXPECT_EQ(ui.settings().orientation.twelfths, 0) << "that of Hex stays";
}

TEST_F(DraughtsUi, PiecesArePlacedFreelyAsMenAndKings) {
  Ui ui = make();
  ui.load_game(from_fen("W:W45:B2"));
  ui.perform(Action::SetUp);
  const auto piece = [&](const char* name) {
    return ui.table().session().view().pieces[static_cast<std::size_t>(cell(name))];
  };
  click_square(ui, "28");
  EXPECT_EQ(piece("28"), 'x');
  click_square(ui, "28");
  EXPECT_EQ(piece("28"), 'X');
  click_square(ui, "28");
  EXPECT_EQ(piece("28"), '.');
}

TEST_F(DraughtsUi, ADrawIsCalledOne) {
  Ui ui = make();
  ui.load_game(
      players::open_game("[GameType \"20\"]\n[FEN \"W:WK50:BK1\"]\n1. 50-45 1-6 2. 45-50 6-1 "
                         "3. 50-45 1-6 4. 45-50 6-1 5. 50-45 1-6 6. 45-50 6-1 1-1",
                         setup()));
  ui.perform(Action::Last);
  EXPECT_EQ(ui.table().session().result().outcome, game::Outcome::Draw);
  bool said = false;
  for (const auto& shape : ui.frame().scene) {
    const auto* text = std::get_if<Text>(&shape);
    said = said || (text != nullptr && text->text == "Draw");
  }
  EXPECT_TRUE(said);
}

}  // namespace
}  // namespace losange::window
