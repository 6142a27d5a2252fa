// What Monte-Carlo tree search is told of Hex: which moves get nodes, what a leaf is worth, and which
// cells each side played (all moves as first).
#pragma once

#include <array>
#include <atomic>
#include <span>
#include <vector>

#include "base/random.h"
#include "hex/board/cell_tally.h"
#include "hex/shapes/outlook.h"
#include "hex/shapes/shape_playout.h"
#include "players/told/hex_connections.h"
#include "search/montecarlo/descent.h"

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

  struct Tally : private hex::CellTally<W> {
    using hex::CellTally<W>::kMostSets;
    struct Counts {
      typename hex::CellTally<W>::Counts of_cells;
      std::uint32_t of(hex::Move move) const { return move.is_cell() ? of_cells[move.cell()] : 0; }
    };

    void add(const CellSet& set) { hex::CellTally<W>::add(set.cells); }
    Counts counts() const { return {hex::CellTally<W>::counts()}; }
    using hex::CellTally<W>::clear;
  };
};

// Leaves are worth the mean of some playouts, which may take tens of milliseconds: of one when the search is halted.
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
                                     base::Random& random, const std::atomic<bool>& halt) {
    if (!last.is_cell()) last = hex::Move{};
    std::size_t count = 0;
    do {
      const auto result = playout_.play(position, last, random);
      samples_[count++] = {result.winner == game::Side::First ? 1.0f : -1.0f,
                           {MoveSet{result.played[0]}, MoveSet{result.played[1]}}};
    } while (count < samples_.size() && !halt.load(std::memory_order_relaxed));
    return std::span(samples_).first(count);
  }

 private:
  hex::ShapePlayout<W> playout_;
  std::vector<Sample> samples_;
};

// Every empty cell, or with `outlook` only those that may matter, and the result where it shows at first
// sight (hex/shapes/outlook.h). The prior is 1 for a cell that saves a bridge the last move intruded on, 0 for
// all others.
template <int W>
struct HexGrowth {
  bool outlook = true;
  bool inferior = false;  // the outlook leaves inferior cells out
  ConnectionsLook<W> connections{};

  auto look_closer(const hex::Position<W>& position) { return connections(position); }
  game::Outcome operator()(const hex::Position<W>& position, hex::Move last,
                           search::Candidates<hex::Position<W>>& out) const {
    out.clear();
    hex::Outlook<W> seen{position.empty()};
    if (outlook && !position.swap_available()) seen = hex::outlook(position, inferior);
    const auto saves = bridge_saves(position, last);
    seen.cells.for_each([&](int cell) {
      out.push_back({hex::Move::at(cell), saves.test(cell) ? 1.0f : 0.0f});
    });
    if (position.swap_available()) out.push_back({hex::Move::swap()});
    return seen.outcome;
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
