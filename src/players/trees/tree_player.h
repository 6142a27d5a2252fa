// A tree search as a player that keeps its tree from move to move and thinks on the other side's time:
// what mcts, yopt and zero share. Behaviour is what makes one of them:
//
//   make_search(GameTag<G>, config)  a search::MonteCarlo, for every game it plays (with_game_of)
//   make_ending(GameTag<G>)          what is certain without a search: win(position) may answer before it, else
//                                    look_for_loss(position) is asked if there is time; complete(position, report) adds
//                                    to what it said, tell_ends(position, report) what needs no search
//   with_default(limits)             the limits of a move where few or none were given
//   conclude(report, limits, hash)   may change which move is played
//   reuses(), ponders()
#pragma once

#include <algorithm>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/memory.h"
#include "players/engines/kept_for_setup.h"
#include "players/game/games.h"
#include "players/kinds/engine_player.h"
#include "players/kinds/settings.h"

namespace losange::players {

// Bytes, by the setting "memory"; 0 there follows the machine.
inline std::size_t tree_memory(const Settings& settings) {
  const auto mebibytes = static_cast<std::size_t>(settings.integer("memory"));
  return mebibytes == 0 ? base::default_tree_memory() : mebibytes * base::kMebibyte;
}

template <class Behaviour>
class TreePlayer : public Player {
 public:
  explicit TreePlayer(Behaviour behaviour) : behaviour_(std::move(behaviour)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    return with_game_of<Behaviour>(record.setup, [&](auto tag, const auto& config) {
      using G = typename decltype(tag)::Game;
      const base::Stopwatch watch;
      auto& [search, ending, line] = place(tag, config, record);
      const auto position = search.tree().position();
      std::optional<search::Report<typename G::Position::Move>> won;
      if (position.outcome() == game::Outcome::Ongoing) won = ending.win(position);
      if (won && !limits.every_move) return to_answer<G>(position, *won);
      const auto left = [&] {
        return left_after(watch.elapsed(), behaviour_.with_default(limits));
      };
      const bool over = stop.stop_requested() || left().time == base::Millis(0);
      if (!won && !over && position.outcome() == game::Outcome::Ongoing)
        ending.look_for_loss(position);
      auto report =
          search.think(left(), moves_left(position), text_observer<G>(position, observer), stop);
      if (won) {
        put_first(*won, report);
      } else {
        ending.complete(position, report);
      }
      ending.tell_ends(position, report);
      behaviour_.conclude(report, limits, position.hash());
      return to_answer<G>(position, report);
    });
  }

  void ponder(const game::GameRecord& record, const search::Limits& limits,
              std::stop_token stop) override {
    if (!behaviour_.ponders() || !behaviour_.reuses()) return;
    with_game_of<Behaviour>(record.setup, [&](auto tag, const auto& config) {
      auto& search = place(tag, config, record).search;
      if (search.tree().position().outcome() != game::Outcome::Ongoing) return;
      search::Limits unhurried;
      unhurried.threads = limits.threads;
      unhurried.seed = limits.seed;
      search.think(unhurried, {}, {}, stop);
    });
  }

  void new_game() override { kept_.forget(); }

 private:
  // What is looked at before a search takes tens of milliseconds on 19x19, of the same time.
  static search::Limits left_after(base::Millis spent, search::Limits limits) {
    const auto take = [&](base::Millis& from) { from = std::max(from - spent, base::Millis(0)); };
    if (limits.time) take(*limits.time);
    if (limits.clock) take(limits.clock->left);
    return limits;
  }

  // A win that is certain, before what the search holds for best.
  template <class Report>
  static void put_first(const Report& won, Report& report) {
    auto line = won.lines.front();
    const auto known = std::find_if(report.lines.begin(), report.lines.end(),
                                    [&](const auto& other) { return other.move == line.move; });
    if (known != report.lines.end()) {
      line.visits = std::max(line.visits, known->visits);
      if (!known->variation.empty()) line.variation = known->variation;
      report.lines.erase(known);
    }
    report.best = line.move;
    report.value = line.value;
    report.moves = line.moves;
    report.proven = true;
    report.lines.insert(report.lines.begin(), std::move(line));
  }

  // The search with its tree, and the line of the game its root stands on.
  template <class Search, class Ending>
  struct Rooted {
    Search search;
    Ending ending;
    std::vector<std::uint64_t> line;  // hashes of the positions from the start to the root
  };

  // The search of this game with its root at the record's cursor: the old tree where the record goes
  // on from it by legal moves, a new one otherwise.
  template <class G>
  auto& place(GameTag<G> tag, const typename G::Config& config, const game::GameRecord& record) {
    using Move = typename G::Position::Move;
    using Search = decltype(behaviour_.make_search(tag, config));
    using Ending = decltype(behaviour_.make_ending(tag));
    auto& rooted = kept_.get(record.setup, [&] {
      return Rooted<Search, Ending>{
          behaviour_.make_search(tag, config), behaviour_.make_ending(tag), {}};
    });
    std::vector<std::uint64_t> line;
    std::vector<std::optional<Move>> moves;  // moves[i] leads from line[i] to line[i + 1]
    const auto position =
        replay<G>(record, config, [&](const auto& before, const game::RecordNode& node) {
          line.push_back(before.hash());
          moves.push_back(legal_move<G>(before, node));
        });
    line.push_back(position.hash());

    const std::size_t known = rooted.line.size();
    bool goes_on = behaviour_.reuses() && known > 0 && known <= line.size() &&
                   std::equal(rooted.line.begin(), rooted.line.end(), line.begin());
    std::vector<Move> played;
    for (std::size_t i = known; goes_on && i < line.size(); ++i) {
      if (moves[i - 1]) played.push_back(*moves[i - 1]);
      goes_on = moves[i - 1].has_value();
    }
    if (!goes_on || !rooted.search.advance(played, position.hash())) {
      rooted.search.start(position, moves.back().value_or(Move{}));
    }
    rooted.line = std::move(line);
    return rooted;
  }

  Behaviour behaviour_;
  KeptForSetup kept_;
};

}  // namespace losange::players
