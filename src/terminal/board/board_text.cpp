#include "terminal/board/board_text.h"

#include <algorithm>
#include <cassert>

#include "players/seat.h"

namespace losange::terminal {

namespace {

using game::Side;

// Columns: the cell of row r and column c stands at kLeft + r + 2c. The edges follow the same slant:
// one row up or down is one column to the left or right.
constexpr int kLeft = 4;

// Shapes of one column each. A stone of the winning chain has its own shape.
struct Shapes {
  const char* empty;
  const char* stone[2];
  const char* lit[2];
  const char* across;  // the top and bottom edges
  const char* along;   // the left and right edges
};

constexpr Shapes kUnicode{"·", {"●", "◆"}, {"◉", "◈"}, "━", "╲"};
constexpr Shapes kAscii{".", {"x", "o"}, {"X", "O"}, "=", "\\"};

const Shapes& shapes_of(const Style& style) { return style.unicode ? kUnicode : kAscii; }

// One line, written from left to right; columns that nothing was put in stay blank.
class LineWriter {
 public:
  explicit LineWriter(const Style& style) : style_(style) {}

  // `text` is `width` columns wide and starts at `column`, at or after the end of what is there.
  void put(int column, std::string_view text, int width, Ink ink) {
    assert(column >= line_.width);
    line_.text.append(static_cast<std::size_t>(column - line_.width), ' ');
    line_.text += style_.paint(text, ink);
    line_.width = column + width;
  }
  TextLine take() { return std::move(line_); }

 private:
  const Style& style_;
  TextLine line_;
};

class BoardWriter {
 public:
  BoardWriter(const players::BoardView& view, const Marks& marks, const Style& style)
      : view_(view), marks_(marks), style_(style), shapes_(shapes_of(style)) {}

  std::vector<TextLine> lines() const {
    std::vector<TextLine> lines{letters(-2), edge(-1)};
    for (int row = 0; row < view_.rows; ++row) lines.push_back(board_row(row));
    lines.push_back(edge(view_.rows));
    lines.push_back(letters(view_.rows + 1));
    return lines;
  }

 private:
  TextLine letters(int row) const {
    LineWriter line(style_);
    for (int column = 0; column < view_.columns; ++column) {
      const char letter = static_cast<char>('a' + column);
      line.put(kLeft + row + 2 * column, std::string_view(&letter, 1), 1, Ink::Quiet);
    }
    return line.take();
  }

  // From the line of the left edge to that of the right one.
  TextLine edge(int row) const {
    LineWriter line(style_);
    const int width = 2 * view_.columns + 3;
    std::string bar;
    for (int i = 0; i < width; ++i) bar += shapes_.across;
    line.put(kLeft + row - 2, bar, width, Ink::First);
    return line.take();
  }

  TextLine board_row(int row) const {
    LineWriter line(style_);
    const std::string number = std::to_string(row + 1);
    const int width = static_cast<int>(number.size());
    const int start = kLeft + row;
    line.put(start - 3 - width, number, width, Ink::Quiet);
    line.put(start - 2, shapes_.along, 1, Ink::Second);
    for (int column = 0; column < view_.columns; ++column) {
      put_cell(line, start + 2 * column, row * view_.columns + column);
    }
    const int end = start + 2 * view_.columns;
    line.put(end, shapes_.along, 1, Ink::Second);
    line.put(end + 2, number, width, Ink::Quiet);
    return line.take();
  }

  void put_cell(LineWriter& line, int column, int cell) const {
    const char piece = view_.pieces[static_cast<std::size_t>(cell)];
    if (piece == '.') {
      const auto hint = marks_.hints.find(cell);
      if (hint == marks_.hints.end()) {
        line.put(column, shapes_.empty, 1, Ink::Quiet);
      } else {
        line.put(column, std::to_string(hint->second), 1, Ink::Hint);
      }
      return;
    }
    const int side = piece == 'x' ? 0 : 1;
    const auto& chain = view_.winning_chain;
    const bool lit = std::find(chain.begin(), chain.end(), cell) != chain.end();
    const Ink plain = side == 0 ? Ink::First : Ink::Second;
    const Ink ink = lit ? (side == 0 ? Ink::FirstLit : Ink::SecondLit) : plain;
    const bool last = cell == marks_.last_move;
    if (last) line.put(column - 1, "(", 1, Ink::Strong);
    line.put(column, lit ? shapes_.lit[side] : shapes_.stone[side], 1, ink);
    if (last) line.put(column + 1, ")", 1, Ink::Strong);
  }

  const players::BoardView& view_;
  const Marks& marks_;
  const Style& style_;
  const Shapes& shapes_;
};

}  // namespace

std::vector<TextLine> board_text(const players::BoardView& view, const Marks& marks,
                                 const Style& style) {
  return BoardWriter(view, marks, style).lines();
}

std::vector<TextLine> beside(std::vector<TextLine> left, const std::vector<TextLine>& right,
                             std::size_t from) {
  left.resize(std::max(left.size(), from + right.size()));
  int column = 0;
  for (std::size_t i = 0; i < right.size(); ++i) column = std::max(column, left[from + i].width);
  column += 4;
  for (std::size_t i = 0; i < right.size(); ++i) {
    TextLine& line = left[from + i];
    if (right[i].width == 0) continue;
    line.text.append(static_cast<std::size_t>(column - line.width), ' ');
    line.text += right[i].text;
    line.width = column + right[i].width;
  }
  return left;
}

std::string stone_shape(Side side, const Style& style) {
  return shapes_of(style).stone[game::index(side)];
}

const char* shown_side(Side side, const game::GameSetup& setup, const Style& style) {
  if (setup.game != "hex" || !style.colour) return players::side_name(side, setup);
  return side == Side::First ? "Red" : "Blue";
}

}  // namespace losange::terminal
