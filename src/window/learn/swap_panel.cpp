#include "window/learn/swap_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "window/common/drawing.h"

namespace losange::window {

using game::Side;

void SwapPanel::begin() {
  Table& table = context_.table;
  game_ = table.game_number();
  came_from_ = table.record().cursor();
  nodes_ = table.record().size();
  if (table.session().move_number() > 1) table.go_to(game::kRoot);
  map_.emplace(table.record().setup.size, table.adviser_name(),
               sweep_visits(table.adviser_name()).quick);
  map_->load();
  ask();
}

void SwapPanel::leave() {
  if (!map_) return;
  if (asked_ >= 0) context_.table.drop_aside();
  keep();
  asked_ = -1;
  map_.reset();
  Table& table = context_.table;
  const bool untouched = table.game_number() == game_ && table.record().size() == nodes_ &&
                         table.record().cursor() == game::kRoot;
  if (untouched && came_from_ != game::kRoot) table.go_to(came_from_);
}

void SwapPanel::keep() const {
  if (map_ && asked_ >= 0) map_->save();
}

void SwapPanel::ask() {
  const auto next = map_->next();
  asked_ = next.value_or(-1);
  if (next) context_.table.ask_aside(map_->position(*next), map_->visits());
}

bool SwapPanel::pass_time() {
  if (!map_) return false;
  Table& table = context_.table;
  if (table.game_number() != game_) {
    leave();
    return true;
  }
  if (asked_ < 0) return false;
  const auto value = table.take_aside();
  if (!value) {
    if (table.asks_aside()) return false;
    leave();  // the engine could not answer
    return true;
  }
  map_->set(asked_, chance_for(Side::First, *value));
  ask();
  if (asked_ < 0) map_->save();
  return true;
}

void SwapPanel::draw(Pen& pen, Rect& rest) {
  const std::string size = std::to_string(map_->size());
  const std::string text =
      asked_ >= 0 ? context_.tr(Word::SwapMapShare, fmt::format("{:.0f}", 100 * map_->share()))
                  : context_.tr(Word::SwapMapHelp, map_->engine(), std::to_string(map_->visits()));
  const double gap = pen.px(pen.narrow() ? 6 : 14), button = button_height(pen);
  Rect inside = draw_card(pen, rest, context_.tr(Word::SwapMapOf, size, size), text,
                          pen.theme().accent, pen.px(24) + gap + button);
  Rect legend = inside.take_top(pen.px(24));
  for (const bool swap : {true, false}) {
    Rect half = legend.take_left(inside.width / 2);
    pen.fill({half.x, half.center().y - pen.px(7), pen.px(14), pen.px(14)},
             mixed(pen.theme().cell, swap ? pen.theme().bad : pen.theme().good, 0.55), 4);
    pen.text({half.x + pen.px(22), half.center().y},
             context_.tr(swap ? Word::SwapIt : Word::LeaveIt), 13, pen.theme().ink, Align::Left,
             Weight::Regular, half.width - pen.px(26));
  }
  inside.take_top(gap);
  pen.button("swapmap.leave", inside, context_.tr(Word::Done),
             {.primary = true, .tip = context_.tip(Action::SwapMap)}, [this] { leave(); });
}

void SwapPanel::add(BoardPicture& picture) const {
  if (!on() || context_.table.session().move_number() > 1) return;
  const Theme& colours = theme(context_.settings.theme);
  const int cells = map_->size() * map_->size();
  double nearest = 1;  // to an even game
  for (int cell = 0; cell < cells; ++cell) {
    if (const auto chance = map_->chance(cell))
      nearest = std::min(nearest, std::abs(*chance - 0.5));
  }
  // What the study tells of the position is no part of the map.
  picture.notes.clear();
  picture.played.reset();
  picture.hint = -1;
  picture.inferior.clear();
  picture.bands.clear();
  picture.must_play.clear();
  picture.ladders.clear();
  for (int cell = 0; cell < cells; ++cell) {
    const auto chance = map_->chance(cell);
    if (!chance || picture.pieces[static_cast<std::size_t>(cell)] != '.') continue;
    CellNote note{cell, 0, fmt::format("{:.0f}", 100 * *chance), "", false, {}};
    // The further from even, the stronger the colour; the most even opening has an outline.
    const double far = std::min(1.0, 2 * std::abs(*chance - 0.5));
    note.ground = mixed(colours.cell, *chance > 0.5 ? colours.bad : colours.good, 0.12 + 0.6 * far);
    note.best = std::abs(*chance - 0.5) == nearest;
    picture.notes.push_back(std::move(note));
  }
}

}  // namespace losange::window
