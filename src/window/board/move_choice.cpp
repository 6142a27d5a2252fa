#include "window/board/move_choice.h"

#include <algorithm>

namespace losange::window {

namespace {

void add(std::vector<int>& cells, int cell) {
  if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
}

}  // namespace

std::string move_to(const players::AnyPosition& position, int cell) {
  std::string found;
  for (const auto& move : position.legal_moves()) {
    if (position.cell_of(move) == cell) found = move;
  }
  return found;
}

MoveChoice::MoveChoice(const players::AnyPosition& position) {
  for (auto& move : position.legal_moves()) {
    auto path = position.path_of(move);
    if (path.size() < 2) continue;
    captures_ = captures_ || move.find('x') != move.npos;
    lines_.push_back({std::move(move), std::move(path)});
  }
}

std::vector<int> MoveChoice::forced() const {
  std::vector<int> cells;
  if (!captures_) return cells;
  for (const auto& line : lines_) add(cells, line.path.front());
  return cells;
}

std::vector<const MoveChoice::Line*> MoveChoice::going_on(const std::vector<int>& chosen) const {
  std::vector<const Line*> found;
  for (const auto& line : lines_) {
    if (line.path.size() > chosen.size() &&
        std::equal(chosen.begin(), chosen.end(), line.path.begin())) {
      found.push_back(&line);
    }
  }
  return found;
}

std::vector<int> MoveChoice::targets(const std::vector<int>& chosen) const {
  std::vector<int> cells;
  if (chosen.empty()) return cells;
  for (const Line* line : going_on(chosen)) {
    add(cells, line->path[chosen.size()]);
    add(cells, line->path.back());
  }
  return cells;
}

MoveChoice::Clicked MoveChoice::click(const players::AnyPosition& position,
                                      const std::vector<std::string>& names, int cell,
                                      std::vector<int>& chosen) const {
  const auto name = [&](int at) { return names[static_cast<std::size_t>(at)]; };
  const bool starts = std::any_of(lines_.begin(), lines_.end(),
                                  [&](const Line& line) { return line.path.front() == cell; });
  if (chosen.size() <= 1 && starts && (chosen.empty() || chosen.front() != cell)) {
    chosen = {cell};
    return {Click::Chosen};
  }
  const char piece = position.view().pieces[static_cast<std::size_t>(cell)];
  // Another piece of the player than the chosen one: why it may not move.
  const bool first = position.to_move() == game::Side::First;
  const bool own = first ? piece == 'x' || piece == 'X' : piece == 'o' || piece == 'O';
  const bool another = chosen.size() == 1 && own && cell != chosen.front();
  if (chosen.empty() || another) {
    if (piece != '.' && piece != ' ') position.check(name(cell) + "-" + name(cell));
    return {};
  }
  if (cell == chosen.back()) {
    // A piece in the midst of its capture goes on with it.
    if (chosen.size() == 1) chosen.clear();
    return {};
  }
  std::vector<const Line*> ending;
  std::vector<std::vector<int>> passing;  // the ways to the cell of captures that go on from there
  for (const Line* line : going_on(chosen)) {
    const auto last = line->path.end() - 1;
    if (*last == cell) ending.push_back(line);
    const auto next = line->path.begin() + static_cast<std::ptrdiff_t>(chosen.size());
    const auto at = std::find(next, last, cell);
    if (at != last) passing.emplace_back(line->path.begin(), at + 1);
  }
  const bool next = ending.size() == 1 && ending.front()->path.size() == chosen.size() + 1;
  if (next || (ending.size() == 1 && passing.empty())) {
    chosen.clear();
    return {Click::Complete, ending.front()->move};
  }
  const bool one_way = std::all_of(passing.begin(), passing.end(),
                                   [&](const auto& way) { return way == passing.front(); });
  if (!passing.empty() && one_way) {
    chosen = passing.front();
    return {Click::Chosen};
  }
  if (!passing.empty() || !ending.empty()) return {Click::Several};
  if (piece != ' ') position.check(name(chosen.front()) + "-" + name(cell));
  if (chosen.size() == 1) chosen.clear();
  return {};
}

}  // namespace losange::window
