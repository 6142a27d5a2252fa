#include "window/table/tree_layout.h"

#include <algorithm>

namespace losange::window {

using game::NodeId;

void TreeLayout::follow(const game::GameRecord& record, std::uint64_t edits) {
  if (edits_ == edits) return;
  edits_ = edits;
  ++layouts_;
  places_.assign(record.size(), {});
  rows_.clear();
  columns_ = 0;
  struct Pending {
    NodeId node;
    int column, moves;
    std::optional<int> row;  // none: a variation takes the next free one
  };
  std::vector<Pending> pending{{game::kRoot, 0, 0, std::nullopt}};
  while (!pending.empty()) {
    const auto [node, column, before, in] = pending.back();
    pending.pop_back();
    const int moves = before + (record.node(node).move ? 1 : 0);
    const int row = in.value_or(static_cast<int>(rows_.size()));
    if (!in) rows_.push_back({column, {}});
    rows_[static_cast<std::size_t>(row)].nodes.push_back(node);
    places_[node] = {column, row, moves};
    columns_ = std::max(columns_, column + 1);
    const auto& children = record.node(node).children;
    for (std::size_t i = children.size(); i-- > 0;) {
      pending.push_back(
          {children[i], column + 1, moves, i == 0 ? std::optional(row) : std::nullopt});
    }
  }
}

std::vector<NodeId> TreeLayout::within(Place corner, int columns, int rows) const {
  std::vector<NodeId> found;
  const int last = std::min(corner.row + rows, static_cast<int>(rows_.size()));
  for (int r = std::max(0, corner.row); r < last; ++r) {
    const Row& row = rows_[static_cast<std::size_t>(r)];
    const int count = static_cast<int>(row.nodes.size());
    const int from = std::clamp(corner.column - row.column, 0, count),
              to = std::clamp(corner.column + columns - row.column, from, count);
    found.insert(found.end(), row.nodes.begin() + from, row.nodes.begin() + to);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace losange::window
