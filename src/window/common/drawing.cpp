#include "window/common/drawing.h"

#include <algorithm>
#include <cmath>

#include "window/draw/layout.h"
#include "window/picture/board_picture.h"

namespace losange::window {

using game::Side;

void draw_logo(Pen& pen, Point center, double size, const Palette& colors) {
  const double w = pen.px(size), h = w * 0.6;
  const auto rhombus = [&](double k, Color color) {
    pen.scene().push_back(Polygon{{center + Point{-w / 2 * k, 0}, center + Point{0, -h / 2 * k},
                                   center + Point{w / 2 * k, 0}, center + Point{0, h / 2 * k}},
                                  color});
  };
  rhombus(1, colors.of(Side::First));
  rhombus(0.66, pen.theme().background);
  rhombus(0.42, colors.of(Side::Second));
}

void draw_stone(Pen& pen, Point center, double radius, Side side, const Palette& colors) {
  const Color own = colors.of(side);
  add_stone(pen.scene(), center, pen.px(radius), side, own,
            edge_of(own, pen.theme().panel, pen.theme()), colors.marks);
}

Color severity_color(const Theme& theme, Severity severity) {
  switch (severity) {
    case Severity::Inaccuracy: return theme.dark ? rgb(0xE8C33A) : rgb(0xC79A00);
    case Severity::Mistake: return theme.dark ? rgb(0xF0913E) : rgb(0xDD6B10);
    case Severity::Blunder: return theme.dark ? rgb(0xF0605C) : rgb(0xC2202A);
  }
  return theme.bad;
}

Rect begin_dialog(Pen& pen, const Context& context, double width, double height, Word title,
                  double least) {
  pen.dim();
  const double needed = pen.px(least > 0 ? least : height), margin = pen.px(16);
  Rect area = centered(pen.width(), pen.height(), pen.px(1), width, height);
  if (pen.fingers() && needed + margin > pen.height()) {
    // What fingers use is not drawn smaller: it is scrolled.
    pen.frame().overflow = std::ceil(needed + margin - pen.height());
    area.height = needed;
    area.y = margin / 2 - std::min(pen.scrolled(), pen.frame().overflow);
  } else {
    // What is laid out for a larger window is drawn smaller in this one, so that nothing lies on anything else.
    const double room = std::min((pen.width() - margin) / pen.px(pen.narrow() ? 0.01 : width),
                                 (pen.height() - margin) / needed);
    if (room < 1) pen.shrink(room);
    area = centered(pen.width(), pen.height(), pen.px(1), width, height);
  }
  Rect rest = pen.dialog(area);
  const Rect head = rest.take_top(pen.px(30));
  pen.text({head.x, head.center().y}, context.tr(title), 24, pen.theme().ink, Align::Left,
           Weight::Bold, head.width - pen.px(50));
  rest.take_top(pen.px(16));
  pen.button("close",
             {head.right() - pen.px(32), head.y - pen.px(8), pen.px(kFinger), pen.px(kFinger)}, "",
             {.icon = Icon::Close,
              .plain = true,
              .tip = context.tr(Word::Close) + "   " + context.tr(Word::KeyEscape)},
             [&context] { context.close(); });
  return rest;
}

Rect draw_card(Pen& pen, Rect& rest, std::string_view title, std::string_view text, Color tint,
               double room) {
  constexpr double kLetters = 14, kSmallest = 10;
  const auto told = [&](double letters, double margin) {
    return pen.wrapped(text, letters, rest.width - pen.px(2 * margin));
  };
  const auto height = [&](double letters, const std::vector<std::string>& lines) {
    return pen.px(1.45 * letters) * static_cast<double>(lines.size());
  };
  double letters = kLetters, margin = 16;
  auto lines = told(letters, margin);
  const double whole = pen.px(16 + 26 + 8 + 12 + 16) + height(letters, lines) + room;
  const bool brief = whole > rest.height;
  if (brief) {
    margin = 6;
    const double left = rest.height - room - pen.px(3 * margin);
    for (lines = told(letters, margin); height(letters, lines) > left && letters > kSmallest;) {
      letters -= 0.5;
      lines = told(letters, margin);
    }
    while (!lines.empty() && height(letters, lines) > left) lines.pop_back();
  }
  const double gap = brief ? 6 : 12;
  const Rect card = rest.take_top(brief ? height(letters, lines) + room +
                                              pen.px(2 * margin + (lines.empty() ? 0 : gap))
                                        : whole);
  rest.take_top(pen.px(12));
  pen.fill(card, mixed(pen.theme().panel, tint, 0.14), 12);
  Rect inside = card.inset(pen.px(margin));
  if (!brief) {
    const Rect head = inside.take_top(pen.px(26));
    pen.text({head.x, head.center().y}, title, 17, pen.theme().ink, Align::Left, Weight::Bold,
             inside.width);
    inside.take_top(pen.px(8));
  }
  for (const auto& line : lines) {
    const Rect row = inside.take_top(height(letters, {line}));
    pen.text({row.x, row.center().y}, line, letters, pen.theme().ink);
  }
  if (!lines.empty()) inside.take_top(pen.px(gap));
  return inside.take_top(room);
}

double button_height(const Pen& pen) { return pen.px(pen.narrow() ? kFinger : 38); }

}  // namespace losange::window
