// What the pointer and the keyboard do in a field.
#include <algorithm>
#include <cmath>
#include <utility>

#include "window/ui/ui.h"

namespace losange::window {

namespace {

// Where a key moves the caret to; nothing where it is no such key.
std::optional<std::size_t> moved(const KeyPress& press, const Widget& field, std::size_t caret,
                                 const Measure& measure) {
  const std::string& text = *field.text;
  const TextLines& lines = field.lines;
  const auto line = lines.lines[lines.line_of(caret)];
  const auto page = static_cast<int>(lines.room());
  switch (press.key) {
    case Key::Left:
      return press.control ? previous_word(text, caret) : previous_character(text, caret);
    case Key::Right: return press.control ? next_word(text, caret) : next_character(text, caret);
    case Key::Home: return press.control ? 0 : line.from;
    case Key::End: return press.control ? text.size() : line.to;
    default: break;
  }
  if (!lines.several) return std::nullopt;
  switch (press.key) {
    case Key::Up: return lines.below(caret, -1, text, measure);
    case Key::Down: return lines.below(caret, 1, text, measure);
    case Key::PageUp: return lines.below(caret, -page, text, measure);
    case Key::PageDown: return lines.below(caret, page, text, measure);
    default: return std::nullopt;
  }
}

}  // namespace

const Widget* Ui::field_in_use() {
  const Widget* field = frame().find(attention_.focused);
  return field != nullptr && field->kind == Widget::Kind::Field ? field : nullptr;
}

void Ui::put_caret(const Widget& field, std::size_t place, bool selecting) {
  auto& writing = attention_.writing =
      attention_.writing_in(field.id, *field.text, field.lines.several);
  writing.cursor.caret = place;
  if (!selecting) writing.cursor.anchor = place;
  writing.follow = true;
  touch();
}

void Ui::press_field(const Widget& field, Point at) {
  const std::size_t place = field.lines.at(at, *field.text, measure_);
  const bool twice = now_ - field_pressed_ < kDoubleClick && attention_.writing.field == field.id &&
                     attention_.writing.cursor == TextCursor{place, place};
  field_pressed_ = now_;
  field_place_ = place;
  put_caret(field, place, false);
  if (twice) attention_.writing.cursor = word_at(*field.text, place);
}

void Ui::drag_field(const Widget& field, Point at) {
  const std::size_t place = field.lines.at(at, *field.text, measure_);
  if (place == std::exchange(field_place_, place)) return;  // a hand that shakes selects nothing
  put_caret(field, place, true);
}

bool Ui::scroll_field(Point at, double steps) {
  const Widget* under = frame().at(at);
  if (under == nullptr || under->kind != Widget::Kind::Field) return false;
  const TextLines& lines = under->lines;
  if (!lines.several || lines.lines.size() <= lines.room()) return false;
  const double first = static_cast<double>(lines.first) - std::round(steps * 2);
  auto& writing = attention_.writing =
      attention_.writing_in(under->id, *under->text, under->lines.several);
  writing.follow = false;
  writing.first =
      static_cast<std::size_t>(std::max(0.0, first));  // drawing ends it at the last line
  touch();
  return true;
}

void Ui::insert(const std::string& id, std::string text) {
  const Widget* field = frame().find(id);
  if (field == nullptr || field->kind != Widget::Kind::Field) return;
  std::erase(text, '\r');
  if (!field->lines.several) std::replace(text.begin(), text.end(), '\n', ' ');
  auto& writing = attention_.writing =
      attention_.writing_in(id, *field->text, field->lines.several);
  writing.follow = true;
  replace_selection(*field->text, writing.cursor, text);
  const auto edited = field->edited;
  if (edited) guarded(edited);
  touch();
}

// Backspace and Delete take what is selected, or what is beside the caret.
bool Ui::erase_in_field(const KeyPress& press, const Widget& field) {
  if (press.key != Key::Backspace && press.key != Key::Delete) return false;
  auto& writing = attention_.writing =
      attention_.writing_in(field.id, *field.text, field.lines.several);
  if (!writing.cursor.selects()) {
    const bool back = press.key == Key::Backspace;
    const auto beside = *moved({back ? Key::Left : Key::Right, 0, press.control, false}, field,
                               writing.cursor.caret, measure_);
    writing.cursor.anchor = beside;
  }
  if (writing.cursor.selects()) insert(field.id, "");
  return true;
}

bool Ui::use_clipboard(char letter, const Widget& field) {
  const auto writing = attention_.writing_in(field.id, *field.text, field.lines.several);
  const TextCursor cursor = writing.cursor;
  switch (letter) {
    case 'a':
      put_caret(field, field.text->size(), false);
      attention_.writing.cursor.anchor = 0;
      return true;
    case 'c':
    case 'x':
      if (!cursor.selects()) return true;
      services_.set_clipboard(field.text->substr(cursor.from(), cursor.to() - cursor.from()),
                              [this, cut = letter == 'x', id = field.id](bool copied) {
                                if (!copied) return refuse(context_.tr(Word::CopyRefused));
                                if (cut) insert(id, "");
                              });
      return true;
    case 'v':
      services_.clipboard([this, id = field.id](const std::optional<std::string>& pasted) {
        if (!pasted) return refuse_paste();
        insert(id, *pasted);
      });
      return true;
    default: return false;
  }
}

bool Ui::edit_field(const KeyPress& press) {
  const Widget* found = field_in_use();
  if (found == nullptr || press.key == Key::Tab) return false;
  // What is written under a move is part of the game, and undone with it.
  const bool undoes = press.control && (press.letter == 'z' || press.letter == 'y');
  if (undoes && dialog_part() == nullptr) return false;
  if (action_for(press) == Action::Quit) return false;
  if (press.key == Key::Escape) {
    if (shown_.dialog != Dialog::None && shown_.dialog != Dialog::Victory) return false;
    attention_.focused.clear();
    touch();
    return true;
  }
  const Widget field = *found;  // a copy: what follows may draw a new frame
  const TextCursor cursor =
      attention_.writing_in(field.id, *field.text, field.lines.several).cursor;
  const bool aside = press.key == Key::Left || press.key == Key::Right;
  // Until one writes in it, Home and End go through the list that fills the field.
  const bool ends = press.key == Key::Home || press.key == Key::End;
  Part* const dialog = dialog_part();
  if (ends && dialog != nullptr && attention_.writing.field != field.id && dialog->key(press)) {
    touch();
    return true;
  }
  if (press.key == Key::Enter) {
    if (press.shift && field.lines.several) {
      insert(field.id, "\n");
    } else if (field.act) {
      guarded(field.act);
    }
  } else if (aside && cursor.selects() && !press.shift && !press.control) {
    put_caret(field, press.key == Key::Left ? cursor.from() : cursor.to(), false);
  } else if (const auto place = moved(press, field, cursor.caret, measure_)) {
    put_caret(field, *place, press.shift);
  } else if (!erase_in_field(press, field)) {
    const bool used = press.control && press.key == Key::Letter &&
                      taken([&] { return use_clipboard(press.letter, field); });
    if (!used && dialog != nullptr && dialog->key(press)) attention_.writing = {};
  }
  touch();
  return true;
}

}  // namespace losange::window
