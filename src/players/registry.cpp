#include "players/registry.h"

#include <fmt/format.h>

#include <typeinfo>

#include "base/error.h"
#include "base/text.h"
#include "players/alphabeta/draughts_player.h"
#include "players/alphabeta/negamax.h"
#include "players/alphabeta/negamax_net.h"
#include "players/engines/net_settings.h"
#include "players/engines/simple.h"
#include "players/kinds/person.h"
#include "players/outside/htp_player.h"
#include "players/outside/hub_player.h"
#include "players/trees/mcts.h"
#include "players/trees/zero.h"
#include "players/wrapped/book.h"
#include "players/wrapped/haste.h"
#include "players/wrapped/levels.h"
#include "players/wrapped/search_report.h"

namespace losange::players {

namespace {

// One thread, and a count rather than a clock ends the search.
bool counts_its_work(const search::Limits& limits, bool has_a_count) {
  return has_a_count && !limits.time && !limits.clock && limits.threads == 1;
}

bool alphabeta_repeats(const Settings& settings, const search::Limits& limits) {
  return settings.text("equal") == "first" &&
         counts_its_work(limits, limits.nodes || limits.depth || ends_at_a_depth(settings));
}

OwnLimit time_limit(double seconds, bool given = false) {
  return {fmt::format("{} s a move", seconds), given};
}
OwnLimit count_limit(const Settings& settings, const std::string& name) {
  return {fmt::format("{} {} a move", settings.integer(name), name), settings.was_given(name)};
}
OwnLimit zero_limit(const Settings& settings) {
  return settings.integer("visits") > 0 ? count_limit(settings, "visits") : time_limit(1);
}
OwnLimit alphabeta_limit(const Settings& settings) {
  const double seconds = static_cast<double>(settings.integer("time")) / 1000;
  const OwnLimit time = time_limit(seconds, settings.was_given("time"));
  const auto depth = settings.integer("depth");
  if (depth == 0) return time;
  const bool given = time.given || settings.was_given("depth");
  if (ends_at_a_depth(settings)) return {fmt::format("{} plies", depth), given};
  return {fmt::format("{} plies, at most {}", depth, time.text), given};
}
OwnLimit draughts_limit(const Settings& settings) {
  const auto level = settings.integer("level");
  if (level < kTopLevel) return {fmt::format("the plies of level {}", level), true};
  return time_limit(static_cast<double>(settings.integer("time")) / 1000,
                    settings.was_given("time"));
}

std::vector<Strategy> all_strategies() {
  return {
      {.name = "human",
       .description = {"strategy.human", "a person at this board"},
       .parameters = {},
       .make = [](const PlayerSpec&, const Settings&) { return make_human(); },
       .usage = "human",
       .engine = false,
       .games = {"hex", "draughts"}},
      {.name = "random",
       .description = {"strategy.random", "any legal move with equal chance"},
       .parameters = {},
       .make = [](const PlayerSpec&, const Settings&) { return make_random(); },
       .usage = "random",
       .games = {"hex", "draughts"}},
      {.name = "montecarlo",
       .description = {"strategy.montecarlo",
                       "flat Monte-Carlo: the same number of random playouts for every move"},
       .parameters = {Parameter::integer(
           "playouts", "playouts a turn, over all moves (a time limit replaces the default)", 20000,
           1, 1e12)},
       .make = [](const PlayerSpec&, const Settings& s) { return make_montecarlo(s); },
       .own_limit = [](const Settings& s) { return count_limit(s, "playouts"); },
       .usage = "montecarlo[:playouts=N]",
       .games = {"hex", "draughts"}},
      {.name = "mcts",
       .description = {"strategy.mcts",
                       "Monte-Carlo tree search: UCT with RAVE, playouts that know shapes"},
       .parameters = mcts_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return with_haste(make_mcts(s)); },
       .own_limit = [](const Settings& s) { return count_limit(s, "descents"); },
       .usage = "mcts[:descents=N,rave=K,shapes=4,...]",
       .games = {"hex", "draughts"}},
      {.name = "yopt",
       .description =
           {"strategy.yopt",
            "the search of mcts with the settings of YOPT, a program of 2009 (Cazenave and "
            "Saffidine)"},
       .parameters = yopt_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return with_haste(make_mcts(s)); },
       .own_limit = [](const Settings& s) { return count_limit(s, "descents"); },
       .usage = "yopt[:descents=N,uct=C,rave=K,playouts=N,shapes=3,...]"},
      {.name = "net",
       .description = {"strategy.net",
                       "the net alone, without any search: the move its policy likes best"},
       .parameters = with_net_parameters(
           {Parameter::real("temperature", "0 plays the best move, 1 draws moves by their odds", 0,
                            0, 10),
            Parameter::choice("choose", "by which of the net's two opinions", {"policy", "q"},
                              "policy")}),
       .make = [](const PlayerSpec&, const Settings& s) { return with_haste(make_raw_net(s)); },
       .repeats = [](const Settings& s,
                     const search::Limits&) { return s.real("temperature") == 0; },
       .usage = "net[:choose=q,temperature=T,model=FILE]"},
      {.name = "zero",
       .description = {"strategy.zero",
                       "tree search led by the net: PUCT with its priors and values"},
       .parameters = zero_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return with_haste(make_zero(s)); },
       .own_limit = zero_limit,
       .repeats =
           [](const Settings& s, const search::Limits& limits) {
             return s.real("temperature") == 0 &&
                    counts_its_work(limits, limits.nodes || s.integer("visits") > 0);
           },
       .usage = "zero[:visits=N,cpuct=C,batch=N,temperature=T,model=FILE,...]"},
      {.name = "negamax",
       .description = {"strategy.negamax",
                       "alpha-beta over a static evaluation: the classical player"},
       .parameters = negamax_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_negamax(s); },
       .own_limit = alphabeta_limit,
       .repeats = alphabeta_repeats,
       .usage = "negamax[:eval=E,depth=N,parallel=P,...]",
       .reports_itself = true},
      {.name = "hexproject",
       .description =
           {"strategy.hexproject",
            "the same search with the configuration of HexProject: its evaluation, five plies"},
       .parameters = hexproject_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_negamax(s); },
       .own_limit = alphabeta_limit,
       .repeats = alphabeta_repeats,
       .usage = "hexproject[:depth=N,...]",
       .reports_itself = true},
      {.name = "negamax-mlp",
       .description =
           {"strategy.negamax-mlp",
            "the same search, its leaves valued by a perceptron on the numbers of the heuristics"},
       .parameters = negamax_net_parameters(net::ValueKind::Perceptron),
       .make = [](const PlayerSpec&,
                  const Settings& s) { return make_negamax_net(s, net::ValueKind::Perceptron); },
       .own_limit = alphabeta_limit,
       .repeats = alphabeta_repeats,
       .usage = "negamax-mlp[:alpha=A,depth=N,model=FILE,...]",
       .reports_itself = true},
      {.name = "negamax-gnn",
       .description = {"strategy.negamax-gnn", "the same search, its leaves valued by a graph net"},
       .parameters = negamax_net_parameters(net::ValueKind::Graph),
       .make = [](const PlayerSpec&,
                  const Settings& s) { return make_negamax_net(s, net::ValueKind::Graph); },
       .own_limit = alphabeta_limit,
       .repeats = alphabeta_repeats,
       .usage = "negamax-gnn[:alpha=A,depth=N,model=FILE,device=D,...]",
       .reports_itself = true},
      {.name = "draughts",
       .description =
           {"strategy.draughts",
            "draughts by alpha-beta: learnt patterns or a simpler cost function, solved endings"},
       .parameters = draughts_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_draughts(s); },
       .own_limit = draughts_limit,
       .repeats =
           [](const Settings& s, const search::Limits& limits) {
             return s.text("equal") == "first" && s.integer("level") == kTopLevel &&
                    counts_its_work(limits, limits.nodes || limits.depth);
           },
       .usage = "draughts[:eval=E,level=N,endings=N,...]",
       .opens_from_book = false,
       .reports_itself = true,
       .own_levels = true,
       .games = {"draughts"}},
      {.name = "book",
       .description = {"strategy.book",
                       "moves from a learned book, and off the book the shortest path"},
       .parameters = book_parameters(),
       .make = [](const PlayerSpec&, const Settings& s) { return make_book(s); },
       .usage = "book[:file=FILE,visits=N]",
       .opens_from_book = false},
      {.name = "hybrid",
       .description = {"strategy.hybrid",
                       "a person who may hand the side to an engine and take it back"},
       .parameters = {},
       .make = [](const PlayerSpec& spec,
                  const Settings&) { return make_hybrid(make_player(spec.rest)); },
       .takes_rest = true,
       .usage = "hybrid:ENGINE, for example hybrid:montecarlo",
       .engine = false,
       .games = {"hex", "draughts"}},
      {.name = "htp",
       .description = {"strategy.htp",
                       "an outside program that speaks HTP on its standard input and output"},
       .parameters = {},
       .make_program = make_htp_player,
       .takes_rest = true,
       .usage = "htp:COMMAND LINE, for example \"htp:mohex --quiet\"",
       .engine = false},
      {.name = "hub",
       .description = {"strategy.hub",
                       "an outside program that speaks the Hub protocol of draughts"},
       .parameters = {},
       .make_program = make_hub_player,
       .own_limit = [](const Settings&) { return time_limit(1); },
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
  std::vector<std::string> names, both, hex, draughts;  // of all, and by the games they play
  for (const auto& strategy : strategies()) {
    if (strategy.name == name) return strategy;
    names.push_back(strategy.name);
    (!strategy.plays("draughts") ? hex
     : strategy.plays("hex")     ? both
                                 : draughts)
        .push_back(strategy.name);
  }
  const std::string nearest = base::nearest_word(name, names);
  const auto way_out =
      nearest.empty()
          ? base::Message("player.choose",
                          "choose from {}; in Hex {}; in draughts {} (losange players describes "
                          "them)",
                          both, hex, draughts)
          : base::Message("base.did-you-mean", "did you mean '{}'?", nearest);
  throw base::UserError("player.none", "there is no player '{}': {}", base::printable(name),
                        way_out);
}

std::string default_engine(const game::GameSetup& setup) {
  return setup.game == "draughts" ? "draughts" : "zero";
}

std::size_t wished_memory(const PlayerSpec& spec) {
  const Strategy& strategy = find_strategy(spec.name);
  if (strategy.make_program) return 0;
  return Settings(strategy.parameters, spec.settings).wished_memory(strategy.parameters);
}

std::optional<OwnLimit> own_limit(const PlayerSpec& spec) {
  const Strategy& strategy = find_strategy(spec.name);
  if (!strategy.own_limit) return std::nullopt;
  return strategy.own_limit(Settings(strategy.parameters, spec.settings));
}

bool always_plays_the_same(const PlayerSpec& spec, const search::Limits& limits) {
  const Strategy& strategy = find_strategy(spec.name);
  if (!strategy.repeats) return false;
  const Settings settings(strategy.parameters, spec.settings);
  const bool levelled = strategy.takes_a_level() && !strategy.own_levels;
  if (levelled && settings.integer("level") != kTopLevel) return false;  // lower ones draw moves
  return strategy.repeats(settings, limits);
}

std::unique_ptr<Player> make_player(const PlayerSpec& spec, ProgramPatience patience,
                                    std::shared_ptr<ProgramLog> log) {
  const Strategy& strategy = find_strategy(spec.name);
  if (strategy.make_program) return strategy.make_program(spec.rest, patience, std::move(log));
  const Settings settings(strategy.parameters, spec.settings);
  std::unique_ptr<Player> player;
  try {
    settings.check_memory(strategy.parameters);
    player = strategy.make(spec, settings);
  } catch (const base::UserError& error) {
    // One that says more than its text (LibTorch is missing), or names its player already, goes as it is.
    if (typeid(error) != typeid(base::UserError) || error.message().key == "player.in") throw;
    throw base::UserError("player.in", "player '{}': {}", base::printable(spec.text()),
                          error.message());
  }
  if (strategy.takes_a_level()) {
    if (!strategy.reports_itself) player = with_report(std::move(player), settings);
    if (!strategy.own_levels) player = with_level(std::move(player), settings);
  }
  return strategy.opens_from_book ? with_opening_book(std::move(player), settings)
                                  : std::move(player);
}

}  // namespace losange::players
