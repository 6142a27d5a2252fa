// Fields that people write in: caret, selection, words, clipboard, several lines.
#include <gmock/gmock.h>

#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::ElementsAre;

class Fields : public UiTest {
 protected:
  static void press(Ui& ui, Key key, bool control = false, bool shift = false) {
    ui.key({key, 0, control, shift});
  }
  static void control(Ui& ui, char letter) { ui.key({Key::Letter, letter, true, false}); }
  static void type(Ui& ui, std::u32string_view text) {
    for (const char32_t c : text) ui.typed(c);
  }
  static void start(Ui& ui) {
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    ui.table().play("a1");
    ui.tick(base::Clock::now());
    ui.typed('b');
  }
  static const std::string& comment(const Ui& ui) { return ui.table().record().node(1).comment; }
  static Point place(Ui& ui, std::size_t byte) {
    const Widget* field = ui.frame().find("comment");
    return field->lines.where(byte, *field->text, plain_measure);
  }
};

TEST(TextCursor, WordsAndCharactersAreWholeInUtf8) {
  const std::string text = "où est b4, là ?";
  EXPECT_EQ(next_character(text, 1), 3u) << "ù has two bytes";
  EXPECT_EQ(previous_character(text, 3), 1u);
  EXPECT_EQ(next_word(text, 0), 3u);
  EXPECT_EQ(next_word(text, 3), 7u);
  EXPECT_EQ(previous_word(text, text.size()), text.find("là"));
  EXPECT_EQ(word_at(text, 5), (TextCursor{7, 4}));
  EXPECT_EQ(within({2, 99}, text), (TextCursor{1, text.size()}));
}

TEST(TextLines, EveryPlaceIsOnOneLineAndFoundAgainByItsPoint) {
  const std::string text = "one two threeandmore\n\nvier fünf";
  TextLines lines;
  lines.several = true;
  lines.size = 10;
  lines.pitch = 14;
  lines.inside = {5, 5, 9 * 5.2 + 1, 400};  // nine letters
  lines.lines = broken(text, lines.inside.width, lines.size, plain_measure);
  std::vector<std::string> shown;
  for (const auto& line : lines.lines) shown.push_back(text.substr(line.from, line.to - line.from));
  EXPECT_THAT(shown, ElementsAre("one two", "threeandm", "ore", "", "vier fünf"));
  for (std::size_t place = 0; place < text.size(); place = next_character(text, place)) {
    const Point seen = lines.where(place, text, plain_measure);
    EXPECT_EQ(lines.at(seen + Point{1, 0}, text, plain_measure), place);
  }
}

TEST(TextLines, WhatFitsIsTheLongestBeginning) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "où b4, 漢";
  for (int step = 0; step < 700; ++step) {
    const double width = 3.7 * step;
    std::size_t longest = 0;
    for (std::size_t to = 0; to < text.size() && plain_measure(text.substr(0, to), 10, {}) <= width;
         to = next_character(text, to)) {
      longest = to;
    }
    if (plain_measure(text, 10, {}) <= width) longest = text.size();
    ASSERT_EQ(fitting(text, width, 10, plain_measure), longest) << width;
  }
  EXPECT_EQ(fitting("", 10, 10, plain_measure), 0u);
}

// A file may hold a word of any length: a page that measured it again for every line stood still for minutes.
TEST_F(Fields, ALongTextCostsNoMoreThanItsLines) {
  const std::string word(100'000, 'x');
  std::size_t measured = 0;
  const Measure counting = [&](std::string_view text, double size, Weight weight) {
    measured += text.size();
    return plain_measure(text, size, weight);
  };
  Services services;
  services.clipboard = [&](const Services::TakeText& take) { take(word); };
  Ui ui(quiet_settings(), counting, services, {.adviser = "mcts:descents=2000,memory=16"});
  const auto cost_of = [&](const std::string& what, std::chrono::seconds later = {}) {
    measured = 0;
    ui.tick(base::Clock::now() + later);
    ui.frame();
    EXPECT_GT(measured, 0u) << what;
    EXPECT_LT(measured, 60 * word.size()) << what;
  };
  start(ui);
  control(ui, 'v');
  cost_of("written");
  ASSERT_EQ(comment(ui), word);
  press(ui, Key::Enter);
  ui.pointer_moved(ui.frame().find("tree.1")->area.center());
  cost_of("told beside its move", std::chrono::seconds(2));  // a tip is not shown at once
  ui.perform(Action::Library);
  control(ui, 'v');
  cost_of("in a field of one line");
}

// The room that such a tip leaves on both sides is no more than what rounding leaves of it.
TEST_F(Fields, ATipAsWideAsTheWindowStaysInIt) {
  Ui ui = make();
  start(ui);
  clipboard_ = std::string(1000, 'x');
  control(ui, 'v');
  press(ui, Key::Enter);
  for (int width = 900; width < 1600; width += 7) {
    ui.resize(width, 800);
    ui.pointer_moved({0, 0});
    ui.tick(base::Clock::now());
    ui.pointer_moved(ui.frame().find("tree.1")->area.center());
    ui.tick(base::Clock::now() + std::chrono::seconds(2));
    const auto& scene = ui.frame().scene;
    const auto* tip = std::get_if<Text>(&scene.back());
    ASSERT_TRUE(tip != nullptr && tip->text.starts_with("1. a1 · xxx")) << width;
    const double half = plain_measure(tip->text, tip->size, tip->weight) / 2;
    EXPECT_GT(half, 0.4 * width) << "all that is seen of it";
    EXPECT_GE(tip->at.x - half, 0) << width;
    EXPECT_LE(tip->at.x + half, width) << width;
  }
}

TEST_F(Fields, LettersGoWhereTheCaretStands) {
  Ui ui = make();
  start(ui);
  type(ui, U"bad move");
  press(ui, Key::Left, /*control=*/true);
  type(ui, U"é ");
  EXPECT_EQ(comment(ui), "bad é move");
  press(ui, Key::Left);
  press(ui, Key::Backspace);
  EXPECT_EQ(comment(ui), "bad  move") << "a character of two bytes goes as a whole";
  press(ui, Key::Delete);
  EXPECT_EQ(comment(ui), "bad move");
  EXPECT_EQ(ui.table().record().size(), 2u) << "Delete is not for the tree while one writes";
  press(ui, Key::Home);
  type(ui, U"a ");
  press(ui, Key::End);
  type(ui, U"!");
  EXPECT_EQ(comment(ui), "a bad move!");
  press(ui, Key::Backspace, /*control=*/true);
  EXPECT_EQ(comment(ui), "a bad ");
}

TEST_F(Fields, WhatIsSelectedIsReplacedCopiedAndCut) {
  Ui ui = make();
  start(ui);
  type(ui, U"one two three");
  press(ui, Key::Left, true, true);
  control(ui, 'x');
  EXPECT_EQ(clipboard_, "three");
  EXPECT_EQ(comment(ui), "one two ");
  press(ui, Key::Home);
  press(ui, Key::Right, true, true);
  control(ui, 'c');
  EXPECT_EQ(clipboard_, "one");
  control(ui, 'v');
  control(ui, 'v');
  EXPECT_EQ(comment(ui), "oneone two ");
  control(ui, 'a');
  type(ui, U"x");
  EXPECT_EQ(comment(ui), "x");
  type(ui, U"yz");
  control(ui, 'a');
  press(ui, Key::Left);
  type(ui, U"-");
  EXPECT_EQ(comment(ui), "-xyz") << "an arrow goes to the side of what was selected";
}

TEST_F(Fields, TheMouseSelects) {
  Ui ui = make();
  start(ui);
  type(ui, U"one two three");
  const Point from = place(ui, 4) + Point{1, 0}, to = place(ui, 7) + Point{1, 0};
  ui.pointer_moved(from);
  ui.pointer_pressed(from);
  ui.pointer_moved(to);
  ui.pointer_released(to);
  type(ui, U"2");
  EXPECT_EQ(comment(ui), "one 2 three");
  ui.tick(base::Clock::now() + std::chrono::seconds(2));
  const Point word = place(ui, 8) + Point{1, 0};
  for (int i = 0; i < 2; ++i) {
    ui.pointer_pressed(word);
    ui.pointer_released(word);
  }
  press(ui, Key::Delete);
  EXPECT_EQ(comment(ui), "one 2 ") << "a second click takes the word";
}

TEST_F(Fields, ACommentHasSeveralLinesAndUsesTheRoomThereIs) {
  Ui ui = make();
  start(ui);
  press(ui, Key::Enter);
  const double low = ui.frame().find("comment")->area.height;
  ui.typed('b');
  type(ui, U"first");
  press(ui, Key::Enter, false, /*shift=*/true);
  type(ui, U"second");
  press(ui, Key::Up);
  type(ui, U"!");
  EXPECT_EQ(comment(ui), "first!\nsecond");
  clipboard_ = "";
  for (int i = 0; i < 200; ++i) clipboard_ += "words go on ";
  control(ui, 'v');
  const Widget* field = ui.frame().find("comment");
  EXPECT_GT(field->area.height, 5 * low);
  EXPECT_LT(field->area.height, 600);
  EXPECT_GT(field->lines.lines.size(), field->lines.room());
  EXPECT_GT(field->lines.first, 0u) << "the caret is in sight";
  const std::size_t first = field->lines.first;
  ui.wheel(field->area.center(), 1);
  EXPECT_LT(ui.frame().find("comment")->lines.first, first);
  EXPECT_EQ(ui.table().record().cursor(), 1u) << "the wheel is the field's";
  press(ui, Key::Home, true);
  EXPECT_EQ(ui.frame().find("comment")->lines.first, 0u);
}

TEST_F(Fields, AFileNameIsOneLineAndItsListKeepsTheOtherKeys) {
  Ui ui = make();
  start(ui);
  press(ui, Key::Enter);
  control(ui, 's');
  control(ui, 'a');
  clipboard_ = "a\r\nlong";
  control(ui, 'v');
  for (int i = 0; i < 100; ++i) type(ui, U"o");
  const Widget* field = ui.frame().find("files.name");
  ASSERT_NE(field, nullptr);
  EXPECT_TRUE(field->text->starts_with("a longo"));
  EXPECT_GT(field->lines.first, 0u) << "it moves sideways";
  EXPECT_LE(field->lines.where(field->text->size(), *field->text, plain_measure).x,
            field->area.right());
  press(ui, Key::Home);
  EXPECT_EQ(ui.frame().find("files.name")->lines.first, 0u);
  type(ui, U"1");
  EXPECT_TRUE(ui.frame().find("files.name")->text->starts_with("1a long"));
}

}  // namespace
}  // namespace losange::window
