#include "window/draw/pen.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace losange::window {

namespace {

constexpr double kCornerRadius = 8;  // of buttons

}  // namespace

const Widget* Frame::find(std::string_view id) const {
  for (const auto& widget : widgets) {
    if (widget.id == id) return &widget;
  }
  return nullptr;
}

const Widget* Frame::at(Point p) const {
  for (std::size_t i = widgets.size(); i-- > modal;) {
    if (widgets[i].area.contains(p)) return &widgets[i];
  }
  return nullptr;
}

const Widget* Frame::hovered_at(Point p) const {
  if (const Widget* widget = at(p)) return widget;
  for (std::size_t i = disabled.size(); i-- > modal_disabled;) {
    if (disabled[i].area.contains(p)) return &disabled[i];
  }
  return nullptr;
}

const Widget* Frame::with_tip(std::string_view id) const {
  if (const Widget* widget = find(id)) return widget;
  for (const auto& widget : disabled) {
    if (widget.id == id) return &widget;
  }
  return nullptr;
}

void Pen::fill(Rect rect, Color color, double radius) {
  if (rect.width <= 0 || rect.height <= 0) return;
  frame_.scene.push_back(radius > 0 ? rounded(rect, px(radius), color) : rectangle(rect, color));
}
void Pen::outline(Rect rect, Color color, double radius, double width) {
  frame_.scene.push_back(rounded_outline(rect, px(radius), px(width), color));
}
void Pen::line(Point a, Point b, Color color, double width) {
  frame_.scene.push_back(Stroke{{a, b}, px(width), color, false});
}
void Pen::icon(Icon icon, Point center, double size, Color color) {
  add_icon(frame_.scene, icon, center, px(size), color);
}

double Pen::text_width(std::string_view text, double size, Weight weight) const {
  return look_.measure(text, px(size), weight);
}

void Pen::text(Point at, std::string_view text, double size, Color color, Align align,
               Weight weight, double max_width) {
  std::string shown(text);
  if (shown.empty() || max_width <= 0) return;
  const std::size_t fits = max_width < 1e8
                               ? window::fitting(text, max_width, px(size), look_.measure, weight)
                               : text.size();
  if (fits < text.size()) {
    shown.resize(fits);
    while (!shown.empty() && text_width(shown + "…", size, weight) > max_width) {
      shown.resize(previous_character(shown, shown.size()));
    }
    shown += "…";
  }
  if (!shown.empty()) frame_.scene.push_back(Text{at, shown, px(size), color, align, weight});
}

double Pen::fitting(std::string_view text, double size, Weight weight, double room) const {
  constexpr double kLeast = 0.7, kStep = 0.25;
  // A painter may have letters of whole pixels only, so that the width does not follow the size: it is looked for.
  double fits = size;
  while (fits > kLeast * size &&
         window::fitting(text, room, px(fits), look_.measure, weight) < text.size())
    fits -= kStep;
  return std::max(fits, kLeast * size);
}

namespace {

// What French sets apart by a space and still belongs to the word before.
bool leans_on_the_word_before(std::string_view word) {
  return word.starts_with("»") || word.find_first_of(":;!?%") == 0;
}

}  // namespace

std::vector<std::string> Pen::wrapped(std::string_view text, double size, double width,
                                      Weight weight) const {
  std::vector<std::string> lines;
  for (const auto& paragraph : base::split(text, '\n')) {
    std::vector<std::string> words;  // each with what may not be parted from it
    for (const auto& word : base::split_words(paragraph)) {
      const bool stays =
          !words.empty() && (leans_on_the_word_before(word) || words.back().ends_with("«"));
      if (stays) {
        words.back() += " " + word;
      } else {
        words.push_back(word);
      }
    }
    std::string line;
    for (std::string word : words) {
      // One that is wider than a line, as paths are, is broken anywhere.
      while (text_width(word, size, weight) > width) {
        const auto fits = window::fitting(word, width, px(size), look_.measure, weight);
        if (fits == 0 || fits >= word.size()) break;
        if (!line.empty()) lines.push_back(std::exchange(line, {}));
        lines.push_back(word.substr(0, fits));
        word.erase(0, fits);
      }
      std::string longer = line;
      if (!longer.empty()) longer += ' ';
      longer += word;
      if (!line.empty() && text_width(longer, size, weight) > width) {
        lines.push_back(line);
        line = word;
      } else {
        line = longer;
      }
    }
    lines.push_back(line);
  }
  return lines;
}

double Pen::paragraph(Rect area, std::string_view text, double size, Color color, Weight weight) {
  const double height = px(size * 1.45);
  double y = area.y + height / 2;
  for (const auto& line : wrapped(text, size, area.width, weight)) {
    this->text({area.x, y}, line, size, color, Align::Left, weight);
    y += height;
  }
  return y - height / 2 - area.y;
}

void Pen::focus_ring(const std::string& id, Rect area, double radius) {
  if (focused(id)) outline(area.inset(-px(2.5)), theme().accent, radius + 2.5, 2);
}

void Pen::button(const std::string& id, Rect area, std::string_view label, const ButtonStyle& style,
                 std::function<void()> act) {
  const bool over = style.enabled && hovered(id), down = over && attention_.pressed == id;
  Color ground = style.primary || style.selected ? theme().accent : theme().raised;
  Color ink = style.primary || style.selected ? theme().on_accent : theme().ink;
  if (over) ground = mixed(ground, theme().ink, down ? 0.16 : 0.08);
  if (!style.enabled) {
    ink = mixed(theme().muted, theme().panel, 0.45);
    if (style.primary) ground = theme().raised;
  }
  const bool bare = style.plain && !style.selected && !style.primary;
  if (!bare || over) fill(area, ground, kCornerRadius);
  const double icon_size = label.empty() ? 20 : 18;
  double x = area.center().x;
  const double beside = style.icon != Icon::None && !label.empty() ? px(icon_size + 8) : 0;
  constexpr double kAside = 12;
  const double aside = style.aside.empty() ? 0 : text_width(style.aside, kAside) + px(18);
  const double room = area.width - px(16) - beside - aside;
  const double letters = fitting(label, style.letters, Weight::Bold, room);
  const double width = std::min(room, label.empty() ? 0 : text_width(label, letters, Weight::Bold));
  const double middle = (area.width - width - beside - aside) / 2;
  const double margin = style.align == Align::Left ? std::min(px(14), middle) : middle;
  if (style.icon != Icon::None) {
    const double left = area.x + margin;
    icon(style.icon, {label.empty() ? x : left + px(icon_size / 2), area.center().y}, icon_size,
         ink);
    x = left + px(icon_size + 8);
    text({x, area.center().y}, label, letters, ink, Align::Left, Weight::Bold,
         area.right() - x - px(7) - aside);
  } else if (style.align == Align::Left) {
    text({area.x + margin, area.center().y}, label, letters, ink, Align::Left, Weight::Bold, room);
  } else {
    text({x, area.center().y}, label, letters, ink, Align::Center, Weight::Bold, room);
  }
  text({area.right() - px(10), area.center().y}, style.aside, kAside,
       style.primary || style.selected ? ink : theme().muted, Align::Right);
  focus_ring(id, area, kCornerRadius);
  if (style.enabled) {
    add({.id = id,
         .area = area,
         .act = std::move(act),
         .name = std::string(label.empty() ? style.tip : label),
         .tip = style.tip,
         .on = style.selected ? std::optional(true) : std::nullopt,
         .once = style.once});
  } else if (!style.tip.empty()) {
    frame_.disabled.push_back({.id = id, .area = area, .tip = style.tip});
  }
}

void Pen::toggle(const std::string& id, Rect area, std::string_view label, bool on,
                 std::function<void()> act, std::string tip) {
  const Rect track{area.right() - px(40), area.center().y - px(11), px(40), px(22)};
  Color ground = on ? theme().accent : mixed(theme().raised, theme().muted, 0.35);
  if (hovered(id)) ground = mixed(ground, theme().ink, 0.1);
  const double room = area.width - px(52);
  this->label({area.x, area.center().y}, label, narrow() ? 13 : 15, theme().ink, Align::Left,
              Weight::Regular, room);
  fill(track, ground, 11);
  frame_.scene.push_back(Disc{{on ? track.right() - px(11) : track.x + px(11), track.center().y},
                              px(8),
                              on ? theme().on_accent : theme().panel});
  focus_ring(id, track, 11);
  add({.id = id,
       .area = area,
       .act = std::move(act),
       .name = std::string(label),
       .tip = std::move(tip),
       .on = on});
}

void Pen::choices(const std::string& id, Rect area, const std::vector<std::string>& labels,
                  int chosen, const std::function<void(int)>& choose, double text_size) {
  fill(area, theme().raised, kCornerRadius);
  const double width = area.width / static_cast<double>(labels.size());
  // As large as the bold one would be: choosing one does not change its size. And all of them alike.
  double letters = text_size;
  for (const auto& label : labels)
    letters = std::min(letters, fitting(label, text_size, Weight::Bold, width - px(8)));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::string part = id + "." + std::to_string(i);
    const Rect cell{area.x + width * static_cast<double>(i), area.y, width, area.height};
    const bool on = static_cast<int>(i) == chosen;
    if (on) fill(cell.inset(px(2)), theme().accent, kCornerRadius - 2);
    if (!on && hovered(part))
      fill(cell.inset(px(2)), mixed(theme().raised, theme().ink, 0.1), kCornerRadius - 2);
    const Weight weight = on ? Weight::Bold : Weight::Regular;
    text(cell.center(), labels[i], letters, on ? theme().on_accent : theme().ink, Align::Center,
         weight, width - px(8));
    focus_ring(part, cell.inset(px(2)), kCornerRadius - 2);
    add({.id = part,
         .area = cell,
         .act = [choose, i] { choose(static_cast<int>(i)); },
         .name = labels[i],
         .on = on,
         .group = id});
  }
}

void Pen::slider(const std::string& id, Rect area, std::string_view name, double value, double step,
                 std::function<void(double)> slide) {
  const Rect track{area.x + px(8), area.center().y - px(2), area.width - px(16), px(4)};
  const double knob = track.x + track.width * value;
  fill(track, mixed(theme().raised, theme().muted, 0.3), 2);
  fill({track.x, track.y, knob - track.x, track.height}, theme().accent, 2);
  const bool active = hovered(id) || attention_.pressed == id;
  frame_.scene.push_back(Disc{{knob, track.center().y}, px(active ? 9.5 : 8), theme().accent});
  frame_.scene.push_back(Disc{{knob, track.center().y}, px(3), theme().on_accent});
  focus_ring(id, {knob - px(9), track.center().y - px(9), px(18), px(18)}, 9);
  add({.id = id,
       .area = area,
       .kind = Widget::Kind::Slider,
       .name = std::string(name),
       .slide = std::move(slide),
       .value = value,
       .step = step});
}

void Pen::dim() {
  frame_.scene.push_back(rectangle({-10, -10, 20000, 20000}, rgb(0x0B0D10).with_alpha(0.5)));
  frame_.modal = frame_.widgets.size();
  frame_.modal_disabled = frame_.disabled.size();
}

Rect Pen::dialog(Rect area) {
  fill({area.x, area.y + px(6), area.width, area.height}, rgb(0x000000).with_alpha(0.12), 18);
  fill(area, theme().panel, 16);
  return area.inset(px(narrow() ? 14 : 28));
}

}  // namespace losange::window
