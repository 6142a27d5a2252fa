#include "window/findings/record_marks.h"

#include <algorithm>
#include <array>
#include <utility>

namespace losange::window {

namespace {

constexpr std::array<std::pair<MarkKind, const char*>, 6> kNames{{{MarkKind::Letter, "LB"},
                                                                  {MarkKind::Triangle, "TR"},
                                                                  {MarkKind::Square, "SQ"},
                                                                  {MarkKind::Circle, "CR"},
                                                                  {MarkKind::Cross, "MA"},
                                                                  {MarkKind::Arrow, "AR"}}};

bool is_pair(MarkKind kind) { return kind == MarkKind::Letter || kind == MarkKind::Arrow; }

std::string value_of(const RecordMark& mark) {
  return is_pair(mark.kind) ? mark.cell + ":" + mark.text : mark.cell;
}

void write(game::RecordNode& node, const std::vector<RecordMark>& marks) {
  for (const auto& [kind, name] : kNames) {
    game::Property property{name, {}};
    for (const auto& mark : marks) {
      if (mark.kind == kind) property.values.push_back(value_of(mark));
    }
    std::erase_if(node.other, [&](const game::Property& p) { return p.name == property.name; });
    if (!property.values.empty()) node.other.push_back(std::move(property));
  }
}

}  // namespace

std::vector<RecordMark> marks_at(const game::RecordNode& node) {
  std::vector<RecordMark> marks;
  for (const auto& property : node.other) {
    const auto found = std::find_if(kNames.begin(), kNames.end(),
                                    [&](const auto& n) { return property.name == n.second; });
    if (found == kNames.end()) continue;
    for (const std::string& value : property.values) {
      const std::size_t colon = value.find(':');
      RecordMark mark{found->first, value.substr(0, colon)};
      if (is_pair(mark.kind) && colon == value.npos) continue;
      if (is_pair(mark.kind)) mark.text = value.substr(colon + 1);
      marks.push_back(std::move(mark));
    }
  }
  return marks;
}

void toggle_mark(game::RecordNode& node, const RecordMark& mark) {
  auto marks = marks_at(node);
  const bool letter = mark.kind == MarkKind::Letter, arrow = mark.kind == MarkKind::Arrow;
  const auto in_its_place = [&](const RecordMark& m) {
    if (arrow) return m == mark;
    return m.cell == mark.cell && m.kind != MarkKind::Arrow &&
           (m.kind == MarkKind::Letter) == letter;
  };
  const bool stands = std::any_of(marks.begin(), marks.end(), [&](const RecordMark& m) {
    return in_its_place(m) && m.kind == mark.kind;
  });
  std::erase_if(marks, in_its_place);
  if (!stands) marks.push_back(mark);
  write(node, marks);
}

void clear_marks(game::RecordNode& node) { write(node, {}); }

std::string next_letter(const game::RecordNode& node) {
  const auto marks = marks_at(node);
  const auto taken = [&](const std::string& text) {
    return std::any_of(marks.begin(), marks.end(), [&](const RecordMark& m) {
      return m.kind == MarkKind::Letter && m.text == text;
    });
  };
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    if (!taken({letter})) return {letter};
  }
  int number = 1;
  while (taken(std::to_string(number))) ++number;
  return std::to_string(number);
}

}  // namespace losange::window
