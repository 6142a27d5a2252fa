// What Monte-Carlo tree search is told of Hex: which moves get nodes, what a leaf is worth, and which
// cells each side played (all moves as first).
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/random.h"
#include "hex/inferior.h"
#include "hex/position.h"
#include "hex/shape_playout.h"
#include "search/montecarlo_descent.h"

namespace losange::players {

// The cells one side played. Every order of the same stones gives the same board, except across a swap,
// which mirrors it.
template <int W>
struct CellSet {
  static constexpr bool kAmaf = true;

  hex::Bitboard<W> cells{};

  static bool permutes(hex::Move move) { return move.is_cell(); }
  void insert(hex::Move move) { cells.set(move.cell()); }
  bool contains(hex::Move move) const { return move.is_cell() && cells.test(move.cell()); }
};

// Leaves are worth the mean of some playouts.
template <int W>
class HexLeaf {
 public:
  using MoveSet = CellSet<W>;
  struct Sample {
    float value;  // for First
    std::array<MoveSet, 2> played;
  };

  HexLeaf(hex::ShapeType shapes, hex::PlayoutEnd end, int playouts)
      : playout_(shapes, end), samples_(static_cast<std::size_t>(playouts)) {}

  std::span<const Sample> operator()(const hex::Position<W>& position, hex::Move last,
                                     base::Random& random) {
    if (!last.is_cell()) last = hex::Move{};
    for (Sample& sample : samples_) {
      const auto result = playout_.play(position, last, random);
      sample = {result.winner == game::Side::First ? 1.0f : -1.0f,
                {MoveSet{result.played[0]}, MoveSet{result.played[1]}}};
    }
    return samples_;
  }

 private:
  hex::ShapePlayout<W> playout_;
  std::vector<Sample> samples_;
};

// Every empty cell, or with `threats` only those that matter when a side can win at once: a win is the
// only move, and the cells where the other side would win are the only answers. With `inferior` neither
// inferior cells, and the result where filling them in decides the game. The prior is 1 for a cell that
// saves a bridge the last move intruded on, 0 for all others.
template <int W>
struct HexGrowth {
  bool threats = true;
  bool inferior = false;

  game::Outcome operator()(const hex::Position<W>& position, hex::Move last,
                           search::Candidates<hex::Position<W>>& out) const {
    out.clear();
    auto cells = position.empty();
    game::Outcome result = game::Outcome::Ongoing;
    // Both kinds of knowledge are about the cells alone and do not weigh a swap against them.
    if (!position.swap_available()) {
      const auto urgent = threats ? urgent_cells(position) : hex::Bitboard<W>{};
      if (urgent.any()) {
        cells = urgent;
      } else if (inferior) {
        const auto found = hex::inferior_cells(position);
        result = found.outcome;
        if (found.consider.any()) cells = found.consider;
      }
    }
    const auto saves = bridge_saves(position, last);
    cells.for_each([&](int cell) {
      out.push_back({hex::Move::at(cell), saves.test(cell) ? 1.0f : 0.0f});
    });
    if (position.swap_available()) out.push_back({hex::Move::swap()});
    return result;
  }

  // The moves that win at once, else those that stop the other side from doing so; empty without threats.
  static hex::Bitboard<W> urgent_cells(const hex::Position<W>& position) {
    const auto wins = position.winning_cells(position.to_move());
    return wins.any() ? wins : position.winning_cells(game::other(position.to_move()));
  }

  // The other cell of each bridge of the side to move that runs through the cell just taken: empty, and
  // between two of its stones around that cell. Its own edge counts as a stone.
  static hex::Bitboard<W> bridge_saves(const hex::Position<W>& position, hex::Move last) {
    hex::Bitboard<W> saves;
    if (!last.is_cell()) return saves;
    const auto& geometry = position.geometry();
    const auto& around = geometry.around[static_cast<std::size_t>(last.cell())];
    const int side = game::index(position.to_move());
    const bool at_edge = (geometry.edges[side][0] | geometry.edges[side][1]).test(last.cell());
    const auto own = [&](int cell) {
      return cell < 0 ? at_edge : position.stones(position.to_move()).test(cell);
    };
    for (std::size_t i = 0; i < 6; ++i) {
      const int between = around[(i + 1) % 6];
      if (between < 0 || !position.is_empty(between)) continue;
      if (own(around[i]) && own(around[(i + 2) % 6])) saves.set(between);
    }
    return saves;
  }
};

}  // namespace losange::players
