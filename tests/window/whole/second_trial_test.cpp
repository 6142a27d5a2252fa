// What people ran into when they tried the window a second time: buttons that were grey where their key worked, names one had
// to rub out, words that were not true, and texts that lay on one another.
#include <gmock/gmock.h>

#include <algorithm>

#include "players/files/open_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::HasSubstr;
using testing::Not;

class SecondTrial : public UiInAFolder {
 protected:
  static std::string button(Action action) {
    return "bar." + std::to_string(static_cast<int>(action));
  }
  static bool offers(Ui& ui, Action action) { return ui.frame().find(button(action)) != nullptr; }
};

TEST_F(SecondTrial, TheButtonsUndoWhatTheKeysUndo) {
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

TEST_F(SecondTrial, AButtonThatIsOfferedDoesSomething) {
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

TEST_F(SecondTrial, WhoTypesInAFileDialogGivesAnotherName) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 12);
  ui.perform(Action::Save);
  ASSERT_EQ(*ui.frame().find("files.name")->text, "game.sgf");
  type(ui, "mine.sgf");
  EXPECT_EQ(*ui.frame().find("files.name")->text, "mine.sgf");
  press(ui, Key::Enter);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "here" / "mine.sgf"));
  ui.perform(Action::Open);
  press(ui, Key::End);
  ASSERT_EQ(*ui.frame().find("files.name")->text, "mine.sgf");
  type(ui, "x");
  EXPECT_EQ(*ui.frame().find("files.name")->text, "x") << "a name that was chosen by arrows too";
  press(ui, Key::Escape);
  ui.perform(Action::Comment);
  type(ui, "one");
  press(ui, Key::Enter);
  ui.perform(Action::Comment);
  type(ui, " two");
  press(ui, Key::Enter);
  EXPECT_EQ(ui.table().record().node(ui.table().record().cursor()).comment, "one two")
      << "a comment goes on";
}

TEST_F(SecondTrial, AnEmptyFieldTellsWhatItIsForWhileOneStandsInIt) {
  Ui ui = make();
  ui.perform(Action::Library);
  EXPECT_THAT(texts(ui), HasSubstr("Search: players"));
  type(ui, "4x4");
  EXPECT_THAT(texts(ui), Not(HasSubstr("Search: players")));
}

TEST_F(SecondTrial, WhoClicksBesideAFieldSeesThatTheyStillWriteInIt) {
  Ui ui = make();
  ui.perform(Action::Library);
  type(ui, "a");
  const Rect field = ui.frame().find("library.search")->area;
  const Point beside{field.center().x, field.y - 4};
  ui.pointer_moved(beside);
  const std::size_t shapes = ui.frame().scene.size();
  click(ui, beside);
  EXPECT_EQ(ui.frame().scene.size(), shapes) << "the caret is one of them";
}

TEST_F(SecondTrial, AnEmptyFileIsNotCalledTheClipboard) {
  for (const Language language : {Language::English, Language::French}) {
    Settings settings = quiet_settings();
    settings.language = language;
    Ui ui = make(settings);
    EXPECT_FALSE(ui.takes_file("lost.sgf", 0));
    EXPECT_THAT(ui.notice(), HasSubstr("lost.sgf"));
    EXPECT_TRUE(ui.takes_file("blank.sgf", 2));
    ui.open_text(" \n");
    EXPECT_THAT(ui.notice(), HasSubstr(language == Language::English ? "empty" : "vide"));
    EXPECT_THAT(ui.notice(), Not(HasSubstr("clipboard")));
    EXPECT_THAT(ui.notice(), Not(HasSubstr("presse-papiers")));
    clipboard_ = " ";
    ui.perform(Action::Paste);
    EXPECT_THAT(ui.notice(),
                HasSubstr(language == Language::English ? "clipboard" : "presse-papiers"));
  }
}

TEST_F(SecondTrial, ASecondPictureOfAPositionHasItsNumber) {
  Ui ui = make();
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  for (const int cell : {0, 8}) click_cell(ui, cell);
  ui.perform(Action::ExportDrawing);
  ui.perform(Action::ExportDrawing);
  EXPECT_TRUE(std::filesystem::exists("hex-3x3-move-2.svg"));
  EXPECT_TRUE(std::filesystem::exists("hex-3x3-move-2-2.svg"));
  EXPECT_FALSE(std::filesystem::exists("hex-3x3-move-3.svg")) << "no such move was played";
}

TEST_F(SecondTrial, AStoneThatStaysInItsPlaceIsNotSaidToJump) {
  for (const auto& [opening, told] : {std::pair{"c3", "the stone on c3 changes colour"},
                                      std::pair{"d2", "changes colour and jumps to b4"}}) {
    Settings settings = quiet_settings();
    settings.thinking_s = 600;  // all descents are made, however busy the machine is
    Ui ui = make(settings);
    ui.start_game({.size = 5, .swap = true}, {"human", "mcts:descents=2000,memory=16"}, {});
    ui.frame();
    const auto& names = ui.placed_board()->layout.names;
    click_cell(ui,
               static_cast<int>(std::find(names.begin(), names.end(), opening) - names.begin()));
    ASSERT_TRUE(wait(ui, [&] { return ui.table().record().moves().size() == 2; }));
    ASSERT_TRUE(ui.table().record().moves()[1].starts_with("swap")) << opening;
    EXPECT_TRUE(wait(ui, [&, words = told] {
      return ui.notice().find(words) != std::string::npos;
    })) << ui.notice();
  }
}

TEST_F(SecondTrial, AnEngineThatFailedIsToldThoughTheGameWasSweptBefore) {
  Settings settings = quiet_settings();
  settings.engines = {"book:file=/no/such.book", "htp:/bin/false"};
  Ui ui = make(settings);
  ui.load_game(players::open_game("b1 d1 b2 d2 d4 b3", {.size = 4, .swap = false}));
  ui.perform(Action::Sweep);
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().sweeping(); }));
  ASSERT_THAT(ui.notice(), HasSubstr("accuracy"));
  ui.change_settings([](Settings& s) { s.adviser = s.engines[0]; });
  ui.perform(Action::Sweep);
  ASSERT_TRUE(ui.table().sweeping());
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().sweeping(); }));
  EXPECT_THAT(ui.notice(), HasSubstr("/no/such.book"));
  ui.change_settings([](Settings& s) { s.adviser = s.engines[1]; });
  ui.perform(Action::Hint);
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().hint_asked(); }));
  EXPECT_THAT(ui.notice(), HasSubstr("/bin/false"));
}

// Letters as wide as those of a bold face with wide digits.
double wide_measure(std::string_view text, double size, Weight weight) {
  return 1.16 * plain_measure(text, size, weight);
}

TEST_F(SecondTrial, BoundsStandBesideTheirMovesAndInsideTheirSquares) {
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

TEST_F(SecondTrial, EscapeEndsWhatWasBegunBesideTheGame) {
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

}  // namespace
}  // namespace losange::window
