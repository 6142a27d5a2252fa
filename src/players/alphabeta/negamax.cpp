#include "players/alphabeta/negamax.h"

#include <algorithm>
#include <cmath>

#include "players/alphabeta/alphabeta_settings.h"
#include "players/alphabeta/negamax_player.h"

namespace losange::players {

namespace {

const NegamaxDefaults kNegamax{};
const NegamaxDefaults kHexproject{"mix", "alphabeta", 5, 2000, false, false, false};

Parameter weight(const std::string& name, const std::string& what) {
  return Parameter::real_or_word(name, "weight of " + what + " in mix and distance", "auto", -1e5,
                                 1e5, {"auto"});
}

// A kind of evaluation with its weights, as the name stands for it.
struct Named {
  const char* name;
  HexEvaluation (*make)(int size);
};

HexEvaluation mix(int size) {
  return {.kind = EvaluationKind::Mix, .mix = hex::hexproject_weights(size), .scale = 2000};
}
HexEvaluation distance(int size) {
  return {.kind = EvaluationKind::Mix, .mix = {.distance = 600 + 10 * size}, .scale = 2000};
}
HexEvaluation two_distance(int) { return {.kind = EvaluationKind::TwoDistance, .scale = 300}; }
HexEvaluation resistance(int) { return {.kind = EvaluationKind::Resistance, .scale = 1000}; }

constexpr Named kEvaluations[] = {{"mix", mix},
                                  {"distance", distance},
                                  {"two-distance", two_distance},
                                  {"resistance", resistance}};

}  // namespace

const std::vector<std::string>& evaluation_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto& evaluation : kEvaluations) list.push_back(evaluation.name);
    return list;
  }();
  return names;
}

HexEvaluation evaluation_named(const std::string& name, int size) {
  const auto found = std::find_if(std::begin(kEvaluations), std::end(kEvaluations),
                                  [&](const Named& named) { return named.name == name; });
  if (found == std::end(kEvaluations))
    throw base::UserError("player.evaluation", "there is no evaluation '{}'", name);
  return found->make(size);
}

bool ends_at_a_depth(const Settings& settings) {
  return settings.was_given("depth") && settings.integer("depth") > 0 &&
         !settings.was_given("time");
}

HexEvaluation evaluation_of(const Settings& settings, int size) {
  HexEvaluation evaluation = evaluation_named(settings.text("eval"), size);
  evaluation.inferior = settings.flag("inferior");
  const auto set = [&](const char* name, int& weight) {
    if (settings.text(name) != "auto") weight = static_cast<int>(std::lround(settings.real(name)));
  };
  set("distance", evaluation.mix.distance);
  set("threat", evaluation.mix.threat);
  set("joints", evaluation.mix.joints);
  set("bridges", evaluation.mix.bridges);
  set("liberties", evaluation.mix.liberties);
  set("centre", evaluation.mix.centre);
  set("stones", evaluation.mix.stones);
  evaluation.resistance.bridge = settings.real("bridge_wire");
  evaluation.resistance.template_ = settings.real("template_wire");
  return evaluation;
}

std::vector<Parameter> negamax_parameters(const NegamaxDefaults& d) {
  return {
      Parameter::choice("eval", "what a position is worth without search", evaluation_names(),
                        d.evaluation),
      Parameter::integer("depth", "plies it looks ahead at most; 0: as the limits allow", d.depth,
                         0, 200),
      Parameter::integer("time", "milliseconds a move, where nobody sets a limit", d.time_ms, 1,
                         1e9),
      Parameter::choice("search",
                        "principal variation search, alpha-beta, or negamax without pruning",
                        {"pvs", "alphabeta", "plain"}, d.variant),
      Parameter::choice("parallel",
                        "how threads share the work: lazy SMP, root splitting, OpenMP tasks",
                        parallel_names(), "lazy"),
      Parameter::mebibytes("table", "MiB for the transposition table; 0: none", 64, 0, 1 << 20),
      Parameter::flag("order", "killers, history and counter-moves", true),
      Parameter::flag("aspiration", "a narrow window around the value of two plies before", true),
      Parameter::flag("reductions", "late moves are searched less deep first", d.reductions),
      Parameter::flag("extensions", "answers to an intrusion into a bridge are searched deeper",
                      d.extensions),
      Parameter::flag("inferior", "leave out dead, captured and dominated cells", d.inferior),
      Parameter::integer("width", "the best-ordered moves a node looks at; 0: all", 0, 0, 400),
      Parameter::choice("equal", "of equal best moves the first, or a random one",
                        {"first", "random"}, "first"),
      weight("distance", "a stone less to the win"),
      weight("threat", "being one stone from the win"),
      weight("joints", "own neighbours beyond the first of an empty cell"),
      weight("bridges", "bridges"),
      weight("liberties", "empty neighbours of stones"),
      weight("centre", "nearness to the centre"),
      weight("stones", "stones"),
      Parameter::real("bridge_wire", "conductance of bridges in resistance", 0.5, 0, 10),
      Parameter::real("template_wire", "conductance of edge templates in resistance", 0.7, 0, 10),
  };
}

std::vector<Parameter> negamax_parameters() { return negamax_parameters(kNegamax); }
std::vector<Parameter> hexproject_parameters() { return negamax_parameters(kHexproject); }

std::unique_ptr<Player> make_negamax(const Settings& settings) {
  return make_negamax_player(settings);
}

}  // namespace losange::players
