// What changes the tree of the game on the table, and how it is undone.
#include <algorithm>
#include <utility>

#include "window/findings/record_marks.h"
#include "window/table/table.h"
#include "window/table/table_engine.h"

namespace losange::window {

using game::Side;

TableState Table::state() const {
  return {game_,    session_.state(), seats_, session_.clock().control(), spent(base::Clock::now()),
          browsing_};
}

bool Table::untouched() const {
  const auto& root = record().node(game::kRoot);
  return record().size() == 1 && root.setup.empty() && !root.to_move && root.comment.empty() &&
         marks_at(root).empty();
}

void Table::remember_game() {
  if (!untouched()) history_.edited(state());
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
    const History::Move now{here, here, spent(base::Clock::now()), browsing_};
    const bool resigned = session_.result().reason == "resign";
    if (ended_elsewhere() ? step_back() : session_.undo_to_person()) {
      history_.took_back({record().cursor(), now.to, now.turn_spent, now.browsing}, line_length());
      browsing_ = !anyone_here();
      ++edits_;
      position_changed();
      if (resigned && record().cursor() == here) turn_spent_ = now.turn_spent;
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
    browsing_ = move->browsing && !session_.over();
    position_changed();
    turn_spent_ = move->turn_spent;
  } else {
    const auto forward = [this] {
      const auto next = next_of(record().cursor());
      if (next) session_.go_to(*next);
      return next.has_value();
    };
    if (!forward()) return Undone::Nothing;
    while (anyone_here() && !session_.over() && !session_.person_to_move() && forward()) {
    }
    const bool elsewhere = browsing_ && left_turn_ && left_turn_->node != record().cursor();
    browsing_ = !session_.over() && (browsing_ || !session_.person_to_move());
    position_changed();
    take_up_left_turn();
    if (!elsewhere && session_.person_to_move()) browsing_ = false;
  }
  return Undone::Move;
}

// A game that was opened keeps the resignation it came with: nobody gave it up here who could take that back.
bool Table::ended_elsewhere() const {
  return session_.over() && session_.open_on_board() && !history_.move_is_next();
}

bool Table::step_back() {
  const game::NodeId here = record().cursor();
  if (here == game::kRoot) return false;
  session_.go_to(record().node(here).parent);
  return true;
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

// The same moves and stones lead to the node now and in what is kept.
bool Table::stays(const TableState& kept, game::NodeId node) const {
  const auto& before = record();
  const auto& after = kept.session.record;
  if (kept.game != game_ || node >= before.size() || node >= after.size()) return false;
  const auto line = before.line_to(node);
  return line == after.line_to(node) && std::all_of(line.begin(), line.end(), [&](game::NodeId id) {
           return before.node(id).move == after.node(id).move &&
                  before.node(id).setup == after.node(id).setup;
         });
}

Table::Undone Table::restore(TableState kept) {
  const bool same = kept.game == game_;
  // What was edited beside the turn under way does not begin it anew.
  const game::NodeId here = record().cursor();
  const bool goes_on = here == kept.session.record.cursor() && stays(kept, here);
  const base::Millis used = goes_on ? spent(base::Clock::now()) : kept.turn_spent;
  const bool browsed = goes_on ? browsing_ : kept.browsing;
  const auto left =
      browsing_ && left_turn_ && stays(kept, left_turn_->node) ? left_turn_ : std::nullopt;
  if (same) carry_analyses(record(), kept.session.record);
  const auto names = kept.session.record.players;
  if (!same) {
    for (const Side side : {Side::First, Side::Second}) seat_player(side, kept.seats[index(side)]);
    seat_adviser(kept.session.record.setup);
    session_.set_time_control(kept.clock);
    find_own_side();
  }
  session_.restore(std::move(kept.session));
  name_people(names);
  game_ = kept.game;
  waits_ = waits_ || !same;
  game_changed();
  turn_spent_ = used;
  if (!same) return Undone::Game;
  browsing_ = (browsed || left) && !session_.over();
  left_turn_ = left;
  take_up_left_turn();
  return Undone::Edit;
}

}  // namespace losange::window
