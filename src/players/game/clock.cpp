#include "players/game/clock.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "search/budget.h"

namespace losange::players {

using base::Millis;

namespace {

constexpr double kLongestTime_s = 1e7;

std::optional<Millis> parse_seconds(std::string_view text) {
  const auto seconds = base::parse_real(base::trim(text));
  if (!seconds || *seconds < 0 || *seconds > kLongestTime_s) return std::nullopt;
  return base::to_millis(*seconds);
}

}  // namespace

TimeControl TimeControl::parse(std::string_view text) {
  const std::string word = base::lower(base::trim(text));
  TimeControl control;
  if (word == "none" || word.empty()) return control;
  if (const auto plus = word.find('+'); plus != std::string::npos) {
    const auto total = parse_seconds(std::string_view(word).substr(0, plus));
    const auto increment = parse_seconds(std::string_view(word).substr(plus + 1));
    if (total && increment && total->count() > 0) {
      return {Kind::Fischer, Millis(0), *total, *increment};
    }
  } else if (word.ends_with("/move")) {
    const auto per_move = parse_seconds(std::string_view(word).substr(0, word.size() - 5));
    if (per_move && per_move->count() > 0) return {Kind::PerMove, *per_move, Millis(0), Millis(0)};
  }
  throw base::UserError(
      "clock.none",
      "'{}' is not a clock: write none, 5/move (seconds a move) or 300+2 (seconds for the game + "
      "seconds added after each move, 0 for none), with times from 0.001 to 10000000",
      base::printable(text));
}

std::string TimeControl::text() const {
  switch (kind) {
    case Kind::None: return "none";
    case Kind::PerMove: return fmt::format("{}/move", base::to_seconds(per_move));
    case Kind::Fischer:
      return fmt::format("{}+{}", base::to_seconds(total), base::to_seconds(increment));
  }
  return "none";
}

GameClock::GameClock(TimeControl control)
    : control_(control), left_{control.total, control.total} {}

bool GameClock::spend(game::Side side, Millis spent) {
  switch (control_.kind) {
    case TimeControl::Kind::None: return true;
    case TimeControl::Kind::PerMove: return spent <= control_.per_move;
    case TimeControl::Kind::Fischer: {
      Millis& left = left_[game::index(side)];
      left -= spent;
      if (left < Millis(0)) {
        left = Millis(0);
        return false;
      }
      left += control_.increment;
      return true;
    }
  }
  return true;
}

std::optional<Millis> GameClock::left(game::Side side) const {
  switch (control_.kind) {
    case TimeControl::Kind::None: return std::nullopt;
    case TimeControl::Kind::PerMove: return control_.per_move;
    case TimeControl::Kind::Fischer: return left_[game::index(side)];
  }
  return std::nullopt;
}

search::Limits GameClock::limits_for(game::Side side, int moves_left, search::Limits limits) const {
  std::optional<Millis> budget;
  if (control_.kind == TimeControl::Kind::PerMove) {
    // Every move may come near it and none may be over it: machines stall now and then, and the more time there is, the less a
    // part of it is worth. Of very little time half is kept.
    const Millis margin = search::kClockLag + control_.per_move / 32;
    budget = control_.per_move - std::min(margin, control_.per_move / 2);
  }
  if (control_.kind == TimeControl::Kind::Fischer) {
    limits.clock = search::ClockState{left_[game::index(side)], control_.increment};
    // Hex games are decided long before the board is full: spend as if half of the moves remained,
    // and never more than a third of what is left.
    const Millis spare = search::spare_time(*limits.clock, moves_left);
    const int moves = std::max(4, moves_left / 2);
    budget = std::min(spare / moves + control_.increment * 8 / 10, spare / 3);
  }
  if (budget) limits.time = limits.time ? std::min(*limits.time, *budget) : *budget;
  return limits;
}

}  // namespace losange::players
