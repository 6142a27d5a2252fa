// The field that people write in, drawn: text, caret, selection.
#include <utility>

#include "window/draw/pen.h"

namespace losange::window {

namespace {

constexpr double kRadius = 8;
constexpr double kLetters = 15, kPitch = 21;     // design pixels
constexpr double kMarginX = 12, kMarginY = 9.5;  // a field of one line is 40 high

}  // namespace

Writing Attention::writing_in(const std::string& id, std::string_view text, bool several) const {
  if (writing.field != id) return {id, {text.size(), several ? text.size() : 0}, 0, focused == id};
  Writing known = writing;
  known.cursor = within(known.cursor, text);
  return known;
}

double Pen::field_height(std::string_view text, double width) const {
  const auto lines = broken(text, width - px(2 * kMarginX), px(kLetters), look_.measure);
  return px(2 * kMarginY + kPitch * static_cast<double>(lines.size()));
}

TextLines Pen::text_lines(Rect area, std::string_view text, bool several) const {
  TextLines laid;
  laid.several = several;
  laid.pitch = px(kPitch);
  laid.size = px(kLetters);
  laid.inside = {area.x + px(kMarginX), area.y + px(kMarginY), area.width - px(2 * kMarginX),
                 area.height - px(2 * kMarginY)};
  laid.lines = several ? broken(text, laid.inside.width, laid.size, look_.measure)
                       : std::vector<TextLines::Line>{{0, text.size()}};
  return laid;
}

void Pen::field(const std::string& id, Rect area, std::string& text, std::string_view hint,
                std::function<void()> edited, std::function<void()> entered, bool several) {
  const bool here = attention_.focused == id;
  fill(area, theme().background, kRadius);
  outline(area, here ? theme().accent : theme().line, kRadius, here ? 2 : 1);
  TextLines laid = text_lines(area, text, several);
  const Writing writing = attention_.writing_in(id, text, several);
  const TextCursor cursor = writing.cursor;
  laid.first = writing.first;
  if (several) {
    const std::size_t room = laid.room(), all = laid.lines.size();
    laid.first = std::min(laid.first, all > room ? all - room : 0);
  } else if (!here || text_width(text, kLetters) <= laid.inside.width) {
    laid.first = 0;
  }
  if (here && writing.follow) laid.show(cursor.caret, text, look_.measure);

  if (text.empty()) {
    const double letters = fitting(hint, kLetters, Weight::Regular, laid.inside.width);
    this->text({laid.inside.x, laid.where(0, text, look_.measure).y}, hint, letters, theme().muted,
               Align::Left, Weight::Regular, laid.inside.width);
  }
  const std::size_t last = several ? std::min(laid.lines.size(), laid.first + laid.room()) : 1;
  for (std::size_t i = several ? laid.first : 0; i < last; ++i) {
    const auto line = laid.shown(i, text, look_.measure);
    const auto place = [&](std::size_t at) {
      return laid.inside.x +
             text_width(std::string_view(text).substr(line.from, at - line.from), kLetters);
    };
    const double y = several
                         ? laid.inside.y + laid.pitch * (static_cast<double>(i - laid.first) + 0.5)
                         : laid.inside.center().y;
    const std::size_t from = std::clamp(cursor.from(), line.from, line.to),
                      to = std::clamp(cursor.to(), line.from, line.to);
    if (here && from < to) {
      fill({place(from), y - laid.pitch / 2, place(to) - place(from), laid.pitch},
           theme().accent.with_alpha(0.32));
    }
    const bool cut = !several && !here && line.to < text.size();
    this->text({laid.inside.x, y},
               cut ? std::string_view(text)
                   : std::string_view(text).substr(line.from, line.to - line.from),
               kLetters, theme().ink, Align::Left, Weight::Regular, cut ? laid.inside.width : 1e9);
  }
  if (here) {
    const Point at = laid.where(cursor.caret, text, look_.measure);
    const std::size_t row = laid.line_of(cursor.caret);
    if (!several || (row >= laid.first && row < last)) {
      line({at.x, at.y - px(11)}, {at.x, at.y + px(11)}, theme().accent, 1.5);
    }
  }
  if (several && laid.lines.size() > laid.room()) {  // where the text stands
    const auto all = static_cast<double>(laid.lines.size());
    const double height = laid.inside.height;
    fill({area.right() - px(7), laid.inside.y + height * static_cast<double>(laid.first) / all,
          px(4), height * static_cast<double>(laid.room()) / all},
         theme().line, 2);
  }
  add({.id = id,
       .area = area,
       .kind = Widget::Kind::Field,
       .act = std::move(entered),
       .name = std::string(hint),
       .text = &text,
       .edited = std::move(edited),
       .lines = std::move(laid)});
}

}  // namespace losange::window
