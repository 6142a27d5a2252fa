#include "train/gates/ladder.h"

#include "game/elo.h"
#include "train/gates/arena.h"

namespace losange::train {

namespace {

constexpr double kPass = 0.55;  // of the games, as in AlphaGo Zero

}  // namespace

std::optional<Climb> play_gate(const net::Evaluator& net, const net::Evaluator& gate,
                               double gate_elo, int size, const std::function<bool()>& stopped) {
  const auto result = play_all_openings(net, gate, size, stopped);
  if (result.games == 0) return std::nullopt;
  // Half a game for each side, so that a clean sheet has a number too.
  const double score = (result.won + 0.5) / (result.games + 1.0);
  const double over_gate = game::elo_of(score);
  return Climb{over_gate, gate_elo + over_gate, result.won >= kPass * result.games};
}

}  // namespace losange::train
