#include "window/draw/theme.h"

#include <algorithm>

namespace losange::window {

const Theme& theme(ThemeName name) {
  static const std::array<Theme, 3> themes{{
      {.background = rgb(0xF3F1EC),
       .panel = rgb(0xFDFCFA),
       .raised = rgb(0xE9E5DC),
       .ink = rgb(0x23272E),
       .muted = rgb(0x6F7680),
       .line = rgb(0xE0DCD3),
       .cell = rgb(0xFBFAF6),
       .cell_line = rgb(0xCFC9BD),
       .accent = rgb(0x0F766E),
       .on_accent = rgb(0xFFFFFF),
       .good = rgb(0x2E7D4F),
       .bad = rgb(0xB4482F)},
      {.background = rgb(0x14171B),
       .panel = rgb(0x1D2126),
       .raised = rgb(0x2A3037),
       .ink = rgb(0xE9E7E2),
       .muted = rgb(0x949BA5),
       .line = rgb(0x30363E),
       .cell = rgb(0x262B32),
       .cell_line = rgb(0x414953),
       .accent = rgb(0x3CC2A8),
       .on_accent = rgb(0x0C1F1B),
       .good = rgb(0x66C28A),
       .bad = rgb(0xE58A6F),
       .dark = true},
      {.background = rgb(0xE8DAC0),
       .panel = rgb(0xF6EDDB),
       .raised = rgb(0xECDDC1),
       .ink = rgb(0x33241A),
       .muted = rgb(0x7D6850),
       .line = rgb(0xD9C6A3),
       .cell = rgb(0xE6C68F),
       .cell_line = rgb(0xB58A52),
       .accent = rgb(0x7A4419),
       .on_accent = rgb(0xFFF8EA),
       .good = rgb(0x4B7A34),
       .bad = rgb(0xA33B22)},
  }};
  return themes[static_cast<std::size_t>(name)];
}

const Palette& palette(PaletteName name) {
  static const std::array<Palette, 4> palettes{{
      {{rgb(0xB3202C), rgb(0x5AA9E6)}, {Word::Red, Word::Blue}},
      {{rgb(0x1E2126), rgb(0xF7F5F0)}, {Word::Black, Word::White}},
      {{rgb(0x14532D), rgb(0xE9B949)}, {Word::Green, Word::Gold}},
      {{rgb(0x0B4F8A), rgb(0xF0B429)}, {Word::Blue, Word::Orange}, true},
  }};
  return palettes[static_cast<std::size_t>(name)];
}

const Palette& white_and_black(bool white_first) {
  static const Palette white{{rgb(0xF7F5F0), rgb(0x2B2622)}, {Word::White, Word::Black}};
  static const Palette black{{white.stones[1], white.stones[0]}, {Word::Black, Word::White}};
  return white_first ? white : black;
}

Color readable_on(Color ground) { return luminance(ground) > 0.32 ? rgb(0x1B1E22) : rgb(0xFFFFFF); }

bool told_apart(Color a, Color b) {
  constexpr double kContrast = 1.7;  // as WCAG 2 measures it
  const double first = luminance(a) + 0.05, second = luminance(b) + 0.05;
  return std::max(first, second) >= kContrast * std::min(first, second);
}

Color edge_of(Color color, Color ground, const Theme& theme) {
  return told_apart(color, ground) ? mixed(color, rgb(0x000000), 0.28)
                                   : mixed(theme.ink, ground, 0.45);
}

double shade(Shading shading, int row, int column, int side_cells) {
  switch (shading) {
    case Shading::None: return 0;
    case Shading::Three: return (row + 2 * column) % 3 / 2.0;
    case Shading::Rings: {
      const int ring = std::min({row, column, side_cells - 1 - row, side_cells - 1 - column});
      return ring % 2;
    }
    case Shading::Rows: return row % 2;
  }
  return 0;
}

}  // namespace losange::window
