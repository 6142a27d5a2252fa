// How the window behaves under the hands: keys inside dialogs and groups, names of files, dates, dragged pieces, what is
// pasted, and how often it draws while an engine thinks.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "window/draw/layout.h"
#include "window/kept/library.h"
#include "window/table/endings_watch.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const game::GameSetup kDraughts{
    .game = "draughts", .size = 10, .swap = false, .variant = "international"};

class Manners : public UiInAFolder {
 protected:
  static Point square(Ui& ui, const std::string& name) {
    ui.frame();
    const auto& names = ui.placed_board()->layout.names;
    return ui.placed_board()->center(
        static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin()));
  }
  static void drag(Ui& ui, const std::string& from, const std::string& to) {
    ui.pointer_moved(square(ui, from));
    ui.pointer_pressed(square(ui, from));
    ui.pointer_moved(square(ui, to));
    ui.pointer_released(square(ui, to));
    ui.tick(base::Clock::now());
  }
};

TEST_F(Manners, TheQuestionBeforeANewGameIsAnsweredByEnterAndLetsSave) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 12);
  ui.perform(Action::NewGame);
  ASSERT_EQ(ui.dialog(), Dialog::ConfirmNew);
  click(ui, "confirm.save");
  EXPECT_EQ(ui.dialog(), Dialog::Save);
  press(ui, Key::Escape);
  ui.perform(Action::NewGame);
  press(ui, Key::Enter);
  EXPECT_EQ(ui.dialog(), Dialog::NewGame);
}

TEST_F(Manners, TheAnswersBeforeANewGameAreReadOnAPhone) {
  for (const Language language : {Language::English, Language::French}) {
    Settings settings = quiet_settings();
    settings.language = language;
    Ui ui = make(settings);
    ui.resize(360, 640);
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    click_cell(ui, 12);
    ui.perform(Action::NewGame);
    for (const char* id : {"confirm.yes", "confirm.save", "confirm.no"}) {
      const Widget* answer = ui.frame().find(id);
      ASSERT_NE(answer, nullptr) << id;
      EXPECT_GE(answer->area.height, 43.5);
      double letters = 0;  // of the label
      for (const auto& shape : ui.frame().scene) {
        const auto* text = std::get_if<Text>(&shape);
        if (text != nullptr && text->text == answer->name && answer->area.contains(text->at))
          letters = text->size;
      }
      EXPECT_GE(letters, 12) << answer->name;
    }
  }
}

TEST_F(Manners, ThePalettesAreNamedAndSeen) {
  for (const Language language : {Language::English, Language::French}) {
    Settings settings = quiet_settings();
    settings.language = language;
    Ui ui = make(settings);
    ui.perform(Action::Settings);
    EXPECT_THAT(labels(ui),
                testing::Contains(language == Language::French ? "Daltonisme" : "Colour-blind"));
    for (const auto name :
         {PaletteName::RedBlue, PaletteName::Ink, PaletteName::Forest, PaletteName::ColourBlind}) {
      for (const game::Side side : {game::Side::First, game::Side::Second}) {
        const Color color = palette(name).of(side);
        const auto& scene = ui.frame().scene;
        EXPECT_TRUE(std::any_of(scene.begin(), scene.end(), [&](const Shape& shape) {
          const auto* disc = std::get_if<Disc>(&shape);
          return disc != nullptr && disc->fill == color;
        }));
      }
    }
    click(ui, "settings.page.2");
    EXPECT_THAT(labels(ui), testing::Contains(language == Language::French ? "0,5 s" : "0.5 s"));
  }
}

TEST_F(Manners, AfterADialogTheKeyboardStandsWhereItStood) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  std::size_t board = 0;
  for (std::size_t i = 0; i < ui.frame().widgets.size(); ++i) {
    if (ui.frame().widgets[i].id == "board") board = i;
  }
  for (std::size_t i = 0; i <= board; ++i) press(ui, Key::Tab);
  press(ui, Key::Left);
  ui.typed('?');
  ASSERT_EQ(ui.dialog(), Dialog::Help);
  press(ui, Key::Escape);
  ASSERT_EQ(ui.dialog(), Dialog::None);
  press(ui, Key::Enter);
  EXPECT_THAT(ui.table().record().moves(), ElementsAre("b3")) << "left of the middle";
}

TEST_F(Manners, TheKeyboardComesToTheButtonThatStartsAfterAllThatIsChosen) {
  for (const double width : {1200.0, 360.0}) {
    Ui ui = make();
    ui.resize(width, 740);
    ui.perform(Action::NewGame);
    ASSERT_EQ(ui.dialog(), Dialog::NewGame);
    std::vector<std::string> order;
    for (press(ui, Key::Tab); order.empty() || ui.focused() != order.front(); press(ui, Key::Tab))
      order.push_back(ui.focused());
    ASSERT_GT(order.size(), 6u);
    EXPECT_EQ(order[order.size() - 2], "new.start") << width;
    EXPECT_EQ(order.back(), "new.cancel") << width;
  }
}

TEST_F(Manners, NoMoveOfTheListLiesUnderTheButtonBesideIt) {
  for (const double width : {1200.0, 360.0}) {
    Ui ui = make();
    ui.resize(width, 740);
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    for (const char* move : {"a1", "b2", "c3"}) ui.table().play(move);
    ui.perform(Action::MoveList);
    const Widget* button = ui.frame().find("moves.way");
    const Widget* move = ui.frame().find("move.2");
    ASSERT_TRUE(button != nullptr && move != nullptr) << width;
    EXPECT_LE(move->area.right(), button->area.x) << width;
  }
}

TEST_F(Manners, ArrowsChooseInsideAGroupOfOptions) {
  Ui ui = make();
  ui.perform(Action::Settings);
  press(ui, Key::Tab);  // the button that closes
  press(ui, Key::Tab);
  press(ui, Key::Right);
  EXPECT_NE(ui.frame().find("settings.mirror"), nullptr) << "the second page";
  press(ui, Key::Left);
  press(ui, Key::Left);
  EXPECT_NE(ui.frame().find("engines.new"), nullptr) << "around to the last";
}

TEST_F(Manners, AFileIsChosenByArrowsAndOpenedByEnter) {
  std::filesystem::create_directories("inside");
  base::write_file("inside/game.sgf", "(;GM[11]SZ[5];B[c3];W[a1])");
  Ui ui = make();
  ui.perform(Action::Open);
  press(ui, Key::Down);
  press(ui, Key::Enter);
  EXPECT_EQ(ui.dialog(), Dialog::Open) << "in the folder now";
  press(ui, Key::Down);
  press(ui, Key::Enter);
  EXPECT_THAT(ui.table().record().moves(), ElementsAre("c3", "a1"));
}

TEST_F(Manners, TheWindowIsCalledByTheGameOnTheTable) {
  Ui ui = make();
  EXPECT_EQ(ui.title(), "Losange");
  ui.start_game({.size = 5}, {"human", "mcts:level=3"}, {});
  EXPECT_EQ(ui.title(), "Losange: Person – mcts · level 3");
}

TEST_F(Manners, APictureIsCalledByWhatItShows) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 12);
  ui.perform(Action::ExportDrawing);
  ui.perform(Action::ExportDrawing);
  EXPECT_TRUE(std::filesystem::exists("hex-5x5-move-1.svg"));
  EXPECT_TRUE(std::filesystem::exists("hex-5x5-move-1-2.svg"));
}

TEST_F(Manners, AGameHasADateWhereItIsKnown) {
  Ui ui = make();
  clipboard_ = "https://hexworld.org/board/#5n,c3a1";
  control(ui, 'v');
  EXPECT_EQ(Library().games().at(0).date, "") << "nobody knows when it was played";
  control(ui, 's');
  press(ui, Key::Enter);
  EXPECT_THAT(base::read_file("game.sgf"), Not(HasSubstr("DT[")));
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 12);
  EXPECT_EQ(ui.table().record().date, players::today());
}

TEST_F(Manners, APieceIsDragged) {
  Ui ui = make();
  ui.start_game(kDraughts, {"human", "human"}, {});
  drag(ui, "32", "28");
  EXPECT_EQ(ui.table().session().last_move(), "32-28");
  click(ui, square(ui, "19"));  // chosen by a click, then dragged all the same
  drag(ui, "19", "23");
  EXPECT_EQ(ui.table().session().last_move(), "19-23");
  drag(ui, "31", "26");
  EXPECT_EQ(ui.table().record().moves().size(), 2u) << "28 must capture";
  EXPECT_NE(ui.notice(), "");
}

TEST_F(Manners, APieceInTheHandIsSeenUnderThePointer) {
  Ui ui = make();
  ui.start_game(kDraughts, {"human", "human"}, {});
  const Point air = square(ui, "28") + Point{7, 5};
  const auto stands_there = [&] {
    const auto& scene = ui.frame().scene;
    return std::any_of(scene.begin(), scene.end(), [&](const Shape& shape) {
      const auto* disc = std::get_if<Disc>(&shape);
      return disc != nullptr && length(disc->center - air) < 0.5;
    });
  };
  ui.pointer_moved(square(ui, "32"));
  ui.pointer_pressed(square(ui, "32"));
  EXPECT_FALSE(stands_there());
  ui.pointer_moved(air);
  EXPECT_TRUE(stands_there());
  ui.pointer_released(air);
  EXPECT_EQ(ui.table().session().last_move(), "32-28");
}

TEST_F(Manners, APieceThatWasCarriedLiesWhereItWasPutDown) {
  Settings settings = quiet_settings();
  settings.animation = 1;
  Ui ui = make(settings);
  ui.start_game(kDraughts, {"human", "human"}, {});
  ui.tick(base::Clock::now());
  const auto stands_on = [&](const std::string& name) {
    const Point center = square(ui, name);
    const auto& scene = ui.frame().scene;
    return std::any_of(scene.begin(), scene.end(), [&](const Shape& shape) {
      const auto* disc = std::get_if<Disc>(&shape);
      return disc != nullptr && disc->radius > 10 && length(disc->center - center) < 0.5;
    });
  };
  drag(ui, "32", "28");
  EXPECT_TRUE(stands_on("28"));
  EXPECT_FALSE(stands_on("32")) << "it does not set out again";
  click(ui, square(ui, "19"));
  click(ui, square(ui, "23"));
  EXPECT_TRUE(stands_on("19")) << "one that was not carried is seen to go";
}

TEST_F(Manners, AStoneOfHexIsNotDragged) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  drag(ui, "c3", "d4");
  EXPECT_THAT(ui.table().record().moves(), ElementsAre("c3"));
}

TEST_F(Manners, TheLastMoveIsSeenFromWhereItCame) {
  Ui ui = make();
  ui.start_game(kDraughts, {"human", "human"}, {});
  const auto marked = [&](const std::string& name) {
    const Point center = square(ui, name);
    const auto& scene = ui.frame().scene;
    return std::any_of(scene.begin(), scene.end(), [&](const Shape& shape) {
      const auto* line = std::get_if<Stroke>(&shape);
      return line != nullptr && line->closed && line->points.size() == 4 &&
             length(middle(line->points[0], line->points[2]) - center) < 0.5;
    });
  };
  EXPECT_FALSE(marked("32"));
  ui.table().play("32-28");
  ui.tick(base::Clock::now());
  EXPECT_TRUE(marked("32"));
}

TEST_F(Manners, ANumberOfASquareIsWrittenOnce) {
  Settings settings = quiet_settings();
  settings.names_in_cells = true;
  Ui ui = make(settings);
  ui.start_game(kDraughts, {"human", "human"}, {});
  const auto all = labels(ui);
  EXPECT_EQ(std::count(all.begin(), all.end(), "23"), 1);
}

TEST_F(Manners, SquaresStandOutInEveryTheme) {
  for (const auto name : {ThemeName::Light, ThemeName::Dark, ThemeName::Wood}) {
    Settings settings = quiet_settings();
    settings.theme = name;
    Ui ui = make(settings);
    ui.start_game(kDraughts, {"human", "human"}, {});
    // The last polygon that covers the middle of a square is its ground.
    const auto ground = [&](Point at) {
      Color found;
      for (const auto& shape : ui.frame().scene) {
        const auto* polygon = std::get_if<Polygon>(&shape);
        if (polygon != nullptr && contains(polygon->points, at)) found = polygon->fill;
      }
      return found;
    };
    const Point dark = square(ui, "23");
    const Point light = dark + Point{square(ui, "24").x - dark.x, 0} * 0.5;
    EXPECT_TRUE(told_apart(ground(dark), ground(light))) << static_cast<int>(name);
  }
}

TEST_F(Manners, WhatIsPastedMayBeOfTheOtherGame) {
  Ui ui = make();
  ui.start_game(kDraughts, {"human", "human"}, {});
  clipboard_ = "https://hexworld.org/board/#7n,c3a1";
  control(ui, 'v');
  EXPECT_EQ(ui.table().record().setup.game, "hex") << ui.notice();
  EXPECT_THAT(ui.table().record().moves(), ElementsAre("c3", "a1"));
  clipboard_ = "W:W27,32,37:B8,K13,19";
  control(ui, 'v');
  EXPECT_EQ(ui.table().record().setup.game, "draughts") << ui.notice();
  clipboard_ = "(;GM[11]SZ[5];B[c3])";
  control(ui, 'v');
  EXPECT_EQ(ui.table().record().setup.game, "hex") << ui.notice();
  clipboard_ = "1. 32-28 19-23 2. 28x19 14x23";
  control(ui, 'v');
  EXPECT_EQ(ui.table().record().setup.game, "draughts") << ui.notice();
}

TEST_F(Manners, AnEngineThatThinksIsDrawnOnceASecond) {
  Settings settings = quiet_settings();
  settings.thinking_s = 600;
  Ui ui = make(settings);
  ui.start_game({.size = 11, .swap = false}, {"human", "mcts:early=false"}, {});
  click_cell(ui, 60);
  ASSERT_TRUE(wait(ui, [&] { return ui.table().thought().has_value(); }));
  int frames = 0;
  for (const base::Stopwatch watch; watch.seconds() < 3;) {
    if (ui.tick(base::Clock::now())) {
      ui.to_show();
      ++frames;
    }
    std::this_thread::sleep_for(base::Millis(5));
  }
  EXPECT_GE(frames, 2) << "it is seen to think";
  EXPECT_LE(frames, 6) << "one a second; twice that on a slow machine";
}

TEST_F(Manners, HowLongAnEngineThinksIsReadOnAPhone) {
  Settings settings = quiet_settings();
  settings.language = Language::French;
  settings.thinking_s = 600;
  Ui ui = make(settings);
  ui.resize(360, 640);
  ui.start_game({.size = 11, .swap = false}, {"human", "mcts:early=false"}, {});
  click_cell(ui, 60);
  ASSERT_TRUE(
      wait(ui, [&] { return ui.table().thought() && !ui.table().thought()->moves.empty(); }));
  const auto all = labels(ui);
  EXPECT_THAT(all, testing::Contains(testing::StartsWith("réfléchit · ")));
  EXPECT_THAT(all, Not(testing::Contains(
                       testing::AllOf(testing::StartsWith("réfléchit"), testing::EndsWith("…")))));
}

TEST_F(Manners, EndingsThatAreBeingSolvedAreSeen) {
  EndingsWatch watch;
  EXPECT_FALSE(watch.percent());
  watch.note({"some", 10, 100, false});
  watch.note({"others", 0, 100, false});
  EXPECT_EQ(watch.percent(), 5);
  watch.note({"some", 100, 100, false});
  watch.note({"others", 100, 100, false});
  EXPECT_FALSE(watch.percent());
  Ui ui = make();
  ui.start_game(kDraughts, {"human", "human"}, {});
  EndingsWatch::of_program().note({"test", 37, 100, false});
  ui.tick(base::Clock::now());
  EXPECT_THAT(labels(ui), testing::Contains("endings 37 % · 0 moves"));
  EndingsWatch::of_program().note({"test", 100, 100, false});
  EXPECT_TRUE(ui.tick(base::Clock::now()));
  EXPECT_THAT(labels(ui), testing::Contains("0 moves"));
}

TEST_F(Manners, AnEngineOfDraughtsMovesInItsTimeWhileItsEndingsAreSolved) {
  Settings settings = quiet_settings();
  settings.thinking_s = 0.5;
  Ui ui = make(settings);
  ui.start_game(kDraughts, {"human", "draughts"}, {});
  drag(ui, "32", "28");
  const base::Stopwatch watch;
  ASSERT_TRUE(wait(ui, [&] { return ui.table().record().moves().size() == 2; }));
  EXPECT_LT(watch.seconds(), 5) << "solving them takes half a minute and more";
}

TEST(OpeningPlace, IsWhereTheWindowWasLeftOrFitsTheScreen) {
  const Rect small{0, 0, 1366, 768}, usual{0, 0, 1920, 1080}, large{0, 0, 3840, 2160};
  EXPECT_EQ(opening_place(usual, {}, 1280, 800), (Rect{312, 135, 1296, 810}));
  const Rect on_large = opening_place(large, {}, 1280, 800);
  EXPECT_GT(on_large.width, 2500);
  EXPECT_GT(unit_for(on_large.width, on_large.height, 1), 2) << "as readable as on a small one";
  const Rect on_small = opening_place(small, {}, 1280, 800);
  EXPECT_EQ(on_small.height, 768);
  EXPECT_EQ(opening_place(usual, {100, 50, 900, 700}, 1280, 800), (Rect{100, 50, 900, 700}));
  EXPECT_EQ(opening_place(small, {3000, -50, 1900, 700}, 1280, 800), (Rect{0, 0, 1366, 700}))
      << "left on a larger screen";
}

}  // namespace
}  // namespace losange::window
