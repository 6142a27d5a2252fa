#include "window/marks/annotate_panel.h"

#include <algorithm>
#include <utility>

namespace losange::window {

namespace {

// The number of the move that put the stone of each cell there; 0 for none.
std::vector<int> numbers_of(const players::Session& session, std::size_t cells) {
  std::vector<int> numbers(cells);
  int number = 0;
  const auto& record = session.record();
  const int size = record.setup.size;
  for (const game::NodeId id : record.line()) {
    const auto& node = record.node(id);
    if (!node.move) continue;
    ++number;
    if (node.move->text == "swap-pieces") {  // the stone stands mirrored now
      const auto old = std::find(numbers.begin(), numbers.end(), number - 1) - numbers.begin();
      if (static_cast<std::size_t>(old) == cells) continue;
      numbers[static_cast<std::size_t>(old)] = 0;
      numbers[static_cast<std::size_t>(old % size * size + old / size)] = number;
      continue;
    }
    const int cell = session.position().cell_of(node.move->text);
    if (cell >= 0 && static_cast<std::size_t>(cell) < cells)
      numbers[static_cast<std::size_t>(cell)] = number;
  }
  return numbers;
}

}  // namespace

void AnnotatePanel::set_on(bool on) {
  on_ = on;
  arrow_from_.clear();
}

void AnnotatePanel::draw(Pen& pen, Rect& rest) {
  const double height = pen.px(pen.narrow() ? kFinger : 36), gap = pen.px(pen.narrow() ? 6 : 9);
  pen.choices(
      "marks.tool", rest.take_top(height),
      {context_.tr(Word::MarkLetter), context_.tr(Word::MarkTriangle),
       context_.tr(Word::MarkSquare), context_.tr(Word::MarkCircle), context_.tr(Word::MarkCross),
       context_.tr(Word::MarkArrow)},
      static_cast<int>(tool_),
      [this](int tool) {
        tool_ = static_cast<MarkKind>(tool);
        arrow_from_.clear();
      },
      11);
  rest.take_top(gap);
  Rect row = rest.take_top(height);
  const auto& record = context_.table.record();
  pen.button("marks.clear", row.take_left(row.width * 0.55), context_.tr(Word::MarksClear),
             {.icon = Icon::Trash, .enabled = !marks_at(record.node(record.cursor())).empty()},
             [this] {
               context_.table.edit_marks(clear_marks);
               written_();
             });
  row.take_left(pen.px(8));
  pen.button("marks.done", row, context_.tr(Word::Done),
             {.primary = true, .tip = context_.tip(Action::Marks)},
             [this] { context_.ask.perform(Action::Marks); });
  rest.take_top(gap);
}

void AnnotatePanel::click(const std::string& cell) {
  RecordMark mark{tool_, cell};
  if (tool_ == MarkKind::Arrow) {
    const std::string from = std::exchange(arrow_from_, "");
    if (from.empty()) {
      arrow_from_ = cell;
      return;
    }
    if (from == cell) return;
    mark = {tool_, from, cell};
  }
  context_.table.edit_marks([&](game::RecordNode& node) {
    if (mark.kind == MarkKind::Letter) {  // a letter that stands there goes, whichever it is
      for (const auto& old : marks_at(node)) {
        if (old.kind == mark.kind && old.cell == cell) mark.text = old.text;
      }
      if (mark.text.empty()) mark.text = next_letter(node);
    }
    toggle_mark(node, mark);
  });
  written_();
}

void AnnotatePanel::add(BoardPicture& picture) const {
  const auto& names = picture.board.layout.names;
  const auto cell_of = [&](const std::string& name) {
    const auto at = std::find(names.begin(), names.end(), name);
    return at == names.end() ? -1 : static_cast<int>(at - names.begin());
  };
  Annotations& seen = picture.annotations;
  const auto& record = context_.table.record();
  for (const auto& mark : marks_at(record.node(record.cursor()))) {
    const int cell = cell_of(mark.cell);
    if (cell < 0) continue;
    if (mark.kind == MarkKind::Letter) {
      seen.letters.push_back({cell, mark.text});
    } else if (mark.kind == MarkKind::Arrow) {
      if (const int to = cell_of(mark.text); to >= 0) seen.arrows.push_back({cell, to});
    } else {
      seen.shapes.push_back(
          {cell, static_cast<CellShape::Kind>(static_cast<int>(mark.kind) -
                                              static_cast<int>(MarkKind::Triangle))});
    }
  }
  if (const int from = cell_of(arrow_from_); from >= 0 && on_) picture.selected = from;
  const auto covered = [&](int cell) {
    const auto on_it = [&](const auto& mark) { return mark.cell == cell; };
    return std::any_of(seen.letters.begin(), seen.letters.end(), on_it) ||
           std::any_of(seen.shapes.begin(), seen.shapes.end(), on_it);
  };
  for (auto& note : picture.notes) {  // the colour of its cell still tells of it
    if (covered(note.cell)) note.value = note.visits = "";
  }
  if (!context_.settings.move_numbers || !context_.offers(Action::Numbers)) return;
  const auto numbers = numbers_of(context_.table.session(), picture.pieces.size());
  const auto valued = [&](int cell) {
    return std::any_of(picture.notes.begin(), picture.notes.end(),
                       [cell](const CellNote& note) { return note.cell == cell; });
  };
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (covered(static_cast<int>(i)) || valued(static_cast<int>(i))) continue;
    if (numbers[i] > 0 && picture.pieces[i] != '.')
      seen.numbers.push_back({static_cast<int>(i), std::to_string(numbers[i])});
  }
}

}  // namespace losange::window
