#include "window/draw/text_lines.h"

#include "window/draw/text_cursor.h"

namespace losange::window {

namespace {

double width_of(std::string_view text, double size, const Measure& measure) {
  return text.empty() ? 0 : measure(text, size, Weight::Regular);
}

// One paragraph, from a place in the whole text on.
void break_paragraph(std::string_view text, std::size_t begin, std::size_t end, double width,
                     double size, const Measure& measure, std::vector<TextLines::Line>& lines) {
  std::size_t from = begin, to = begin;  // of the line, up to the last word that fits
  while (true) {
    std::size_t word_end = to;
    while (word_end < end && text[word_end] == ' ') ++word_end;
    while (word_end < end && text[word_end] != ' ') ++word_end;
    if (word_end == to) break;
    const std::string_view longer = text.substr(from, word_end - from);
    const std::size_t fits = fitting(longer, width, size, measure);
    if (fits == longer.size()) {
      to = word_end;
      continue;
    }
    if (to > from) {  // it goes on after the space
      lines.push_back({from, to});
      from = to = std::min(end, to + 1);
      continue;
    }
    to = from + std::max(fits, next_character(longer, 0));  // at least one character
    lines.push_back({from, to});
    from = to;
  }
  lines.push_back({from, end});
}

}  // namespace

std::size_t fitting(std::string_view text, double width, double size, const Measure& measure,
                    Weight weight) {
  const auto is_wider = [&](std::size_t to) {
    return measure(text.substr(0, to), size, weight) > width;
  };
  std::size_t fits = 0, wider = 0;
  for (std::size_t step = 64; wider == 0; step *= 2) {
    if (fits == text.size()) return fits;
    const std::size_t next =
        text.size() - fits <= step ? text.size() : next_character(text, fits + step - 1);
    (is_wider(next) ? wider : fits) = next;
  }
  while (true) {
    std::size_t between = previous_character(text, fits + (wider - fits) / 2 + 1);
    if (between <= fits) between = next_character(text, fits);
    if (between >= wider) return fits;
    (is_wider(between) ? wider : fits) = between;
  }
}

std::vector<TextLines::Line> broken(std::string_view text, double width, double size,
                                    const Measure& measure) {
  std::vector<TextLines::Line> lines;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    break_paragraph(text, begin, end, width, size, measure, lines);
    if (end == text.size()) return lines;
    begin = end + 1;
  }
}

std::size_t TextLines::room() const {
  // Made for two lines it may be a hair less than two high.
  constexpr double kHair = 0.01;
  return several ? static_cast<std::size_t>(std::max(1.0, inside.height / pitch + kHair)) : 1;
}

std::size_t TextLines::line_of(std::size_t place) const {
  std::size_t line = 0;
  while (line + 1 < lines.size() && lines[line + 1].from <= place) ++line;
  return line;
}

TextLines::Line TextLines::shown(std::size_t line, std::string_view text,
                                 const Measure& measure) const {
  if (several) return lines[line];
  const std::size_t from = std::min(first, text.size());
  if (from == text.size()) return {from, from};
  const std::string_view rest = text.substr(from);
  return {from,
          from + std::max(fitting(rest, inside.width, size, measure), next_character(rest, 0))};
}

Point TextLines::where(std::size_t place, std::string_view text, const Measure& measure) const {
  const std::size_t line = line_of(place);
  const std::size_t from = several ? lines[line].from : std::min(first, place);
  const double row = several ? static_cast<double>(line) - static_cast<double>(first) : 0;
  return {inside.x + width_of(text.substr(from, place - from), size, measure),
          several ? inside.y + pitch * (row + 0.5) : inside.center().y};
}

std::size_t TextLines::at(Point point, std::string_view text, const Measure& measure) const {
  std::size_t line = 0;
  if (several) {
    const double row = static_cast<double>(first) + std::floor((point.y - inside.y) / pitch);
    line = static_cast<std::size_t>(std::clamp(row, 0.0, static_cast<double>(lines.size() - 1)));
  }
  const Line seen = shown(line, text, measure);
  if (!several && point.x < inside.x) return previous_character(text, seen.from);
  std::size_t place = seen.from;
  for (double left = inside.x; place < seen.to;) {
    const std::size_t next = next_character(text, place);
    const double right =
        inside.x + width_of(text.substr(seen.from, next - seen.from), size, measure);
    if (point.x < (left + right) / 2) return place;
    left = right;
    place = next;
  }
  return !several && point.x > inside.right() ? next_character(text, place) : place;
}

std::size_t TextLines::below(std::size_t place, int by, std::string_view text,
                             const Measure& measure) const {
  const auto line = static_cast<int>(line_of(place)) + by;
  if (line < 0) return 0;
  if (line >= static_cast<int>(lines.size())) return text.size();
  Point to = where(place, text, measure);
  to.y += pitch * by;
  return at(to, text, measure);
}

void TextLines::show(std::size_t place, std::string_view text, const Measure& measure) {
  if (several) {
    const std::size_t line = line_of(place), seen = room();
    if (line < first) first = line;
    if (line >= first + seen) first = line + 1 - seen;
    return;
  }
  first = std::min(first, place);
  const std::string_view before = text.substr(first, place - first);
  if (fitting(before, inside.width, size, measure) == before.size()) return;
  // What fits is looked for from the place itself: a pasted text may be of any length.
  for (first = place; first > 0;) {
    const std::size_t earlier = previous_character(text, first);
    if (width_of(text.substr(earlier, place - earlier), size, measure) > inside.width) return;
    first = earlier;
  }
}

}  // namespace losange::window
