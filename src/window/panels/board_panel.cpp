#include "window/panels/board_panel.h"

#include <algorithm>
#include <utility>

namespace losange::window {

BoardPicture BoardPanel::picture(const players::Session& session, Rect area) const {
  BoardPicture picture;
  const auto& setup = session.record().setup;
  picture.board = place(board_layout(setup, context_.orientation()), area);
  picture.palette = &context_.colors_of(setup);
  const auto view = session.view();
  picture.pieces = view.pieces;
  picture.chain = view.winning_chain;
  picture.chain_light = motion_.chain_light();
  picture.last = session.position().cell_of(session.last_move());
  // "32-28", "c3xe5": a piece came from there.
  const std::string moved = session.last_move();
  const auto& names = picture.board.layout.names;
  if (const auto sign = moved.find_first_of("-x:"); sign != moved.npos) {
    const auto from = std::find(names.begin(), names.end(), moved.substr(0, sign));
    if (from != names.end()) picture.last_from = static_cast<int>(from - names.begin());
  }
  if (session.last_move().starts_with("swap")) {  // the stone that changed hands
    for (std::size_t i = 0; i < view.pieces.size(); ++i) {
      if (view.pieces[i] != '.') picture.last = static_cast<int>(i);
    }
  }
  return picture;
}

void BoardPanel::draw(Pen& pen, BoardPicture picture, Rect area) {
  if (keyboard_ >= static_cast<int>(picture.board.layout.cells.size())) keyboard_ = -1;
  picture.moving = motion_.moving();
  if (pen.focused("board")) picture.keyboard = keyboard_;
  draw_board(pen.scene(), picture, context_.settings);
  placed_ = std::move(picture.board);
  pen.add(
      {.id = "board", .area = area, .kind = Widget::Kind::Board, .cells = cells_as_heard(picture)});
}

std::vector<BoardCell> BoardPanel::cells_as_heard(const BoardPicture& picture) const {
  const Palette& colors =
      picture.palette != nullptr ? *picture.palette : palette(context_.settings.palette);
  const std::string& pieces = picture.pieces;
  std::vector<BoardCell> cells;
  for (std::size_t i = 0; i < placed_->layout.names.size(); ++i) {
    if (placed_->layout.names[i].empty()) continue;
    BoardCell cell{placed_->layout.names[i], "", placed_->center(static_cast<int>(i))};
    const char piece = i < pieces.size() ? pieces[i] : '.';
    if (piece != '.') {
      const bool first = piece == 'x' || piece == 'X';
      cell.state = context_.tr(colors.names[first ? 0 : 1]);
      if (piece == 'X' || piece == 'O') cell.state += ", " + context_.tr(Word::King);
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

bool BoardPanel::point(std::optional<Point> at) {
  const auto cell = [&] { return placed_ ? hover(*placed_) : -1; };
  const int before = cell();
  pointer_ = at;
  return cell() != before;
}

int BoardPanel::hover(const PlacedBoard& board) const {
  return pointer_ ? board.cell_at(*pointer_).value_or(-1) : -1;
}

void BoardPanel::click(Point at) {
  if (!placed_) return;
  carried_to_ = -1;
  held_ = placed_->cell_at(at).value_or(-1);
  if (held_ >= 0) clicked_(held_);
}

void BoardPanel::release(Point at) {
  const int from = std::exchange(held_, -1);
  const int to = placed_ ? placed_->cell_at(at).value_or(-1) : -1;
  if (!dropped_ || from < 0 || to < 0 || to == from) return;
  carried_to_ = to;
  dropped_(from, to);
}

std::optional<Point> BoardPanel::dragged() const {
  if (!dropped_ || held_ < 0 || !placed_ || hover(*placed_) == held_) return std::nullopt;
  return pointer_;
}

void BoardPanel::take_keyboard() {
  if (keyboard_ >= 0 || !placed_) return;
  keyboard_ = keyboard_start_.value_or(static_cast<int>(placed_->layout.cells.size() / 2));
}

bool BoardPanel::key(const KeyPress& press) {
  if (!placed_ || keyboard_ < 0) return false;
  switch (press.key) {
    case Key::Left: keyboard_ = placed_->neighbour(keyboard_, {-1, 0}); break;
    case Key::Right: keyboard_ = placed_->neighbour(keyboard_, {1, 0}); break;
    case Key::Up: keyboard_ = placed_->neighbour(keyboard_, {-0.01, -1}); break;
    case Key::Down: keyboard_ = placed_->neighbour(keyboard_, {0.01, 1}); break;
    case Key::Enter:
    case Key::Space: clicked_(keyboard_); break;
    default: return false;
  }
  return true;
}

std::optional<BoardMotion::Change> BoardPanel::watch(const players::Session& session, bool anyway) {
  if (!anyway && motion_.has_seen(session.view().pieces)) return std::nullopt;
  const auto change = motion_.follow(session, context_.settings.animation, context_.now);
  motion_.put_down(std::exchange(carried_to_, -1));
  if (change.came == 1) {
    const bool first = change.piece == 'x' || change.piece == 'X';
    context_.services.play(first ? Sound::FirstStone : Sound::SecondStone);
  }
  if (change.came == 0 && change.went > 0) context_.services.play(Sound::TakenBack);
  return change;
}

}  // namespace losange::window
