#include "window/setup/level_dialog.h"

#include <fmt/format.h>

#include <vector>

#include "players/registry.h"
#include "window/choices/levels.h"
#include "window/common/drawing.h"
#include "window/common/level_list.h"
#include "window/common/player_text.h"

namespace losange::window {

using game::Side;

void LevelDialog::draw(Pen& pen) {
  Table& table = context_.table;
  std::vector<Side> engines;
  for (const Side side : {Side::First, Side::Second}) {
    const auto& strategy =
        players::find_strategy(players::PlayerSpec::parse(table.seat(side).engine).name);
    if (!table.seat(side).person && strategy.takes_a_level()) engines.push_back(side);
  }
  const bool two = engines.size() > 1;
  Rect rest =
      begin_dialog(pen, context_, two ? 720 : 400, pen.narrow() && two ? 470 : 400, Word::Level);
  for (const Side side : engines) {
    const std::string spec = table.seat(side).engine;
    const auto& setup = table.record().setup;
    Rect column = rest;
    if (two && !pen.narrow()) {
      column = rest.take_left((rest.width - pen.px(24)) / (side == Side::First ? 2 : 1));
      rest.take_left(pen.px(24));
    }
    const Rect head = column.take_top(pen.px(30));
    draw_stone(pen, {head.x + pen.px(11), head.center().y}, 11, side, context_.colors());
    pen.text({head.x + pen.px(32), head.center().y}, engine_text(context_, spec), 15,
             pen.theme().ink, Align::Left, Weight::Bold, head.width - pen.px(32));
    column.take_top(pen.px(8));
    const auto parsed = players::PlayerSpec::parse(spec);
    draw_levels(pen, context_, fmt::format("level.{}", game::index(side)), column, setup,
                level_of(spec), parsed.name == players::default_engine(setup),
                [&table, side, spec](int level) { table.set_engine(side, at_level(spec, level)); });
    if (pen.narrow()) rest = column;
  }
}

}  // namespace losange::window
