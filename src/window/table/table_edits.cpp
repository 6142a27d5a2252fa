// What changes the tree of the game on the table, and how it is undone.
#include <utility>

#include "window/table/table.h"
#include "window/table/table_engine.h"

namespace losange::window {

using game::Side;

TableState Table::state() const {
  return {game_, session_.state(), seats_, session_.clock().control()};
}

void Table::remember_game() {
  const auto& root = record().node(game::kRoot);
  const bool empty = record().size() == 1 && root.setup.empty() && root.comment.empty();
  if (!empty) history_.edited(state());
}

void Table::remove_variation() {
  const game::NodeId here = record().cursor();
  if (here == game::kRoot) return;
  history_.edited(state());
  session_.remove(here);  // the cursor goes to the parent
  browsing_ = true;
  tree_changed();
}

void Table::promote_variation() {
  history_.edited(state());
  session_.promote_line();
  ++revision_;
  ++edits_;
}

void Table::set_comment(game::NodeId id, std::string text) {
  if (history_.begins_comment(id)) history_.commented(id, state());
  session_.edit_record().node(id).comment = std::move(text);
}

void Table::edit_marks(const std::function<void(game::RecordNode&)>& edit) {
  history_.edited(state());
  edit(session_.edit_record().node(record().cursor()));
  ++edits_;
}

void Table::edit_setup(const std::function<void(game::RecordNode&)>& edit) {
  game::GameRecord edited = record();
  const auto& at = edited.node(edited.cursor());
  if (at.move || !at.children.empty()) edited.go_to(edited.add_setup_child(edited.cursor()));
  auto& node = edited.node(edited.cursor());
  edit(node);
  forget_analysis(node);    // it was of another position
  players::replay(edited);  // throws, before anything is given up
  history_.edited(state());
  session_.edit(std::move(edited));
  browsing_ = true;
  tree_changed();
}

void Table::set_up(const std::string& cell, std::optional<Side> stone) {
  // Kings of draughts are written with a K before their square.
  const auto square = [](std::string_view name) {
    return name.starts_with('K') ? name.substr(1) : name;
  };
  edit_setup([&](game::RecordNode& node) {
    std::erase_if(node.setup,
                  [&](const game::SetupStone& s) { return square(s.cell) == square(cell); });
    node.setup.push_back({cell, stone});
  });
}

void Table::set_to_move(Side side) {
  edit_setup([&](game::RecordNode& node) { node.to_move = side; });
}

Table::Undone Table::undo() {
  if (history_.edit_is_next() == nullptr) {
    const game::NodeId here = record().cursor();
    if (session_.undo_to_person()) {
      history_.took_back({record().cursor(), here}, line_length());
      browsing_ = !anyone_here();
      tree_grew();
      return Undone::Move;
    }
    // One stands before the moves that were played since the last edit of this game: that edit is next.
    if (here != game::kRoot) return Undone::Nothing;
    history_.forget_moves();
    if (history_.edit_is_next() == nullptr || undo_brings_game()) return Undone::Nothing;
  }
  return restore(history_.undo(state()));
}

Table::Undone Table::redo() {
  if (history_.edit_is_next_again()) return restore(history_.redo(state()));
  if (const auto move = history_.next_move(record().cursor())) {
    session_.go_to(move->to);
    history_.played_again(line_length());
  } else {
    if (!session_.redo()) return Undone::Nothing;
    while (anyone_here() && !session_.over() && !session_.person_to_move() && session_.redo()) {
    }
  }
  browsing_ = !session_.over() && !session_.person_to_move();
  position_changed();
  return Undone::Move;
}

bool Table::can_undo() const {
  if (session_.move_number() > 0 || session_.over() || history_.edit_is_next() != nullptr)
    return true;
  const TableState* edit = history_.last_edit();  // undo() goes on to it only in the same game
  return edit != nullptr && edit->game == game_;
}

bool Table::can_redo() const {
  return history_.edit_is_next_again() || history_.next_move(record().cursor()) ||
         !record().node(record().cursor()).children.empty();
}

bool Table::undo_brings_game() const {
  const TableState* before = history_.edit_is_next();
  return before != nullptr && before->game != game_;
}

Table::Undone Table::restore(TableState kept) {
  const bool same = kept.game == game_;
  if (same) carry_analyses(record(), kept.session.record);
  const auto names = kept.session.record.players;
  if (!same) {
    for (const Side side : {Side::First, Side::Second}) seat_player(side, kept.seats[index(side)]);
    seat_adviser(kept.session.record.setup);
    session_.set_time_control(kept.clock);
  }
  session_.restore(std::move(kept.session));
  name_people(names);
  game_ = kept.game;
  game_changed();
  return same ? Undone::Edit : Undone::Game;
}

}  // namespace losange::window
