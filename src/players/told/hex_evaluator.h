// What alpha-beta is told of Hex by value_leaf.h (search/alphabeta/evaluator.h): one of the evaluations of src/hex, its map of
// cells as the order of moves, and what inferior cells and immediate wins leave of the moves. Values are
// integers for the side to move.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "hex/evaluation/mix.h"
#include "hex/evaluation/resistance.h"
#include "hex/evaluation/two_distance.h"
#include "hex/shapes/inferior.h"
#include "players/told/hex_policies.h"
#include "search/alphabeta/evaluator.h"

namespace losange::players {

enum class EvaluationKind { Mix, TwoDistance, Resistance };

struct HexEvaluation {
  EvaluationKind kind = EvaluationKind::Mix;
  hex::MixWeights mix{};
  hex::ResistanceWeights resistance{};
  double scale = 2000;   // a value this large is a good chance to win
  bool inferior = true;  // leave out inferior cells, two plies and more from the horizon
};

template <int W>
class HexEvaluator {
 public:
  using Position = hex::Position<W>;
  using Set = hex::Bitboard<W>;
  using Map = std::array<std::int32_t, Set::kBits>;

  static constexpr std::size_t kMoveKeys = Set::kBits + 2;
  static constexpr int kSwapOrder = 1'000'000;  // before all cells
  static constexpr int kKillerOrder = 400;
  static constexpr int kHistoryShift = 5;

  explicit HexEvaluator(const HexEvaluation& evaluation) : evaluation_(evaluation) {}

  static std::size_t move_key(hex::Move move) {
    return move.is_cell() ? move.code : move.is_swap() ? kMoveKeys - 2 : kMoveKeys - 1;
  }
  double value(search::Score score) const { return std::tanh(score / evaluation_.scale); }

  search::Score evaluate(const Position& position) const {
    const Side side = position.to_move(), other = game::other(side);
    int value = 0;
    switch (evaluation_.kind) {
      case EvaluationKind::Mix:
        value = hex::MixFrontier<W>(evaluation_.mix, position).value();
        break;
      case EvaluationKind::TwoDistance:
        value = hex::two_distance_value(hex::least_two_distance(position, side),
                                        hex::least_two_distance(position, other));
        break;
      case EvaluationKind::Resistance:
        value = hex::resistance_value(hex::circuit(position, side, evaluation_.resistance),
                                      hex::circuit(position, other, evaluation_.resistance));
        break;
    }
    return std::clamp(value, -search::kMostEvaluation, search::kMostEvaluation);
  }

  // How much a stone of the side to move on each empty cell promises, on the scale of values.
  void map(const Position& position, Map& out) {
    const Side side = position.to_move(), other = game::other(side);
    if (evaluation_.kind == EvaluationKind::Mix) {
      const auto& frontier = look(position);
      position.empty().for_each(
          [&](int cell) { out[static_cast<std::size_t>(cell)] = frontier(cell); });
    } else if (evaluation_.kind == EvaluationKind::TwoDistance) {
      const auto own = hex::two_distances(position, side),
                 theirs = hex::two_distances(position, other);
      position.empty().for_each([&](int cell) {
        const auto i = static_cast<std::size_t>(cell);
        out[i] = -100 * (own[i] + theirs[i]);
      });
    } else {
      const auto own = hex::circuit(position, side, evaluation_.resistance);
      const auto theirs = hex::circuit(position, other, evaluation_.resistance);
      position.empty().for_each([&](int cell) {
        const auto i = static_cast<std::size_t>(cell);
        out[i] = static_cast<std::int32_t>(2000 * (own.current[i] + theirs.current[i]));
      });
    }
  }

  game::Outcome candidates(const Position& position, hex::Move last, int depth,
                           search::OrderedMoves<Position>& out) {
    out.clear();
    Set cells = position.empty();
    // Knowledge is about the cells alone and does not weigh a swap against them; no width leaves it out.
    if (position.swap_available()) {
      out.push_back({hex::Move::swap(), kSwapOrder});
    } else {
      const Set urgent = hex::urgent_cells(position);
      if (urgent.any()) {
        cells = urgent;
      } else if (evaluation_.inferior && depth >= 2) {
        const auto found = hex::inferior_cells(position);
        if (found.outcome != game::Outcome::Ongoing) return found.outcome;
        cells = found.consider;
      }
    }
    order(position, last, depth, cells, out);
    return game::Outcome::Ongoing;
  }

  // The answer to an intrusion into a bridge.
  static int extension(const Position& before, hex::Move last, hex::Move move, const Position&) {
    return move.is_cell() && HexGrowth<W>::bridge_saves(before, last).test(move.cell()) ? 1 : 0;
  }

  // One ply above the horizon: first at the position, then at each of its moves.
  void look_at_frontier(const Position& position) {
    if (evaluation_.kind == EvaluationKind::Mix) look(position);
  }
  search::Score at_frontier(const Position& position, hex::Move move) const {
    if (evaluation_.kind == EvaluationKind::Mix && move.is_cell()) {
      const int value = (*seen_)(move.cell());
      return value == hex::MixFrontier<W>::kWins
                 ? search::win_at(1)
                 : std::clamp(value, -search::kMostEvaluation, search::kMostEvaluation);
    }
    Position child = position;
    child.play(move);
    if (child.outcome() != game::Outcome::Ongoing) return search::win_at(1);
    return -evaluate(child);
  }

 private:
  // What moves are worth, kept for the frontier that may follow on the same position.
  const hex::MixFrontier<W>& look(const Position& position) {
    if (!seen_ || seen_hash_ != position.hash()) {
      seen_.emplace(evaluation_.mix, position);
      seen_hash_ = position.hash();
    }
    return *seen_;
  }

  void order(const Position& position, hex::Move last, int depth, const Set& cells,
             search::OrderedMoves<Position>& out) {
    const Set saves = HexGrowth<W>::bridge_saves(position, last);
    if (depth <= 1 && evaluation_.kind == EvaluationKind::Mix) {
      // Values come at once from the frontier; the cells that matter to both sides first.
      const auto& paths = look(position);
      cells.for_each([&](int cell) {
        const int order = (paths.own_paths().cells.test(cell) ? 600 : 0) +
                          (paths.other_paths().cells.test(cell) ? 300 : 0) +
                          (paths.other_paths().pinned.test(cell) ? 600 : 0);
        out.push_back({hex::Move::at(cell), order});
      });
      return;
    }
    Map values;
    map(position, values);
    cells.for_each([&](int cell) {
      out.push_back({hex::Move::at(cell),
                     values[static_cast<std::size_t>(cell)] + (saves.test(cell) ? 500 : 0)});
    });
  }

  using Side = game::Side;

  HexEvaluation evaluation_;
  std::optional<hex::MixFrontier<W>> seen_;
  std::uint64_t seen_hash_ = 0;
};

}  // namespace losange::players
