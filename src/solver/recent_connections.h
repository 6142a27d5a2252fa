// Connections of the positions that a search looks at one after the other: most have nearly all the stones of one that was
// looked at shortly before, two moves above, so they are found from what was found there. Used by HexExpert.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hex/connections/connections.h"

namespace losange::solver {

template <int W>
class RecentConnections {
 public:
  using Position = hex::Position<W>;
  using Set = hex::Bitboard<W>;

  // Of `side`, enough to know whether its edges are joined, and the must-play region; holds until the next call.
  // Precondition: the game goes on. Once `over` is set, what has been found will do.
  const hex::Connections<W>& find(const Position& position, game::Side side,
                                  const std::atomic<bool>* over = nullptr);

 private:
  // Large boards have so many connections that keeping those of several positions takes more memory than it saves time.
  static constexpr std::size_t kKept = W == 1 ? 32 : W == 2 ? 8 : 1;
  // Large carriers between two empty cells are left out: that takes half the time and finds nearly as much.
  static constexpr hex::ConnectionLimits kLimits{
      .full = 12, .semi = 24, .between_cells = 2, .joined = 5, .total = 1 << 20, .until_won = true};

  struct Kept {
    hex::Connections<W> connections{kLimits};
    std::array<Set, 2> stones;  // by index(side)
    game::Side side = game::Side::First;
    int size = 0;            // 0: nothing to go on from
    std::uint64_t used = 0;  // when it was, last
  };

  Kept* nearest(const Position& position, game::Side side);

  std::vector<std::unique_ptr<Kept>> kept_;
  std::uint64_t calls_ = 0;
};

extern template class RecentConnections<1>;
extern template class RecentConnections<2>;
extern template class RecentConnections<6>;

}  // namespace losange::solver
