#include "game/record.h"

#include <algorithm>
#include <cassert>

namespace losange::game {

GameRecord::GameRecord() : nodes_(1) {}
GameRecord::GameRecord(GameSetup setup) : setup(std::move(setup)), nodes_(1) {}
GameRecord::GameRecord(const GameRecord& other) = default;
GameRecord::GameRecord(GameRecord&& other) noexcept = default;
GameRecord& GameRecord::operator=(const GameRecord& other) = default;
GameRecord& GameRecord::operator=(GameRecord&& other) noexcept = default;
GameRecord::~GameRecord() = default;

void GameRecord::go_to(NodeId id) {
  assert(id < nodes_.size());
  cursor_ = id;
}

bool GameRecord::back() {
  if (cursor_ == kRoot) return false;
  cursor_ = nodes_[cursor_].parent;
  return true;
}

bool GameRecord::forward(std::size_t variation) {
  const auto& children = nodes_[cursor_].children;
  if (variation >= children.size()) return false;
  cursor_ = children[variation];
  return true;
}

void GameRecord::go_to_end_of_main_line() {
  cursor_ = kRoot;
  while (forward()) {
  }
}

NodeId GameRecord::add_child(NodeId parent, RecordMove move) {
  for (const NodeId child : nodes_[parent].children) {
    if (nodes_[child].move == move && nodes_[child].setup.empty()) return child;
  }
  const NodeId id = add_setup_child(parent);
  nodes_[id].move = std::move(move);
  return id;
}

NodeId GameRecord::add_setup_child(NodeId parent) {
  assert(parent < nodes_.size());
  const NodeId id = nodes_.size();
  nodes_.emplace_back();
  nodes_[id].parent = parent;
  nodes_[parent].children.push_back(id);
  return id;
}

void GameRecord::remove(NodeId id) {
  assert(id != kRoot && id < nodes_.size());
  // Nodes are added after their parents, so one pass in order marks the whole subtree.
  std::vector<bool> removed(nodes_.size(), false);
  removed[id] = true;
  for (NodeId n = id + 1; n < nodes_.size(); ++n) removed[n] = removed[nodes_[n].parent];
  if (removed[cursor_]) cursor_ = nodes_[id].parent;

  std::vector<NodeId> new_id(nodes_.size(), kRoot);
  std::vector<RecordNode> kept;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (removed[n]) continue;
    new_id[n] = kept.size();
    kept.push_back(std::move(nodes_[n]));
  }
  for (auto& node : kept) {
    node.parent = new_id[node.parent];
    std::erase_if(node.children, [&](NodeId child) { return removed[child]; });
    for (auto& child : node.children) child = new_id[child];
  }
  nodes_ = std::move(kept);
  cursor_ = new_id[cursor_];
}

void GameRecord::promote_line() {
  for (NodeId id = cursor_; id != kRoot; id = nodes_[id].parent) {
    auto& siblings = nodes_[nodes_[id].parent].children;
    const auto here = std::find(siblings.begin(), siblings.end(), id);
    std::rotate(siblings.begin(), here, here + 1);
  }
}

std::vector<NodeId> GameRecord::line_to(NodeId id) const {
  std::vector<NodeId> line{id};
  while (line.back() != kRoot) line.push_back(nodes_[line.back()].parent);
  std::reverse(line.begin(), line.end());
  return line;
}

std::vector<std::string> GameRecord::moves() const {
  std::vector<std::string> texts;
  for (const NodeId id : line()) {
    if (nodes_[id].move) texts.push_back(nodes_[id].move->text);
  }
  return texts;
}

namespace {

bool same_content(const RecordNode& a, const RecordNode& b) {
  return a.setup == b.setup && a.to_move == b.to_move && a.move == b.move &&
         a.comment == b.comment && a.seconds_left == b.seconds_left &&
         a.seconds_spent == b.seconds_spent && a.other == b.other;
}

}  // namespace

bool same_game(const GameRecord& a, const GameRecord& b) {
  if (a.setup != b.setup || a.players != b.players || a.result != b.result || a.event != b.event ||
      a.date != b.date || a.comment_on_game != b.comment_on_game || a.size() != b.size()) {
    return false;
  }
  std::vector<std::pair<NodeId, NodeId>> pending{{kRoot, kRoot}};
  while (!pending.empty()) {
    const auto& left = a.node(pending.back().first);
    const auto& right = b.node(pending.back().second);
    pending.pop_back();
    if (!same_content(left, right) || left.children.size() != right.children.size()) return false;
    for (std::size_t i = 0; i < left.children.size(); ++i) {
      pending.emplace_back(left.children[i], right.children[i]);
    }
  }
  return true;
}

}  // namespace losange::game
