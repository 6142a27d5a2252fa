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
  if (!on()) return;
  if (asked_ >= 0) {
    context_.table.drop_aside();
    map_->save();  // what is known so far
  }
  asked_ = -1;
  map_.reset();
  Table& table = context_.table;
  const bool untouched = table.game_number() == game_ && table.record().size() == nodes_ &&
                         table.record().cursor() == game::kRoot;
  if (untouched && came_from_ != game::kRoot) table.go_to(came_from_);
}

void SwapPanel::ask() {
  const auto next = map_->next();
  asked_ = next.value_or(-1);
  if (next) context_.table.ask_aside(map_->position(*next), map_->visits());
}

bool SwapPanel::pass_time() {
  if (!on()) return false;
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
  const auto lines = static_cast<double>(pen.wrapped(text, 14, rest.width - pen.px(32)).size());
  const double whole = pen.px(16 + 26 + 8 + 21 * lines + 10 + 24 + 14 + 38 + 16);
  // In a small window the colours tell enough.
  const bool brief = whole > rest.height;
  const Rect card = rest.take_top(brief ? pen.px(8 + 24 + 6 + 38 + 8) : whole);
  rest.take_top(pen.px(12));
  pen.fill(card, mixed(pen.theme().panel, pen.theme().accent, 0.14), 12);
  Rect inside = card.inset(pen.px(brief ? 8 : 16));
  if (!brief) {
    const Rect head = inside.take_top(pen.px(26));
    pen.text({head.x, head.center().y}, context_.tr(Word::SwapMapOf, size, size), 17,
             pen.theme().ink, Align::Left, Weight::Bold, inside.width);
    inside.take_top(pen.px(8));
    pen.paragraph(inside.take_top(pen.px(21 * lines)), text, 14, pen.theme().ink);
    inside.take_top(pen.px(10));
  }
  Rect legend = inside.take_top(pen.px(24));
  for (const bool swap : {true, false}) {
    Rect half = legend.take_left(inside.width / 2);
    pen.fill({half.x, half.center().y - pen.px(7), pen.px(14), pen.px(14)},
             mixed(pen.theme().cell, swap ? pen.theme().bad : pen.theme().good, 0.55), 4);
    pen.text({half.x + pen.px(22), half.center().y},
             context_.tr(swap ? Word::SwapIt : Word::LeaveIt), 13, pen.theme().ink, Align::Left,
             Weight::Regular, half.width - pen.px(26));
  }
  inside.take_top(pen.px(brief ? 6 : 14));
  pen.button("swapmap.leave", inside.take_top(pen.px(38)), context_.tr(Word::Done),
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
  picture.notes.clear();
  picture.played.reset();
  picture.hint = -1;
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
