// What Ctrl+Z and Ctrl+Y go through at the table, in the order it happened: moves, which are taken back in the tree and
// stay there, and edits (deletions, comments, stones set up, another game on the table), each with the table as it
// stood before. Used by Table; nodes named here are those of the tree as it stands, because every edit ends what could
// be done again.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "players/game/session.h"
#include "players/seat.h"

namespace losange::window {

// A game at the table, to come back to.
struct TableState {
  std::uint64_t game = 0;  // Table::game_number()
  players::Session::State session;
  std::array<players::Seat, 2> seats;
  players::TimeControl clock;
  base::Millis turn_spent{0};  // of the turn under way
  bool browsing = false;       // one looked about, and nobody's turn was under way
};

class History {
 public:
  struct Move {
    game::NodeId from = game::kRoot, to = game::kRoot;
    base::Millis turn_spent{0};  // of the turn that was under way after the move
    bool browsing = false;
  };

  // The line is so long now.
  void played(std::size_t length);
  void edited(TableState before);
  // The letters of one comment are one edit, which the first of them begins.
  bool begins_comment(game::NodeId node) const { return comment_ != node; }
  void commented(game::NodeId node, TableState before);
  void end_comment() { comment_.reset(); }

  // Moves come before the edits that Ctrl+Z reaches.
  bool move_is_next() const { return !done_.empty() && !done_.back().before; }
  // The edit that is undone next; null where that is a move, or nothing.
  const TableState* edit_is_next() const;
  const TableState* last_edit() const;  // also where moves come before it
  void took_back(Move move, std::size_t length);
  void forget_moves();              // up to the last edit
  TableState undo(TableState now);  // the last edit

  // What is done again next: the move, where one stands where it was taken back, or the edit.
  std::optional<Move> next_move(game::NodeId here) const;
  bool edit_is_next_again() const { return !undone_.empty() && undone_.back().state; }
  void played_again(std::size_t length);
  TableState redo(TableState now);

 private:
  struct Done {
    std::size_t length = 0;            // of the line, after a move
    std::optional<TableState> before;  // of an edit
  };
  struct Undone {
    Move move;
    std::optional<TableState> state;  // of an edit
  };
  void push_edit(TableState before);

  std::vector<Done> done_;
  std::vector<Undone> undone_;
  std::optional<game::NodeId> comment_;  // the node whose comment is being written
};

}  // namespace losange::window
