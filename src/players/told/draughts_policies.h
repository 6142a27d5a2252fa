// What Monte-Carlo tree search is told of draughts: a leaf is worth its evaluation once captures are played.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <span>

#include "draughts/evaluation/evaluation.h"
#include "draughts/rules/playout.h"
#include "draughts/text/draughts.h"
#include "search/montecarlo/descent.h"

namespace losange::players {

template <class Bits>
class DraughtsLeaf {
 public:
  using MoveSet = search::NoMoveSet;
  struct Sample {
    float value;  // for First
    std::array<MoveSet, 2> played;
  };

  explicit DraughtsLeaf(const draughts::Config& config)
      : evaluation_(draughts::variant<Bits>(*config.rules, config.size), draughts::Cost::Patterns,
                    draughts::shipped_patterns(*config.rules, config.size)) {}

  std::span<const Sample> operator()(draughts::Position<Bits> position, const draughts::Move<Bits>&,
                                     base::Random& random, const std::atomic<bool>&) {
    draughts::play_captures(position, random);
    const auto outcome = position.outcome();
    if (outcome != game::Outcome::Ongoing) {
      sample_.value = static_cast<float>(game::value_for(game::Side::First, outcome));
    } else {
      const auto value = static_cast<float>(std::tanh(evaluation_(position) / 1000.0));
      sample_.value = position.to_move() == game::Side::First ? value : -value;
    }
    return {&sample_, 1};
  }

 private:
  draughts::Evaluation<Bits> evaluation_;
  Sample sample_{};
};

}  // namespace losange::players
