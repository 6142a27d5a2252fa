#include "window/picture/board_motion.h"

#include <algorithm>
#include <utility>

#include "players/game/any_position.h"

namespace losange::window {

namespace {

constexpr double kStoneTime_s = 0.22;  // a stone's coming and going, at normal speed
constexpr double kChainTime_s = 0.8;

}  // namespace

void BoardMotion::forget(bool over) {
  pieces_.clear();
  moving_.clear();
  chain_light_ = 1;
  over_ = over;
}

BoardMotion::Change BoardMotion::follow(const players::Session& session, double speed, Time now) {
  Change change;
  const std::string before = std::exchange(pieces_, session.view().pieces);
  moving_.clear();
  for (std::size_t i = 0; before.size() == pieces_.size() && i < pieces_.size(); ++i) {
    if (before[i] == pieces_[i]) continue;
    const bool comes = pieces_[i] != '.';
    if (comes) ++change.came, change.piece = pieces_[i];
    if (before[i] != '.' && !comes) ++change.went;
    if (speed > 0)
      moving_.push_back({static_cast<int>(i), comes ? pieces_[i] : before[i], comes ? 0.0 : 1.0});
  }
  const bool slides = change.came == 1 && change.went > 0 && slide_piece(session.record());
  if (change.came + change.went > 3 && !slides) moving_.clear();  // a jump through the game
  change.ended = session.over() && !over_;
  if (change.ended) chain_light_ = speed > 0 ? 0 : 1;
  over_ = session.over();
  advanced_ = now;
  return change;
}

// Where the last move was one of a piece, or a swap.
bool BoardMotion::slide_piece(const game::GameRecord& record) {
  const auto& node = record.node(record.cursor());
  if (!node.move) return false;
  game::GameRecord before = record;
  before.go_to(node.parent);
  auto path = players::replay(before)->path_of(node.move->text);
  // The stone that is swapped jumps to its mirror cell.
  if (node.move->text == "swap-pieces") {
    path.assign(2, -1);
    for (const auto& moving : moving_) path[stands(moving.cell) ? 1 : 0] = moving.cell;
    if (path[0] < 0 || path[1] < 0) return false;
  }
  if (path.size() < 2 || !stands(path.back())) return false;
  std::erase_if(moving_, [&](const Moving& m) { return m.cell == path.front(); });
  for (auto& moving : moving_) {
    if (moving.cell == path.back()) moving.path = path;
  }
  return true;
}

void BoardMotion::put_down(int cell) {
  std::erase_if(moving_, [&](const Moving& m) { return m.cell == cell && !m.path.empty(); });
}

bool BoardMotion::advance(double speed, Time now) {
  std::size_t legs = 1;  // of a piece on its way; what it captures goes in the same time
  for (const auto& moving : moving_) legs = std::max(legs, moving.path.size());
  const double passed = std::chrono::duration<double>(now - advanced_).count() * speed /
                        static_cast<double>(legs > 1 ? legs - 1 : 1);
  advanced_ = now;
  const bool changed = moves();
  for (auto& moving : moving_) {
    moving.shown += (stands(moving.cell) ? 1 : -1) * passed / kStoneTime_s;
  }
  std::erase_if(moving_,
                [&](const Moving& m) { return stands(m.cell) ? m.shown >= 1 : m.shown <= 0; });
  if (chain_light_ < 1)
    chain_light_ = speed > 0 ? std::min(1.0, chain_light_ + passed / kChainTime_s) : 1;
  return changed;
}

}  // namespace losange::window
