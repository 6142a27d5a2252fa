// What lies over the stones: the last move, a hint, targets, ladders.
#include "window/picture/drawing.h"

namespace losange::window {

void BoardDrawing::marks() {
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
void BoardDrawing::hint() {
  if (picture_.hint < 0) return;
  const Point to = board_.center(picture_.hint);
  if (picture_.hint_from >= 0) {
    const Point from = board_.center(picture_.hint_from);
    const Point end = to + (from - to) * (0.46 * scale_ / length(from - to));
    scene_.push_back(Stroke{{from, end}, 0.09 * scale_, theme_.accent, false});
  }
  if (noted(picture_.hint)) return;
  // On a stone, which the swap takes over, the mark of an empty cell would hardly be seen.
  if (!is_empty(picture_.hint)) {
    scene_.push_back(Stroke{shrunk(picture_.hint, 1), 0.16 * scale_, theme_.accent, true});
    return;
  }
  scene_.push_back(ring(to, 0.36 * scale_, 0.09 * scale_, theme_.accent));
  scene_.push_back(Disc{to, 0.1 * scale_, theme_.accent});
}

// One that arrives is as strong as a stone, one that runs out as pale as what it is worth.
void BoardDrawing::ladders() {
  for (const auto& ladder : picture_.ladders) {
    const Color color = mixed(palette_.of(ladder.side), theme_.ink, 0.25);
    add_arrow(scene_, board_.center(ladder.from), board_.center(ladder.to), scale_,
              faded(color).with_alpha(ladder.joins ? 0.95 : 0.5));
  }
}

}  // namespace losange::window
