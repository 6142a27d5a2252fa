#include "window/screens/start_screen.h"

#include <cmath>

#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "window/common/autosave.h"
#include "window/common/drawing.h"

namespace losange::window {

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

bool finds_unfinished_game() {
  try {
    const auto saved = last_autosave();
    return !saved.empty() &&
           players::unfinished(players::at_saved_move(players::open_game(saved.string(), {})));
  } catch (const std::exception&) {
    return false;  // a broken file is not offered; it stays where it is
  }
}

}  // namespace

void StartScreen::draw(Pen& pen) {
  draw_board(pen.scene(), backdrop(pen.width(), pen.height()), context_.settings);
  const double left = std::round(pen.width() * 0.08);
  const double column = pen.px(300);
  pen.fill({-2, -2, left + column + pen.px(56), pen.height() + 4}, pen.theme().background);
  double y = pen.narrow() ? std::max(pen.px(44), pen.height() * 0.08)
                          : std::max(pen.px(70), pen.height() * 0.17);
  draw_logo(pen, {left + pen.px(38), y}, 76, palette(context_.settings.palette));
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
      context_.ask.load_game(players::open_game(last_autosave().string(), {}));
      context_.table.continue_game();
    });
  }
  entry("start.new", Word::NewGame, Icon::Plus, !unfinished, context_.tip(Action::NewGame),
        [this] { context_.ask.perform(Action::NewGame); });
  entry("start.study", Word::StudyBoard, Icon::Chart, false, "", [this] {
    game::GameSetup setup;
    setup.size = context_.settings.size;
    context_.ask.start_game(setup, {"human", "human"}, {});
    context_.table.set_analysing(true);
  });
  entry("start.lesson", Word::LearnToPlay, Icon::Lesson, false, "",
        [this] { context_.ask.begin_lesson(); });
  entry("start.open", Word::Open, Icon::Folder, false, context_.tip(Action::Open),
        [this] { context_.ask.perform(Action::Open); });
  const double half = (column - pen.px(8)) / 2;
  pen.button("start.settings", {left, y, half, pen.px(46)}, context_.tr(Word::Settings),
             {.icon = Icon::Sliders, .tip = context_.tip(Action::Settings)},
             [this] { context_.ask.perform(Action::Settings); });
  pen.button("start.help", {left + half + pen.px(8), y, half, pen.px(46)}, context_.tr(Word::Help),
             {.icon = Icon::Question, .tip = context_.tip(Action::Help)},
             [this] { context_.ask.perform(Action::Help); });
}

}  // namespace losange::window
