// The policies and searches that the tests of Monte-Carlo tree search share.
#pragma once

#include <atomic>
#include <string>

#include "hex_position.h"
#include "leapfrog.h"
#include "players/told/hex_policies.h"
#include "search/montecarlo/montecarlo.h"

namespace losange::testing_games {

using HexSearch = search::MonteCarlo<HexPosition, players::HexLeaf<2>, players::HexGrowth<2>>;
using SearchSettings = search::MonteCarloSettings<search::Selection>;

// RAVE without exploration, a small tree.
inline SearchSettings rave_settings() {
  SearchSettings settings;
  settings.select.rave = 1000;
  settings.select.urgency = 0.1;
  settings.rules.expand_after = 2;
  settings.memory_bytes = std::size_t{64} << 20;
  settings.stop_early = false;
  return settings;
}
inline HexSearch hex_search(SearchSettings settings = rave_settings(), bool threats = true,
                            int playouts = 1, bool inferior = false) {
  return HexSearch(
      settings, players::HexLeaf<2>(hex::ShapeType::EdgeTwo, hex::PlayoutEnd::FullBoard, playouts),
      players::HexGrowth<2>{threats, inferior});
}

inline search::Limits descents(std::uint64_t count, int threads = 1, std::uint64_t seed = 1) {
  search::Limits limits;
  limits.nodes = count;
  limits.threads = threads;
  limits.seed = seed;
  return limits;
}

// Uniform playouts of a game that has draws and no all-moves-as-first.
struct LeapfrogLeaf {
  using MoveSet = search::NoMoveSet;
  struct Sample {
    float value;
    std::array<MoveSet, 2> played;
  };
  Sample sample{};

  std::span<const Sample> operator()(LeapfrogPosition position, const LeapfrogMove&,
                                     base::Random& random, const std::atomic<bool>&) {
    LeapfrogPosition::Moves moves;
    for (position.legal_moves(moves); !moves.empty(); position.legal_moves(moves)) {
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    sample.value = static_cast<float>(game::value_for(game::Side::First, position.outcome()));
    return {&sample, 1};
  }
};
using LeapfrogSearch = search::MonteCarlo<LeapfrogPosition, LeapfrogLeaf>;

inline LeapfrogSearch leapfrog_search() {
  SearchSettings settings;
  settings.select.exploration = 0.5;
  settings.stop_early = false;
  settings.memory_bytes = std::size_t{64} << 20;
  return LeapfrogSearch(settings, LeapfrogLeaf{});
}

}  // namespace losange::testing_games
