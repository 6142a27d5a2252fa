#include "window/screens/start_screen.h"

#include <cmath>

#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "window/common/drawing.h"
#include "window/common/game_card.h"
#include "window/kept/autosave.h"

namespace losange::window {

namespace {

// A quiet picture behind the start screen: part of a board with a few stones, none of them cut by the plate.
BoardPicture backdrop(double width, double height, const std::optional<Rect>& plate) {
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
  if (plate) {
    const Rect near = plate->inset(-picture.board.scale);
    for (int cell = 0; cell < 121; ++cell) {
      if (near.contains(picture.board.center(cell)))
        picture.pieces[static_cast<std::size_t>(cell)] = '.';
    }
  }
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

constexpr std::size_t kRecent = 6;
constexpr double kRecentPitch = 86;  // of the recent games

}  // namespace

void StartScreen::come() { can_continue_.reset(); }

void StartScreen::look_about() {
  can_continue_ = finds_unfinished_game();
  recent_ = library_.games(kRecent);
}

void StartScreen::draw(Pen& pen) {
  // Once a visit: reading games whenever the pointer moves would be felt.
  if (!can_continue_) look_about();
  const double left = std::round(pen.width() * 0.08);
  const double column = pen.px(300);
  const auto plate = plate_of_recent(pen, left + column + pen.px(56));
  draw_board(pen.scene(), backdrop(pen.width(), pen.height(), plate), context_.settings);
  pen.fill({-2, -2, left + column + pen.px(56), pen.height() + 4}, pen.theme().background);
  const bool unfinished = *can_continue_;
  // The column has the height of the window: where that is little, the name stands beside the sign.
  constexpr double kEntry = 54;
  const double entries = unfinished ? 6 : 5, room = pen.height() / pen.px(1);
  const bool low = room < 198 + kEntry * entries;
  const double head = low ? 46 : 154;
  const double top = low ? 34
                     : pen.narrow()
                         ? std::max(44.0, room * 0.08)
                         : std::min(std::max(70.0, room * 0.17), room - head - kEntry * entries);
  const double pitch = pen.px(std::min(kEntry, (room - top - head) / entries));
  double y = pen.px(top);
  draw_logo(pen, {left + pen.px(38), y}, 76, palette(context_.settings.palette));
  if (low) {
    pen.text({left + pen.px(92), y}, "Losange", 36, pen.theme().ink, Align::Left, Weight::Bold);
  } else {
    pen.text({left, y + pen.px(70)}, "Losange", 46, pen.theme().ink, Align::Left, Weight::Bold);
    pen.label({left, y + pen.px(110)}, context_.tr(Word::Subtitle), 16, pen.theme().muted,
              Align::Left, Weight::Regular, column);
  }
  y += pen.px(head);

  const auto entry = [&](const std::string& id, Word label, Icon icon, bool primary,
                         std::string tip, std::function<void()> act) {
    pen.button(id, {left, y, column, pitch - pen.px(8)}, context_.tr(label),
               {.icon = icon, .primary = primary, .tip = std::move(tip), .align = Align::Left},
               std::move(act));
    y += pitch;
  };
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
  const double half = (column - pen.px(8)) / 2;
  const auto pair = [&](const std::string& id, Action action, double x) {
    pen.button(id, {x, y, half, pitch - pen.px(8)}, context_.name(action),
               {.icon = info(action).icon, .tip = context_.tip(action)},
               [this, action] { context_.ask.perform(action); });
  };
  const double right = left + half + pen.px(8);
  pair("start.library", Action::Library, left);
  pair("start.open", Action::Open, right);
  y += pitch;
  pair("start.settings", Action::Settings, left);
  pair("start.help", Action::Help, right);
  if (plate) draw_recent(pen, *plate);
}

std::optional<Rect> StartScreen::plate_of_recent(const Pen& pen, double left) const {
  const double width = pen.px(400), pitch = pen.px(kRecentPitch);
  if (recent_.empty() || pen.width() - left < width + pen.px(40)) return std::nullopt;
  const auto room = static_cast<std::size_t>((pen.height() - pen.px(100)) / pitch);
  const std::size_t count = std::min({recent_.size(), room, kRecent});
  const double height = pen.px(52) + pitch * static_cast<double>(count);
  return Rect{pen.width() - width - pen.px(28), (pen.height() - height) / 2, width, height};
}

void StartScreen::draw_recent(Pen& pen, Rect plate) {
  const double pitch = pen.px(kRecentPitch);
  pen.fill(plate, pen.theme().panel, 14);
  plate = plate.inset(pen.px(12));
  const Rect head = plate.take_top(pen.px(28));
  pen.text({head.x + pen.px(5), head.center().y}, context_.tr(Word::RecentGames), 15,
           pen.theme().muted, Align::Left, Weight::Bold, head.width);
  for (std::size_t i = 0; i < recent_.size() && plate.height > pitch / 2; ++i) {
    draw_game_card(
        pen, context_, "start.recent." + std::to_string(i), plate.take_top(pitch).inset(pen.px(2)),
        recent_[i], 0, [this, game = recent_[i]] {
          context_.ask.load_game(players::open_game(Library::path_of(game).string(), {}));
        });
  }
}

}  // namespace losange::window
