#include "window/common/game_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/text.h"
#include "players/game/games.h"
#include "window/choices/draughts_games.h"
#include "window/common/player_text.h"
#include "window/picture/board_picture.h"

namespace losange::window {

using game::Outcome;
using game::Side;

namespace {

std::string result_text(const Context& context, const LibraryGame& game) {
  switch (game.result.outcome) {
    case Outcome::Ongoing: return context.tr(Word::Unfinished);
    case Outcome::Draw: return context.tr(Word::Drawn);
    case Outcome::FirstWins:
    case Outcome::SecondWins: break;
  }
  const Side winner = game.result.outcome == Outcome::FirstWins ? Side::First : Side::Second;
  return context.tr(Word::Wins, context.side_text(winner, game.setup));
}

std::string joined(std::span<const std::string> parts) { return base::joined(parts, " · "); }

}  // namespace

GameTexts texts_of(const Context& context, const LibraryGame& game) {
  if (!game.readable) return {game.file, {context.tr(Word::Unreadable)}};
  GameTexts texts;
  const auto who = [&](Side side) {
    const std::string& name = game.players[static_cast<std::size_t>(game::index(side))];
    return name.empty() ? context.side_text(side, game.setup) : player_text(context, name);
  };
  texts.players = who(Side::First) + " – " + who(Side::Second);
  if (players::is_draughts(game.setup)) {
    texts.details = {context.tr(Word::Draughts), context.tr(draughts_name(game.setup))};
  } else {
    texts.details = {fmt::format("{0}×{0}", game.setup.size)};
  }
  texts.details.push_back(result_text(context, game));
  texts.details.push_back(context.moves_counted(game.moves, game.setup));
  if (!game.date.empty()) texts.details.push_back(game.date);
  return texts;
}

void draw_thumbnail(Pen& pen, const Context& context, const LibraryGame& game, Rect area) {
  if (!game.readable) return;
  BoardPicture picture;
  const auto orientation =
      players::is_draughts(game.setup) ? Orientation{} : context.settings.orientation;
  BoardLayout layout = board_layout(game.setup, orientation);
  if (layout.cells.size() != game.pieces.size()) return;  // a wrong line of the index
  layout.labels.clear();
  picture.board = place(std::move(layout), area);
  picture.palette = &context.colors_of(game.setup);
  picture.pieces = game.pieces;
  Settings plain = context.settings;
  plain.names_in_cells = false;
  draw_board(pen.scene(), picture, plain);
}

void draw_game_card(Pen& pen, const Context& context, const std::string& id, Rect area,
                    const LibraryGame& game, double left_free, std::function<void()> act) {
  const GameTexts texts = texts_of(context, game);
  if (pen.hovered(id)) pen.fill(area, pen.theme().raised, 8);
  Rect inside = area.inset(pen.px(5));
  draw_thumbnail(pen, context, game, inside.take_left(std::min(pen.px(92), area.width * 0.25)));
  inside.take_left(pen.px(12));
  inside.take_right(left_free);
  const std::string details = joined(texts.details);
  // In one line below the players where it fits, otherwise in two, parted where they are the most even.
  const bool two = pen.text_width(details, 13) > inside.width && texts.details.size() > 1;
  std::array<std::string, 2> lines;
  double widest = 1e9;
  for (std::size_t i = 1; two && i < texts.details.size(); ++i) {
    const std::span all(texts.details);
    const std::array parted{joined(all.first(i)), joined(all.subspan(i))};
    const double width = std::max(pen.text_width(parted[0], 13), pen.text_width(parted[1], 13));
    if (width < widest) lines = parted;
    widest = std::min(widest, width);
  }
  double y = inside.center().y - pen.px(two ? 19 : 10);
  const auto line = [&](const std::string& text, double size, Color color, Weight weight) {
    pen.label({inside.x, y}, text, size, color, Align::Left, weight, inside.width);
    y += pen.px(two ? 19 : 22);
  };
  line(texts.players, 15, pen.theme().ink, Weight::Bold);
  if (two) line(lines[0], 13, pen.theme().muted, Weight::Regular);
  line(two ? lines[1] : details, 13, pen.theme().muted, Weight::Regular);
  pen.focus_ring(id, area, 8);
  pen.add({.id = id,
           .area = area,
           .act = std::move(act),
           .name = texts.players + ", " + details,
           .tip = details});
}

}  // namespace losange::window
