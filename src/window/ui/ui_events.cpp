// What the pointer and the keyboard do, down to the widgets, the board and the actions.
#include <algorithm>
#include <cmath>
#include <utility>

#include "window/ui/ui.h"

namespace losange::window {

namespace {

std::string utf8(char32_t c) {
  std::string text;
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0 | c >> 6);
    text += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    text += static_cast<char>(0xE0 | c >> 12);
    text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | c >> 18);
    text += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (c & 0x3F));
  }
  return text;
}

}  // namespace

// --- The pointer.

void Ui::pointer_moved(Point at) {
  attempt([&] {
    attention_.pointer = at;
    if (const Widget* pressed = frame().find(attention_.pressed);
        pressed != nullptr && pressed->kind == Widget::Kind::Slider) {
      slide_to(*pressed, at.x);
    } else if (pressed != nullptr && pressed->kind == Widget::Kind::Field) {
      drag_field(*pressed, at);
    } else {
      update_hover();
      if (board() != nullptr && board()->dragged()) touch();
    }
  });
}

void Ui::update_hover() {
  const Widget* under = frame().hovered_at(attention_.pointer);
  const std::string id = under != nullptr ? under->id : "";
  const bool cell_changed =
      board() != nullptr &&
      board()->point(id == "board" ? std::optional(attention_.pointer) : std::nullopt);
  if (id != attention_.hovered || tooltip_.waits_for_pointer()) tooltip_.restart(now_);
  if (id == attention_.hovered && !cell_changed) return;
  if (tooltip_.shown()) tooltip_.restart(now_);
  attention_.hovered = id;
  touch();
}

void Ui::pointer_pressed(Point at) {
  attempt([&] { press(at); });
}

// The second of a double click is of what the first one was for: what came into its place meanwhile, nobody has seen.
bool Ui::is_second_click(Point at, const Widget* under) const {
  const Point moved = at - clicked_.where;
  const bool another = under == nullptr || under->once || under->id != clicked_.widget;
  return now_ - clicked_.when < kDoubleClick && another &&
         std::hypot(moved.x, moved.y) < look().unit * 6;
}

void Ui::press(Point at) {
  attention_.pointer = at;
  attention_.focus_visible = false;
  update_hover();
  tooltip_.put_away();
  const Widget* under = frame().at(at);
  const std::string id = under != nullptr ? under->id : "";
  touch();
  if (is_second_click(at, under)) return;
  if (notice_.covers(at)) return say("");
  clicked_ = {now_, at, id};
  attention_.focused.clear();
  attention_.pressed = id;
  if (under == nullptr) return;
  const Widget widget = *under;
  if (widget.kind == Widget::Kind::Field) {
    attention_.focused = widget.id;
    press_field(widget, at);
  }
  if (widget.kind == Widget::Kind::Slider) slide_to(widget, at.x);
  if (widget.kind == Widget::Kind::Board) guarded([&] { board()->click(at); });
}

void Ui::pointer_released(Point at) {
  attempt([&] { release(at); });
}

void Ui::release(Point at) {
  const std::string pressed = std::exchange(attention_.pressed, {});
  touch();
  keep_settings();  // a slider was let go
  if (pressed == "board" && board() != nullptr) guarded([&] { board()->release(at); });
  const Widget* under = frame().at(at);
  if (under != nullptr && under->id == pressed && under->kind == Widget::Kind::Button) {
    const auto act = under->act;  // a copy: acting draws a new frame
    if (act) guarded(act);
  }
  // Who clicks beside the field of a dialog goes on writing in it.
  if (const Part* dialog = dialog_part(); dialog != nullptr && attention_.focused.empty()) {
    attention_.focused = dialog->focus();
    touch();  // what was under the pointer was drawn before
  }
}

void Ui::slide_to(const Widget& widget, double x) {
  const double margin = look().unit * 8;
  const double share = (x - widget.area.x - margin) / std::max(1.0, widget.area.width - 2 * margin);
  const auto slide = widget.slide;
  const double stepped = std::round(std::clamp(share, 0.0, 1.0) / widget.step) * widget.step;
  guarded([&] { slide(std::clamp(stepped, 0.0, 1.0)); });
}

void Ui::wheel(Point at, double steps) {
  put_tip_away();
  if (scroll_field(at, steps)) return;
  if (Part* dialog = dialog_part()) {
    constexpr double kStep = 108;  // pixels: a finger moves by 36 for a third of a step
    const double overflow = frame().overflow;
    scrolled_ = std::clamp(scrolled_ - steps * kStep, 0.0, overflow);
    if (overflow <= 0) dialog->wheel(steps);
    touch();
  } else {  // also beside the card of victory
    guarded([&] { screen_part().wheel(steps); });
  }
}

// --- The keyboard.

void Ui::move_focus(int direction) {
  const Widget* focused = frame().find(attention_.focused);
  // A group is one stop: the option that is chosen, or the first. Arrows go through it.
  std::vector<const Widget*> stops;
  std::ptrdiff_t at = -1;
  for (std::size_t i = frame_.modal; i < frame_.widgets.size(); ++i) {
    const Widget& widget = frame_.widgets[i];
    const bool same = !stops.empty() && !widget.group.empty() && stops.back()->group == widget.group;
    if (!same) {
      stops.push_back(&widget);
    } else if (widget.on.value_or(false)) {
      stops.back() = &widget;
    }
    const bool in_group = focused != nullptr && !widget.group.empty() && widget.group == focused->group;
    if (&widget == focused || in_group) at = static_cast<std::ptrdiff_t>(stops.size()) - 1;
  }
  const auto count = static_cast<std::ptrdiff_t>(stops.size());
  if (count == 0) return;
  if (at < 0 && direction < 0) at = count;
  at = (at + direction + count) % count;
  attention_.focused = stops[static_cast<std::size_t>(at)]->id;
  attention_.focus_visible = true;
  attention_.writing = {};
  if (attention_.focused == "board" && board() != nullptr) board()->take_keyboard();
  touch();
}

bool Ui::taken(const std::function<bool()>& asked) {
  bool result = true;
  guarded([&] { result = asked(); });
  return result;
}

bool Ui::use_focused(const KeyPress& press) {
  if (!attention_.focus_visible) return false;
  if (attention_.focused == "board" && board() != nullptr) {
    // Who answered on the board goes on from there.
    if (press.key == Key::Enter && taken([&] { return screen_part().key(press); })) return true;
    if (taken([&] { return board()->key(press); })) return true;
  }
  const Widget* focused = frame().find(attention_.focused);
  if (focused == nullptr) return false;
  if (press.key == Key::Enter || press.key == Key::Space) {
    const auto act = focused->act;
    if (act) guarded(act);
    return true;
  }
  if (!focused->group.empty() && go_within_group(*focused, press.key)) return true;
  const bool left = press.key == Key::Left;
  if (focused->kind != Widget::Kind::Slider || (!left && press.key != Key::Right)) return false;
  const auto slide = focused->slide;
  const double to = focused->value + (left ? -1 : 1) * focused->step;
  guarded([&] { slide(std::clamp(to, 0.0, 1.0)); });
  return true;
}

// Arrows choose the option beside the one they stand on, as in any group of them.
bool Ui::go_within_group(const Widget& focused, Key key) {
  const bool back = key == Key::Left || key == Key::Up;
  if (!back && key != Key::Right && key != Key::Down) return false;
  std::vector<const Widget*> group;
  std::size_t at = 0;
  for (std::size_t i = frame().modal; i < frame_.widgets.size(); ++i) {
    const Widget& widget = frame_.widgets[i];
    if (widget.group != focused.group) continue;
    if (widget.id == focused.id) at = group.size();
    group.push_back(&widget);
  }
  const Widget& next = *group[(at + (back ? group.size() - 1 : 1)) % group.size()];
  attention_.focused = next.id;
  const auto act = next.act;  // a copy: acting draws a new frame
  if (act) guarded(act);
  touch();
  return true;
}

// Who uses the keyboard or the wheel looks at something else.
void Ui::put_tip_away() {
  if (tooltip_.shown()) touch();
  tooltip_.put_away();
}

void Ui::key(const KeyPress& press) {
  put_tip_away();
  if (press.repeated && !may_repeat(press)) return;
  attempt([&] { obey_key(press); });
}

void Ui::obey_key(const KeyPress& press) {
  if (edit_field(press)) return;
  if (press.key == Key::Tab) return move_focus(press.shift ? -1 : 1);
  if (use_focused(press)) return;
  if (press.key == Key::Escape) return escape();
  Part* dialog = dialog_part();
  Part& part = dialog != nullptr ? *dialog : screen_part();
  if (taken([&] { return part.key(press); })) return;
  if (const auto action = action_for(press)) perform(*action);
}

void Ui::escape() {
  if (shown_.dialog != Dialog::None) {
    show(shown_.screen);
  } else if (attention_.focus_visible) {
    attention_.focus_visible = false;
    attention_.focused.clear();
    touch();
  } else if (shown_.screen == Screen::Lesson) {
    show(Screen::Start);
  } else if (!taken([&] { return screen_part().key({Key::Escape, 0, false, false}); })) {
    perform(Action::Menu);
  }
}

void Ui::typed(char32_t character) {
  put_tip_away();
  attempt([&] { type(character); });
}

void Ui::type(char32_t character) {
  if (const Widget* field = field_in_use()) {
    if (character >= 32 && character != 127) insert(field->id, utf8(character));
    return;
  }
  if (character <= ' ' || character >= 127) return;
  char letter = static_cast<char>(character);
  if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + 32);
  obey_key({Key::Letter, letter, false, false});
}

}  // namespace losange::window
