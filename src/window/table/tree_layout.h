// Where the nodes of a game's tree stand in its picture: a column for each move, and a row for each variation, in
// which its first children go on. A tree is laid out when it changed and not when one only looks at it: drawing a
// part of it costs what is in sight, however many moves it has.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "game/record.h"

namespace losange::window {

class TreeLayout {
 public:
  struct Place {
    int column = 0, row = 0;
    int moves = 0;  // played up to it: stones that were set up have a column and are no move
  };

  // Stands for the record from here on; `edits` changes whenever the tree does (Table::edits).
  void follow(const game::GameRecord& record, std::uint64_t edits);

  Place at(game::NodeId node) const { return places_[node]; }
  int columns() const { return columns_; }
  int rows() const { return static_cast<int>(rows_.size()); }
  // The nodes in these columns and rows, in the order of their ids.
  std::vector<game::NodeId> within(Place corner, int columns, int rows) const;
  // How often a tree was laid out.
  int layouts() const { return layouts_; }

 private:
  struct Row {
    int column = 0;  // of its first node; the others follow without a gap
    std::vector<game::NodeId> nodes;
  };
  std::vector<Place> places_;  // by node
  std::vector<Row> rows_;
  int columns_ = 0;
  std::optional<std::uint64_t> edits_;
  int layouts_ = 0;
};

}  // namespace losange::window
