#include "window/board/board_picture.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "window/draw/theme.h"
#include "window/scene/icons.h"

namespace losange::window {

namespace {

using game::Side;

Side side_of(char piece) { return piece == 'x' || piece == 'X' ? Side::First : Side::Second; }

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

class Drawing {
 public:
  Drawing(Scene& scene, const BoardPicture& picture, const Settings& settings)
      : scene_(scene),
        picture_(picture),
        board_(picture.board),
        settings_(settings),
        theme_(theme(settings.theme)),
        palette_(picture.palette != nullptr ? *picture.palette : palette(settings.palette)),
        scale_(picture.board.scale) {}

  void draw() {
    borders();
    cells();
    if (settings_.names_in_cells) names();
    bands();
    inferior();
    note_grounds();
    must_play();
    chain_links();
    stones();
    swap_offer();
    hover();
    note_texts();
    ghosts();
    marks();
    ladders();
    add_annotations(
        scene_, picture_.annotations, board_, [this](int cell) { return ink_on(cell); },
        theme_.accent.with_alpha(0.85));
    labels();
  }

 private:
  static constexpr double kGhost = 0.42;             // of the pointer, how much of it is seen
  static constexpr Point kInsideOutline{0.1, 0.09};  // from where the number of a square stands

  std::vector<Point> shrunk(int cell, double share) const {
    auto points = board_.polygon(cell);
    const Point center = board_.center(cell);
    for (Point& p : points) p = center + (p - center) * share;
    return points;
  }
  Color edge(Side side, Color ground) const {
    return faded(edge_of(palette_.of(side), ground, theme_));
  }
  Color faded(Color color) const { return mixed(color, theme_.background, picture_.dimmed); }
  void text(Point at, std::string words, double size, Color color,
            Weight weight = Weight::Regular) {
    scene_.push_back(Text{at, std::move(words), size * scale_, color, Align::Center, weight});
  }

  // What can be seen on a cell as it stands.
  Color ink_on(int cell) const {
    const char piece = picture_.pieces[static_cast<std::size_t>(cell)];
    return faded(piece == '.' || piece == ' ' ? theme_.ink
                                              : readable_on(palette_.of(side_of(piece))));
  }

  void borders() {
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

  void cells() {
    const Color shaded = mixed(theme_.cell, theme_.cell_line, 0.45);
    for (int cell = 0; cell < static_cast<int>(board_.layout.cells.size()); ++cell) {
      const auto i = static_cast<std::size_t>(cell);
      if (picture_.pieces[i] == ' ') {
        scene_.push_back(
            Polygon{shrunk(cell, 1.012), faded(mixed(theme_.cell, theme_.raised, 0.5))});
        continue;
      }
      const double dark = shade(settings_.shading, board_.layout.rows[i], board_.layout.columns[i],
                                board_.layout.side_cells);
      scene_.push_back(Polygon{shrunk(cell, 1.012), faded(theme_.cell_line)});
      const bool square = board_.layout.cells[i].size() == 4;
      const Color ground =
          square ? mixed(theme_.cell_line, theme_.ink, 0.16) : mixed(theme_.cell, shaded, dark);
      scene_.push_back(Polygon{shrunk(cell, square ? 1.012 : 0.955), faded(ground)});
    }
  }

  void names() {
    if (board_.layout.numbered) return;  // each has its number already
    for (std::size_t i = 0; i < board_.layout.cells.size(); ++i) {
      if (picture_.pieces[i] != '.') continue;
      text(board_.center(static_cast<int>(i)), board_.layout.names[i], 0.25,
           theme_.muted.with_alpha(0.75));
    }
  }

  void inferior() {
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

  // Soft, and without gaps between their cells: those of a pair of ends flow into one. Cells of several are not darker.
  void bands() {
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

  // One that arrives is as strong as a stone, one that runs out as pale as what it is worth.
  void ladders() {
    for (const auto& ladder : picture_.ladders) {
      const Color color = mixed(palette_.of(ladder.side), theme_.ink, 0.25);
      add_arrow(scene_, board_.center(ladder.from), board_.center(ladder.to), scale_,
                faded(color).with_alpha(ladder.joins ? 0.95 : 0.5));
    }
  }

  void must_play() {
    for (const int cell : picture_.must_play) {
      scene_.push_back(
          Stroke{shrunk(cell, 0.8), 0.06 * scale_, theme_.accent.with_alpha(0.9), true});
    }
  }

  Color tint(const CellNote& note) const {
    if (note.ground) return *note.ground;
    if (note.proven_win)
      return mixed(theme_.cell, *note.proven_win ? theme_.good : theme_.bad, 0.55);
    const double heat = 0.12 + 0.78 * std::pow(std::clamp(note.heat, 0.0, 1.0), 0.6);
    return mixed(theme_.cell, theme_.accent, heat * 0.85);
  }

  // A bound in men ("≤ +0.35") is long: it stays inside its square. So do a word ("perte"), whose letters are wider, and the
  // value of the best move inside its outline.
  static double note_size(const CellNote& note) {
    constexpr double kUsual = 0.31;
    const std::string& value = note.value;
    const bool word = !value.empty() && std::isalpha(static_cast<unsigned char>(value[0])) != 0;
    const double fits = word ? 4 : note.best ? 4.2 : 5;
    const auto letters = static_cast<double>(std::count_if(value.begin(), value.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
    return kUsual * std::min(1.0, fits / std::max(1.0, letters));
  }

  void note_grounds() {
    for (const auto& note : picture_.notes) {
      scene_.push_back(Polygon{shrunk(note.cell, 0.955), tint(note)});
      if (note.best && is_empty(note.cell)) outline(note, readable_on(tint(note)));
    }
  }
  void outline(const CellNote& note, Color color) {
    scene_.push_back(Stroke{shrunk(note.cell, 0.86), 0.07 * scale_, color, true});
  }

  bool is_empty(int cell) const { return picture_.pieces[static_cast<std::size_t>(cell)] == '.'; }
  bool noted(int cell) const {
    return std::any_of(picture_.notes.begin(), picture_.notes.end(),
                       [cell](const CellNote& note) { return note.cell == cell; });
  }
  bool ghost_on(int cell) const {
    return picture_.hover == cell && picture_.hover_side && cell != picture_.swap_cell &&
           is_empty(cell);
  }

  // What can be read on a note: of the swap it lies on a stone, and the ghost of the pointer may lie on any other.
  Color note_ink(const CellNote& note) const {
    if (!is_empty(note.cell)) return ink_on(note.cell);
    const Color ground = tint(note);
    return readable_on(
        ghost_on(note.cell) ? mixed(ground, palette_.of(*picture_.hover_side), kGhost) : ground);
  }

  // Texts of one size together: the painter then changes its page of glyphs once, not for every
  // cell.
  void note_texts() {
    for (const auto& note : picture_.notes) {
      if (note.best && !is_empty(note.cell)) outline(note, theme_.accent);
    }
    if (scale_ < 16) return;  // no text can be read in so small a cell
    constexpr double kVisits = 0.19, kReadable = 8;
    const auto two = [&](const CellNote& note) {
      return !note.visits.empty() && kVisits * scale_ >= kReadable;
    };
    for (const auto& note : picture_.notes) {
      text(board_.center(note.cell) - Point{0, two(note) ? 0.12 * scale_ : 0}, note.value,
           note_size(note), note_ink(note), Weight::Bold);
    }
    for (const auto& note : picture_.notes) {
      if (!two(note)) continue;
      text(board_.center(note.cell) + Point{0, 0.2 * scale_}, note.visits, kVisits,
           note_ink(note).with_alpha(0.8));
    }
  }

  void stone(Point center, char piece, double size, double opacity) {
    const Color color = faded(palette_.of(side_of(piece)));
    const double radius = board_.layout.stone_radius * scale_ * size;
    add_stone(scene_, center, radius, side_of(piece), color, edge(side_of(piece), theme_.cell),
              palette_.marks, opacity);
    if (std::isupper(static_cast<unsigned char>(piece)) != 0) {
      scene_.push_back(ring(center, radius * 0.5, 0.08 * scale_, readable_on(color)));
    }
  }

  void put(int cell, char piece, double size, double opacity) {
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

  void stones() {
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
      if (picture_.pieces[static_cast<std::size_t>(moving.cell)] == '.' && moving.shown > 0) {
        put(moving.cell, moving.piece, 0.55 + 0.45 * moving.shown, moving.shown);
      }
    }
  }

  // Each leg of the path takes the same time.
  Point on_the_way(const Moving& moving) const {
    const double at =
        std::clamp(moving.shown, 0.0, 1.0) * static_cast<double>(moving.path.size() - 1);
    const auto leg = std::min(static_cast<std::size_t>(at), moving.path.size() - 2);
    const Point from = board_.center(moving.path[leg]), to = board_.center(moving.path[leg + 1]);
    return from + (to - from) * (at - static_cast<double>(leg));
  }

  // The chain that won: its stones joined, in front of a board that steps back.
  void chain_links() {
    if (picture_.chain.empty()) return;
    for (const auto& [a, b] : links()) {
      const char piece = picture_.pieces[static_cast<std::size_t>(picture_.chain.front())];
      scene_.push_back(Stroke{{board_.center(a), board_.center(b)},
                              0.5 * scale_,
                              palette_.of(side_of(piece)).with_alpha(picture_.chain_light),
                              false});
    }
  }
  std::vector<std::pair<int, int>> links() const {
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

  void swap_offer() {
    if (picture_.swap_cell < 0) return;
    const Point center = board_.center(picture_.swap_cell);
    const char piece = picture_.pieces[static_cast<std::size_t>(picture_.swap_cell)];
    const Color ink = piece == '.' ? theme_.accent : readable_on(palette_.of(side_of(piece)));
    const bool over = picture_.hover == picture_.swap_cell;
    scene_.push_back(ring(center, 0.47 * scale_, (over ? 0.1 : 0.06) * scale_, theme_.accent));
    if (!noted(picture_.swap_cell)) add_icon(scene_, Icon::Swap, center, 0.5 * scale_, ink);
  }

  void hover() {
    if (picture_.hover < 0 || !ghost_on(picture_.hover)) return;
    put(picture_.hover, *picture_.hover_side == Side::First ? 'x' : 'o', 1, kGhost);
  }

  void ghosts() {
    for (const auto& ghost : picture_.ghosts) {
      const char piece = ghost.side == Side::First ? 'x' : 'o';
      put(ghost.cell, piece, 0.92, 0.88);
      text(board_.center(ghost.cell), std::to_string(ghost.number), 0.36,
           readable_on(palette_.of(ghost.side)), Weight::Bold);
    }
  }

  void marks() {
    for (const auto& [a, b] : links()) {
      scene_.push_back(Stroke{{board_.center(a), board_.center(b)},
                              0.13 * scale_,
                              rgb(0xFFFFFF).with_alpha(0.9 * picture_.chain_light),
                              false});
    }
    for (const int cell : picture_.chain) {
      scene_.push_back(
          Disc{board_.center(cell), 0.13 * scale_, rgb(0xFFFFFF).with_alpha(picture_.chain_light)});
    }
    for (const int cell : picture_.forced) {
      scene_.push_back(ring(board_.center(cell), 0.45 * scale_, 0.06 * scale_, theme_.accent));
    }
    if (picture_.selected >= 0) {
      scene_.push_back(Stroke{shrunk(picture_.selected, 0.92), 0.08 * scale_, theme_.accent, true});
    }
    for (const int cell : picture_.targets) {
      scene_.push_back(ring(board_.center(cell), 0.3 * scale_, 0.07 * scale_, theme_.accent));
    }
    if (picture_.played) {
      scene_.push_back(
          Stroke{shrunk(picture_.played->cell, 0.9), 0.1 * scale_, picture_.played->color, true});
    }
    hint();
    const auto piece_at = [&](int cell) { return picture_.pieces[static_cast<std::size_t>(cell)]; };
    if (picture_.last >= 0 && picture_.chain.empty() && picture_.swap_cell != picture_.last &&
        piece_at(picture_.last) != '.' && !noted(picture_.last)) {
      const Color ink = readable_on(palette_.of(side_of(piece_at(picture_.last))));
      if (palette_.marks || !picture_.annotations.numbers.empty()) {
        scene_.push_back(ring(board_.center(picture_.last), 0.3 * scale_, 0.05 * scale_, ink));
      } else {
        scene_.push_back(Disc{board_.center(picture_.last), 0.11 * scale_, ink.with_alpha(0.9)});
      }
    }
    if (picture_.last_from >= 0 && piece_at(picture_.last_from) == '.') {
      scene_.push_back(Stroke{shrunk(picture_.last_from, 0.84), 0.05 * scale_,
                              theme_.accent.with_alpha(0.8), true});
    }
    if (picture_.held && picture_.selected >= 0) {
      stone(*picture_.held, piece_at(picture_.selected), 1.08, 1);
    }
    if (picture_.keyboard >= 0) {
      scene_.push_back(Stroke{shrunk(picture_.keyboard, 0.98), 0.09 * scale_, theme_.accent, true});
    }
  }

  // A line from the piece that should move, and a mark where it should go unless its value stands there.
  void hint() {
    if (picture_.hint < 0) return;
    const Point to = board_.center(picture_.hint);
    if (picture_.hint_from >= 0) {
      const Point from = board_.center(picture_.hint_from);
      const Point end = to + (from - to) * (0.46 * scale_ / length(from - to));
      scene_.push_back(Stroke{{from, end}, 0.09 * scale_, theme_.accent, false});
    }
    if (noted(picture_.hint)) return;
    scene_.push_back(ring(to, 0.36 * scale_, 0.09 * scale_, theme_.accent));
    scene_.push_back(Disc{to, 0.1 * scale_, theme_.accent});
  }

  void labels() {
    const auto& bounds = board_.layout.bounds;
    const double fitting = std::min(0.34, 0.022 * std::max(bounds.width, bounds.height));
    const double size = board_.layout.label_size > 0 ? board_.layout.label_size : fitting;
    for (const auto& label : board_.layout.labels) {
      const CellNote* note = note_under(label.text);
      const Point inside = note != nullptr && note->best ? kInsideOutline : Point{};
      text(board_.to_pixels(label.at + inside), label.text, size,
           note != nullptr ? readable_on(tint(*note)) : theme_.muted);
    }
  }

  // The numbers of draughts stand on the squares, where an analysis may lie.
  const CellNote* note_under(const std::string& name) const {
    if (!board_.layout.numbered) return nullptr;
    const auto& names = board_.layout.names;
    const auto found = std::find_if(
        picture_.notes.begin(), picture_.notes.end(),
        [&](const CellNote& note) { return names[static_cast<std::size_t>(note.cell)] == name; });
    return found == picture_.notes.end() ? nullptr : &*found;
  }

  Scene& scene_;
  const BoardPicture& picture_;
  const PlacedBoard& board_;
  const Settings& settings_;
  const Theme& theme_;
  const Palette& palette_;
  double scale_;
};

}  // namespace

void add_stone(Scene& scene, Point center, double radius, Side side, Color color, Color edge,
               bool marked, double opacity) {
  scene.push_back(Disc{center, radius, edge.with_alpha(opacity)});
  scene.push_back(Disc{center, radius * 0.93, color.with_alpha(opacity)});
  if (marked) add_mark(scene, center, radius, side, color, opacity);
}

void draw_board(Scene& scene, const BoardPicture& picture, const Settings& settings) {
  Drawing(scene, picture, settings).draw();
}

}  // namespace losange::window
