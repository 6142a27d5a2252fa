#include "window/panels/trouble_card.h"

#include <functional>
#include <utility>

#include "players/registry.h"
#include "window/choices/levels.h"
#include "window/common/drawing.h"
#include "window/common/player_text.h"
#include "window/words/sentences.h"

namespace losange::window {

using game::Side;

namespace {

// Ours, at the level one plays at; another one is chosen at once.
void seat_our_engine(const Context& context, Side side) {
  Table& table = context.table;
  const std::string ours = players::default_engine(table.record().setup);
  table.set_engine(side, spec_at_level(ours, context.settings.level));
  table.continue_game();
  context.open(Dialog::Level);
}

}  // namespace

void draw_trouble(Pen& pen, const Context& context, Rect& rest) {
  Table& table = context.table;
  const Side side = table.session().to_move();
  const std::string& engine = table.seat(side).engine;
  const bool ours =
      players::PlayerSpec::parse(engine).name == players::default_engine(table.record().setup);
  // Below each other, in a narrow window side by side.
  const bool narrow = pen.narrow();
  const int ways = ours ? 2 : 3;
  const double height = pen.px(narrow ? kFinger : 36), gap = pen.px(narrow ? 5 : 7);
  Rect room = draw_card(pen, rest, context.tr(Word::MadeNoMove, seated_text(context, side)),
                        error_text(context.settings.language, *table.trouble()), pen.theme().bad,
                        narrow ? height : ways * height + (ways - 1) * gap);
  const double width = (room.width - (ways - 1) * gap) / ways;
  const auto way = [&](const char* id, Word label, bool primary, std::function<void()> act) {
    pen.button(id, narrow ? room.take_left(width) : room.take_top(height), context.tr(label),
               {.primary = primary, .letters = narrow ? 13.0 : 15.0}, std::move(act));
    narrow ? room.take_left(gap) : room.take_top(gap);
  };
  way("trouble.again", Word::TryAgain, true, [&table] { table.continue_game(); });
  way("trouble.person", Word::PlayYourself, false, [&table, side] { table.switch_seat(side); });
  if (!ours) {
    way("trouble.other", Word::OtherEngine, false,
        [&context, side] { seat_our_engine(context, side); });
  }
}

}  // namespace losange::window
