#include "players/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/text.h"
#include "players/book.h"
#include "players/draughts_player.h"
#include "players/engines.h"
#include "players/external.h"
#include "players/hub_player.h"
#include "players/levels.h"
#include "players/mcts.h"
#include "players/negamax.h"
#include "players/negamax_net.h"
#include "players/net_settings.h"
#include "players/person.h"
#include "players/search_report.h"
#include "players/zero.h"

namespace losange::players {

namespace {

std::vector<Strategy> all_strategies() {
  return {
      {.name = "human",
       .description = "a person at this board",
       .parameters = {},
       .make = [](const PlayerSpec&, const Settings&) { return make_human(); },
       .usage = "human",
       .engine = false,
       .games = {"hex", "draughts"}},
      {.name = "random",
       .description = "any legal move with equal chance",
       .parameters = {},
       .make = [](const PlayerSpec&, const Settings&) { return make_random(); },
       .usage = "random",
       .games = {"hex", "draughts"}},
      {.name = "montecarlo",
       .description = "flat Monte-Carlo: the same number of random playouts for every move",
       .parameters = {Parameter::integer(
           "playouts", "playouts a turn, over all moves (a time limit replaces the default)", 20000,
           1, 1e12)},
       .make = [](const PlayerSpec&, const Settings& s) { return make_montecarlo(s); },
       .usage = "montecarlo[:playouts=N]",
       .games = {"hex", "draughts"}},
      {.name = "mcts",
       .description = "Monte-Carlo tree search: UCT with RAVE, playouts that know shapes",
       .parameters = mcts_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_mcts(s); },
       .usage = "mcts[:descents=N,rave=K,shapes=4,...]",
       .games = {"hex", "draughts"}},
      {.name = "yopt",
       .description =
           "the same search with the standard settings of YOPT (Cazenave and Saffidine 2009)",
       .parameters = yopt_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_mcts(s); },
       .usage = "yopt[:descents=N,uct=C,rave=K,playouts=N,shapes=3,...]"},
      {.name = "net",
       .description = "the net alone, without any search: the move its policy likes best",
       .parameters = with_net_parameters(
           {Parameter::real("temperature", "0 plays the best move, 1 draws moves by their odds", 0,
                            0, 10),
            Parameter::choice("choose", "by which of the net's two opinions", {"policy", "q"},
                              "policy")}),
       .make = [](const PlayerSpec&, const Settings& s) { return make_raw_net(s); },
       .usage = "net[:choose=q,temperature=T,model=FILE]"},
      {.name = "zero",
       .description = "tree search led by the net: PUCT with its priors and values",
       .parameters = zero_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_zero(s); },
       .usage = "zero[:visits=N,cpuct=C,batch=N,temperature=T,model=FILE,...]"},
      {.name = "negamax",
       .description = "alpha-beta over a static evaluation: the classical player",
       .parameters = negamax_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_negamax(s); },
       .usage = "negamax[:eval=E,depth=N,parallel=P,...]",
       .reports_itself = true},
      {.name = "hexproject",
       .description =
           "the same search with the configuration of HexProject: its evaluation, five plies",
       .parameters = hexproject_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_negamax(s); },
       .usage = "hexproject[:depth=N,...]",
       .reports_itself = true},
      {.name = "negamax-mlp",
       .description =
           "the same search, its leaves valued by a perceptron on the numbers of the heuristics",
       .parameters = negamax_net_parameters(net::ValueKind::Perceptron),
       .make = [](const PlayerSpec&,
                  const Settings& s) { return make_negamax_net(s, net::ValueKind::Perceptron); },
       .usage = "negamax-mlp[:alpha=A,depth=N,model=FILE,...]",
       .reports_itself = true},
      {.name = "negamax-gnn",
       .description = "the same search, its leaves valued by a graph net",
       .parameters = negamax_net_parameters(net::ValueKind::Graph),
       .make = [](const PlayerSpec&,
                  const Settings& s) { return make_negamax_net(s, net::ValueKind::Graph); },
       .usage = "negamax-gnn[:alpha=A,depth=N,model=FILE,device=D,...]",
       .reports_itself = true},
      {.name = "draughts",
       .description =
           "draughts by alpha-beta: learnt patterns or a simpler cost function, solved endings",
       .parameters = draughts_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_draughts(s); },
       .usage = "draughts[:eval=E,level=N,endings=N,...]",
       .opens_from_book = false,
       .reports_itself = true,
       .own_levels = true,
       .games = {"draughts"}},
      {.name = "book",
       .description = "moves from a learned book, and off the book the shortest path",
       .parameters = book_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_book(s); },
       .usage = "book[:file=FILE,visits=N]",
       .opens_from_book = false},
      {.name = "hybrid",
       .description = "a person who may hand the side to an engine and take it back",
       .parameters = {},
       .make = [](const PlayerSpec& spec,
                  const Settings&) { return make_hybrid(make_player(spec.rest)); },
       .takes_rest = true,
       .usage = "hybrid:ENGINE, for example hybrid:montecarlo",
       .engine = false,
       .games = {"hex", "draughts"}},
      {.name = "htp",
       .description = "an outside program that speaks HTP on its standard input and output",
       .parameters = {},
       .make = [](const PlayerSpec& spec, const Settings&) { return make_external(spec.rest); },
       .takes_rest = true,
       .usage = "htp:COMMAND LINE, for example \"htp:mohex --quiet\"",
       .engine = false},
      {.name = "hub",
       .description = "an outside program that speaks the Hub protocol of draughts",
       .parameters = {},
       .make = [](const PlayerSpec& spec, const Settings&) { return make_hub_player(spec.rest); },
       .takes_rest = true,
       .usage = "hub:COMMAND LINE, for example \"hub:scan hub\"",
       .engine = false,
       .games = {"draughts"}},
  };
}

}  // namespace

const std::vector<Strategy>& strategies() {
  static const std::vector<Strategy> all = [] {
    auto list = all_strategies();
    for (auto& strategy : list) {
      strategy.opens_from_book = strategy.opens_from_book && strategy.engine;
      const auto add = [&](const std::vector<Parameter>& more) {
        strategy.parameters.insert(strategy.parameters.end(), more.begin(), more.end());
      };
      if (strategy.opens_from_book) add(opening_parameters());
      if (!strategy.takes_a_level()) continue;
      if (!strategy.own_levels) add(level_parameters());
      add(report_parameters());
    }
    return list;
  }();
  return all;
}

const Strategy& find_strategy(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& strategy : strategies()) {
    if (strategy.name == name) return strategy;
    names.push_back(strategy.name);
  }
  const std::string nearest = base::nearest_word(name, names);
  throw base::UserError(fmt::format(
      "there is no player '{}'{}", base::printable(name),
      nearest.empty()
          ? fmt::format(": choose from {} (losange players describes them)", fmt::join(names, ", "))
          : fmt::format(": did you mean '{}'?", nearest)));
}

std::string default_engine(const game::GameSetup& setup) {
  return setup.game == "draughts" ? "draughts" : "zero";
}

std::unique_ptr<Player> make_player(const PlayerSpec& spec) {
  const Strategy& strategy = find_strategy(spec.name);
  const Settings settings(strategy.parameters, spec.settings);
  auto player = strategy.make(spec, settings);
  if (strategy.takes_a_level()) {
    if (!strategy.reports_itself) player = with_report(std::move(player), settings);
    if (!strategy.own_levels) player = with_level(std::move(player), settings);
  }
  return strategy.opens_from_book ? with_opening_book(std::move(player), settings)
                                  : std::move(player);
}

}  // namespace losange::players
