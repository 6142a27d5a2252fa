#include "book/tree.h"

#include <fmt/format.h>

#include <limits>

#include "base/containers/stable_sort.h"
#include "base/error.h"

namespace losange::book {

NodeIndex Tree::child(NodeIndex parent, int cell) const {
  NodeIndex i = nodes_[parent].first_child;
  while (i != kNone && nodes_[i].cell != cell) i = nodes_[i].next_sibling;
  return i;
}

NodeIndex Tree::find(std::span<const int> cells) const {
  NodeIndex node = kRoot;
  for (const int cell : cells) {
    node = child(node, cell);
    if (node == kNone) break;
  }
  return node;
}

bool Tree::on_the_way(NodeIndex node, int cell) const {
  for (; node != kRoot; node = nodes_[node].parent) {
    if (nodes_[node].cell == cell) return true;
  }
  return false;
}

std::vector<NodeIndex> Tree::ranked_children(NodeIndex parent) const {
  std::vector<NodeIndex> children;
  for_each_child(parent, [&](NodeIndex i) { children.push_back(i); });
  base::stable_sort(children.begin(), children.end(), [&](NodeIndex a, NodeIndex b) {
    if (nodes_[a].visits != nodes_[b].visits) return nodes_[a].visits > nodes_[b].visits;
    return nodes_[a].score > nodes_[b].score;
  });
  return children;
}

NodeIndex Tree::add_child(NodeIndex parent, int cell) {
  const auto added = static_cast<NodeIndex>(nodes_.size());
  NodeIndex* link = &nodes_[parent].first_child;
  while (*link != kNone) link = &nodes_[*link].next_sibling;
  *link = added;
  Node node;
  node.parent = parent;
  node.cell = static_cast<std::uint16_t>(cell);
  nodes_.push_back(node);
  return added;
}

void Tree::add(NodeIndex node, std::int64_t score, std::uint32_t visits) {
  Node& to = nodes_[node];
  if (visits > std::numeric_limits<std::uint32_t>::max() - to.visits) {
    throw base::UserError("a book cannot count more than 4294967295 scenarios a tree");
  }
  to.score += score;
  to.visits += visits;
}

bool operator==(const Tree& a, const Tree& b) {
  if (a.size() != b.size()) return false;
  for (NodeIndex i = 0; i < a.size(); ++i) {
    const Node &x = a.node(i), &y = b.node(i);
    if (x.score != y.score || x.visits != y.visits) return false;
    if (i != kRoot && (x.parent != y.parent || x.cell != y.cell)) return false;
  }
  return true;
}

namespace {

// A parent stands before its children, so each finds its parent's place in the other tree.
void merge(Tree& into, const Tree& from) {
  std::vector<NodeIndex> places(from.size(), kRoot);
  for (NodeIndex i = 0; i < from.size(); ++i) {
    const Node& node = from.node(i);
    if (i != kRoot) {
      const NodeIndex parent = places[node.parent];
      places[i] = into.child(parent, node.cell);
      if (places[i] == kNone) {
        if (into.size() >= kMaxNodes) {
          throw base::UserError(
              fmt::format("together the books have more than {} nodes", kMaxNodes));
        }
        places[i] = into.add_child(parent, node.cell);
      }
    }
    into.add(places[i], node.score, node.visits);
  }
}

}  // namespace

void merge(Book& into, const Book& from) {
  if (into.size != from.size) {
    throw base::UserError(
        fmt::format("a book for {0}x{0} and one for {1}x{1} cannot be merged: both "
                    "must be for the same board",
                    into.size, from.size));
  }
  for (std::size_t i = 0; i < into.trees.size(); ++i) merge(into.trees[i], from.trees[i]);
}

}  // namespace losange::book
