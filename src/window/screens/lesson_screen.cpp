#include "window/screens/lesson_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "players/registry.h"
#include "window/board/move_choice.h"
#include "window/choices/levels.h"
#include "window/common/drawing.h"
#include "window/draw/layout.h"

namespace losange::window {

void LessonScreen::begin() {
  lesson_.go_to(0);
  board_panel_.motion().forget();
}

bool LessonScreen::pass_time() {
  const bool changed = board_panel_.watch(lesson_.session()).has_value();
  return board_panel_.advance() || changed;
}

void LessonScreen::click(int cell) {
  const auto& position = lesson_.session().position();
  std::string move = move_to(position, cell);
  // The swap is on the stone itself, also where it would be wrong.
  if (move.empty() && position.cell_of(lesson_.session().last_move()) == cell)
    move = lesson_.session().swap_move().value_or("");
  if (!move.empty()) lesson_.try_move(move);
  if (lesson_.wrong()) context_.services.play(Sound::Wrong);
}

void LessonScreen::draw(Pen& pen) {
  const auto layout = game_layout(pen.width(), pen.height(), pen.px(1), 1, pen.fingers());
  draw_board_area(pen, layout.board);
  draw_panel(pen, layout.panel);
  const Rect bar = layout.bar;
  draw_logo(pen, {bar.x + pen.px(40), bar.center().y}, 40, palette(context_.settings.palette));
  pen.text({bar.x + pen.px(74), bar.center().y}, context_.tr(Word::LearnToPlay), 17,
           pen.theme().ink, Align::Left, Weight::Bold);
}

void LessonScreen::draw_board_area(Pen& pen, Rect area) {
  const auto& session = lesson_.session();
  BoardPicture picture = board_panel_.picture(session, area);
  if (!lesson_.solved()) {
    picture.hover = board_panel_.hover(picture.board);
    picture.hover_side = session.to_move();
    const int wanted = session.position().cell_of(lesson_.wanted());
    if (lesson_.shows_answer() && wanted >= 0) picture.targets.push_back(wanted);
    // No cell has the swap.
    if (lesson_.shows_answer() && wanted < 0) picture.swap_cell = picture.last;
  }
  board_panel_.draw(pen, std::move(picture), area);
}

void LessonScreen::draw_panel(Pen& window, Rect panel) {
  const auto& step = lesson_.step();
  const auto side_text = [&](game::Side side) {
    return context_.side_text(side, lesson_.session().record().setup);
  };
  window.fill(panel, window.theme().panel);
  window.line({panel.x, panel.y}, {panel.x, panel.bottom()}, window.theme().line);
  const std::string text =
      context_.tr(step.text, side_text(step.to_move), side_text(game::other(step.to_move)));
  const bool narrow = window.narrow();
  // As large as there is room for all that it says, before it is solved and after.
  Pen pen = window;
  double letters = narrow ? 13 : 15;
  const double margin = narrow ? 12 : 24, head = narrow ? 58 : 84, row = narrow ? kFinger : 46;
  const bool one_row = narrow && !lesson_.last() && panel.width > pen.px(kTwoColumns);
  const double rows = one_row ? row : 2 * row + 8;
  const auto needed = [&] {
    const auto lines = [&](const std::string& words, Weight weight) {
      return static_cast<double>(
          pen.wrapped(words, letters, panel.width - pen.px(2 * margin), weight).size());
    };
    const double answer = std::max(lines(context_.tr(step.praise), Weight::Bold),
                                   std::max(lines(context_.tr(step.hint), Weight::Bold),
                                            lines(context_.tr(Word::LessonWrong), Weight::Bold)));
    return pen.px(2 * margin + head + rows + 24 +
                  1.45 * letters * (lines(text, Weight::Regular) + answer));
  };
  const double least = pen.fingers() ? 10 : 11;  // what fingers use stays large: the text gives way
  while (needed() > panel.height && letters > least) letters -= 1;
  while (needed() > panel.height && pen.px(1) > 0.5) pen.shrink(0.95);

  Rect rest = panel.inset(pen.px(margin));
  const std::size_t count = lesson_steps().size();
  pen.text(
      {rest.x, rest.y + pen.px(8)},
      context_.tr(Word::LessonStepOf, std::to_string(lesson_.index() + 1), std::to_string(count)),
      13, pen.theme().muted);
  const double pitch = std::min(pen.px(34), rest.width / static_cast<double>(count));
  const double bars = rest.y + pen.px(narrow ? 18 : 26);
  for (std::size_t i = 0; i < count; ++i) {
    pen.fill({rest.x + static_cast<double>(i) * pitch, bars, pitch - pen.px(6), pen.px(5)},
             lesson_.was_solved(i)  ? pen.theme().accent
             : i == lesson_.index() ? mixed(pen.theme().accent, pen.theme().panel, 0.5)
                                    : pen.theme().line,
             2.5);
    const std::string id = fmt::format("lesson.step.{}", i);
    const Rect area{rest.x + static_cast<double>(i) * pitch, rest.y + pen.px(narrow ? 8 : 16),
                    pitch - pen.px(2), pen.px(24)};
    const std::string name = context_.tr(lesson_steps()[i].title);
    pen.add({.id = id, .area = area, .act = [this, i] { go_to(i); }, .name = name, .tip = name});
    pen.focus_ring(id, area, 4);
  }
  const double title = narrow ? 19 : 24;
  pen.label({rest.x, rest.y + pen.px(head - 26)}, context_.tr(step.title), title, pen.theme().ink,
            Align::Left, Weight::Bold, rest.width);
  rest.take_top(pen.px(head));
  rest.take_top(pen.paragraph(rest, text, letters, pen.theme().ink) + pen.px(12));
  if (lesson_.solved()) {
    pen.paragraph(rest, context_.tr(step.praise), letters, pen.theme().good, Weight::Bold);
  } else if (lesson_.wrong()) {
    pen.paragraph(rest, context_.tr(lesson_.shows_answer() ? Word::LessonWrong : step.hint),
                  letters, pen.theme().bad, Weight::Bold);
  }
  draw_buttons(pen, rest, pen.px(row), one_row);
}

void LessonScreen::draw_buttons(Pen& pen, Rect rest, double height, bool one_row) {
  Rect bottom = rest.take_bottom(height);
  const double gap = pen.px(8);
  rest.take_bottom(gap);
  Rect second = one_row ? bottom : rest.take_bottom(height);
  const auto next_in = [&](Rect& row, double width) {
    const Rect area = row.take_left(width);
    row.take_left(gap);
    return area;
  };
  const double half = (second.width - gap) / 2, beside = one_row ? 4 : 3,
               part = (second.width - (beside - 1) * gap) / beside;
  const double letters = pen.narrow() ? 12 : 15;
  const auto plain = [&](const char* id, Word label, bool enabled,
                         const std::function<void()>& act) {
    pen.button(id, next_in(second, part), context_.tr(label),
               {.enabled = enabled, .letters = letters}, act);
  };
  plain("lesson.back", Word::PreviousStep, !lesson_.first(),
        [this] { go_to(lesson_.index() - 1); });
  plain("lesson.again", Word::TryAgain, lesson_.touched(), [this] { go_to(lesson_.index()); });
  plain("lesson.leave", Word::Leave, true, [this] {
    context_.ask.show({Screen::Start, Dialog::None});
  });
  if (!lesson_.last()) {
    pen.button("lesson.next", one_row ? second : bottom, context_.tr(Word::Next),
               {.icon = one_row ? Icon::None : Icon::Forward,
                .primary = lesson_.solved(),
                .letters = letters},
               [this] { go_on(); });
    return;
  }
  for (const int level : {1, 2}) {  // a first game, on a small board
    pen.button(level == 1 ? "lesson.next" : "lesson.harder", next_in(bottom, half),
               context_.tr(Word::FirstGame, std::to_string(level)),
               {.primary = lesson_.solved() && level == 1, .letters = 12},
               [this, level] { begin_game(level); });
  }
}

bool LessonScreen::key(const KeyPress& press) {
  switch (press.key) {
    case Key::Enter:  // the button that stands out once a step is solved
      if (!lesson_.solved()) return false;
      go_on();
      return true;
    case Key::Left:
    case Key::PageUp:
    case Key::Backspace:
      if (!lesson_.first()) go_to(lesson_.index() - 1);
      return true;
    case Key::Right:
    case Key::PageDown:
      if (!lesson_.last()) go_to(lesson_.index() + 1);
      return true;
    default: return false;
  }
}

void LessonScreen::go_to(std::size_t step) {
  lesson_.go_to(step);
  board_panel_.motion().forget();
}

void LessonScreen::go_on() {
  if (lesson_.last()) return begin_game(1);
  go_to(lesson_.index() + 1);
}

void LessonScreen::begin_game(int level) {
  constexpr int kSize = 7;
  context_.ask.start_game({.size = kSize},
                          {"human", spec_at_level(players::default_engine(), level)}, {});
}

}  // namespace losange::window
