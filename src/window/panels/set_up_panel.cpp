#include "window/panels/set_up_panel.h"

#include "players/game/games.h"

namespace losange::window {

using game::Side;

std::optional<Side> SetUpPanel::stone() const {
  if (!on_ || tool_ == 2) return std::nullopt;
  return tool_ == 0 ? Side::First : Side::Second;
}

void SetUpPanel::draw(Pen& pen, Rect& rest) {
  const double height = pen.px(pen.narrow() ? kFinger : 36), gap = pen.px(pen.narrow() ? 6 : 9);
  const std::string first = context_.side_text(Side::First),
                    second = context_.side_text(Side::Second);
  pen.choices("setup.tool", rest.take_top(height), {first, second, context_.tr(Word::Nothing)},
              tool_, [this](int tool) { tool_ = tool; });
  rest.take_top(gap);
  Rect row = rest.take_top(height);
  pen.choices(
      "setup.mover", row.take_left(row.width * 0.62),
      {context_.tr(Word::ToMove, first), context_.tr(Word::ToMove, second)},
      game::index(context_.table.session().to_move()),
      [this](int side) { context_.table.set_to_move(static_cast<Side>(side)); }, 12);
  row.take_left(pen.px(8));
  pen.button("setup.done", row, context_.tr(Word::Done),
             {.primary = true, .tip = context_.tip(Action::SetUp)},
             [this] { context_.ask.perform(Action::SetUp); });
  rest.take_top(gap);
}

void SetUpPanel::click(int cell, std::string name) {
  if (name.empty()) return;
  const auto& session = context_.table.session();
  const char here = session.view().pieces[static_cast<std::size_t>(cell)];
  const bool kings = players::is_draughts(session.record().setup);
  std::optional<Side> stone;
  for (const Side side : {Side::First, Side::Second}) {
    // A stone goes when it is clicked again; a man becomes a king first.
    const char man = side == Side::First ? 'x' : 'o', king = side == Side::First ? 'X' : 'O';
    if (tool_ != game::index(side) || here == king || (here == man && !kings)) continue;
    stone = side;
    if (here == man) name.insert(0, "K");
  }
  context_.table.set_up(name, stone);
}

}  // namespace losange::window
