// A closer look at positions that descents come to often: knowledge of a game that costs too much for every leaf, and may
// prove a position or some of its moves lost. The policy that gives nodes their moves may offer it:
//
//   look_closer(position)   gives outcome, of best play where it is known (else Ongoing), and loses(move), true only for
//                           moves that are known to lose. The game goes on there.
//
// Used by the workers (descent.h, batch.h) once a node has had TreeRules::closer_after visits, and at the root of each search.
#pragma once

#include <concepts>

#include "game/game.h"

namespace losange::search {

template <class Policy, class P>
concept LooksCloser = requires(Policy& policy, const P& position, const typename P::Move& move) {
  { policy.look_closer(position).outcome } -> std::convertible_to<game::Outcome>;
  { policy.look_closer(position).loses(move) } -> std::same_as<bool>;
};

}  // namespace losange::search
