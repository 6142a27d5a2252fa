// What those hear who do not see the window.
#include "web/heard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json.h"
#include "players/files/open_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::HasSubstr;
using testing_files::Json;

std::vector<Json> heard(Ui& ui) { return Json(web::heard_widgets(ui.frame())).items(); }

Json widget(Ui& ui, const std::string& id) {
  for (const auto& one : heard(ui)) {
    if (one.at("id").text() == id) return one;
  }
  return {};
}

std::string state_of(Ui& ui, const std::string& cell) {
  const auto board = widget(ui, "board");
  for (const auto& one : board.at("cells").items()) {
    if (one.item(0).text() == cell) return one.item(1).text();
  }
  return "no such cell";
}

TEST_F(UiTest, EverythingThatCanBeUsedHasAName) {
  for (const Language language : {Language::English, Language::French}) {
    for (const double width : {1280.0, 390.0}) {
      Settings settings = quiet_settings();
      settings.language = language;
      Ui ui = make(settings);
      ui.resize(width, 844);
      const auto check = [&](const std::string& where) {
        for (const auto& one : heard(ui)) {
          if (one.at("kind").text() == "board") continue;
          EXPECT_NE(one.at("name").text(), "") << where << ": " << one.at("id");
        }
      };
      check("start");
      ui.start_game({.size = 5, .swap = true}, {"human", "human"}, {});
      click_cell(ui, 3);
      ui.table().set_analysing(true);
      check("game");
      for (const Dialog dialog : {Dialog::NewGame, Dialog::Settings, Dialog::Help, Dialog::Open,
                                  Dialog::Save, Dialog::Menu, Dialog::ConfirmNew}) {
        ui.show(Screen::Game, dialog);
        check("dialog " + std::to_string(static_cast<int>(dialog)));
      }
      ui.show(Screen::Lesson);
      check("lesson");
    }
  }
}

TEST_F(UiTest, CellsTellWhatStandsOnThem) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  EXPECT_EQ(widget(ui, "board").at("cells").size(), 25u);
  EXPECT_EQ(state_of(ui, "c3"), "");
  click_cell(ui, 12);
  EXPECT_EQ(state_of(ui, "c3"), "Red");
  EXPECT_EQ(web::heard_move(ui), "Red c3");
  // Where it is heard is where it can be clicked.
  const Json cell = widget(ui, "board").at("cells").item(0);
  click(ui, Point{cell.item(2).number(), cell.item(3).number()});
  EXPECT_EQ(state_of(ui, cell.item(0).text()), "Blue");
}

TEST_F(UiTest, TheEndIsHeard) {
  Ui ui = make();
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  for (const char* move : {"b1", "a1", "b2", "a2", "b3"}) ui.table().play(move);
  ui.tick(base::Clock::now());
  EXPECT_THAT(web::heard_move(ui), HasSubstr("Red b3. Red wins"));
}

TEST_F(UiTest, OnlyADialogIsHeardWhileItIsOpen) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.show(Screen::Game, Dialog::Menu);
  EXPECT_TRUE(widget(ui, "board").is_nothing());
  EXPECT_FALSE(widget(ui, "menu.quit").is_nothing());
}

TEST_F(UiTest, OnAPhoneWhatIsTouchedIsInsideAndLargeEnough) {
  const double finger = 43.5;
  for (const auto& [width, height] : {std::pair{360.0, 640.0}, {390.0, 844.0}, {430.0, 932.0}}) {
    Ui ui = make();
    ui.resize(width, height);
    const auto check = [&, width = width, height = height](const std::string& where) {
      ui.tick(base::Clock::now());
      for (const auto& one : heard(ui)) {
        const auto side = [&](const char* name) { return one.at(name).number(); };
        EXPECT_GE(side("x"), -0.5) << where << ": " << one;
        EXPECT_LE(side("x") + side("width"), width + 0.5) << where << ": " << one;
        EXPECT_LE(side("y") + side("height"), height + 0.5) << where << ": " << one;
        // The dots of the tree are small; arrows and swipes go the same ways.
        if (one.at("kind").text() != "button" || one.at("id").text().starts_with("tree.")) continue;
        EXPECT_GE(std::min(side("width"), side("height")), finger) << where << ": " << one;
      }
    };
    check("start");
    for (const Dialog dialog : {Dialog::NewGame, Dialog::Settings, Dialog::Help, Dialog::Open}) {
      ui.show(Screen::Start, dialog);
      check("dialog " + std::to_string(static_cast<int>(dialog)));
    }
    ui.show(Screen::Start, Dialog::NewGame);
    for (const char* page : {"new.page.1", "new.page.2", "new.game.1", "new.page.0"}) {
      click(ui, page);
      check(page);
    }
    ui.start_game({.size = 11, .swap = true}, {"human", "human"}, {});
    click_cell(ui, 3);
    check("game");
    for (const Dialog dialog : {Dialog::Menu, Dialog::Save, Dialog::ConfirmNew}) {
      ui.show(Screen::Game, dialog);
      check("dialog " + std::to_string(static_cast<int>(dialog)));
    }
  }
}

// Rows of lists, dots of the tree and slots of the graph are as many as there are moves: arrows go the same ways.
bool stands_for_a_move(const std::string& id) {
  for (const char* list : {"tree.", "graph.", "line.", "mistake.row.", "move.", "summary"}) {
    if (id.starts_with(list)) return true;
  }
  return false;
}

TEST_F(UiTest, OnTheSmallestScreenWhatEveryPanelHasIsLargeEnough) {
  const double finger = 43.5;
  for (const Language language : {Language::English, Language::French}) {
    Settings settings = quiet_settings();
    settings.language = language;
    Ui ui = make(settings);
    for (const auto& [width, height] : {std::pair{360.0, 480.0}, {360.0, 640.0}, {599.0, 480.0}}) {
      ui.resize(width, height);
      const auto check = [&, width = width, height = height](const std::string& where) {
        ui.tick(base::Clock::now() + std::chrono::minutes(1));
        for (const auto& one : heard(ui)) {
          if (one.at("kind").text() != "button" || stands_for_a_move(one.at("id").text())) continue;
          const auto side = [&](const char* name) { return one.at(name).number(); };
          EXPECT_GE(side("height"), finger) << width << "x" << height << ", " << where << one;
          EXPECT_GE(side("width"), width < 400 ? finger : 32)
              << width << "x" << height << ", " << where << one;
          EXPECT_LE(side("y") + side("height"), height + 0.5) << where << one;
        }
      };
      ui.load_game(players::open_game("a2 f6 b9 e7 c4 d8 k10 d9", {.swap = true}));
      ui.table().set_paused(false);
      check("game");
      ui.perform(Action::Connections);
      check("connections");
      ui.perform(Action::Connections);
      ui.table().set_analysing(true);
      ASSERT_TRUE(wait(ui, [&] { return ui.table().analysis().has_value(); }));
      check("analysis");
      EXPECT_NE(ui.frame().find("sweep"), nullptr) << width << "x" << height;
      ui.table().set_analysing(false);
      for (const auto& [action, name] :
           {std::pair{Action::SetUp, "set up"}, std::pair{Action::Marks, "marks"},
            std::pair{Action::SwapMap, "swap map"}, std::pair{Action::Solve, "solve"},
            std::pair{Action::Learn, "questions"}}) {
        ui.perform(action);
        ui.tick(base::Clock::now());
        check(name);
        ui.perform(action);
      }
      ui.perform(Action::Solve);
      ui.perform(Action::Comment);
      check("a comment while one solves");
      press(ui, Key::Enter);
      EXPECT_NE(ui.frame().find("solve.leave"), nullptr);
      ui.perform(Action::Solve);
      ui.start_game({.size = 5, .swap = true}, {"human", "human"}, {});
      ui.table().play("c3");
      ui.table().resign();
      check("victory");
      EXPECT_NE(ui.frame().find("victory.again"), nullptr);
      for (const Dialog dialog : {Dialog::Level, Dialog::Library}) {
        ui.start_game({.size = 5, .swap = true}, {"human", "random:level=3"}, {});
        ui.table().set_paused(true);
        ui.show(Screen::Game, dialog);
        check("dialog " + std::to_string(static_cast<int>(dialog)));
      }
    }
  }
}

TEST_F(UiTest, OnTheSmallestScreenWhatIsToldLeavesTheBoardInSight) {
  Ui ui = make();
  ui.resize(360, 480);
  ui.start_game({.size = 5, .swap = true}, {"human", "human"}, {});
  ui.table().play("a2");
  ui.tick(base::Clock::now());
  ui.perform(Action::Connections);
  ui.tick(base::Clock::now());
  const Frame& frame = ui.frame();
  const Polygon* plate = nullptr;
  bool told = false;
  for (const auto& shape : frame.scene) {
    if (const auto* polygon = std::get_if<Polygon>(&shape)) plate = polygon;
    const auto* text = std::get_if<Text>(&shape);
    if (text == nullptr || text->text.find("must play") == std::string::npos) continue;
    told = true;
    break;
  }
  ASSERT_TRUE(told) << texts(ui);
  double top = 480, bottom = 0;
  for (const Point& point : plate->points) {
    top = std::min(top, point.y);
    bottom = std::max(bottom, point.y);
  }
  EXPECT_LT(bottom - top, 0.25 * frame.find("board")->area.height);
}

TEST_F(UiTest, SwitchesTellHowTheyStand) {
  Ui ui = make();
  ui.show(Screen::Start, Dialog::Settings);
  click(ui, "settings.page.2");
  EXPECT_EQ(widget(ui, "settings.page.2").at("on").text(), "true");
  EXPECT_EQ(widget(ui, "settings.page.0").at("on").text(), "false");
  EXPECT_EQ(widget(ui, "settings.mute").at("kind").text(), "button");
  EXPECT_EQ(widget(ui, "settings.effects").at("kind").text(), "slider");
}

}  // namespace
}  // namespace losange::window
