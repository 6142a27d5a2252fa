// A board of draughts as an SVG picture: the squares with their names, and the pieces on them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "draughts/rules/rules.h"
#include "draughts/rules/variant.h"

namespace losange::draughts {

enum class PieceDrawn { None, WhiteMan, WhiteKing, BlackMan, BlackKing };

struct SquarePicture {
  PieceDrawn piece = PieceDrawn::None;
  bool lit = false;
};

// Asked for the squares that pieces stand on alone, as row * columns + column from the top left. The title stands above
// the board and is put in as it is: it holds no '<', '&' or '"'.
template <class Bits>
std::string board_svg(const Variant<Bits>& variant, std::string_view title,
                      const std::function<SquarePicture(int cell)>& picture_of);

}  // namespace losange::draughts
