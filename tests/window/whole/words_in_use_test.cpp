// What is said is true, in the words of the game and by the habits of the language, and stands where it is read.
#include <gmock/gmock.h>

#include <fstream>

#include "base/text.h"
#include "context_fixture.h"
#include "window/common/level_list.h"

namespace losange::window {
namespace {

using testing::AnyOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const game::GameSetup kDraughts{
    .game = "draughts", .size = 10, .swap = false, .variant = "international"};

class WordsInUse : public UiInAFolder {
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
  // What is said stands there for some time from the last tick on.
  static void key(Ui& ui, char letter) {
    ui.tick(base::Clock::now());
    ui.key({Key::Letter, letter, false, false});
    ui.tick(base::Clock::now());
  }
};

TEST_F(WordsInUse, NoLineBeginsWithWhatBelongsToTheOneBefore) {
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

TEST_F(WordsInUse, TheTotalsOfBothSidesAreSetApartInFrench) {
  Ui ui = make(french());
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  for (const int cell : {0, 1, 3, 2, 6}) click_cell(ui, cell);
  ui.perform(Action::Sweep);
  ASSERT_TRUE(wait(ui, [&] { return ui.frame().find("summary") != nullptr; }));
  EXPECT_THAT(ui.frame().find("summary")->name, HasSubstr("\nBleu : précision"));
}

TEST_F(WordsInUse, AnEmptyFileIsNotCalledTheClipboard) {
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

TEST_F(WordsInUse, DraughtsHasPiecesAndSaysWhatItHasNot) {
  Settings settings = quiet_settings();
  settings.language = Language::French;
  Ui ui = make(settings);
  ui.start_game(kDraughts, {"human", "draughts:level=5"}, {});
  EXPECT_THAT(texts(ui), HasSubstr("\ndames · niveau 5\n"));
  ui.perform(Action::SetUp);
  EXPECT_THAT(texts(ui), HasSubstr("\nPlacez les pièces\n"));
  EXPECT_THAT(texts(ui), Not(HasSubstr("pierres")));
  ui.perform(Action::SetUp);
  key(ui, 't');
  EXPECT_THAT(ui.notice(), HasSubstr("pour le Hex seulement"));
  ui.show(Screen::Start);
  EXPECT_THAT(texts(ui), HasSubstr("dames"));
}

TEST(NumbersInUse, NothingIsWorthLessThanNothing) {
  EXPECT_EQ(men_text(-0.004, 2), "+0.00");
  EXPECT_EQ(men_text(0.004, 2), "+0.00");
  EXPECT_EQ(men_text(-0.006, 2), "−0.01");
  EXPECT_EQ(men_text(-0.04, 1), "+0.0");
}

TEST_F(ContextTest, AWordThatIsWiderThanALineIsBroken) {
  const std::string path(60, '/');
  std::vector<std::string> lines;
  struct Paragraph {
    const std::string& text;
    std::vector<std::string>& lines;
    void draw(Pen& pen) { lines = pen.wrapped(text, 10, 100); }
  } paragraph{path, lines};
  draw(paragraph);
  EXPECT_EQ(base::joined(lines, ""), path) << "and nothing of it is lost";
  for (const auto& line : lines) EXPECT_LE(plain_measure(line, 10, Weight::Regular), 100);
}

TEST_F(ContextTest, TheSmallestBoardsHaveNoRatings) {
  struct Levels {
    const Context& context;
    game::GameSetup setup;
    void draw(Pen& pen) {
      Rect area{0, 0, 400, 300};
      draw_levels(pen, context, "x", area, setup, 5, true, [](int) {});
    }
  };
  Levels small{context_, {.size = 3}}, usual{context_, {.size = 11}};
  EXPECT_THAT(all_text(draw(small)), Not(HasSubstr("about")));
  EXPECT_THAT(all_text(draw(small)), Not(HasSubstr("stronger than any person")));
  EXPECT_THAT(all_text(draw(usual)), HasSubstr("about 3"));
}

TEST_F(WordsInUse, WhatIsToldStandsOnTheBoardAndNotOnTheComment) {
  for (const double width : {400.0, 1280.0}) {
    Ui ui = make();
    ui.resize(width, 800);
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    click_cell(ui, 4);
    ui.perform(Action::CopyLink);
    const Rect board = ui.frame().find("board")->area;
    bool told = false;
    for (const auto& shape : ui.frame().scene) {
      const auto* text = std::get_if<Text>(&shape);
      if (text == nullptr || text->text != ui.notice()) continue;
      told = true;
      EXPECT_TRUE(board.contains(text->at)) << width;
    }
    EXPECT_TRUE(told);
  }
}

TEST_F(WordsInUse, DamagedSettingsLeaveTheLanguageOfTheSystem) {
  ::setenv("LC_ALL", "fr_FR.UTF-8", 1);
  std::filesystem::create_directories(settings_file().parent_path());
  for (const char* damaged : {"{", "[]", R"({"theme": "dark", "language": 7})"}) {
    std::ofstream(settings_file()) << damaged;
    testing::internal::CaptureStderr();
    EXPECT_EQ(load_settings().language, Language::French) << damaged;
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("losange: ")) << damaged;
  }
  ::unsetenv("LC_ALL");
}

}  // namespace
}  // namespace losange::window
