#include "window/screens/lesson_screen.h"

#include <utility>

#include "window/board/move_choice.h"
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
  // The swap is on the stone itself.
  if (lesson_.wanted() == "swap-pieces" && position.cell_of(lesson_.session().last_move()) == cell)
    move = lesson_.wanted();
  if (!move.empty()) lesson_.try_move(move);
  if (lesson_.wrong()) context_.services.play(Sound::Wrong);
}

void LessonScreen::draw(Pen& pen) {
  const auto layout = game_layout(pen.width(), pen.height(), pen.px(1));
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
    if (lesson_.wanted().starts_with("swap")) picture.swap_cell = picture.last;
    if (lesson_.wrong() && wanted >= 0) picture.targets.push_back(wanted);
  }
  board_panel_.draw(pen, std::move(picture), area);
}

void LessonScreen::draw_panel(Pen& pen, Rect panel) {
  const auto& step = lesson_.step();
  const auto& session = lesson_.session();
  const auto side_text = [&](game::Side side) {
    return context_.side_text(side, session.record().setup);
  };
  pen.fill(panel, pen.theme().panel);
  pen.line({panel.x, panel.y}, {panel.x, panel.bottom()}, pen.theme().line);
  Rect rest = panel.inset(pen.px(24));
  const std::size_t count = lesson_steps().size();
  pen.text(
      {rest.x, rest.y + pen.px(8)},
      context_.tr(Word::LessonStepOf, std::to_string(lesson_.index() + 1), std::to_string(count)),
      13, pen.theme().muted);
  for (std::size_t i = 0; i < count; ++i) {
    pen.fill(
        {rest.x + static_cast<double>(i) * pen.px(34), rest.y + pen.px(26), pen.px(28), pen.px(5)},
        i < lesson_.index() || (i == lesson_.index() && lesson_.solved()) ? pen.theme().accent
        : i == lesson_.index() ? mixed(pen.theme().accent, pen.theme().panel, 0.5)
                               : pen.theme().line,
        2.5);
  }
  rest.take_top(pen.px(58));
  pen.text({rest.x, rest.y}, context_.tr(step.title), 24, pen.theme().ink, Align::Left,
           Weight::Bold, rest.width);
  rest.take_top(pen.px(26));
  rest.take_top(pen.paragraph(rest,
                              context_.tr(step.text, side_text(step.to_move),
                                          side_text(game::other(step.to_move))),
                              15, pen.theme().ink) +
                pen.px(16));
  if (lesson_.solved()) {
    pen.paragraph(rest, context_.tr(step.praise), 15, pen.theme().good, Weight::Bold);
  } else if (lesson_.wrong()) {
    pen.paragraph(rest, context_.tr(Word::LessonWrong), 15, pen.theme().bad, Weight::Bold);
  }
  draw_buttons(pen, rest);
}

void LessonScreen::draw_buttons(Pen& pen, Rect rest) {
  Rect bottom = rest.take_bottom(pen.px(46));
  const bool last = lesson_.last();
  pen.button("lesson.next", bottom, context_.tr(last ? Word::LessonEnd : Word::Next),
             {.icon = last ? Icon::Check : Icon::Forward, .primary = lesson_.solved()},
             [this, last] {
               if (last) {
                 context_.ask.show({Screen::Start, Dialog::NewGame});
               } else {
                 lesson_.go_to(lesson_.index() + 1);
                 board_panel_.motion().forget();
               }
             });
  rest.take_bottom(pen.px(8));
  Rect second = rest.take_bottom(pen.px(46));
  pen.button("lesson.again", second.take_left(second.width / 2 - pen.px(4)),
             context_.tr(Word::TryAgain), {.icon = Icon::Restart},
             [this] { lesson_.go_to(lesson_.index()); });
  second.take_left(pen.px(8));
  pen.button("lesson.leave", second, context_.tr(Word::Leave), {.icon = Icon::Close}, [this] {
    context_.ask.show({Screen::Start, Dialog::None});
  });
}

}  // namespace losange::window
