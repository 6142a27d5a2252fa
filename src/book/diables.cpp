// The trees of the Petits Diables, a byte at a time. Values and indices may hold the separator, so nodes
// are read by position: only the byte after a value or a child can be one.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <vector>

#include "base/error.h"
#include "book/file.h"

namespace losange::book {

namespace {

constexpr std::uint8_t kSeparator = 127;
constexpr int kCells = kDiablesSize * kDiablesSize;
constexpr std::uint32_t kLargestValue = 2 * kWin;

void put_big_endian(std::string& out, std::uint32_t number, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    out += static_cast<char>(number >> shift & 0xFF);
  }
}

// The mean score, to the nearest step.
std::uint32_t value_code(const Node& node) {
  if (node.visits == 0) return static_cast<std::uint32_t>(kWin);
  const std::int64_t visits = node.visits;
  const std::int64_t shifted = node.score + kWin * visits;  // never negative
  return static_cast<std::uint32_t>((2 * shifted + visits) / (2 * visits));
}

struct RawChild {
  NodeIndex parent;
  int cell;
};

// What the bytes say, before it is known to be a tree.
class RawTree {
 public:
  // `bytes` in all: no index that they cannot hold takes memory.
  explicit RawTree(std::size_t bytes) : most_nodes_(bytes / 3 + 1) {}

  void read(std::string_view piece) {
    std::size_t at = 0;
    const auto byte = [&] { return static_cast<std::uint8_t>(piece[at]); };
    const auto number = [&](std::size_t bytes) {
      if (piece.size() - at < bytes) fail("the file ends inside it");
      std::uint32_t value = 0;
      for (; bytes > 0; --bytes, ++at) value = value << 8 | byte();
      return value;
    };
    while (at < piece.size()) {
      values_.push_back(0);
      values_.back() = number(2);
      if (values_.size() > kMaxNodes) fail(fmt::format("there are more than {} nodes", kMaxNodes));
      if (values_.back() > kLargestValue) {
        fail(fmt::format("its value is {}, more than {}", values_.back(), kLargestValue));
      }
      while (at < piece.size() && byte() != kSeparator) {
        const std::uint32_t cell = number(1);
        if (cell >= kCells) {
          fail(fmt::format("byte {} is {}, neither a move (0 to {}) nor the separator {}", at - 1,
                           cell, kCells - 1, kSeparator));
        }
        add_child(number(4), static_cast<int>(cell));
      }
      ++at;  // the separator; the last node may go without
    }
  }

  Tree tree(bool partial) const {
    if (values_.empty()) {
      throw base::UserError("this is no tree of the Petits Diables: there is nothing in it");
    }
    if (largest_index_ >= values_.size() && !partial) {
      throw base::UserError(
          fmt::format("this is no whole tree of the Petits Diables: a node names child {}, but "
                      "there are only {} "
                      "nodes. Give all its files in order, or --partial to take what is there",
                      largest_index_, values_.size()));
    }
    Tree tree;
    tree.reserve(values_.size());
    for (NodeIndex i = 1; i < values_.size(); ++i) {
      if (i >= children_.size() || children_[i].parent == kNone) fail_at(i, "it is nobody's child");
      const auto [parent, cell] = children_[i];
      if (tree.on_the_way(parent, cell) || tree.child(parent, cell) != kNone) {
        fail_at(i, fmt::format("{} is played twice", hex::cell_name(kDiablesSize, cell)));
      }
      tree.add_child(parent, cell);
    }
    fill_in_values(tree);
    return tree;
  }

 private:
  [[noreturn]] static void fail_at(std::size_t node, const std::string& what) {
    throw base::UserError(
        fmt::format("this is no tree of the Petits Diables: node {}: {}", node, what));
  }
  [[noreturn]] void fail(const std::string& what) const { fail_at(values_.size() - 1, what); }

  void add_child(std::uint32_t index, int cell) {
    const auto parent = static_cast<NodeIndex>(values_.size() - 1);
    if (index <= parent) fail(fmt::format("its child {} does not stand after it", index));
    largest_index_ = std::max(largest_index_, index);
    if (index >= most_nodes_) return;
    if (index >= children_.size()) children_.resize(index + std::size_t{1}, {kNone, 0});
    if (children_[index].parent != kNone) fail(fmt::format("node {} has two parents", index));
    children_[index] = {parent, cell};
  }

  void fill_in_values(Tree& tree) const {
    std::vector<std::uint32_t> nodes_below(values_.size(), 1);
    for (NodeIndex i = static_cast<NodeIndex>(values_.size()) - 1; i > 0; --i) {
      nodes_below[tree.node(i).parent] += nodes_below[i];
    }
    // No scenario added the root.
    if (nodes_below[kRoot] > 1) --nodes_below[kRoot];
    for (NodeIndex i = 0; i < values_.size(); ++i) {
      tree.add(i, (static_cast<std::int64_t>(values_[i]) - kWin) * nodes_below[i], nodes_below[i]);
    }
  }

  std::size_t most_nodes_;
  std::vector<std::uint32_t> values_;
  std::vector<RawChild> children_;  // by index of the child
  std::uint32_t largest_index_ = 0;
};

}  // namespace

std::string write_diables(const Tree& tree) {
  std::string out;
  out.reserve(8 * tree.size());
  for (NodeIndex i = 0; i < tree.size(); ++i) {
    put_big_endian(out, value_code(tree.node(i)), 2);
    tree.for_each_child(i, [&](NodeIndex child) {
      assert(tree.node(child).cell < kCells);
      put_big_endian(out, tree.node(child).cell, 1);
      put_big_endian(out, child, 4);
    });
    out += static_cast<char>(kSeparator);
  }
  return out;
}

Tree read_diables(std::span<const std::string> pieces, bool partial) {
  std::size_t bytes = 0;
  for (const auto& piece : pieces) bytes += piece.size();
  RawTree raw(bytes);
  for (const auto& piece : pieces) raw.read(piece);
  return raw.tree(partial);
}

}  // namespace losange::book
