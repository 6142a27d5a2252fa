// What people ran into when they tried the window a third time, in French: lines that begin with a colon, a comment that
// hides a line it has room for, marks under numbers, and an adviser that was asked what it cannot answer.
#include <gmock/gmock.h>

#include <algorithm>

#include "places.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ThirdTrial : public UiTest {
 protected:
  static Settings french() {
    Settings settings = quiet_settings();
    settings.language = Language::French;
    return settings;
  }
  // As people see them: a text of several lines is one shape a line.
  static std::vector<Text> written(Ui& ui) {
    std::vector<Text> all;
    for (const auto& shape : ui.frame().scene) {
      if (const auto* text = std::get_if<Text>(&shape)) all.push_back(*text);
    }
    return all;
  }
  static std::string at(Ui& ui, int cell) {
    ui.frame();
    const Point center = ui.placed_board()->center(cell);
    std::string all;
    for (const Text& text : written(ui)) {
      const double near = 0.4 * ui.placed_board()->scale;
      const bool there =
          std::abs(text.at.x - center.x) < near && std::abs(text.at.y - center.y) < near;
      if (there && !text.text.empty()) all += text.text + " ";
    }
    return all;
  }
  static void note(Ui& ui, const std::vector<AnalysedMove>& moves) {
    Analysis found{moves.front().value, false, 1000, "zero", moves};
    ui.table().note_finding([&](game::RecordNode& node) { keep_analysis(node, found); });
  }
};

TEST_F(ThirdTrial, NoLineBeginsWithWhatBelongsToTheOneBefore) {
  const auto look = [](Ui& ui, const char* where, double width) {
    for (const Text& line : written(ui)) {
      EXPECT_THAT(line.text,
                  Not(AnyOf(StartsWith(":"), StartsWith(";"), StartsWith("!"), StartsWith("?"),
                            StartsWith("»"), StartsWith("% "), EndsWith("«"))))
          << where << " at a width of " << width;
    }
  };
  for (int width = 360; width < 1000; width += 7) {
    Ui ui = make(french());
    ui.resize(width, 800);
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    for (const char* unread : {"12.3", "(;GM[11]SZ[5];B[a1];W[a1])"}) {  // refused, with reasons
      ui.open_text(unread);
      look(ui, "a notice", width);
    }
    ui.perform(Action::Settings);
    click(ui, "settings.page.3");
    look(ui, "engines", width);
    ui.show(Screen::Start);
    click(ui, "start.lesson");
    for (std::size_t step = 0; step < 8; ++step) {
      look(ui, "the lesson", width);
      click(ui, "lesson.next");
    }
    look(ui, "the lesson", width);
  }
}

TEST_F(ThirdTrial, TheTotalsOfBothSidesAreSetApartInFrench) {
  Ui ui = make(french());
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  for (const int cell : {0, 1, 3, 2, 6}) click_cell(ui, cell);
  ui.perform(Action::Sweep);
  ASSERT_TRUE(wait(ui, [&] { return ui.frame().find("summary") != nullptr; }));
  EXPECT_THAT(ui.frame().find("summary")->name, HasSubstr(" ; Bleu : précision"));
}

TEST_F(ThirdTrial, ACommentShowsEveryLineItHasRoomFor) {
  for (int height = 560; height < 1300; height += 13) {
    Ui ui = make();
    ui.resize(1.6 * height, height);
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    click_cell(ui, 12);
    ui.perform(Action::Comment);
    for (const char* line : {"one", "two", "three"}) {
      type(ui, line);
      ui.key({Key::Enter, 0, false, /*shift=*/line != std::string_view("three")});
    }
    ASSERT_EQ(ui.table().record().node(ui.table().record().cursor()).comment, "one\ntwo\nthree");
    EXPECT_THAT(texts(ui), HasSubstr("\none\ntwo\nthree\n")) << "at a height of " << height;
  }
}

TEST_F(ThirdTrial, EnterGoesOnToTheNextStepOfTheLesson) {
  Ui ui = make();
  click(ui, "start.lesson");
  press(ui, Key::Enter);
  EXPECT_THAT(texts(ui), HasSubstr("Step 1 of 9")) << "it is not solved yet";
  click_cell(ui, 12);
  press(ui, Key::Enter);
  ASSERT_THAT(texts(ui), HasSubstr("Step 2 of 9"));
  press(ui, Key::Tab);  // to the board, where Enter plays first
  press(ui, Key::Enter);
  ASSERT_THAT(texts(ui), HasSubstr("A bridge cannot be cut"));
  press(ui, Key::Enter);
  EXPECT_THAT(texts(ui), HasSubstr("Step 3 of 9"));
}

TEST_F(ThirdTrial, OneRingShowsWhatTheLessonAsksFor) {
  Ui ui = make();
  click(ui, "start.lesson");
  for (int step = 0; step < 8; ++step) click(ui, "lesson.next");
  ASSERT_THAT(texts(ui), HasSubstr("When not to swap"));
  const auto ringed = [&] {
    std::vector<int> cells;
    const Color accent = theme(ui.settings().theme).accent;
    for (const auto& shape : ui.frame().scene) {
      const auto* stroke = std::get_if<Stroke>(&shape);
      if (stroke == nullptr || !stroke->closed || stroke->color != accent) continue;
      Point sum;
      for (const Point point : stroke->points) sum = sum + point;
      const auto cell =
          ui.placed_board()->cell_at(sum * (1 / static_cast<double>(stroke->points.size())));
      if (cell) cells.push_back(*cell);
    }
    return cells;
  };
  const int a2 = 5, c3 = 12;
  EXPECT_THAT(ringed(), ElementsAre(a2)) << "it may be swapped";
  click_cell(ui, a2);
  ASSERT_THAT(texts(ui), HasSubstr("The ring shows"));
  EXPECT_THAT(ringed(), ElementsAre(c3));
}

TEST_F(ThirdTrial, TabGoesThroughTheGameAsOneReads) {
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

TEST_F(ThirdTrial, AMarkIsReadWhereTheStudyHasAValue) {
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

TEST_F(ThirdTrial, WhoPutsMarksSeesTheBoardAndNotALine) {
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

class AskedForValues : public ThirdTrial {
 protected:
  static Settings advised_by_htp() {
    Settings settings = quiet_settings();
    settings.engines = {"htp:" + testing_places::program() + " htp --player random --seed 1"};
    settings.adviser = settings.engines.front();
    return settings;
  }
};

TEST_F(AskedForValues, AProgramThatTellsMovesAloneIsNotAskedForMore) {
  const std::vector<std::pair<Action, std::string>> asked{{Action::Analyse, ""},
                                                          {Action::Sweep, ""},
                                                          {Action::Deeper, ""},
                                                          {Action::Learn, "quiz.leave"},
                                                          {Action::SwapMap, "swapmap.leave"}};
  for (const auto& [action, widget] : asked) {
    SCOPED_TRACE(static_cast<int>(action));
    Ui ui = make(advised_by_htp());
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    click_cell(ui, 12);
    ui.perform(action);
    EXPECT_THAT(ui.notice(), HasSubstr("losange tells moves and no values"));
    ui.tick(base::Clock::now());
    EXPECT_FALSE(ui.table().thinks()) << "in vain";
    if (!widget.empty()) {
      EXPECT_EQ(ui.frame().find(widget), nullptr);
    }
  }
}

TEST_F(AskedForValues, ItsHintIsItsOwnWhateverAnotherEngineFound) {
  Ui ui = make(advised_by_htp());
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  note(ui, {{"c3", 0.46, false, 600, {"c3"}}});
  for (const bool analysing : {false, true}) {
    ui.table().set_analysing(analysing);
    click_cell(ui, 0);
    press(ui, Key::Left);
    ui.perform(Action::Hint);
    ASSERT_TRUE(wait(ui, [&] { return !ui.table().hint_asked(); })) << ui.notice();
    const std::string hint = ui.table().hinted();
    ASSERT_NE(hint, "c3");
    ui.frame();
    const Point own = ui.placed_board()->center(ui.table().session().position().cell_of(hint));
    const auto& scene = ui.frame().scene;
    EXPECT_TRUE(std::any_of(scene.begin(), scene.end(),
                            [&](const auto& shape) {
                              const auto* disc = std::get_if<Disc>(&shape);
                              return disc != nullptr && disc->center == own;
                            }))
        << hint << (analysing ? " beside the values" : "");
  }
}

}  // namespace
}  // namespace losange::window
