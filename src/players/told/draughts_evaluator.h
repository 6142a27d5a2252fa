// What alpha-beta is told of draughts (search/alphabeta/evaluator.h lists the parts): values, keys of moves,
// and which moves must be seen past the horizon. A copy a thread.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>

#include "draughts/evaluation/bitbase.h"
#include "draughts/evaluation/evaluation.h"
#include "search/alphabeta/evaluator.h"

namespace losange::players {

// What a search may look up: all copies of its evaluator see it, and it changes between searches alone.
struct EndingsInUse {
  std::shared_ptr<const draughts::Bitbase> base;
};

template <class Bits>
class DraughtsEvaluator {
 public:
  using Position = draughts::Position<Bits>;
  using Move = draughts::Move<Bits>;
  using Ordered = search::OrderedMoves<Position>;

  explicit DraughtsEvaluator(draughts::Evaluation<Bits> evaluation,
                             std::shared_ptr<const EndingsInUse> endings = nullptr,
                             int threat_plies = kThreatPlies)
      : evaluation_(std::move(evaluation)),
        endings_(std::move(endings)),
        threat_plies_(threat_plies) {}

  // Captures that share both ends share a key; the key only orders moves.
  static constexpr int kIndexBits = sizeof(Bits) == 8 ? 6 : 7;
  static constexpr std::size_t kMoveKeys = std::size_t{1} << (2 * kIndexBits);
  static std::size_t move_key(const Move& move) {
    return static_cast<std::size_t>(move.from) << kIndexBits | move.to;
  }

  // Shortly before a count of moves draws the game, what a position is worth depends on the count, so there it is part of
  // the key. Further off few searches reach as far as the draw, and boards share what is known of them: with the count
  // in every key, searches of endings would find less.
  static constexpr int kNearDraw = 16;
  static std::uint64_t key(const Position& position) {
    const int left = position.plies_to_draw();
    const std::uint64_t hash = position.hash();
    return left < kNearDraw ? draughts::mixed(hash, static_cast<draughts::Bits64>(left)) : hash;
  }

  // Rules of draws never help who wins, so a win that the table knows from another way to this board is won by the rules
  // without a past, in so many plies. By its shortest way no board comes twice, so it holds here too unless a count ends
  // first, whose last ply may still win, or a board that was seen twice could be its third.
  static int plies_to_draw(const Position& position) {
    return position.may_end_by_repetition() ? 1 : position.plies_to_draw();
  }

  // Whatever a file of weights makes of a position, it proves nothing.
  search::Score evaluate(const Position& position) {
    const search::Score score =
        std::clamp(evaluation_(position), -search::kMostEvaluation, search::kMostEvaluation);
    if constexpr (std::is_same_v<Bits, draughts::Bits64>) {
      if (endings_ && endings_->base) {
        if (const auto value = endings_->base->probe(position.pieces(), position.turn()))
          return solved(*value, score);
      }
    }
    return score;
  }

  // Captures are forced. Where the other side threatens to capture, the first plies past the horizon may look at
  // every answer, since a value with a piece about to fall is wrong either way; for the same nodes a deeper
  // search was better (docs/strength.md), so none do unless asked to.
  static constexpr bool kMustPlayNoisy = true;
  static constexpr int kThreatPlies = 0;
  void noisy(const Position& position, int plies_past, Ordered& out) const {
    const bool captures = position.can_capture(position.turn());
    const bool threatened =
        !captures && plies_past < threat_plies_ && position.can_capture(other(position.turn()));
    if (!captures && !threatened) return;
    typename Position::Moves moves;
    position.legal_moves(moves);
    for (const auto& move : moves) out.push_back({move, draughts::count(move.captured)});
  }

  // Where captures are on little is known. A man is worth about 600.
  search::Margins margins(const Position& position, int depth) const {
    if (position.can_capture(position.turn())) return {};
    search::Margins margins;
    if (depth <= 3 && !position.can_capture(other(position.turn())))
      margins.above = 50 + 80 * depth;
    if (depth <= 2) margins.below = 100 + 150 * depth;
    if (depth >= 3) margins.shallow = 30 * depth;
    return margins;
  }

  static constexpr search::Score window() { return 120; }
  static constexpr bool kExtendForced = true;

 private:
  static constexpr search::Score kBaseWin = 100'000;

  // A won ending is still played out by search: the base knows who wins, not how soon.
  static search::Score solved(draughts::BaseValue value, search::Score score) {
    switch (value) {
      case draughts::BaseValue::Win: return kBaseWin + std::clamp(score, -20'000, 20'000);
      case draughts::BaseValue::Loss: return -kBaseWin + std::clamp(score, -20'000, 20'000);
      default: return std::clamp(score / 16, -200, 200);
    }
  }

  draughts::Evaluation<Bits> evaluation_;
  std::shared_ptr<const EndingsInUse> endings_;
  int threat_plies_;
};

}  // namespace losange::players
