// Buttons, the menu and the keyboard do the same things, and each of them what it says.
#include <gmock/gmock.h>

#include <algorithm>

#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

constexpr game::GameSetup kSmall{.size = 5, .swap = false};

class Buttons : public UiInAFolder {
 protected:
  static std::string button(Action action) {
    return "bar." + std::to_string(static_cast<int>(action));
  }
  static bool offers(Ui& ui, Action action) { return ui.frame().find(button(action)) != nullptr; }
  // What is said stands there for some time from the last tick on.
  static void key(Ui& ui, char letter) {
    ui.tick(base::Clock::now());
    ui.key({Key::Letter, letter, false, false});
    ui.tick(base::Clock::now());
  }
};

TEST_F(Buttons, TheButtonsUndoWhatTheKeysUndo) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  EXPECT_FALSE(offers(ui, Action::Undo));
  click_cell(ui, 12);
  ui.start_game({.size = 4, .swap = false}, {"human", "human"}, {});
  ASSERT_THAT(ui.notice(), HasSubstr("Ctrl+Z brings back the game before"));
  click(ui, button(Action::Undo));
  EXPECT_EQ(ui.table().record().setup.size, 5);
  EXPECT_THAT(ui.notice(), HasSubstr("Ctrl+Y"));
  click(ui, button(Action::Redo));
  EXPECT_EQ(ui.table().record().setup.size, 4);
  click_cell(ui, 5);
  ui.perform(Action::RemoveVariation);
  EXPECT_EQ(ui.table().record().size(), 1u);
  click(ui, button(Action::Undo));
  EXPECT_EQ(ui.table().record().size(), 2u);
  EXPECT_TRUE(offers(ui, Action::Redo));
}

TEST_F(Buttons, AButtonThatIsOfferedDoesSomething) {
  Ui ui = make();
  ui.start_game({.size = 4, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 5);
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 12);
  press(ui, Key::Home);
  // The key does not leave a game that was played in: its moves would come between.
  const auto before = ui.table().revision();
  EXPECT_FALSE(offers(ui, Action::Undo));
  ui.perform(Action::Undo);
  EXPECT_EQ(ui.table().revision(), before);
}

TEST_F(Buttons, EscapeEndsWhatWasBegunBesideTheGame) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  const std::vector<std::pair<Action, std::string>> asides{{Action::SwapMap, "swapmap.leave"},
                                                           {Action::Solve, "solve.leave"},
                                                           {Action::SetUp, "setup.done"},
                                                           {Action::Marks, "marks.done"}};
  for (const auto& [action, widget] : asides) {
    SCOPED_TRACE(widget);
    ui.perform(action);
    ASSERT_NE(ui.frame().find(widget), nullptr);
    press(ui, Key::Escape);
    EXPECT_EQ(ui.frame().find(widget), nullptr);
    EXPECT_EQ(ui.dialog(), Dialog::None);
  }
  press(ui, Key::Escape);
  EXPECT_NE(ui.dialog(), Dialog::None);
}

TEST_F(Buttons, OneThingAtATimeIsBesideTheGame) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  click_cell(ui, 12);
  const std::vector<std::pair<Action, std::string>> asides{{Action::Solve, "solve.leave"},
                                                           {Action::Marks, "marks.done"},
                                                           {Action::SwapMap, "swapmap.leave"},
                                                           {Action::SetUp, "setup.done"}};
  for (const auto& [first, its_own] : asides) {
    for (const auto& [second, other] : asides) {
      if (first == second) continue;
      ui.perform(first);
      ASSERT_NE(ui.frame().find(its_own), nullptr);
      ui.perform(second);
      EXPECT_NE(ui.frame().find(other), nullptr);
      EXPECT_EQ(ui.frame().find(its_own), nullptr) << its_own << " beside " << other;
      ui.perform(second);
    }
  }
}

TEST_F(Buttons, TheKeysThatTheMenuShowsWorkInIt) {
  for (const auto& [press, dialog] :
       {std::pair{KeyPress{Key::Letter, 's', true, false}, Dialog::Save},
        std::pair{KeyPress{Key::Letter, ',', false, false}, Dialog::Settings},
        std::pair{KeyPress{Key::Letter, 'l', true, false}, Dialog::Library}}) {
    Ui ui = make();
    ui.start_game(kSmall, {"human", "human"}, {});
    ui.perform(Action::Menu);
    EXPECT_THAT(texts(ui), HasSubstr("\n" + key_text(press, Language::English) + "\n"));
    ui.key(press);
    EXPECT_EQ(ui.dialog(), dialog) << press.letter;
  }
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  ui.perform(Action::Menu);
  key(ui, 'e');
  EXPECT_NE(ui.frame().find("setup.done"), nullptr);
  ui.perform(Action::Menu);
  key(ui, '1');
  EXPECT_EQ(ui.dialog(), Dialog::Menu) << "what it does not show is not done";
  EXPECT_TRUE(ui.table().seat(Side::First).person);
}

TEST_F(Buttons, NothingLiesOverTheNextEntryOfTheMenu) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  ui.perform(Action::Menu);
  for (const auto& widget : ui.frame().widgets) {
    EXPECT_TRUE(!widget.id.starts_with("menu.") || widget.tip.empty()) << widget.id;
  }
}

TEST_F(Buttons, TabGoesThroughTheGameAsOneReads) {
  Ui ui = make();
  ui.resize(1280, 800);
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 12);
  // What begins nearly as high stands side by side.
  const auto above = [](double a, double b) { return a < b - 16; };
  for (const bool analysing : {false, true}) {
    if (analysing) ui.perform(Action::Analyse);
    std::vector<double> bar, panel;  // what Tab comes to, one after the other
    const Rect board = ui.frame().find("board")->area;
    for (const Widget& widget : ui.frame().widgets) {
      const Point at = widget.area.center();
      if (at.y < board.y) {
        bar.push_back(at.x);
      } else if (at.x > board.right()) {
        panel.push_back(widget.area.y);
      }
    }
    EXPECT_GE(bar.size(), 8u);
    EXPECT_TRUE(std::is_sorted(bar.begin(), bar.end()));
    EXPECT_GE(panel.size(), 6u);
    EXPECT_TRUE(std::is_sorted(panel.begin(), panel.end(), above)) << testing::PrintToString(panel);
  }
}

TEST_F(Buttons, ADisabledButtonSaysWhatItIs) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  const Widget* redo = ui.frame().with_tip(button(Action::Redo));
  ASSERT_NE(redo, nullptr);
  ASSERT_FALSE(offers(ui, Action::Redo));
  const auto now = base::Clock::now();
  ui.tick(now);
  ui.pointer_moved(redo->area.center());
  ui.tick(now + base::Millis(700));
  EXPECT_THAT(texts(ui), HasSubstr("Do again what was undone   Ctrl+Y"));
  ui.perform(Action::Menu);
  ui.pointer_moved({1, 1});
  ui.pointer_moved(redo->area.center());
  ui.tick(now + base::Millis(1600));
  EXPECT_THAT(texts(ui), testing::Not(HasSubstr("Do again what was undone"))) << "it is covered";
}

TEST_F(Buttons, AGroupOfOptionsIsOneStopOfTheTabKey) {
  Ui ui = make();
  ui.perform(Action::Settings);
  std::vector<std::string> stops;
  for (int i = 0; i < 30; ++i) {
    press(ui, Key::Tab);
    if (!stops.empty() && ui.focused() == stops.front()) break;
    stops.push_back(ui.focused());
  }
  EXPECT_EQ(std::count_if(stops.begin(), stops.end(),
                          [](const std::string& id) { return id.starts_with("settings.theme."); }),
            1);
  EXPECT_EQ(std::count(stops.begin(), stops.end(), "settings.theme.0"), 1) << "the chosen one";
  while (ui.focused() != "settings.theme.0") press(ui, Key::Tab);
  press(ui, Key::Right);
  EXPECT_EQ(ui.focused(), "settings.theme.1");
  press(ui, Key::Tab);
  EXPECT_EQ(ui.focused(), "settings.palette.0");
  ui.key({Key::Tab, 0, false, true});
  EXPECT_EQ(ui.focused(), "settings.theme.1");
}

}  // namespace
}  // namespace losange::window
