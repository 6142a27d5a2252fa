// The board of draughts: squares of which the dark ones are played on and numbered, or named around the board
// where the rules do so. It stands with White below, or turned half around.
#include "draughts/text/fen.h"
#include "draughts/text/notation.h"
#include "window/board/board_layout.h"

namespace losange::window {

namespace {

constexpr double kHalf = 0.5;     // a square, from its centre
constexpr double kCorner = 0.39;  // from the centre of a square to its number
constexpr double kAround = 0.25;  // from the edge to the names around the board

void add_names(const draughts::Rules& rules, int size, BoardLayout& layout) {
  if (!rules.algebraic) {
    for (std::size_t i = 0; i < layout.cells.size(); ++i) {
      if (layout.names[i].empty()) continue;
      layout.labels.push_back(
          {layout.names[i], layout.centers[i] - Point{kCorner - 0.02, kCorner}});
    }
    return;
  }
  for (int i = 0; i < size; ++i) {
    const double beyond = kHalf + kAround;
    layout.labels.push_back(
        {std::string(1, static_cast<char>('a' + i)), {static_cast<double>(i), size - 1 + beyond}});
    layout.labels.push_back({std::to_string(size - i), {-beyond, static_cast<double>(i)}});
  }
}

}  // namespace

BoardLayout draughts_layout(const game::GameSetup& setup, bool turned) {
  const auto config = draughts::config_of(setup);
  const int size = config.size;
  BoardLayout layout;
  layout.side_cells = size;
  const double last = size - 1;
  const auto place = [&](Point p) { return turned ? Point{last - p.x, last - p.y} : p; };
  draughts::with_variant(config, [&](const auto& variant) {
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        const Point center = place({static_cast<double>(column), static_cast<double>(row)});
        layout.centers.push_back(center);
        layout.rows.push_back(row);
        layout.columns.push_back(column);
        const auto square = variant.index_at(row, column);
        layout.names.push_back(square ? draughts::square_name(variant, *square) : "");
        layout.cells.push_back({center + Point{-kHalf, -kHalf}, center + Point{kHalf, -kHalf},
                                center + Point{kHalf, kHalf}, center + Point{-kHalf, kHalf}});
      }
    }
  });
  add_names(*config.rules, size, layout);
  if (turned && config.rules->algebraic) {
    for (auto& label : layout.labels) label.at = place(label.at);
  }
  layout.label_size = config.rules->algebraic ? 0.26 : 0.17;
  layout.numbered = !config.rules->algebraic;
  layout.stone_radius = 0.37;
  const double room = kHalf + (config.rules->algebraic ? 2 * kAround : 0.1);
  layout.bounds = {-room, -room, last + 2 * room, last + 2 * room};
  return layout;
}

}  // namespace losange::window
