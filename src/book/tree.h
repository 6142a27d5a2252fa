// Learned trees: what many scenarios said of the openings of one board size. A book holds two, one for the
// side that starts and one for the side that answers; both begin at the empty board and hold the moves of
// both sides. Learned by book/learn.h, kept by book/file.h, played from by players/wrapped/book.h.
//
// Invariants: node 0 is the root, a parent stands before its children, siblings are listed in the order of
// their numbers and have different moves, and no cell occurs twice on the way from the root.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hex/board/geometry.h"

namespace losange::book {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kRoot = 0;
inline constexpr NodeIndex kNone = 0xFFFFFFFFu;
// 1.6 GB in memory; a tree that has grown so far learns on without growing.
inline constexpr std::size_t kMaxNodes = 50'000'000;

// One won scenario in units of Node::score. It is the step of the values in the Petits Diables' files, so
// that whole numbers hold both our results and theirs.
inline constexpr std::int64_t kWin = 32767;

struct Node {
  std::int64_t score = 0;  // sum of results, each -kWin to kWin, for the side that moved here
  std::uint32_t visits = 0;
  NodeIndex parent = kNone;
  NodeIndex first_child = kNone;
  NodeIndex next_sibling = kNone;
  std::uint16_t cell = 0;  // the move that leads here; meaningless at the root

  // In [-1, 1], for the side that moved here; 0 when nothing is known.
  double value() const {
    return visits == 0 ? 0 : static_cast<double>(score) / static_cast<double>(kWin) / visits;
  }
};

class Tree {
 public:
  Tree() : nodes_(1) {}

  const Node& node(NodeIndex index) const { return nodes_[index]; }
  std::size_t size() const { return nodes_.size(); }
  void reserve(std::size_t nodes) { nodes_.reserve(nodes); }

  // kNone when the node has no such child.
  NodeIndex child(NodeIndex parent, int cell) const;
  // The node reached by these moves from the root, or kNone.
  NodeIndex find(std::span<const int> cells) const;
  // Whether the cell is played on the way from the root to the node.
  bool on_the_way(NodeIndex node, int cell) const;
  // The children, most visited first; the better value decides between equals.
  std::vector<NodeIndex> ranked_children(NodeIndex parent) const;

  // Adds the last sibling. Precondition: the invariants hold after it.
  NodeIndex add_child(NodeIndex parent, int cell);
  // Adds results: score for the side that moved here, |score| <= visits * kWin. Throws base::UserError
  // when more visits than a node can count come together.
  void add(NodeIndex node, std::int64_t score, std::uint32_t visits);

  template <class F>
  void for_each_child(NodeIndex parent, F&& f) const {
    for (NodeIndex i = nodes_[parent].first_child; i != kNone; i = nodes_[i].next_sibling) f(i);
  }

 private:
  std::vector<Node> nodes_;
};

// Equal trees have the same nodes in the same order.
bool operator==(const Tree& a, const Tree& b);

enum class Role : std::uint8_t { Start, Answer };

struct Book {
  int size = hex::kDefaultSize;
  std::uint64_t seed = 0;  // of the scenarios; an imported book has 0
  std::array<Tree, 2> trees;

  Tree& tree(Role role) { return trees[static_cast<std::size_t>(role)]; }
  const Tree& tree(Role role) const { return trees[static_cast<std::size_t>(role)]; }
  bool operator==(const Book&) const = default;
};

// Adds the visits and values of `from` to `into`, and the nodes that are missing there. Throws
// base::UserError when the sizes differ or a count overflows.
void merge(Book& into, const Book& from);

}  // namespace losange::book
