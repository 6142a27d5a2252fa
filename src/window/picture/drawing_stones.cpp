// Stones, those that come and go, and the chain that won.
#include <algorithm>
#include <cctype>

#include "window/picture/drawing.h"
#include "window/scene/icons.h"

namespace losange::window {

using game::Side;

namespace {

void add_mark(Scene& scene, Point center, double radius, Side side, Color color, double opacity) {
  const Color ink = readable_on(color).with_alpha(0.85 * opacity);
  const double r = radius * 0.42;
  if (side == Side::First) {
    scene.push_back(Polygon{
        {center + Point{0, -r}, center + Point{r, 0}, center + Point{0, r}, center + Point{-r, 0}},
        ink});
  } else {
    scene.push_back(ring(center, r * 0.9, radius * 0.16, ink));
  }
}

}  // namespace

void add_stone(Scene& scene, Point center, double radius, Side side, Color color, Color edge,
               bool marked, double opacity) {
  // A thinner rim is not seen, and with it a stone of the colour of its ground.
  constexpr double kLeastRim = 1.2;  // pixels
  scene.push_back(Disc{center, radius, edge.with_alpha(opacity)});
  scene.push_back(Disc{center, std::min(radius * 0.93, std::max(0.0, radius - kLeastRim)),
                       color.with_alpha(opacity)});
  if (marked) add_mark(scene, center, radius, side, color, opacity);
}

void BoardDrawing::stones() {
  for (std::size_t i = 0; i < picture_.pieces.size(); ++i) {
    if (picture_.pieces[i] == '.' || picture_.pieces[i] == ' ') continue;
    if (picture_.held && static_cast<int>(i) == picture_.selected) continue;
    const auto moving =
        std::find_if(picture_.moving.begin(), picture_.moving.end(), [&](const Moving& m) {
          return m.cell == static_cast<int>(i) && m.piece == picture_.pieces[i];
        });
    const double shown = moving == picture_.moving.end() ? 1 : moving->shown;
    if (moving != picture_.moving.end() && !moving->path.empty()) {
      stone(on_the_way(*moving), picture_.pieces[i], 1, 1);
      continue;
    }
    if (shown > 0) put(static_cast<int>(i), picture_.pieces[i], 0.55 + 0.45 * shown, shown);
  }
  for (const auto& moving : picture_.moving) {  // those that leave
    if (piece_at(moving.cell) == '.' && moving.shown > 0) {
      put(moving.cell, moving.piece, 0.55 + 0.45 * moving.shown, moving.shown);
    }
  }
}

// Each leg of the path takes the same time.
Point BoardDrawing::on_the_way(const Moving& moving) const {
  const double at =
      std::clamp(moving.shown, 0.0, 1.0) * static_cast<double>(moving.path.size() - 1);
  const auto leg = std::min(static_cast<std::size_t>(at), moving.path.size() - 2);
  const Point from = board_.center(moving.path[leg]), to = board_.center(moving.path[leg + 1]);
  return from + (to - from) * (at - static_cast<double>(leg));
}

void BoardDrawing::put(int cell, char piece, double size, double opacity) {
  if (settings_.fill_cells) {
    const Color color = faded(palette_.of(side_of(piece))).with_alpha(opacity);
    scene_.push_back(Polygon{shrunk(cell, 0.955 * size), color});
    if (!told_apart(palette_.of(side_of(piece)), theme_.cell)) {
      const Color rim = edge(side_of(piece), theme_.cell).with_alpha(opacity);
      scene_.push_back(Stroke{shrunk(cell, 0.9 * size), 0.06 * scale_, rim, true});
    }
    if (palette_.marks) {
      add_mark(scene_, board_.center(cell), 0.4 * scale_, side_of(piece), color, opacity);
    }
  } else {
    stone(board_.center(cell), piece, size, opacity);
  }
}

void BoardDrawing::stone(Point center, char piece, double size, double opacity) {
  const Color color = faded(palette_.of(side_of(piece)));
  const double radius = board_.layout.stone_radius * scale_ * size;
  add_stone(scene_, center, radius, side_of(piece), color, edge(side_of(piece), theme_.cell),
            palette_.marks, opacity);
  if (std::isupper(static_cast<unsigned char>(piece)) != 0) {
    scene_.push_back(ring(center, radius * 0.5, 0.08 * scale_, readable_on(color)));
  }
}

// The chain that won: its stones joined, in front of a board that steps back.
void BoardDrawing::chain_links() {
  if (picture_.chain.empty()) return;
  for (const auto& [a, b] : links()) {
    const char piece = piece_at(picture_.chain.front());
    scene_.push_back(Stroke{{board_.center(a), board_.center(b)},
                            0.5 * scale_,
                            palette_.of(side_of(piece)).with_alpha(picture_.chain_light),
                            false});
  }
}

std::vector<std::pair<int, int>> BoardDrawing::links() const {
  std::vector<std::pair<int, int>> found;
  for (const int a : picture_.chain) {
    for (const int b : picture_.chain) {
      if (a < b && length(board_.layout.centers[static_cast<std::size_t>(a)] -
                          board_.layout.centers[static_cast<std::size_t>(b)]) < 1.2) {
        found.emplace_back(a, b);
      }
    }
  }
  return found;
}

void BoardDrawing::swap_offer() {
  if (picture_.swap_cell < 0) return;
  const Point center = board_.center(picture_.swap_cell);
  const char piece = piece_at(picture_.swap_cell);
  const Color ink = piece == '.' ? theme_.accent : readable_on(palette_.of(side_of(piece)));
  const bool over = picture_.hover == picture_.swap_cell;
  scene_.push_back(ring(center, 0.47 * scale_, (over ? 0.1 : 0.06) * scale_, theme_.accent));
  if (!noted(picture_.swap_cell)) return add_icon(scene_, Icon::Swap, center, 0.5 * scale_, ink);
  // The value of the swap stands on the stone: the sign is beside it.
  const Point corner = center + Point{0.34, -0.34} * scale_;
  scene_.push_back(Disc{corner, 0.2 * scale_, theme_.accent});
  add_icon(scene_, Icon::Swap, corner, 0.3 * scale_, theme_.on_accent);
}

void BoardDrawing::hover() {
  if (picture_.hover < 0 || !ghost_on(picture_.hover)) return;
  put(picture_.hover, *picture_.hover_side == Side::First ? 'x' : 'o', 1, kGhost);
}

void BoardDrawing::ghosts() {
  for (const auto& ghost : picture_.ghosts) {
    const char piece = ghost.side == Side::First ? 'x' : 'o';
    put(ghost.cell, piece, 0.92, 0.88);
    text(board_.center(ghost.cell), std::to_string(ghost.number), 0.36,
         readable_on(palette_.of(ghost.side)), Weight::Bold);
  }
}

}  // namespace losange::window
