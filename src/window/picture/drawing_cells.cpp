// What the board is made of and what is known of its cells: borders, cells, names, bands, inferior cells, labels.
#include <algorithm>
#include <array>

#include "window/picture/drawing.h"

namespace losange::window {

using game::Side;

namespace {

// Of draughts: those that pieces stand on are the dark ones in every theme.
struct Squares {
  Color played, idle;
};

Squares squares_of(const Theme& theme) {
  if (theme.dark) return {theme.cell, mixed(theme.cell_line, theme.ink, 0.3)};
  return {mixed(theme.cell_line, theme.ink, 0.16), mixed(theme.cell, theme.raised, 0.5)};
}

}  // namespace

void BoardDrawing::borders() {
  for (const auto& border : board_.layout.borders) {
    Polygon shape = border.shape;
    for (Point& p : shape.points) p = board_.to_pixels(p);
    shape.fill = faded(palette_.of(border.side));
    Stroke outline{shape.points, 0.05 * scale_, edge(border.side, theme_.background), true};
    scene_.push_back(std::move(shape));
    if (!told_apart(palette_.of(border.side), theme_.background)) {
      scene_.push_back(std::move(outline));
    }
  }
}

void BoardDrawing::cells() {
  const Color shaded = mixed(theme_.cell, theme_.cell_line, 0.45);
  const Squares squares = squares_of(theme_);
  for (int cell = 0; cell < static_cast<int>(board_.layout.cells.size()); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    if (picture_.pieces[i] == ' ') {
      scene_.push_back(Polygon{shrunk(cell, 1.012), faded(squares.idle)});
      continue;
    }
    const double dark = shade(settings_.shading, board_.layout.rows[i], board_.layout.columns[i],
                              board_.layout.side_cells);
    scene_.push_back(Polygon{shrunk(cell, 1.012), faded(theme_.cell_line)});
    const bool square = board_.layout.cells[i].size() == 4;
    const Color ground = square ? squares.played : mixed(theme_.cell, shaded, dark);
    scene_.push_back(Polygon{shrunk(cell, square ? 1.012 : 0.955), faded(ground)});
  }
}

void BoardDrawing::names() {
  if (board_.layout.numbered) return;  // each has its number already
  for (std::size_t i = 0; i < board_.layout.cells.size(); ++i) {
    if (picture_.pieces[i] != '.') continue;
    text(board_.center(static_cast<int>(i)), board_.layout.names[i], 0.25,
         theme_.muted.with_alpha(0.75));
  }
}

// Soft, and without gaps between their cells: those of a pair of ends flow into one. Cells of several are not darker.
void BoardDrawing::bands() {
  std::array<std::vector<bool>, 2> tinted;
  for (auto& cells : tinted) cells.resize(picture_.pieces.size());
  for (const auto& band : picture_.bands) {
    for (const int cell : band.cells) {
      auto done = tinted[static_cast<std::size_t>(game::index(band.side))].begin() + cell;
      if (*done) continue;
      *done = true;
      scene_.push_back(Polygon{shrunk(cell, 1), faded(palette_.of(band.side)).with_alpha(0.3)});
    }
  }
}

void BoardDrawing::inferior() {
  using Kind = study::InferiorCell::Kind;
  for (const auto& mark : picture_.inferior) {
    const Point center = board_.center(mark.cell);
    const double r = 0.13 * scale_;
    if (mark.kind == Kind::Dead) {
      const Color color = theme_.muted;
      scene_.push_back(
          Stroke{{center - Point{r, r}, center + Point{r, r}}, 0.07 * scale_, color, false});
      scene_.push_back(
          Stroke{{center + Point{-r, r}, center + Point{r, -r}}, 0.07 * scale_, color, false});
    } else if (mark.kind == Kind::CapturedByFirst || mark.kind == Kind::CapturedBySecond) {
      const Side side = mark.kind == Kind::CapturedByFirst ? Side::First : Side::Second;
      scene_.push_back(Polygon{shrunk(mark.cell, 0.5), palette_.of(side).with_alpha(0.75)});
    } else {
      scene_.push_back(Disc{center, 0.08 * scale_, theme_.muted.with_alpha(0.7)});
    }
  }
}

void BoardDrawing::must_play() {
  for (const int cell : picture_.must_play) {
    scene_.push_back(Stroke{shrunk(cell, 0.8), 0.06 * scale_, theme_.accent.with_alpha(0.9), true});
  }
}

void BoardDrawing::labels() {
  if (board_.layout.numbered) return numbers();
  const auto& bounds = board_.layout.bounds;
  // On a small board as large as there is room around it, so that it can be read. Where that is too small all the same, as
  // on 19x19 in a window for a phone, every second one has the place of two, and goes as far out as its letters are wider.
  constexpr double kReadable = 9, kSparse = 10, kRoom = 0.52;  // pixels, pixels, and board units
  const double usual = std::min(0.34, 0.022 * std::max(bounds.width, bounds.height));
  const double fitting = std::clamp(kReadable / scale_, usual, std::max(usual, kRoom));
  const bool fixed = board_.layout.label_size > 0;
  const bool sparse = !fixed && fitting * scale_ < kReadable - 0.01;
  const double size = fixed ? board_.layout.label_size : sparse ? kSparse / scale_ : fitting;
  const double out = sparse ? 0.9 * (size - kRoom) : 0;
  for (const auto& label : board_.layout.labels) {
    if (sparse && label.spared) continue;
    text(board_.to_pixels(label.at + label.out * out), label.text, size, theme_.muted);
  }
}

// Those of draughts stand on the squares, where an analysis may lie. Where they would be too small to read they are larger,
// and only on squares with nothing else on them.
void BoardDrawing::numbers() {
  constexpr double kReadable = 8;  // pixels
  const double usual = board_.layout.label_size, size = std::max(usual, kReadable / scale_);
  const bool alone = size > usual;
  const Point larger{0.55 * (size - usual), 0.36 * (size - usual)};  // their halves, of two digits
  const Color ink = mixed(theme_.muted, theme_.ink, 0.5);
  for (const auto& label : board_.layout.labels) {
    const int cell = cell_called(label.text);
    const CellNote* note = note_on(cell);
    if (alone && (note != nullptr || !is_empty(cell) || ghost_on(cell))) continue;
    const Point inside = note != nullptr && note->best ? kInsideOutline : Point{};
    text(board_.to_pixels(label.at + inside + larger), label.text, size,
         note != nullptr ? readable_on(tint(*note)) : ink);
  }
}

int BoardDrawing::cell_called(const std::string& name) const {
  const auto& names = board_.layout.names;
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

const CellNote* BoardDrawing::note_on(int cell) const {
  const auto found = std::find_if(picture_.notes.begin(), picture_.notes.end(),
                                  [&](const CellNote& note) { return note.cell == cell; });
  return found == picture_.notes.end() ? nullptr : &*found;
}

}  // namespace losange::window
