// How the text of a field stands on the screen: broken into lines, with the part that is shown. Pen makes it when it draws
// a field; whoever handles the pointer and the keyboard asks it where a place in the text is seen.
#pragma once

#include <string_view>
#include <vector>

#include "window/scene/shape.h"

namespace losange::window {

struct TextLines {
  struct Line {
    std::size_t from = 0, to = 0;  // without the space or the sign at which it was broken
  };

  std::vector<Line> lines;     // all of them; at least one
  bool several = false;        // fields of one line move sideways, others up and down
  std::size_t first = 0;       // the first line that is shown, or the first byte
  Rect inside;                 // where lines stand, in pixels
  double pitch = 0, size = 0;  // from line to line, and of the letters

  std::size_t room() const;  // how many lines are seen at once
  std::size_t line_of(std::size_t place) const;
  // The part of a line that is seen: a field of one line shows what fits.
  Line shown(std::size_t line, std::string_view text, const Measure& measure) const;
  // The left of a character, in the middle of its line.
  Point where(std::size_t place, std::string_view text, const Measure& measure) const;
  // The place nearest to a point, also where that is outside.
  std::size_t at(Point point, std::string_view text, const Measure& measure) const;
  // The same distance from the left, so many lines below (above: negative).
  std::size_t below(std::size_t place, int lines, std::string_view text,
                    const Measure& measure) const;
  // Scrolls so far that a place is seen.
  void show(std::size_t place, std::string_view text, const Measure& measure);
};

// The longest beginning of a text that is no wider than `width`. It is looked for from the start, so that a text of any length
// costs no more than what fits.
std::size_t fitting(std::string_view text, double width, double size, const Measure& measure,
                    Weight weight = Weight::Regular);

// Lines end where the text says so and after the last word that fits; a longer word is cut.
std::vector<TextLines::Line> broken(std::string_view text, double width, double size,
                                    const Measure& measure);

}  // namespace losange::window
