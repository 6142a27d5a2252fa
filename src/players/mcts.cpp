#include "players/mcts.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stop_token>
#include <utility>

#include "players/engines.h"
#include "players/games.h"
#include "players/hex_policies.h"
#include "search/montecarlo.h"

namespace losange::players {

namespace {

// What differs between the two lists of defaults, as text.
struct Defaults {
  long descents;
  double uct;
  std::string rave, formula;
  long playouts;
  std::string shapes, end, fpu;
  double bias;
  long expand;
  bool solver, inferior;
  std::string final_move;
  bool keeps;  // stops early and keeps its tree
};

std::vector<Parameter> parameters(const Defaults& d) {
  const std::vector<std::string> infinity{"inf"};
  return {
      Parameter::integer("descents", "descents a move (a time limit replaces the default)",
                         d.descents, 1, 1e12),
      Parameter::real("uct", "exploration constant C of UCT", d.uct, -100, 100),
      Parameter::real_or_word("rave", "visits after which RAVE fades; 0 is UCT alone, inf RAVE alone",
                              d.rave, 0, 1e12, infinity),
      Parameter::choice("rave_formula", "how RAVE fades: sqrt(k/(3s+k)), or Silver's", {"classic", "silver"},
                        d.formula),
      Parameter::integer("playouts", "playouts a leaf", d.playouts, 1, 1000),
      Parameter::choice("shapes",
                        "what playouts defend: 1 nothing, 2 bridges, 3 and edge bridges, 4 and ziggurats",
                        {"1", "2", "3", "4"}, d.shapes),
      Parameter::choice("end", "where a playout ends", {"board", "chain", "shapes"}, d.end),
      Parameter::real_or_word("fpu", "value of a move never tried; all: each is tried once first",
                              d.fpu, -10, 10, {"all"}),
      Parameter::real("bias", "weight of a bridge saved, fading with the visits of the move", d.bias,
                      0, 100),
      Parameter::integer("expand", "visits before a node gets children", d.expand, 1, 1e6),
      Parameter::flag("solver", "back up wins and losses exactly and look for wins at once", d.solver),
      Parameter::flag("inferior", "leave out dead, captured and dominated cells when a node grows",
                      d.inferior),
      Parameter::choice("final", "the move played: most visits, or best score", {"visits", "score"},
                        d.final_move),
      Parameter::flag("early", "stop when the best move cannot be overtaken", d.keeps),
      Parameter::integer("memory", "MiB for the tree; when it is full the tree stops growing", 1024,
                         1, 1 << 20),
      Parameter::flag("reuse", "keep the tree from move to move", d.keeps),
      Parameter::flag("ponder", "think on the other side's time, where the face allows it", d.keeps),
  };
}

double number_or(const Settings& settings, const std::string& name, std::string_view word,
                 double meaning) {
  return settings.text(name) == word ? meaning : settings.real(name);
}

search::MonteCarloSettings<search::Selection> search_settings(const Settings& s) {
  search::MonteCarloSettings<search::Selection> result;
  result.select.exploration = s.real("uct");
  result.select.rave = number_or(s, "rave", "inf", std::numeric_limits<double>::infinity());
  result.select.formula = s.text("rave_formula") == "silver" ? search::Selection::Formula::Silver
                                                             : search::Selection::Formula::Classic;
  if (s.text("fpu") != "all") result.select.urgency = s.real("fpu");
  result.select.bias = s.real("bias");
  result.rules.expand_after = static_cast<std::uint32_t>(s.integer("expand"));
  result.rules.solver = s.flag("solver");
  result.final_move =
      s.text("final") == "visits" ? search::FinalMove::Visits : search::FinalMove::Score;
  result.stop_early = s.flag("early");
  result.memory_bytes = static_cast<std::size_t>(s.integer("memory")) << 20;
  return result;
}

hex::PlayoutEnd end_of(const std::string& text) {
  if (text == "board") return hex::PlayoutEnd::FullBoard;
  return text == "chain" ? hex::PlayoutEnd::Chain : hex::PlayoutEnd::Shapes;
}

// The search of one game type with its tree, and the line of the game its root stands on.
struct AnyEngine {
  virtual ~AnyEngine() = default;
};

template <int W>
struct HexEngine : AnyEngine {
  using Position = hex::Position<W>;
  using Search = search::MonteCarlo<Position, HexLeaf<W>, HexGrowth<W>>;

  explicit HexEngine(const Settings& s)
      : search(search_settings(s),
               HexLeaf<W>(static_cast<hex::ShapeType>(s.integer("shapes")), end_of(s.text("end")),
                          static_cast<int>(s.integer("playouts"))),
               HexGrowth<W>{s.flag("solver"), s.flag("inferior")}) {}

  Search search;
  std::vector<std::uint64_t> line;  // hashes of the positions from the start to the root
};

template <int W>
HexEngine<W> engine_type(GameTag<hex::Hex<W>>);
template <class G>
using EngineFor = decltype(engine_type(GameTag<G>{}));

// The moves this side may yet make before the game is decided; Hex boards are rarely half full then.
template <int W>
int moves_left(const hex::Position<W>& position) {
  return std::max(8, position.empty().count() / 6);
}

class Mcts : public Player {
 public:
  explicit Mcts(Settings settings) : settings_(std::move(settings)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    return with_game(record.setup, [&](auto tag, const auto& config) {
      using G = typename decltype(tag)::Game;
      auto& engine = place(tag, config, record);
      const auto position = engine.search.tree().position();
      search::Observer<typename G::Position::Move> typed;
      if (observer) {
        typed = [&](const auto& report) { observer(to_text_report<G>(position, report)); };
      }
      Answer answer;
      answer.report = to_text_report<G>(
          position, engine.search.think(with_default(limits), moves_left(position), typed, stop));
      answer.move = answer.report.best;
      return answer;
    });
  }

  void ponder(const game::GameRecord& record, const search::Limits& limits,
              std::stop_token stop) override {
    if (!settings_.flag("ponder") || !settings_.flag("reuse")) return;
    with_game(record.setup, [&](auto tag, const auto& config) {
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
  search::Limits with_default(search::Limits limits) const {
    const auto descents = static_cast<std::uint64_t>(settings_.integer("descents"));
    if (settings_.was_given("descents") || !(limits.time || limits.nodes || limits.clock)) {
      limits.nodes = std::min(limits.nodes.value_or(descents), descents);
    }
    return limits;
  }

  // The engine for this game with its root at the record's cursor: the old tree where the record goes
  // on from it by legal moves, a new one otherwise.
  template <class G>
  EngineFor<G>& place(GameTag<G>, const typename G::Config& config,
                      const game::GameRecord& record) {
    using Engine = EngineFor<G>;
    using Move = typename G::Position::Move;
    auto* engine = dynamic_cast<Engine*>(engine_.get());
    if (engine == nullptr || setup_ != record.setup) {
      engine_ = std::make_unique<Engine>(settings_);
      engine = static_cast<Engine*>(engine_.get());
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
    bool goes_on = settings_.flag("reuse") && known > 0 && known <= line.size() &&
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

  // The node as a move of the game; nothing for setup stones, passes and moves out of turn.
  template <class G>
  static std::optional<typename G::Position::Move> legal_move(const typename G::Position& position,
                                                              const game::RecordNode& node) {
    if (!node.move || !node.setup.empty() || node.to_move) return std::nullopt;
    if (node.move->side != position.to_move()) return std::nullopt;
    try {
      return G::parse(position, node.move->text);
    } catch (const base::UserError&) {
      return std::nullopt;
    }
  }

  Settings settings_;
  std::unique_ptr<AnyEngine> engine_;
  game::GameSetup setup_;
};

}  // namespace

std::vector<Parameter> mcts_parameters() {
  return parameters({.descents = 50000, .uct = 0, .rave = "16000", .formula = "silver", .playouts = 1,
                     .shapes = "4", .end = "board", .fpu = "0", .bias = 1, .expand = 4, .solver = true,
                     .inferior = true, .final_move = "visits", .keeps = true});
}

std::vector<Parameter> yopt_parameters() {
  return parameters({.descents = 16000, .uct = 0.3, .rave = "16000", .formula = "classic",
                     .playouts = 1, .shapes = "3", .end = "board", .fpu = "all", .bias = 0,
                     .expand = 1, .solver = false, .inferior = false,
                     .final_move = "score", .keeps = false});
}

std::unique_ptr<Player> make_mcts(const Settings& settings) {
  return std::make_unique<Mcts>(settings);
}

}  // namespace losange::players
