// Uniform random playouts. The winner of a random continuation of a Hex game depends only on who owns
// which cell of the full board, so a playout deals the empty cells at random in the right numbers and
// reads off the winner: the same distribution as playing the moves one by one, at a fraction of the
// price. Deterministic for a given Random.
#pragma once

#include "base/random.h"
#include "hex/board/position.h"

namespace losange::hex {

// The winner of a board where First owns `first` and Second every other cell.
template <int W>
inline Side winner_of_full_board(const Geometry<W>& geometry, const Bitboard<W>& first) {
  Bitboard<W> filled = geometry.edges[0][0] & first;
  const Bitboard<W>& goal = geometry.edges[0][1];
  while (!overlaps(filled, goal)) {
    const Bitboard<W> wider = filled | (geometry.spread(filled) & first);
    if (wider == filled) return Side::Second;
    filled = wider;
  }
  return Side::First;
}

// A uniformly random subset of `cells` with exactly `count` members. Fair coins give a subset whose
// members are exchangeable; adding or removing uniformly random cells until the number is right keeps
// them so.
template <int W>
inline Bitboard<W> random_subset(const Bitboard<W>& cells, int count, int cell_count,
                                 base::Random& random) {
  Bitboard<W> chosen;
  for (int i = 0; i < W; ++i) chosen.words[i] = cells.words[i] & random();
  int missing = count - chosen.count();
  const bool removing = missing < 0;
  for (missing = removing ? -missing : missing; missing > 0;) {
    const int cell = static_cast<int>(random.below(static_cast<std::uint32_t>(cell_count)));
    if (!cells.test(cell) || chosen.test(cell) != removing) continue;
    chosen.words[cell >> 6] ^= std::uint64_t{1} << (cell & 63);
    --missing;
  }
  return chosen;
}

// Plays the position out at random. Precondition: the game goes on.
template <int W>
inline Side uniform_playout(const Position<W>& position, base::Random& random) {
  const Bitboard<W> empty = position.empty();
  const int free_cells = empty.count();
  const int to_first = (free_cells + (position.to_move() == Side::First ? 1 : 0)) / 2;
  const auto dealt = random_subset(empty, to_first, position.geometry().cells, random);
  return winner_of_full_board(position.geometry(), position.stones(Side::First) | dealt);
}

}  // namespace losange::hex
