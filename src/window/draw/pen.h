// Draws the parts every screen is made of, and notes what can be clicked. A screen is a function
// that draws itself from the state each time something changed; what it draws is a Frame: shapes,
// and widgets with what happens when they are used. Nothing is kept between frames but ids.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "window/draw/layout.h"
#include "window/draw/text_cursor.h"
#include "window/draw/text_lines.h"
#include "window/draw/theme.h"
#include "window/scene/icons.h"

namespace losange::window {

// A cell of a board as it is heard: "c4", "Red", and what a click there does.
struct BoardCell {
  std::string name, state;
  Point at;
};

struct Widget {
  enum class Kind { Button, Field, Slider, Board };

  std::string id;
  Rect area;
  Kind kind = Kind::Button;
  std::function<void()> act{};  // clicked, or Enter or Space when focused
  std::string name{};           // what it says, for those who hear it
  std::string tip{};
  std::string* text = nullptr;          // Field: what is edited
  std::function<void()> edited{};       // Field: after each change
  TextLines lines{};                    // Field: how the text stands there
  std::function<void(double)> slide{};  // Slider: to a share of its width
  double value = 0;                     // Slider: where it stands, 0 to 1
  double step = 0.1;                    // Slider: what an arrow key moves
  std::optional<bool> on{};             // Button: one that stays pressed, and whether it is
  std::vector<BoardCell> cells{};       // Board
  std::string group{};                  // Button: one of several, among which arrows go
  // Button: what lies there after the click is another one's: the second of a double click is not for that.
  bool once = false;
};

struct Frame {
  Scene scene;
  std::vector<Widget> widgets;
  std::size_t modal = 0;  // widgets before this one are covered by a dialog
  double overflow = 0;    // pixels by which the dialog is taller than the window
  std::vector<Widget> disabled;    // buttons that cannot be used now, for their tips
  std::size_t modal_disabled = 0;  // likewise

  const Widget* find(std::string_view id) const;
  const Widget* at(Point p) const;
  // The same, or a disabled button.
  const Widget* hovered_at(Point p) const;
  const Widget* with_tip(std::string_view id) const;
};

// Where one writes: in the field that was used last, and what of its text is shown.
struct Writing {
  std::string field;  // its id
  TextCursor cursor;
  std::size_t first = 0;  // line or byte that is shown (TextLines)
  bool follow = true;     // the caret stays in sight; not where one only looks at the text
};

// What the pointer and the keyboard stand on.
struct Attention {
  Point pointer{-1, -1};
  std::string hovered, pressed, focused;
  bool focus_visible = false;  // the keyboard was used last
  Writing writing;

  // What is true of a field. A new one of several lines is written in at its end; in one line the whole is chosen, as
  // file dialogs have it, so that who types gives another name.
  Writing writing_in(const std::string& id, std::string_view text, bool several) const;
};

struct Look {
  Theme theme;
  double unit = 1;  // pixels of one design pixel
  Measure measure;
  double width = 0, height = 0;  // of the window
  bool fingers = false;          // are what people use first, and not a pointer
  double scrolled = 0;           // pixels that a dialog taller than the window was moved up
};

struct ButtonStyle {
  Icon icon = Icon::None;
  bool primary = false, selected = false, enabled = true, plain = false;
  std::string tip{};
  Align align = Align::Center;
  double letters = 15;  // size of the label
  std::string aside{};  // at the right end, smaller: the key that does the same
  bool once = false;    // as Widget has it
};

class Pen {
 public:
  Pen(Frame& frame, const Look& look, const Attention& attention)
      : frame_(frame), look_(look), attention_(attention) {}

  const Theme& theme() const { return look_.theme; }
  double px(double design) const { return design * look_.unit * scale_; }
  // All that is drawn from now on is smaller, for what would not fit otherwise.
  void shrink(double share) { scale_ *= share; }
  double width() const { return look_.width; }  // of the window, in pixels
  double height() const { return look_.height; }
  bool narrow() const { return is_narrow(look_.width, look_.fingers); }
  bool fingers() const { return look_.fingers; }
  double scrolled() const { return look_.scrolled; }
  Scene& scene() { return frame_.scene; }
  Frame& frame() { return frame_; }
  const Attention& attention() const { return attention_; }

  void fill(Rect rect, Color color, double radius = 0);
  void outline(Rect rect, Color color, double radius, double width = 1);
  void line(Point a, Point b, Color color, double width = 1);
  void icon(Icon icon, Point center, double size, Color color);
  // Sizes in design pixels; texts are cut with an ellipsis at max_width.
  void text(Point at, std::string_view text, double size, Color color, Align align = Align::Left,
            Weight weight = Weight::Regular, double max_width = 1e9);
  double text_width(std::string_view text, double size, Weight weight = Weight::Regular) const;
  // The size at which a label fits: as asked for, or down to 0.7 of it where there is less room.
  double fitting(std::string_view text, double size, Weight weight, double room) const;
  // A text that is drawn so before it is cut.
  void label(Point at, std::string_view text, double size, Color color, Align align, Weight weight,
             double room) {
    this->text(at, text, fitting(text, size, weight, room), color, align, weight, room);
  }
  // Breaks into lines; returns the height used.
  double paragraph(Rect area, std::string_view text, double size, Color color,
                   Weight weight = Weight::Regular);
  std::vector<std::string> wrapped(std::string_view text, double size, double width,
                                   Weight weight = Weight::Regular) const;

  void button(const std::string& id, Rect area, std::string_view label, const ButtonStyle& style,
              std::function<void()> act);
  void toggle(const std::string& id, Rect area, std::string_view label, bool on,
              std::function<void()> act, std::string tip = {});
  // One of several; the widths are equal.
  void choices(const std::string& id, Rect area, const std::vector<std::string>& labels, int chosen,
               const std::function<void(int)>& choose, double text_size = 14);
  void slider(const std::string& id, Rect area, std::string_view name, double value, double step,
              std::function<void(double)> slide);
  // A text to write in (field.cpp). `several` lines are broken and scrolled, and Shift+Enter begins another.
  void field(const std::string& id, Rect area, std::string& text, std::string_view hint,
             std::function<void()> edited, std::function<void()> entered, bool several = false);
  // What a field needs to show so much text.
  double field_height(std::string_view text, double width) const;
  void dim();              // covers everything so far, before a dialog
  Rect dialog(Rect area);  // its ground; returns the room inside

  void focus_ring(const std::string& id, Rect area, double radius);
  bool hovered(const std::string& id) const { return attention_.hovered == id; }
  bool focused(const std::string& id) const {
    return attention_.focused == id && attention_.focus_visible;
  }
  void add(Widget widget) { frame_.widgets.push_back(std::move(widget)); }

 private:
  TextLines text_lines(Rect area, std::string_view text, bool several) const;

  Frame& frame_;
  const Look& look_;
  const Attention& attention_;
  double scale_ = 1;
};

}  // namespace losange::window
