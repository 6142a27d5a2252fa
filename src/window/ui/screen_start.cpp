// The start screen, the lesson, and what lies above every screen: notices and tooltips.
#include <filesystem>

#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "window/common/drawing.h"
#include "window/ui/ui.h"

namespace losange::window {

using game::Side;

namespace {

// A quiet picture behind the start screen: part of a board with a few stones.
BoardPicture backdrop(double width, double height) {
  BoardPicture picture;
  BoardLayout layout = hex_layout(11, {11, false});
  layout.labels.clear();
  picture.board =
      place(std::move(layout), {width * 0.40, height * -0.16, width * 0.98, height * 1.32});
  picture.pieces.assign(121, '.');
  for (const int cell : {60, 49, 71, 38, 82, 27})
    picture.pieces[static_cast<std::size_t>(cell)] = 'x';
  for (const int cell : {61, 50, 48, 72, 59, 93})
    picture.pieces[static_cast<std::size_t>(cell)] = 'o';
  picture.dimmed = 0.35;
  return picture;
}

}  // namespace

bool Ui::finds_unfinished_game() const {
  try {
    const auto saved = last_autosave();
    return !saved.empty() &&
           players::unfinished(players::at_saved_move(players::open_game(saved.string(), {})));
  } catch (const std::exception&) {
    return false;  // a broken file is not offered; it stays where it is
  }
}

void Ui::draw_start(Pen& pen) {
  draw_board(pen.scene(), backdrop(width_, height_), settings_);
  const double left = std::round(width_ * 0.08);
  const double column = pen.px(300);
  pen.fill({-2, -2, left + column + pen.px(56), height_ + 4}, pen.theme().background);
  double y = std::max(pen.px(70), height_ * 0.17);
  draw_logo(pen, {left + pen.px(38), y}, 76, palette(settings_.palette));
  y += pen.px(70);
  pen.text({left, y}, "Losange", 46, pen.theme().ink, Align::Left, Weight::Bold);
  y += pen.px(40);
  pen.text({left, y}, context_.tr(Word::Subtitle), 16, pen.theme().muted, Align::Left,
           Weight::Regular, column);
  y += pen.px(44);

  const auto entry = [&](const std::string& id, Word label, Icon icon, bool primary,
                         std::string tip, std::function<void()> act) {
    pen.button(id, {left, y, column, pen.px(46)}, context_.tr(label),
               {.icon = icon, .primary = primary, .tip = std::move(tip), .align = Align::Left},
               std::move(act));
    y += pen.px(54);
  };
  // Once a visit: reading a game whenever the pointer moves would be felt.
  if (!can_continue_) can_continue_ = finds_unfinished_game();
  const bool unfinished = *can_continue_;
  if (unfinished) {
    entry("start.continue", Word::ContinueGame, Icon::Play, true, "", [this] {
      load_game(players::open_game(last_autosave().string(), {}));
      table_.continue_game();
    });
  }
  entry("start.new", Word::NewGame, Icon::Plus, !unfinished, context_.tip(Action::NewGame),
        [this] { perform(Action::NewGame); });
  entry("start.study", Word::StudyBoard, Icon::Chart, false, "", [this] {
    game::GameSetup setup;
    setup.size = settings_.size;
    start_game(setup, {"human", "human"}, {});
    table_.set_analysing(true);
  });
  entry("start.lesson", Word::LearnToPlay, Icon::Lesson, false, "", [this] { begin_lesson(); });
  entry("start.open", Word::Open, Icon::Folder, false, context_.tip(Action::Open),
        [this] { perform(Action::Open); });
  const double half = (column - pen.px(8)) / 2;
  pen.button("start.settings", {left, y, half, pen.px(46)}, context_.tr(Word::Settings),
             {.icon = Icon::Sliders, .tip = context_.tip(Action::Settings)},
             [this] { perform(Action::Settings); });
  pen.button("start.help", {left + half + pen.px(8), y, half, pen.px(46)}, context_.tr(Word::Help),
             {.icon = Icon::Question, .tip = context_.tip(Action::Help)},
             [this] { perform(Action::Help); });
}

void Ui::draw_lesson(Pen& pen) {
  const auto layout = game_layout(width_, height_, look().unit);
  const auto& step = lesson_.step();
  const auto& session = lesson_.session();
  BoardPicture picture = position_picture(session, layout.board);
  if (!lesson_.solved()) {
    picture.hover = hover_on(picture.board);
    picture.hover_side = session.to_move();
    const int wanted = session.position().cell_of(lesson_.wanted());
    if (lesson_.wanted().starts_with("swap")) picture.swap_cell = picture.last;
    if (lesson_.wrong() && wanted >= 0) picture.targets.push_back(wanted);
  }
  put_board(pen, picture, layout.board);

  pen.fill(layout.panel, pen.theme().panel);
  pen.line({layout.panel.x, layout.panel.y}, {layout.panel.x, layout.panel.bottom()},
           pen.theme().line);
  Rect rest = layout.panel.inset(pen.px(24));
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
                              context_.tr(step.text, context_.side_text(session.to_move()),
                                          context_.side_text(game::other(session.to_move()))),
                              15, pen.theme().ink) +
                pen.px(16));
  if (lesson_.solved()) {
    pen.paragraph(rest, context_.tr(step.praise), 15, pen.theme().good, Weight::Bold);
  } else if (lesson_.wrong()) {
    pen.paragraph(rest, context_.tr(Word::LessonWrong), 15, pen.theme().bad, Weight::Bold);
  }
  Rect bottom = rest.take_bottom(pen.px(46));
  const bool last = lesson_.last();
  pen.button("lesson.next", bottom, context_.tr(last ? Word::LessonEnd : Word::Next),
             {.icon = last ? Icon::Check : Icon::Forward, .primary = lesson_.solved()},
             [this, last] {
               if (last) {
                 show(Screen::Start, Dialog::NewGame);
               } else {
                 lesson_.go_to(lesson_.index() + 1);
                 seen_pieces_.clear();
                 chain_light_ = 1;
               }
             });
  rest.take_bottom(pen.px(8));
  Rect second = rest.take_bottom(pen.px(46));
  pen.button("lesson.again", second.take_left(second.width / 2 - pen.px(4)),
             context_.tr(Word::TryAgain), {.icon = Icon::Restart},
             [this] { lesson_.go_to(lesson_.index()); });
  second.take_left(pen.px(8));
  pen.button("lesson.leave", second, context_.tr(Word::Leave), {.icon = Icon::Close},
             [this] { show(Screen::Start); });

  const Rect bar = layout.bar;
  draw_logo(pen, {bar.x + pen.px(40), bar.center().y}, 40, palette(settings_.palette));
  pen.text({bar.x + pen.px(74), bar.center().y}, context_.tr(Word::LearnToPlay), 17,
           pen.theme().ink, Align::Left, Weight::Bold);
}

void Ui::draw_notice(Pen& pen) {
  if (notice_.empty()) return;
  const double most = width_ * 0.7;
  auto lines = pen.wrapped(notice_, 15, most);
  if (lines.size() > 4) lines.resize(4);
  double width = 0;
  for (const auto& line : lines) width = std::max(width, pen.text_width(line, 15));
  const double line_height = pen.px(22);
  const double height = line_height * static_cast<double>(lines.size()) + pen.px(24);
  const Rect plate{std::round((width_ - width) / 2 - pen.px(22)), height_ - height - pen.px(26),
                   width + pen.px(44), height};
  const Color ground =
      notice_is_error_ ? pen.theme().bad : mixed(pen.theme().ink, pen.theme().background, 0.05);
  pen.fill(plate, ground, 12);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    pen.text(
        {plate.center().x, plate.y + pen.px(12) + line_height * (static_cast<double>(i) + 0.5)},
        lines[i], 15, readable_on(ground), Align::Center);
  }
}

void Ui::draw_tooltip(Pen& pen) {
  if (!tooltip_shown_ || attention_.hovered.empty()) return;
  const Widget* under = pen.frame().find(attention_.hovered);
  if (under == nullptr || under->tip.empty()) return;
  const double width = std::min(pen.text_width(under->tip, 13) + pen.px(20), width_ - pen.px(8));
  const double height = pen.px(30);
  double x = std::clamp(under->area.center().x - width / 2, pen.px(4), width_ - width - pen.px(4));
  double y = under->area.bottom() + pen.px(6);
  if (y + height > height_) y = under->area.y - height - pen.px(6);
  const Color ground = mixed(pen.theme().ink, pen.theme().background, 0.08);
  pen.fill({x, y, width, height}, ground, 7);
  pen.text({x + width / 2, y + height / 2}, under->tip, 13, readable_on(ground), Align::Center,
           Weight::Regular, width - pen.px(14));
}

}  // namespace losange::window
