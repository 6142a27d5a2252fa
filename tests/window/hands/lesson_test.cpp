// The lesson: what it asks for is seen, and a step is done when it was solved.
#include "window/table/lesson.h"

#include <gmock/gmock.h>

#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class LessonTest : public UiTest {};

TEST_F(LessonTest, EnterGoesOnToTheNextStepOfTheLesson) {
  Ui ui = make();
  click(ui, "start.lesson");
  press(ui, Key::Enter);
  EXPECT_THAT(texts(ui), HasSubstr("Step 1 of 9")) << "it is not solved yet";
  click_cell(ui, 12);
  press(ui, Key::Enter);
  ASSERT_THAT(texts(ui), HasSubstr("Step 2 of 9"));
  press(ui, Key::Tab);  // to the board, where Enter plays first, from the corner a1 to c3
  for (const Key key : {Key::Right, Key::Right, Key::Down, Key::Down, Key::Enter}) press(ui, key);
  ASSERT_THAT(texts(ui), HasSubstr("A bridge cannot be cut"));
  press(ui, Key::Enter);
  EXPECT_THAT(texts(ui), HasSubstr("Step 3 of 9"));
}

TEST_F(LessonTest, OneRingShowsWhatTheLessonAsksFor) {
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
  EXPECT_THAT(ringed(), IsEmpty()) << "the stone that is not to be taken";
  click_cell(ui, a2);
  EXPECT_THAT(in_one_line(ui), HasSubstr("That gives the middle away"));
  EXPECT_THAT(ringed(), IsEmpty()) << "one may try again first";
  click_cell(ui, a2);
  ASSERT_THAT(texts(ui), HasSubstr("The ring shows"));
  EXPECT_THAT(ringed(), ElementsAre(c3));
  click(ui, "lesson.again");
  EXPECT_THAT(ringed(), IsEmpty());
}

TEST_F(LessonTest, OneMayGoBackInTheLesson) {
  Ui ui = make();
  click(ui, "start.lesson");
  const auto step = [&](const char* number) {
    return texts(ui).find("Step " + std::string(number) + " of 9") != std::string::npos;
  };
  EXPECT_EQ(ui.frame().find("lesson.back"), nullptr) << "it is the first step";
  EXPECT_EQ(ui.frame().find("lesson.again"), nullptr) << "nothing was tried";
  click(ui, "lesson.next");
  click(ui, "lesson.next");
  ASSERT_TRUE(step("3"));
  click(ui, "lesson.back");
  EXPECT_TRUE(step("2"));
  press(ui, Key::Left);
  EXPECT_TRUE(step("1"));
  press(ui, Key::Left);
  EXPECT_TRUE(step("1"));
  press(ui, Key::Right);
  EXPECT_TRUE(step("2"));
  click(ui, "lesson.step.6");
  EXPECT_TRUE(step("7"));
  press(ui, Key::Backspace);
  EXPECT_TRUE(step("6"));
  press(ui, Key::PageUp);
  EXPECT_TRUE(step("5"));
}

TEST_F(LessonTest, ALessonThatWasPassedOverIsNotDone) {
  Lesson lesson;
  lesson.go_to(1);
  EXPECT_FALSE(lesson.was_solved(0));
  lesson.try_move(lesson.wanted());
  EXPECT_TRUE(lesson.was_solved(1));
  lesson.go_to(2);
  EXPECT_TRUE(lesson.was_solved(1));

  Ui ui = make();
  click(ui, "start.lesson");
  const auto bars = [&] {  // of the colour of what is done, above the title
    int count = 0;
    const Color done = theme(ui.settings().theme).accent;
    for (const auto& shape : ui.frame().scene) {
      const auto* bar = std::get_if<Polygon>(&shape);
      count += bar != nullptr && bar->fill == done && bar->points.front().y < 140;
    }
    return count;
  };
  const int before = bars();
  click(ui, "lesson.next");
  ui.pointer_moved({1, 1});
  EXPECT_EQ(bars(), before);
}

}  // namespace
}  // namespace losange::window
