#include "window/table/history.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace losange::window {

namespace {

constexpr std::ptrdiff_t kMostEdits = 64;  // each keeps a whole game

}  // namespace

void History::push_edit(TableState before) {
  done_.push_back({0, std::move(before)});
  const auto is_edit = [](const Done& step) { return step.before.has_value(); };
  if (std::count_if(done_.begin(), done_.end(), is_edit) > kMostEdits) {
    done_.erase(done_.begin(), std::find_if(done_.begin(), done_.end(), is_edit) + 1);
  }
}

void History::played(std::size_t length) {
  done_.push_back({length, std::nullopt});
  undone_.clear();
  comment_.reset();
}

void History::edited(TableState before) {
  push_edit(std::move(before));
  undone_.clear();
  comment_.reset();
}

void History::commented(game::NodeId node, TableState before) {
  edited(std::move(before));
  comment_ = node;
}

const TableState* History::edit_is_next() const {
  return done_.empty() || !done_.back().before ? nullptr : &*done_.back().before;
}

const TableState* History::last_edit() const {
  const auto edit = std::find_if(done_.rbegin(), done_.rend(),
                                 [](const Done& step) { return step.before.has_value(); });
  return edit == done_.rend() ? nullptr : &*edit->before;
}

void History::took_back(Move move, std::size_t length) {
  while (move_is_next() && done_.back().length > length) done_.pop_back();
  undone_.push_back({move, std::nullopt});
  comment_.reset();
}

void History::forget_moves() {
  while (move_is_next()) done_.pop_back();
}

TableState History::undo(TableState now) {
  assert(edit_is_next() != nullptr);
  undone_.push_back({{}, std::move(now)});
  TableState before = std::move(*done_.back().before);
  done_.pop_back();
  comment_.reset();
  return before;
}

std::optional<History::Move> History::next_move(game::NodeId here) const {
  if (undone_.empty() || undone_.back().state || undone_.back().move.from != here)
    return std::nullopt;
  return undone_.back().move;
}

void History::played_again(std::size_t length) {
  undone_.pop_back();
  done_.push_back({length, std::nullopt});
}

TableState History::redo(TableState now) {
  assert(edit_is_next_again());
  TableState after = std::move(*undone_.back().state);
  undone_.pop_back();
  push_edit(std::move(now));
  comment_.reset();
  return after;
}

}  // namespace losange::window
