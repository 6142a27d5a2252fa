// From a search over a compile-time game to the erased Player: replay the record, search, turn moves into text.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "players/game/games.h"
#include "players/game/player.h"
#include "search/budget.h"

namespace losange::players {

// For every game; slow to compile, so in a source of its own.
template <class G>
TextReport to_text_report(const typename G::Position& position,
                          const search::Report<typename G::Position::Move>& report);

// The observer of a search from `position`, for one who reads text; none where nobody watches. Both must
// outlive it.
template <class G>
search::Observer<typename G::Position::Move> text_observer(const typename G::Position& position,
                                                           const Observer& observer) {
  if (!observer) return {};
  return [&](const search::Report<typename G::Position::Move>& report) {
    observer(to_text_report<G>(position, report));
  };
}

// The best move of a search as a player's answer.
template <class G>
Answer to_answer(const typename G::Position& position,
                 const search::Report<typename G::Position::Move>& report) {
  Answer answer;
  answer.report = to_text_report<G>(position, report);
  answer.move = answer.report.best;
  return answer;
}

// The moves that a tree search of this side may yet make. In Hex: when two fifths of the cells hold stones, it mostly knows for
// certain who wins and how, and plays on without thinking (docs/search.md); the referee may want to see the board filled.
inline search::MovesLeft hex_moves_left(int cells, int empty) {
  const int stones = cells - empty;
  return {.likely = std::max(6, (cells * 2 / 5 - stones) / 2), .longest = (empty + 1) / 2};
}
template <int W>
search::MovesLeft moves_left(const hex::Position<W>& position) {
  return hex_moves_left(position.geometry().cells, position.empty().count());
}
template <class Bits>
search::MovesLeft moves_left(const draughts::Position<Bits>& position) {
  const int likely = 12 + draughts::count(position.pieces().all());
  return {.likely = likely, .longest = 3 * likely};
}

// A node of a record as a move of the game; nothing for setup stones, passes and moves out of turn.
template <class G>
std::optional<typename G::Position::Move> legal_move(const typename G::Position& position,
                                                     const game::RecordNode& node) {
  if (!node.move || !node.setup.empty() || node.to_move) return std::nullopt;
  if (node.move->side != position.to_move()) return std::nullopt;
  try {
    return G::parse(position, node.move->text);
  } catch (const base::UserError&) {
    return std::nullopt;
  }
}

// Search: callable with (GameTag<G>, const G::Position&, const Limits&, const Observer<Move>&, stop)
// for every game G it plays (with_game_of), giving a Report.
template <class Search>
class EnginePlayer : public Player {
 public:
  explicit EnginePlayer(Search search) : search_(std::move(search)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    return with_game_of<Search>(record.setup, [&](auto tag, const auto& config) {
      using G = typename decltype(tag)::Game;
      const auto position = replay<G>(record, config);
      return to_answer<G>(
          position, search_(tag, position, limits, text_observer<G>(position, observer), stop));
    });
  }

 private:
  Search search_;
};

}  // namespace losange::players
