#include "window/common/level_list.h"

#include <fmt/format.h>

#include "players/wrapped/levels.h"
#include "window/choices/levels.h"

namespace losange::window {

namespace {

// Empty where nothing is known.
std::string about(const Context& context, const game::GameSetup& setup, int level) {
  if (!has_ratings(setup)) return "";
  return context.tr(Word::AboutRating, std::to_string(rating_of(level, setup)));
}

// A list for a mouse: every word in sight.
void draw_list(Pen& pen, const Context& context, const std::string& id, Rect& area,
               const game::GameSetup& setup, int level, const std::function<void(int)>& choose) {
  for (int i = 1; i <= players::kTopLevel; ++i) {
    const std::string part = fmt::format("{}.level.{}", id, i - 1);
    const Rect row = area.take_top(pen.px(25)).inset(pen.px(0.5));
    const bool on = i == level;
    if (on) pen.fill(row, pen.theme().accent, 6);
    if (!on && pen.hovered(part)) pen.fill(row, pen.theme().raised, 6);
    const Color ink = on ? pen.theme().on_accent : pen.theme().ink;
    const std::string rating = about(context, setup, i);
    const double rating_width = pen.text_width(rating, 12);
    const std::string name = context.tr(level_word(i, setup));
    pen.text({row.x + pen.px(26), row.center().y}, std::to_string(i), 14, ink, Align::Right,
             Weight::Bold);
    pen.text({row.x + pen.px(38), row.center().y}, name, 14, ink, Align::Left,
             on ? Weight::Bold : Weight::Regular, row.width - pen.px(58) - rating_width);
    pen.text({row.right() - pen.px(8), row.center().y}, rating, 12,
             on ? pen.theme().on_accent : pen.theme().muted, Align::Right);
    pen.focus_ring(part, row, 6);
    pen.add({.id = part,
             .area = row,
             .act = [choose, i] { choose(i); },
             .name = fmt::format("{}, {}{}{}", i, name, rating.empty() ? "" : ", ", rating),
             .tip = rating.empty() ? "" : context.tr(Word::RatingHelp),
             .on = on,
             .group = id + ".level"});
  }
}

}  // namespace

void draw_levels(Pen& pen, const Context& context, const std::string& id, Rect& area,
                 const game::GameSetup& setup, int level, bool words,
                 const std::function<void(int level)>& choose) {
  if (words && !pen.narrow()) return draw_list(pen, context, id, area, setup, level, choose);
  std::vector<std::string> levels;
  for (int i = 1; i <= players::kTopLevel; ++i) levels.push_back(std::to_string(i));
  if (!pen.narrow()) {
    pen.choices(id + ".level", area.take_top(pen.px(34)), levels, level - 1,
                [choose](int i) { choose(i + 1); });
    return;
  }
  constexpr int kColumns = players::kTopLevel / 2;
  for (int half = 0, i = 1; half < 2; ++half) {  // ten in one row are too small for a finger
    const Rect row = area.take_top(pen.px(kFinger));
    const double width = row.width / kColumns;
    for (int column = 0; column < kColumns; ++column, ++i) {
      pen.button(
          fmt::format("{}.level.{}", id, i - 1), {row.x + width * column, row.y, width, row.height},
          levels[static_cast<std::size_t>(i - 1)],
          {.selected = level == i, .plain = true, .letters = 14}, [choose, i] { choose(i); });
    }
  }
  if (!words) return;
  const Rect told = area.take_top(pen.px(26));
  const std::string rating = about(context, setup, level);
  pen.text({told.x, told.center().y},
           context.tr(level_word(level, setup)) + (rating.empty() ? "" : " · ") + rating, 13,
           pen.theme().ink, Align::Left, Weight::Regular, told.width);
}

}  // namespace losange::window
