#include "players/trees/mcts.h"

#include <algorithm>
#include <limits>

#include "players/told/draughts_policies.h"
#include "players/told/hex_policies.h"
#include "players/trees/tree_player.h"
#include "search/montecarlo/montecarlo.h"

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
  bool solver, inferior, connections;
  std::string final_move;
  bool keeps;  // stops early and keeps its tree
};

// A look costs as much as some forty descents of 11x11.
constexpr long kDescentsBeforeLook = 2000;

std::vector<Parameter> parameters(const Defaults& d) {
  const std::vector<std::string> infinity{"inf"};
  return {
      Parameter::integer("descents", "descents a move (a time limit replaces the default)",
                         d.descents, 1, 1e12),
      Parameter::real("uct", "exploration constant C of UCT", d.uct, -100, 100),
      Parameter::real_or_word("rave",
                              "visits after which RAVE fades; 0 is UCT alone, inf RAVE alone",
                              d.rave, 0, 1e12, infinity),
      Parameter::choice(
          "rave_formula",
          "how RAVE fades: sqrt(k/(3s+k)) with the visits s of the move (classic) or of the "
          "node (node), or Silver's",
          {"classic", "node", "silver"}, d.formula),
      Parameter::integer("playouts", "playouts a leaf", d.playouts, 1, 1000),
      Parameter::choice(
          "shapes",
          "what playouts defend: 1 nothing, 2 bridges, 3 and edge bridges, 4 and ziggurats",
          {"1", "2", "3", "4"}, d.shapes),
      Parameter::choice("end", "where a playout ends", {"board", "chain", "shapes"}, d.end),
      Parameter::real_or_word("fpu", "value of a move never tried; all: each is tried once first",
                              d.fpu, -10, 10, {"all"}),
      Parameter::real("bias", "weight of a bridge saved, fading with the visits of the move",
                      d.bias, 0, 100),
      Parameter::integer("expand", "visits before a node gets children", d.expand, 1, 1e6),
      Parameter::flag("solver", "back up wins and losses exactly and look for wins at once",
                      d.solver),
      Parameter::flag("inferior", "leave out dead, captured and dominated cells when a node grows",
                      d.inferior),
      Parameter::flag("connections", "look for connections that win, and for moves that meet none",
                      d.connections),
      Parameter::integer("closer", "visits before a node is looked at for connections; 0: never",
                         kDescentsBeforeLook, 0, 1e9),
      Parameter::choice("final", "the move played: most visits, or best score", {"visits", "score"},
                        d.final_move),
      Parameter::flag("early",
                      "stop when the best move cannot be overtaken; a time set for each move is "
                      "used whole all the same, unless a person waits",
                      d.keeps),
      Parameter::mebibytes("memory",
                           "MiB for the tree, which forgets its least visited parts when it is "
                           "full; 0: a quarter of the memory that is free",
                           0, 0, 1 << 20),
      Parameter::flag("reuse", "keep the tree from move to move", d.keeps),
      Parameter::flag("ponder", "think on the other side's time, where the face allows it",
                      d.keeps),
  };
}

double number_or(const Settings& settings, const std::string& name, std::string_view word,
                 double meaning) {
  return settings.text(name) == word ? meaning : settings.real(name);
}

search::Selection::Formula formula_of(const std::string& text) {
  using Formula = search::Selection::Formula;
  if (text == "classic") return Formula::Classic;
  return text == "node" ? Formula::Node : Formula::Silver;
}

search::MonteCarloSettings<search::Selection> mcts_search_settings(const Settings& s) {
  search::MonteCarloSettings<search::Selection> result;
  result.select.exploration = s.real("uct");
  result.select.rave = number_or(s, "rave", "inf", std::numeric_limits<double>::infinity());
  result.select.formula = formula_of(s.text("rave_formula"));
  if (s.text("fpu") != "all") result.select.urgency = s.real("fpu");
  result.select.bias = s.real("bias");
  result.rules.expand_after = static_cast<std::uint32_t>(s.integer("expand"));
  result.rules.solver = s.flag("solver");
  if (s.flag("solver") && s.flag("connections"))
    result.rules.closer_after = static_cast<std::uint32_t>(s.integer("closer"));
  result.final_move =
      s.text("final") == "visits" ? search::FinalMove::Visits : search::FinalMove::Score;
  result.stop_early = s.flag("early");
  result.keep_tree = s.flag("reuse");
  result.memory_bytes = tree_memory(s);
  return result;
}

hex::PlayoutEnd end_of(const std::string& text) {
  if (text == "board") return hex::PlayoutEnd::FullBoard;
  return text == "chain" ? hex::PlayoutEnd::Chain : hex::PlayoutEnd::Shapes;
}

struct MctsBehaviour {
  template <int W>
  auto make_search(GameTag<hex::Hex<W>>, const hex::Config&) const {
    using Search = search::MonteCarlo<hex::Position<W>, HexLeaf<W>, HexGrowth<W>>;
    const Settings& s = settings;
    return Search(mcts_search_settings(s),
                  HexLeaf<W>(static_cast<hex::ShapeType>(s.integer("shapes")),
                             end_of(s.text("end")), static_cast<int>(s.integer("playouts"))),
                  HexGrowth<W>{s.flag("solver"), s.flag("inferior")});
  }
  template <int W>
  SureEnding<W> make_ending(GameTag<hex::Hex<W>>) const {
    return SureEnding<W>(settings.flag("solver") && settings.flag("connections"));
  }
  template <class Bits>
  NoSureEnding make_ending(GameTag<draughts::Draughts<Bits>>) const {
    return {};
  }
  template <class Bits>
  auto make_search(GameTag<draughts::Draughts<Bits>>, const draughts::Config& config) const {
    using Search = search::MonteCarlo<draughts::Position<Bits>, DraughtsLeaf<Bits>>;
    return Search(draughts_settings(settings), DraughtsLeaf<Bits>(config));
  }
  // Draughts has no all-moves-as-first, so it needs the exploration that RAVE replaces in Hex.
  static search::MonteCarloSettings<search::Selection> draughts_settings(const Settings& s) {
    auto result = mcts_search_settings(s);
    if (!s.was_given("uct")) result.select.exploration = kDraughtsExploration;
    result.select.rave = 0;
    return result;
  }
  static constexpr double kDraughtsExploration = 0.35;

  Settings settings;

  bool reuses() const { return settings.flag("reuse"); }
  bool ponders() const { return settings.flag("ponder"); }
  search::Limits with_default(search::Limits limits) const {
    const auto descents = static_cast<std::uint64_t>(settings.integer("descents"));
    if (settings.was_given("descents") || !(limits.time || limits.nodes || limits.clock)) {
      limits.nodes = std::min(limits.nodes.value_or(descents), descents);
    }
    return limits;
  }
  template <class Report>
  static void conclude(Report&, const search::Limits&, std::uint64_t) {}
};

}  // namespace

std::vector<Parameter> mcts_parameters() {
  return parameters({.descents = 50000,
                     .uct = 0,
                     .rave = "16000",
                     .formula = "silver",
                     .playouts = 1,
                     .shapes = "4",
                     .end = "board",
                     .fpu = "0",
                     .bias = 1,
                     .expand = 4,
                     .solver = true,
                     .inferior = true,
                     .connections = true,
                     .final_move = "visits",
                     .keeps = true});
}

std::vector<Parameter> yopt_parameters() {
  return parameters({.descents = 16000,
                     .uct = 0.3,
                     .rave = "16000",
                     .formula = "classic",
                     .playouts = 1,
                     .shapes = "3",
                     .end = "board",
                     .fpu = "all",
                     .bias = 0,
                     .expand = 1,
                     .solver = false,
                     .inferior = false,
                     .connections = false,
                     .final_move = "score",
                     .keeps = false});
}

std::unique_ptr<Player> make_mcts(const Settings& settings) {
  return std::make_unique<TreePlayer<MctsBehaviour>>(MctsBehaviour{settings});
}

}  // namespace losange::players
