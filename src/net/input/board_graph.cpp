#include "net/input/board_graph.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

namespace losange::net {

namespace {

// Steps from every cell to the nearer of a side's edges. On an empty board that is the way straight there.
int steps_to_edge(int size, int cell, game::Side side) {
  const int along = side == game::Side::First ? cell / size : cell % size;
  return std::min(along, size - 1 - along);
}

std::unique_ptr<const BoardGraph> build(int size) {
  auto graph = std::make_unique<BoardGraph>();
  graph->size = size;
  const int cells = size * size;
  for (int cell = 0; cell < cells; ++cell) {
    std::array<float, kNodeFeatures> row{};
    int degree = 0;
    for (const auto step : hex::kDirections) {
      const auto neighbour = hex::from_cube(size, hex::to_cube(size, cell) + step);
      if (!neighbour) continue;
      ++degree;
      graph->sources.push_back(*neighbour);
      graph->targets.push_back(cell);
    }
    std::sort(graph->sources.end() - degree, graph->sources.end());
    const int to_a = steps_to_edge(size, cell, game::Side::First);
    const int to_b = steps_to_edge(size, cell, game::Side::Second);
    row[kEmptyNode] = 1;
    row[kSideA] = to_a == 0 ? 1 : 0;
    row[kSideB] = to_b == 0 ? 1 : 0;
    row[kDegree] = static_cast<float>(degree) / 6;
    row[kDistToA] = static_cast<float>(to_a) / static_cast<float>(cells);
    row[kDistToB] = static_cast<float>(to_b) / static_cast<float>(cells);
    row[kToMoveP1] = 1;
    graph->empty_board.insert(graph->empty_board.end(), row.begin(), row.end());
  }
  return graph;
}

}  // namespace

const BoardGraph& board_graph(int size) {
  static std::array<std::once_flag, hex::kMaxSize + 1> once;
  static std::array<std::unique_ptr<const BoardGraph>, hex::kMaxSize + 1> graphs;
  const auto at = static_cast<std::size_t>(size);
  std::call_once(once[at], [&] { graphs[at] = build(size); });
  return *graphs[at];
}

void NodeFeatures::put(int cell, game::Side side) {
  float* row = values_.data() + static_cast<std::size_t>(cell) * kNodeFeatures;
  row[side == game::Side::First ? kP1 : kP2] = 1;
  row[kEmptyNode] = 0;
}

void NodeFeatures::set_to_move(game::Side side) {
  for (std::size_t row = 0; row < values_.size(); row += kNodeFeatures) {
    values_[row + kToMoveP1] = side == game::Side::First ? 1 : 0;
    values_[row + kToMoveP2] = side == game::Side::First ? 0 : 1;
  }
}

}  // namespace losange::net
