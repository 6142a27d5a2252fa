// A tree search as a player that keeps its tree from move to move and thinks on the other side's time:
// what mcts, yopt and zero share. Brain makes the search and knows the settings:
//
//   Engine<W>                 an AnyEngine with search (a search::MonteCarlo), made from (Brain, config)
//   DraughtsEngine<Bits>      the same for draughts, unless it says kHexOnly
//   with_default(limits)      the limits of a move where few or none were given
//   conclude(report, limits, hash)  may change which move is played
//   reuses(), ponders()
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "players/game/engine_player.h"
#include "players/game/games.h"

namespace losange::players {

// The search of one game type with its tree, and the line of the game its root stands on.
struct AnyEngine {
  virtual ~AnyEngine() = default;

  std::vector<std::uint64_t> line;  // hashes of the positions from the start to the root
};

// Which of a Brain's engines plays a game.
template <class Brain, class G>
struct EngineOf;
template <class Brain, int W>
struct EngineOf<Brain, hex::Hex<W>> {
  using type = typename Brain::template Engine<W>;
};
template <class Brain, class Bits>
struct EngineOf<Brain, draughts::Draughts<Bits>> {
  using type = typename Brain::template DraughtsEngine<Bits>;
};

template <class Brain>
class TreePlayer : public Player {
 public:
  explicit TreePlayer(Brain brain) : brain_(std::move(brain)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    return with_game_of<Brain>(record.setup, [&](auto tag, const auto& config) {
      using G = typename decltype(tag)::Game;
      auto& engine = place(tag, config, record);
      const auto position = engine.search.tree().position();
      auto report = engine.search.think(brain_.with_default(limits), moves_left(position),
                                        text_observer<G>(position, observer), stop);
      brain_.conclude(report, limits, position.hash());
      return to_answer<G>(position, report);
    });
  }

  void ponder(const game::GameRecord& record, const search::Limits& limits,
              std::stop_token stop) override {
    if (!brain_.ponders() || !brain_.reuses()) return;
    with_game_of<Brain>(record.setup, [&](auto tag, const auto& config) {
      auto& engine = place(tag, config, record);
      if (engine.search.tree().position().outcome() != game::Outcome::Ongoing) return;
      search::Limits unhurried;
      unhurried.threads = limits.threads;
      unhurried.seed = limits.seed;
      engine.search.think(unhurried, 1, {}, stop);
    });
  }

  void new_game() override { engine_.reset(); }

 private:
  template <class G>
  using EngineFor = typename EngineOf<Brain, G>::type;

  // The engine for this game with its root at the record's cursor: the old tree where the record goes
  // on from it by legal moves, a new one otherwise.
  template <class G>
  EngineFor<G>& place(GameTag<G>, const typename G::Config& config,
                      const game::GameRecord& record) {
    using Engine = EngineFor<G>;
    using Move = typename G::Position::Move;
    auto* engine = dynamic_cast<Engine*>(engine_.get());
    if (engine == nullptr || setup_ != record.setup) {
      auto made = std::make_unique<Engine>(brain_, config);
      engine = made.get();
      engine_ = std::move(made);
      setup_ = record.setup;
    }
    std::vector<std::uint64_t> line;
    std::vector<std::optional<Move>> moves;  // moves[i] leads from line[i] to line[i + 1]
    const auto position =
        replay<G>(record, config, [&](const auto& before, const game::RecordNode& node) {
          line.push_back(before.hash());
          moves.push_back(legal_move<G>(before, node));
        });
    line.push_back(position.hash());

    const std::size_t known = engine->line.size();
    bool goes_on = brain_.reuses() && known > 0 && known <= line.size() &&
                   std::equal(engine->line.begin(), engine->line.end(), line.begin());
    std::vector<Move> played;
    for (std::size_t i = known; goes_on && i < line.size(); ++i) {
      if (moves[i - 1]) played.push_back(*moves[i - 1]);
      goes_on = moves[i - 1].has_value();
    }
    if (!goes_on || !engine->search.advance(played, position.hash())) {
      engine->search.start(position, moves.back().value_or(Move{}));
    }
    engine->line = std::move(line);
    return *engine;
  }

  Brain brain_;
  std::unique_ptr<AnyEngine> engine_;
  game::GameSetup setup_;
};

}  // namespace losange::players
