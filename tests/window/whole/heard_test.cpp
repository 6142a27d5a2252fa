// What those hear who do not see the window.
#include "web/heard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

Json heard(Ui& ui) { return Json::parse(web::heard_widgets(ui.frame())); }

Json widget(Ui& ui, const std::string& id) {
  for (const auto& one : heard(ui)) {
    if (one["id"] == id) return one;
  }
  return {};
}

std::string state_of(Ui& ui, const std::string& cell) {
  const auto board = widget(ui, "board");
  for (const auto& one : board["cells"]) {
    if (one[0] == cell) return one[1];
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
          if (one["kind"] == "board") continue;
          EXPECT_NE(one["name"], "") << where << ": " << one["id"];
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
  EXPECT_EQ(widget(ui, "board")["cells"].size(), 25u);
  EXPECT_EQ(state_of(ui, "c3"), "");
  click_cell(ui, 12);
  EXPECT_EQ(state_of(ui, "c3"), "Red");
  EXPECT_EQ(web::heard_move(ui), "Red c3");
  // Where it is heard is where it can be clicked.
  const auto cell = widget(ui, "board")["cells"][0];
  click(ui, Point{cell[2].get<double>(), cell[3].get<double>()});
  EXPECT_EQ(state_of(ui, cell[0]), "Blue");
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
  EXPECT_TRUE(widget(ui, "board").is_null());
  EXPECT_FALSE(widget(ui, "menu.quit").is_null());
}

TEST_F(UiTest, OnAPhoneWhatIsTouchedIsInsideAndLargeEnough) {
  const double finger = 43.5;
  for (const auto& [width, height] : {std::pair{360.0, 640.0}, {390.0, 844.0}, {430.0, 932.0}}) {
    Ui ui = make();
    ui.resize(width, height);
    const auto check = [&, width = width, height = height](const std::string& where) {
      ui.tick(base::Clock::now());
      for (const auto& one : heard(ui)) {
        const auto side = [&](const char* name) { return one[name].template get<double>(); };
        EXPECT_GE(side("x"), -0.5) << where << ": " << one;
        EXPECT_LE(side("x") + side("width"), width + 0.5) << where << ": " << one;
        EXPECT_LE(side("y") + side("height"), height + 0.5) << where << ": " << one;
        // The dots of the tree are small; arrows and swipes go the same ways.
        if (one["kind"] != "button" || one["id"].template get<std::string>().starts_with("tree."))
          continue;
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

TEST_F(UiTest, SwitchesTellHowTheyStand) {
  Ui ui = make();
  ui.show(Screen::Start, Dialog::Settings);
  click(ui, "settings.page.2");
  EXPECT_EQ(widget(ui, "settings.page.2")["on"], true);
  EXPECT_EQ(widget(ui, "settings.page.0")["on"], false);
  EXPECT_EQ(widget(ui, "settings.mute")["kind"], "button");
  EXPECT_EQ(widget(ui, "settings.effects")["kind"], "slider");
}

}  // namespace
}  // namespace losange::window
