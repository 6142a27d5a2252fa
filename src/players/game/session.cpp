#include "players/game/session.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace losange::players {

namespace {

constexpr const char* kEnded = "ENDED";

std::vector<game::NodeId> main_line(const game::GameRecord& record) {
  std::vector<game::NodeId> line{game::kRoot};
  while (!record.node(line.back()).children.empty())
    line.push_back(record.node(line.back()).children.front());
  return line;
}

bool says_ended(const game::RecordNode& node) {
  return std::any_of(node.other.begin(), node.other.end(),
                     [](const game::Property& property) { return property.name == kEnded; });
}

}  // namespace

Session::Session(game::GameSetup setup) : Session(game::GameRecord(std::move(setup))) {}

Session::Session(game::GameRecord record) { load(std::move(record)); }

void Session::load(game::GameRecord record) {
  auto position = replay(record);
  record_ = std::move(record);
  position_ = std::move(position);
  // A result the board does not show (resignation, time) belongs to the end of the main line, where no node before it
  // says that it is its own.
  decided_.clear();
  if (record_.result.outcome != game::Outcome::Ongoing) {
    const auto line = main_line(record_);
    const auto ended = std::find_if(line.begin(), line.end() - 1, [&](game::NodeId node) {
      return says_ended(record_.node(node));
    });
    decided_[*ended] = record_.result;
    // Before the board shows a draw only both players can have made one. A winner without a reason is another matter.
    if (record_.result.outcome == game::Outcome::Draw && record_.result.reason.empty()) {
      game::GameRecord whole = record_;
      whole.go_to(*ended);
      if (replay(whole)->outcome() == game::Outcome::Ongoing) decided_[*ended].reason = "agreement";
    }
  }
  took_back_ = false;
  restore_clock();
  for (auto& player : players_) {
    if (player) player->new_game();
  }
}

void Session::restore(State state) {
  load(std::move(state.record));
  decided_ = std::move(state.decided);
}

void Session::restart(game::GameSetup setup) {
  game::GameRecord fresh(std::move(setup));
  fresh.players = names_;
  clock_ = GameClock(clock_.control());
  load(std::move(fresh));
}

void Session::refresh() {
  position_ = replay(record_);
  restore_clock();
}

void Session::restore_clock() {
  if (clock_.control().kind != TimeControl::Kind::Fischer) return;
  std::array<bool, 2> moved{};
  std::array<std::optional<double>, 2> seconds_left;
  for (const game::NodeId id : record_.line()) {
    const auto& node = record_.node(id);
    if (!node.move) continue;
    moved[game::index(node.move->side)] = true;
    seconds_left[game::index(node.move->side)] = node.seconds_left;
  }
  for (const game::Side side : {game::Side::First, game::Side::Second}) {
    const int s = game::index(side);
    if (!moved[s]) clock_.set_left(side, clock_.control().total);
    if (seconds_left[s]) clock_.set_left(side, base::to_millis(*seconds_left[s]));
  }
}

void Session::start_clock(TimeControl control) {
  set_time_control(control);
  if (control.kind != TimeControl::Kind::Fischer) return;
  for (game::NodeId id = game::kRoot; id < record_.size(); ++id) {
    auto& node = record_.node(id);
    if (node.move) node.seconds_left = base::to_seconds(control.total);
  }
}

game::Result Session::result() const {
  if (position_->outcome() != game::Outcome::Ongoing) return {position_->outcome(), ""};
  // A file that names a winner and no reason may have been broken off: it can be played on.
  const auto decided = decided_.find(record_.cursor());
  return decided != decided_.end() && !decided->second.reason.empty() ? decided->second
                                                                      : game::Result{};
}

game::NodeId Session::end_of_game(const game::GameRecord& record) const {
  const auto line = main_line(record);
  return *std::find_if(line.begin(), line.end() - 1, [&](game::NodeId node) {
    const auto decided = decided_.find(node);
    return decided != decided_.end() && !decided->second.reason.empty();
  });
}

game::Result Session::result_of(const game::GameRecord& record) const {
  const game::NodeId end = end_of_game(record);
  if (const auto decided = decided_.find(end); decided != decided_.end()) return decided->second;
  if (end == record_.cursor()) return {position_->outcome(), ""};
  game::GameRecord whole = record;
  whole.go_to(end);
  return {replay(whole)->outcome(), ""};
}

void Session::note_result() {
  const auto line = main_line(record_);
  if (std::find(line.begin(), line.end(), record_.cursor()) != line.end()) settle_result();
}

void Session::settle_result() {
  record_.result = result_of(record_);
  for (const auto& [id, result] : decided_) {
    auto& node = record_.node(id);
    std::erase_if(node.other, [](const game::Property& p) { return p.name == kEnded; });
  }
  auto& end = record_.node(end_of_game(record_));
  if (!end.children.empty()) end.other.push_back({kEnded, {""}});
}

int Session::move_number() const { return static_cast<int>(record_.moves().size()); }

std::string Session::last_move() const {
  const auto& node = record_.node(record_.cursor());
  return node.move ? node.move->text : "";
}

std::optional<std::string> Session::swap_move() const {
  if (over()) return std::nullopt;
  for (const auto& move : position_->legal_moves()) {
    if (position_->cell_of(move) < 0) return move;
  }
  return std::nullopt;
}

bool Session::swap_may_come() const {
  if (swap_move()) return true;
  const bool empty = view().pieces.find_first_not_of('.') == std::string::npos;
  return record_.setup.swap && move_number() == 0 && empty;
}

std::string Session::checked(std::string_view text) const {
  if (base::lower(base::trim(text)) != "swap-sides") return position_->check(text);
  // Changing seats is legal exactly when taking the stone over is; only the record tells them apart.
  position_->check("swap-pieces");
  return "swap-sides";
}

void Session::play(std::string_view text, std::optional<base::Millis> spent) {
  if (over()) throw base::UserError("game.over", "the game is over: undo or start a new one");
  const game::Side side = to_move();
  const bool resigns = base::lower(base::trim(text)) == "resign";
  const std::string move = resigns ? "" : checked(text);
  if (spent && !clock_.spend(side, *spent)) {
    lose(side, "time");
    return;
  }
  if (resigns) {
    lose(side, "resign");
    return;
  }
  advance(move, spent);
}

void Session::play_on(std::string_view text, std::optional<base::Millis> spent) {
  if (!over() || !open_on_board()) return play(text, spent);
  const std::string move = checked(text);
  restore_clock();  // who goes on where time ran out has what was left before
  took_back_ = false;
  advance(move, std::nullopt);
}

void Session::advance(const std::string& move, std::optional<base::Millis> spent) {
  const game::Side side = to_move();
  record_.play({side, move});
  replace_taken_back();
  auto& node = record_.node(record_.cursor());
  if (spent && spent->count() > 0) node.seconds_spent = base::to_seconds(*spent);
  if (clock_.control().kind == TimeControl::Kind::Fischer) {
    node.seconds_left = base::to_seconds(*clock_.left(side));
  }
  position_->apply(node);
  note_result();
}

void Session::replace_taken_back() {
  if (!std::exchange(took_back_, false)) return;
  const game::NodeId played = record_.cursor();
  auto& variations = record_.node(record_.node(played).parent).children;
  const auto here = std::find(variations.begin(), variations.end(), played);
  std::rotate(variations.begin(), here, here + 1);
}

void Session::play_as(game::Side side, std::string_view text) {
  if (side == to_move()) {
    play(text);
    return;
  }
  if (over()) throw base::UserError("game.over", "the game is over: undo or start a new one");
  // Out of turn: the other side passed, as far as the record is concerned.
  game::RecordNode node;
  node.move = game::RecordMove{side, base::lower(base::trim(text))};
  if (node.move->text == "resign") {
    lose(side, "resign");
    return;
  }
  if (node.move->text.starts_with("swap")) {
    throw base::UserError("hex.swap-turn", "only the side to move may swap");
  }
  auto position = position_->clone();
  position->apply(node);
  record_.play(*node.move);
  replace_taken_back();
  position_ = std::move(position);
  note_result();
}

void Session::lose(game::Side side, std::string reason) {
  decided_[record_.cursor()] = {game::win_for(game::other(side)), std::move(reason)};
  note_result();
}

bool Session::undo() {
  // A resignation is not a move: undoing takes it back first.
  if (position_->outcome() == game::Outcome::Ongoing && over()) {
    decided_.erase(record_.cursor());
    std::erase_if(record_.node(record_.cursor()).other,
                  [](const game::Property& p) { return p.name == kEnded; });
    note_result();
    restore_clock();  // time that ran out is given back with the move
    return true;
  }
  if (!record_.back()) return false;
  refresh();
  took_back_ = true;
  return true;
}

bool Session::undo_to_person() {
  const auto waits = [&](game::Side side) {
    return player(side) == nullptr || player(side)->waits_for_person();
  };
  const bool anyone_here = waits(game::Side::First) || waits(game::Side::Second);
  const game::NodeId here = record_.cursor();
  const auto decided = decided_;
  bool taken_back = undo();
  while (taken_back && anyone_here && !over() && !person_to_move()) taken_back = undo();
  if (taken_back) return true;
  go_to(here);
  decided_ = decided;
  note_result();
  return false;
}

bool Session::redo() {
  if (!record_.forward()) return false;
  took_back_ = false;
  refresh();
  return true;
}

void Session::go_to(game::NodeId node) {
  record_.go_to(node);
  took_back_ = false;
  refresh();
}

void Session::promote_line() {
  record_.promote_line();
  settle_result();
}

void Session::remove(game::NodeId node) {
  // Nodes stand after their parents, and those that stay keep their order.
  std::vector<bool> gone(record_.size(), false);
  gone[node] = true;
  for (auto n = node + 1; n < gone.size(); ++n) gone[n] = gone[record_.node(n).parent];
  std::map<game::NodeId, game::Result> kept;
  for (const auto& [id, result] : decided_) {
    const auto here = gone.begin() + static_cast<std::ptrdiff_t>(id);
    if (!*here) kept[id - static_cast<std::size_t>(std::count(gone.begin(), here, true))] = result;
  }
  decided_ = std::move(kept);
  record_.remove(node);
  refresh();
  settle_result();
}

void Session::edit(game::GameRecord record) {
  auto position = replay(record);
  decided_.erase(record.cursor());
  took_back_ = false;
  record_ = std::move(record);
  position_ = std::move(position);
  restore_clock();
  settle_result();
}

void Session::set_player(game::Side side, std::unique_ptr<Player> player, std::string name) {
  players_[game::index(side)] = std::move(player);
  names_[game::index(side)] = name;
  record_.players[game::index(side)] = std::move(name);
}

bool Session::person_to_move() const {
  const Player* mover = player(to_move());
  return mover == nullptr || mover->waits_for_person();
}

search::Limits Session::limits_for_move() const {
  // Cells left to fill in Hex, pieces left to play with in draughts.
  const auto pieces = view().pieces;
  const auto free_cells = std::count(pieces.begin(), pieces.end(), '.');
  const bool fills = record_.setup.game == "hex";
  const auto left =
      fills ? free_cells / 2 : static_cast<std::ptrdiff_t>(pieces.size()) / 2 - free_cells;
  auto limits =
      clock_.limits_for(to_move(), static_cast<int>(std::max<std::ptrdiff_t>(1, left)), limits_);
  const Player* waiting = player(game::other(to_move()));
  limits.prompt = waiting != nullptr && waiting->waits_for_person();
  return limits;
}

Answer Session::ask(const Observer& observer, std::stop_token stop) {
  assert(!person_to_move());
  return player(to_move())->choose(record_, limits_for_move(), observer, stop);
}

Answer Session::consult(Player& adviser, const search::Limits& limits, const Observer& observer,
                        std::stop_token stop) const {
  return adviser.choose(record_, limits, observer, stop);
}

}  // namespace losange::players
