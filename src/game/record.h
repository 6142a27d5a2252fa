// A game as people keep it: a tree of variations with comments, players, result and times, and a cursor
// that says where one stands. Moves are text, so the record serves every game and every file format;
// whether they are legal is known to who replays them. A value: copying it copies the whole game.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"

namespace losange::game {

// Which game, by which rules. Everything else of a position follows from the record's nodes.
struct GameSetup {
  std::string game = "hex";
  int size = 11;
  bool swap = true;       // Hex: the second player may answer the first stone by taking it over
  std::string variant{};  // draughts: the name of the rules; empty for Hex
  bool operator==(const GameSetup&) const = default;
};

struct RecordMove {
  Side side = Side::First;
  std::string text;  // "f6", "swap-pieces", "swap-sides", "pass", "resign"; "32-28" in draughts
  bool operator==(const RecordMove&) const = default;
};

// A stone put on the board (or taken off, when there is no side) outside the order of play.
struct SetupStone {
  std::string cell;
  std::optional<Side> side;
  bool operator==(const SetupStone&) const = default;
};

// A property of a file format that has no meaning for us; kept as it was read.
struct Property {
  std::string name;
  std::vector<std::string> values;
  bool operator==(const Property&) const = default;
};

using NodeId = std::size_t;
inline constexpr NodeId kRoot = 0;
// More than any real game needs; readers refuse what goes beyond instead of filling the memory.
inline constexpr std::size_t kMaxNodes = 200'000;

struct RecordNode {
  NodeId parent = kRoot;
  std::vector<NodeId> children;    // the first one is the main line
  std::vector<SetupStone> setup;   // before the move
  std::optional<Side> to_move;     // set by the file (SGF PL), after setup stones
  std::optional<RecordMove> move;  // none at the root and in pure setup nodes
  std::string comment;
  std::optional<double> seconds_left;   // of the mover, after the move
  std::optional<double> seconds_spent;  // on this move
  std::vector<Property> other;
};

struct Result {
  Outcome outcome = Outcome::Ongoing;
  std::string reason;  // "", "resign", "time", "agreement" (draws), "forfeit" (illegal move or crash)
  bool operator==(const Result&) const = default;
};

class GameRecord {
 public:
  // Half of all sources hold games: how one is copied stands in one place and not in each of them.
  GameRecord();
  explicit GameRecord(GameSetup setup);
  GameRecord(const GameRecord& other);
  GameRecord(GameRecord&& other) noexcept;
  GameRecord& operator=(const GameRecord& other);
  GameRecord& operator=(GameRecord&& other) noexcept;
  ~GameRecord();

  GameSetup setup;
  std::array<std::string, 2> players;  // names, indexed by the side they started with
  Result result;
  std::string event, date, comment_on_game;

  const RecordNode& node(NodeId id) const { return nodes_[id]; }
  RecordNode& node(NodeId id) { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }

  NodeId cursor() const { return cursor_; }
  void go_to(NodeId id);
  bool back();                              // false at the root
  bool forward(std::size_t variation = 0);  // false at a leaf
  void go_to_end_of_main_line();

  // Adds a node after `parent` and returns it; a child with the same move is reused.
  NodeId add_child(NodeId parent, RecordMove move);
  NodeId add_setup_child(NodeId parent);
  // Adds after the cursor and goes there.
  void play(RecordMove move) { cursor_ = add_child(cursor_, std::move(move)); }
  // Removes the node and all below it; ids of other nodes change. The cursor moves out if it must.
  void remove(NodeId id);
  // Makes the line to the cursor the first variation wherever the game branches off from it.
  void promote_line();

  // The nodes from the root to the given one, root first.
  std::vector<NodeId> line_to(NodeId id) const;
  std::vector<NodeId> line() const { return line_to(cursor_); }
  // The texts of the moves on the line to the cursor.
  std::vector<std::string> moves() const;

 private:
  std::vector<RecordNode> nodes_;
  NodeId cursor_ = kRoot;
};

// Whether both hold the same game: the same tree with all that stands in it. Where the cursors stand
// and how the nodes are numbered does not matter.
bool same_game(const GameRecord& a, const GameRecord& b);

}  // namespace losange::game
