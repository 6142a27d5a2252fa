// A position as numbers of the heuristics, for the value net that is a perceptron, as HexProject has one: what the
// evaluations of src/hex count for the side to move and for the other side, on scales that boards of all sizes share.
// The net's own buffers (mean and deviation) do the rest of the scaling.
#pragma once

#include <array>
#include <string_view>

#include "hex/board/position.h"

namespace losange::net {

// Of each side, the side to move first.
inline constexpr std::array<std::string_view, 13> kSideFeatures{
    "distance",  // stones to the win, by the size
    "threat",    // 1 where one stone wins
    "ways",      // cells on shortest paths, by the cells
    "pinned",    // cells on all of them, by the size
    "joints",    // as in hex/evaluation/mix.h; this and the next four by the cells
    "bridges",   "liberties", "centre", "stones",
    "potential",  // least two-distance, by the size
    "least",      // cells that have it, by the size
    "next",       // cells that have at most one more, by the cells
    "far"};       // cells that have at most two more, by the cells
// Of the board: cells that have the least potential of both sides by the size, the size, the share of empty cells.
inline constexpr std::array<std::string_view, 3> kBoardFeatures{"mutual", "size", "empty"};
inline constexpr std::size_t kPositionFeatures = 2 * kSideFeatures.size() + kBoardFeatures.size();

// Writes kPositionFeatures numbers. Precondition: the game goes on.
template <int W>
void write_position_features(const hex::Position<W>& position, float* out);

}  // namespace losange::net
