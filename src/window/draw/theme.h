// The colours of the window: themes for everything around the stones, palettes for the stones. Each
// palette's two colours differ in brightness as well as in hue; the last one also by a mark.
#pragma once

#include <array>
#include <string_view>

#include "game/game.h"
#include "window/scene/shape.h"
#include "window/words/words.h"

namespace losange::window {

enum class ThemeName { Light, Dark, Wood };
enum class PaletteName { RedBlue, Ink, Forest, ColourBlind };
enum class Shading { None, Three, Rings, Rows };

inline constexpr std::array<std::string_view, 3> kThemeKeys{"light", "dark", "wood"};
inline constexpr std::array<std::string_view, 4> kPaletteKeys{"red-blue", "ink", "forest",
                                                              "colour-blind"};
inline constexpr std::array<std::string_view, 4> kShadingKeys{"none", "three", "rings", "rows"};

struct Theme {
  Color background, panel, raised;  // raised: buttons and fields on a panel
  Color ink, muted, line;
  Color cell, cell_line;
  Color accent, on_accent;
  Color good, bad;
  bool dark = false;
};
const Theme& theme(ThemeName name);

struct Palette {
  std::array<Color, 2> stones;  // by index(side)
  std::array<Word, 2> names;    // what people call the sides
  bool marks = false;           // a shape on the stones, for those who see no difference of hue
  const Color& of(game::Side side) const {
    return stones[static_cast<std::size_t>(game::index(side))];
  }
};
const Palette& palette(PaletteName name);
// White and black, for games that call their sides so.
const Palette& white_and_black(bool white_first);

// A colour that can be read on the given one.
Color readable_on(Color ground);
// Whether a shape of one colour is seen on a ground of the other.
bool told_apart(Color a, Color b);
// The edge of a stone or of a side of the board: darker than its colour, but where that colour could not be
// told from the ground it stands on, a line of ink.
Color edge_of(Color color, Color ground, const Theme& theme);
// How much a cell is shaded, 0 to 1.
double shade(Shading shading, int row, int column, int side_cells);

}  // namespace losange::window
