// The moves of a position that are worth a node, with how good each looks at first.
#pragma once

#include "base/containers/fixed_vector.h"
#include "game/game.h"

namespace losange::search {

template <class Move>
struct Candidate {
  Move move;
  float prior = 0;  // in [0, 1]
};
template <game::Position P>
using Candidates = base::FixedVector<Candidate<typename P::Move>, P::Moves::capacity()>;

}  // namespace losange::search
