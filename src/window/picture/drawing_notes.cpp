// What an analysis says of the cells.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "window/picture/drawing.h"

namespace losange::window {

namespace {

// A bound in men ("≤ +0.35") is long: it stays inside its square. So do a word ("perte"), whose letters are wider, and the
// value of the best move inside its outline.
double note_size(const CellNote& note) {
  constexpr double kUsual = 0.31;
  const std::string& value = note.value;
  const bool word = !value.empty() && std::isalpha(static_cast<unsigned char>(value[0])) != 0;
  const double fits = word ? 4 : note.best ? 4.2 : 5;
  const auto letters = static_cast<double>(std::count_if(value.begin(), value.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
  return kUsual * std::min(1.0, fits / std::max(1.0, letters));
}

}  // namespace

void BoardDrawing::note_grounds() {
  for (const auto& note : picture_.notes) {
    scene_.push_back(Polygon{shrunk(note.cell, 0.955), tint(note)});
    if (note.best && is_empty(note.cell)) outline(note, readable_on(tint(note)));
  }
}

void BoardDrawing::outline(const CellNote& note, Color color) {
  scene_.push_back(Stroke{shrunk(note.cell, 0.86), 0.07 * scale_, color, true});
}

// Texts of one size together: the painter then changes its page of glyphs once, not for every
// cell.
void BoardDrawing::note_texts() {
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

// What can be read on a note: of the swap it lies on a stone, and the ghost of the pointer may lie on any other.
Color BoardDrawing::note_ink(const CellNote& note) const {
  if (!is_empty(note.cell)) return ink_on(note.cell);
  const Color ground = tint(note);
  return readable_on(ghost_on(note.cell) ? mixed(ground, palette_.of(*picture_.hover_side), kGhost)
                                         : ground);
}

Color BoardDrawing::tint(const CellNote& note) const {
  if (note.ground) return *note.ground;
  if (note.proven_win) return mixed(theme_.cell, *note.proven_win ? theme_.good : theme_.bad, 0.55);
  const double heat = 0.12 + 0.78 * std::pow(std::clamp(note.heat, 0.0, 1.0), 0.6);
  return mixed(theme_.cell, theme_.accent, heat * 0.85);
}

}  // namespace losange::window
