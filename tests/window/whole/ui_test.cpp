// The whole window without a display: screens are drawn, clicked and typed at.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "base/error.h"
#include "base/system/file.h"
#include "players/files/open_game.h"
#include "players/registry.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

KeyPress with_control(char letter, bool shift = false) {
  return {Key::Letter, letter, true, shift};
}

bool shows(Ui& ui, const std::string& words) {
  for (const auto& shape : ui.frame().scene) {
    if (const auto* text = std::get_if<Text>(&shape); text != nullptr && text->text == words)
      return true;
  }
  return false;
}

TEST_F(UiTest, AGameIsSetUpPlayedAndWonWithThePointer) {
  Ui ui = make();
  click(ui, "start.new");
  ASSERT_EQ(ui.dialog(), Dialog::NewGame);
  click(ui, "seat.0.kind.0");
  click(ui, "seat.1.kind.0");
  for (int i = 0; i < 8; ++i) click(ui, "new.smaller");
  click(ui, "new.swap");
  click(ui, "new.start");
  ASSERT_EQ(ui.screen(), Screen::Game);
  EXPECT_EQ(ui.table().record().setup.size, 3);
  EXPECT_FALSE(ui.table().record().setup.swap);
  for (const int cell : {1, 0, 4, 3, 7}) click_cell(ui, cell);
  EXPECT_EQ(ui.table().session().result().outcome, game::Outcome::FirstWins);
  ui.tick(base::Clock::now());
  EXPECT_EQ(ui.dialog(), Dialog::Victory);
  EXPECT_TRUE(shows(ui, "Red wins"));
  click(ui, "victory.again");
  EXPECT_EQ(ui.table().session().move_number(), 0);
  EXPECT_EQ(ui.dialog(), Dialog::None);
}

TEST_F(UiTest, TheListOfFilesIsReachedByKeys) {
  for (int i = 10; i < 60; ++i)
    base::write_file(folder_ / fmt::format("game{}.sgf", i), "(;GM[11])");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  Ui ui = make();
  ui.perform(Action::Open);
  std::filesystem::current_path(before);
  ASSERT_EQ(ui.dialog(), Dialog::Open);
  EXPECT_TRUE(shows(ui, "game10.sgf"));
  EXPECT_FALSE(shows(ui, "game59.sgf"));
  ui.key({Key::End, 0, false, false});
  EXPECT_TRUE(shows(ui, "game59.sgf"));
  EXPECT_FALSE(shows(ui, "game10.sgf"));
  EXPECT_EQ(*ui.frame().find("files.name")->text, "game59.sgf");
  ui.key({Key::Up, 0, false, false});
  EXPECT_EQ(*ui.frame().find("files.name")->text, "game58.sgf") << "one row up from the end";
  ui.key({Key::PageUp, 0, false, false});
  ui.key({Key::PageUp, 0, false, false});
  EXPECT_FALSE(shows(ui, "game59.sgf"));
  ui.key({Key::Home, 0, false, false});
  EXPECT_TRUE(shows(ui, "game10.sgf"));
  ui.key({Key::PageDown, 0, false, false});
  EXPECT_FALSE(shows(ui, "game10.sgf"));
}

TEST_F(UiTest, TheNewGameDialogRemembersAndSeatsEngines) {
  Ui ui = make();
  ui.perform(Action::NewGame);
  click(ui, "seat.0.kind.0");
  click(ui, "seat.1.kind.1");
  click(ui, "seat.1.more");
  click(ui, "seat.1.engine.montecarlo");
  click(ui, "seat.1.level.0");
  click(ui, "new.size.1");
  click(ui, "new.clock.1");
  click(ui, "new.start");
  EXPECT_EQ(ui.table().seat(Side::Second).engine, "montecarlo:level=1");
  EXPECT_EQ(ui.table().record().setup.size, 9);
  EXPECT_EQ(ui.table().session().clock().control().text(), "180+2");
  EXPECT_EQ(load_settings().second, "montecarlo:level=1");
  click_cell(ui, 40);
  EXPECT_TRUE(wait(ui, [&] { return ui.table().session().move_number() == 2; }));
}

TEST_F(UiTest, AnUnfinishedGameIsAskedAboutKeptAndRestored) {
  {
    Ui ui = make();
    ui.start_game({.size = 5}, {"human", "random"}, {});
    click_cell(ui, 12);
    ASSERT_TRUE(wait(ui, [&] { return ui.table().session().move_number() == 2; }));
    ui.perform(Action::NewGame);
    EXPECT_EQ(ui.dialog(), Dialog::ConfirmNew);
    click(ui, "confirm.no");
    ui.leave();
    EXPECT_TRUE(ui.wants_to_quit());
  }
  Ui again = make();
  click(again, "start.continue");
  EXPECT_EQ(again.screen(), Screen::Game);
  EXPECT_EQ(again.table().session().move_number(), 2);
  EXPECT_EQ(again.table().seat(Side::Second).engine, "random");
}

TEST_F(UiTest, TheKeyboardReachesEverythingAndPlays) {
  Ui ui = make();
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  for (const auto* way : {"forward", "back"}) {
    std::set<std::string> reached, there;
    for (const auto& widget : ui.frame().widgets) there.insert(widget.id);
    for (std::size_t i = 0; i < there.size(); ++i) {
      ui.key({Key::Tab, 0, false, way == std::string("back")});
      reached.insert(ui.focused());
    }
    EXPECT_EQ(reached, there) << way;
    EXPECT_TRUE(there.contains("board") && there.contains("analyse")) << way;
  }
  // The board is the first stop: arrows move on it, Enter plays.
  ui.key({Key::Escape, 0, false, false});
  ui.key({Key::Tab, 0, false, false});
  ui.key({Key::Left, 0, false, false});
  ui.key({Key::Enter, 0, false, false});
  EXPECT_EQ(ui.table().session().move_number(), 1);
  EXPECT_EQ(ui.table().session().last_move(), "a2");
  ui.key({Key::Escape, 0, false, false});
  ui.key(with_control('z'));
  EXPECT_EQ(ui.table().session().move_number(), 0);
}

TEST_F(UiTest, TheSwapIsOnTheStoneItself) {
  Ui ui = make();
  ui.start_game({.size = 5}, {"human", "human"}, {});
  click_cell(ui, 1);
  click_cell(ui, 1);
  EXPECT_EQ(ui.table().session().last_move(), "swap-pieces");
}

TEST_F(UiTest, AnalysisShowsValuesFreezesTheLineUnderThePointerAndIsSaved) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 0);
  ui.typed('a');
  EXPECT_TRUE(ui.table().analysing());
  ASSERT_TRUE(
      wait(ui, [&] { return ui.table().analysis() && ui.table().analysis()->moves.size() > 3; }));
  const auto best = ui.table().analysis()->moves.front();
  ui.frame();
  const int cell = ui.table().session().position().cell_of(best.move);
  const auto shapes = ui.frame().scene.size();
  ui.pointer_moved(ui.placed_board()->center(cell));
  if (best.variation.size() > 1) {
    EXPECT_NE(ui.frame().scene.size(), shapes) << "numbered ghosts appear";
  }
  ui.perform(Action::Save);
  ASSERT_EQ(ui.dialog(), Dialog::Save);
  const auto file = folder_ / "study.sgf";
  for (int i = 0; i < 40; ++i) ui.key({Key::Backspace, 0, false, false});
  type(ui, file.string());
  ui.key({Key::Enter, 0, false, false});
  EXPECT_EQ(ui.dialog(), Dialog::None) << ui.notice();
  ASSERT_TRUE(std::filesystem::exists(file));
  EXPECT_THAT(base::read_file(file), HasSubstr("EVAL["));
  Ui again = make();
  again.load_game(players::open_game(file.string(), {}));
  EXPECT_TRUE(again.table().analysis().has_value()) << "results come back with the game";
}

TEST_F(UiTest, LinksAndMovesAreCopiedAndPasted) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 0);
  click_cell(ui, 6);
  ui.key(with_control('c'));
  EXPECT_THAT(clipboard_, HasSubstr("hexworld.org/board/#5"));
  ui.key(with_control('c', true));
  EXPECT_EQ(clipboard_, "a1 b2");
  clipboard_ = "https://hexworld.org/board/#7n,a3c4d5";
  ui.key(with_control('v'));
  EXPECT_EQ(ui.table().record().setup.size, 7) << ui.notice();
  EXPECT_EQ(ui.table().session().move_number(), 3);
  clipboard_ = "certainly no game";
  ui.key(with_control('v'));
  EXPECT_FALSE(ui.notice().empty());
  EXPECT_EQ(ui.table().session().move_number(), 3) << "what cannot be read changes nothing";
}

// Saving writes one game over them all, so it is asked first.
TEST_F(UiTest, AFileOfSeveralGamesIsNotReplacedUnasked) {
  const auto path = folder_ / "two.sgf";
  base::write_file(path, "(;GM[11]SZ[5];B[a3])(;GM[11]SZ[4];B[b2])");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  Ui ui = make();
  ui.perform(Action::Open);
  std::filesystem::current_path(before);
  click(ui, "files.entry.two.sgf");
  click(ui, "files.act");
  EXPECT_THAT(ui.notice(), HasSubstr("Of 2 games this is the first"));
  ui.perform(Action::Save);
  click(ui, "files.act");
  EXPECT_THAT(ui.notice(), HasSubstr("save once more to replace it"));
  EXPECT_EQ(players::open_one_game(path.string(), {}).games, 2);
  ui.key({Key::Escape, 0, false, false});
  clipboard_ = "(;GM[11]SZ[5];B[a3])(;GM[11]SZ[4];B[b2])";
  ui.key(with_control('v'));
  EXPECT_THAT(ui.notice(), HasSubstr("Of 2 games this is the first"));
}

TEST_F(UiTest, ErrorsAreToldInThePersonsLanguage) {
  auto settings = quiet_settings();
  settings.language = Language::French;
  Ui ui = make(settings);
  clipboard_ = "(;GM[11]SZ[5];B[z9])";
  ui.perform(Action::Paste);
  EXPECT_THAT(ui.notice(), HasSubstr("n’est pas une case du plateau 5x5"));
  ui.start_game({.size = 5, .swap = false}, {"htp:exit 3", "human"}, {});
  ASSERT_TRUE(wait(ui, [&] { return ui.notice().find("exit 3") != std::string::npos; }));
  EXPECT_THAT(ui.notice(), HasSubstr("le programme « exit 3 » s’est arrêté avec le code 3"));
}

TEST_F(UiTest, EscapeLeavesTheFileDialogFromItsField) {
  Ui ui = make();
  ui.perform(Action::Open);
  ASSERT_EQ(ui.dialog(), Dialog::Open);
  ui.key({Key::Escape, 0, false, false});
  EXPECT_EQ(ui.dialog(), Dialog::None);
}

TEST_F(UiTest, ResigningIsConfirmedAndTheQuestionGoes) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 0);
  ui.perform(Action::Resign);
  EXPECT_FALSE(ui.table().session().over());
  EXPECT_FALSE(ui.notice().empty());
  later(ui);
  ui.perform(Action::Resign);
  EXPECT_EQ(ui.table().session().result().reason, "resign");
  EXPECT_EQ(ui.notice(), "");
  ui.tick(base::Clock::now());
  EXPECT_TRUE(shows(ui, "by resignation · 1 move"));
}

TEST_F(UiTest, AGameIsOpenedWithThePlayersThatWereNamed) {
  Ui ui = make();
  ui.load_game(players::open_game("c3", {.size = 5, .swap = false}), {"human", "random"});
  EXPECT_FALSE(ui.table().seat(Side::Second).person);
  ui.table().continue_game();
  EXPECT_TRUE(wait(ui, [&] { return ui.table().session().move_number() == 2; }));
}

TEST_F(UiTest, SettingsTakeEffectAtOnceAndAreKept) {
  Ui ui = make();
  ui.perform(Action::Settings);
  click(ui, "settings.language.1");
  EXPECT_TRUE(shows(ui, "Réglages"));
  click(ui, "settings.theme.1");
  click(ui, "settings.page.1");
  click(ui, "settings.turn.5");
  click(ui, "settings.fill.1");
  const Settings kept = load_settings();
  EXPECT_EQ(kept.language, Language::French);
  EXPECT_EQ(kept.theme, ThemeName::Dark);
  EXPECT_EQ(kept.orientation.twelfths, 5);
  EXPECT_TRUE(kept.fill_cells);
  click(ui, "settings.page.2");
  const Widget* music = ui.frame().find("settings.music");
  ASSERT_NE(music, nullptr);
  click(ui, Point{music->area.right() - 2, music->area.center().y});
  EXPECT_EQ(load_settings().music, 1);
}

TEST_F(UiTest, TheLessonLeadsThroughItsSteps) {
  Ui ui = make();
  click(ui, "start.lesson");
  ASSERT_EQ(ui.screen(), Screen::Lesson);
  for (std::size_t step = 0; step < lesson_steps().size(); ++step) {
    click_cell(ui, 2);  // wrong everywhere, and no harm
    for (const auto& move : lesson_steps()[step].script) {
      const std::string cell = move.starts_with("swap") ? "c3" : move;
      const auto& names = ui.placed_board()->layout.names;
      const auto at = std::find(names.begin(), names.end(), cell) - names.begin();
      click_cell(ui,
                 static_cast<int>(at));  // replies of the script are taken already: no harm either
    }
    const Widget* next = ui.frame().find("lesson.next");
    ASSERT_NE(next, nullptr);
    if (step + 1 < lesson_steps().size()) click(ui, "lesson.next");
  }
  ASSERT_TRUE(shows(ui, filled(word(Language::English, Word::FirstGame), {"1"})));
  click(ui, "lesson.next");
  EXPECT_EQ(ui.screen(), Screen::Game);
  EXPECT_EQ(ui.table().record().setup.size, 7);
  EXPECT_TRUE(ui.table().seat(game::Side::First).person);
  EXPECT_EQ(ui.table().seat(game::Side::Second).engine, players::default_engine() + ":level=1");
}

TEST_F(UiTest, AGameWithoutABoardIsRefusedAndNothingIsLost) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 7);
  game::GameRecord other(game::GameSetup{.game = "draughts"});
  EXPECT_THROW(ui.load_game(other), base::UserError);
  EXPECT_EQ(ui.table().session().move_number(), 1);
}

TEST_F(UiTest, SetUpModePlacesAndRemovesStones) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.typed('e');
  click_cell(ui, 7);
  click(ui, "setup.tool.1");
  click_cell(ui, 8);
  click(ui, "setup.tool.2");
  click_cell(ui, 7);
  const auto pieces = ui.table().session().view().pieces;
  EXPECT_EQ(pieces[7], '.');
  EXPECT_EQ(pieces[8], 'o');
  ui.typed('e');
  click_cell(ui, 7);
  EXPECT_EQ(ui.table().session().view().pieces[7], 'x');
}

TEST_F(UiTest, CommentsAreWrittenUnderMoves) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 7);
  ui.typed('b');
  type(ui, "bold");
  ui.typed(U'é');
  ui.key({Key::Backspace, 0, false, false});
  type(ui, "er than a");
  ui.key({Key::Enter, 0, false, false});
  EXPECT_EQ(ui.table().record().node(1).comment, "bolder than a");
  EXPECT_FALSE(ui.table().analysing()) << "letters went to the field";
}

TEST_F(UiTest, NothingIsDrawnAgainWhileNothingChanges) {
  Ui ui = make();
  ui.start_game({.size = 11}, {"human", "human"}, {});
  ui.tick(base::Clock::now());
  ui.to_show();
  auto now = base::Clock::now();
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(ui.tick(now += base::Millis(50))) << i;
  ui.pointer_moved(ui.placed_board()->center(3));
  EXPECT_TRUE(ui.tick(now)) << "the ghost follows the pointer";
}

// Every screen, every dialog, at every size, in both languages: nothing may stand outside the
// window.
TEST_F(UiTest, EveryScreenFitsEveryWindow) {
  for (const Language language : {Language::English, Language::French}) {
    for (const auto& window : {std::pair{800.0, 600.0},
                               {1024.0, 768.0},
                               {1280.0, 800.0},
                               {1920.0, 1080.0},
                               {3840.0, 2160.0}}) {
      const auto width = window.first, height = window.second;  // clang 14 captures no bindings
      Settings settings = quiet_settings();
      settings.language = language;
      Ui ui = make(settings);
      ui.resize(width, height);
      const auto check = [&](const std::string& what) {
        for (const auto& widget : ui.frame().widgets) {
          EXPECT_GE(widget.area.x, -0.5) << what << ": " << widget.id << " at " << width;
          EXPECT_GE(widget.area.y, -0.5) << what << ": " << widget.id << " at " << width;
          EXPECT_LE(widget.area.right(), width + 0.5)
              << what << ": " << widget.id << " at " << width;
          EXPECT_LE(widget.area.bottom(), height + 0.5)
              << what << ": " << widget.id << " at " << width;
        }
        const auto& widgets = ui.frame().widgets;
        for (std::size_t i = ui.frame().modal; i < widgets.size(); ++i) {
          for (std::size_t j = i + 1; j < widgets.size(); ++j) {
            if (widgets[i].kind == Widget::Kind::Board) continue;
            const Rect a = widgets[i].area.inset(1), b = widgets[j].area.inset(1);
            const bool apart =
                a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
            EXPECT_TRUE(apart) << what << ": " << widgets[i].id << " and " << widgets[j].id
                               << " at " << width;
          }
        }
      };
      check("start");
      for (const Dialog dialog : {Dialog::NewGame, Dialog::Settings, Dialog::Help, Dialog::Open,
                                  Dialog::Menu, Dialog::ConfirmNew}) {
        if (dialog == Dialog::NewGame) ui.perform(Action::NewGame);
        ui.show(Screen::Start, dialog);
        check("dialog " + std::to_string(static_cast<int>(dialog)));
      }
      ui.perform(Action::Settings);
      ui.show(Screen::Start, Dialog::Settings);
      for (const char* page : {"settings.page.1", "settings.page.2"}) {
        click(ui, page);
        check(page);
      }
      ui.start_game({.size = 19, .swap = false}, {"human", "human"}, {});
      for (const int cell : {180, 20, 33}) click_cell(ui, cell);
      ui.table().set_analysing(true);
      check("game");
      ui.typed('e');
      check("set up");
      ui.show(Screen::Lesson);
      check("lesson");
    }
  }
}

}  // namespace
}  // namespace losange::window
