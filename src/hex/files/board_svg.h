// A board of Hex as an SVG picture of hexagons: for maps of openings and of evaluations.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace losange::hex {

struct CellPicture {
  std::string colour;  // of the hexagon
  std::string text;    // in the cell; none: empty
  std::string stone;   // the colour of one that lies there; none: empty
};

// The title stands above the board, whose edges are red (first) and blue (second). Colours and texts are put in as they are: they hold no '<', '&' or '"'.
std::string board_svg(int size, std::string_view title,
                      const std::function<CellPicture(int cell)>& picture_of);

}  // namespace losange::hex
