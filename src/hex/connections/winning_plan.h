// How a side whose edges are joined wins whatever is played: connections that it has to hold, of which no two share a cell,
// so that each stone of the other side is answered in the one that it went into. For whoever plays a won position to its end.
//
// Invariant: all that is held and not interfered with is empty, and the owner's chains and edges are joined in a row by it.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hex/connections/connections.h"

namespace losange::hex {

template <int W>
class WinningPlan {
 public:
  // Of the side whose connections these are, if the other one moves; without a plan when the edges are not joined.
  static std::optional<WinningPlan> for_second(const Connections<W>& found);
  // The same if it moves itself: then answer(-1) is its first move.
  static std::optional<WinningPlan> for_first(const Connections<W>& found);

  // The stones that the owner still has to play, at most, until its edges are joined by stones.
  int moves() const;
  // The owner's move after the other side's stone on a cell, or after none (-1); it is taken as played. Preconditions: all
  // stones of the two since the plan was made were told or given here; the edges are not joined by stones yet.
  int answer(int cell);

 private:
  using Set = Bitboard<W>;
  // As hex::Connection, with its parts after all that they are made of.
  struct Step {
    Set carrier;
    ConnectionRule rule;
    int middle;
    int moves;  // of the owner, at most
    std::vector<int> parts;
  };

  int add(const Connections<W>& found, const Connection<W>& connection,
          std::unordered_map<const Connection<W>*, int>& known);
  int moves_for(const Step& step) const;
  void hold(int step);
  int play_over(int step);

  std::vector<Step> steps_;
  std::vector<int> held_;  // full ones that are neither touching ends nor put together at a stone
  int first_ = -1;         // the semi connection that begins with the owner's move
};

extern template class WinningPlan<1>;
extern template class WinningPlan<2>;
extern template class WinningPlan<4>;
extern template class WinningPlan<6>;

}  // namespace losange::hex
