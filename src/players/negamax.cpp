#include "players/negamax.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "players/engines.h"
#include "players/report_trace.h"
#include "players/search_report.h"
#include "search/alphabeta.h"

namespace losange::players {

namespace {

struct Defaults {
  std::string evaluation, variant;
  long depth;
  long time_ms;
  bool reductions, inferior, extensions;
};

const Defaults kNegamax{"two-distance", "pvs", 0, 1000, true, true, true};
const Defaults kHexproject{"mix", "alphabeta", 5, 2000, false, false, false};

Parameter weight(const std::string& name, const std::string& what) {
  return Parameter::real_or_word(name, "weight of " + what + " in mix and distance", "auto", -1e5, 1e5,
                                 {"auto"});
}

std::vector<Parameter> parameters(const Defaults& d) {
  return {
      Parameter::choice("eval", "what a position is worth without search", evaluation_names(),
                        d.evaluation),
      Parameter::integer("depth", "plies it looks ahead at most; 0: as the limits allow", d.depth, 0, 200),
      Parameter::integer("time", "milliseconds a move, where nobody sets a limit", d.time_ms, 1, 1e9),
      Parameter::choice("search", "principal variation search, alpha-beta, or negamax without pruning",
                        {"pvs", "alphabeta", "plain"}, d.variant),
      Parameter::choice("parallel", "how threads share the work: lazy SMP, root splitting, OpenMP tasks",
                        {"lazy", "root", "tasks"}, "lazy"),
      Parameter::integer("table", "MiB for the transposition table; 0: none", 64, 0, 1 << 20),
      Parameter::flag("order", "killers, history and counter-moves", true),
      Parameter::flag("aspiration", "a narrow window around the value of two plies before", true),
      Parameter::flag("reductions", "late moves are searched less deep first", d.reductions),
      Parameter::flag("extensions", "answers to an intrusion into a bridge are searched deeper", d.extensions),
      Parameter::flag("inferior", "leave out dead, captured and dominated cells", d.inferior),
      Parameter::integer("width", "the best-ordered moves a node looks at; 0: all", 0, 0, 400),
      Parameter::choice("equal", "of equal best moves the first, or a random one", {"first", "random"},
                        "first"),
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

search::AlphaBetaSettings search_settings(const Settings& s) {
  search::AlphaBetaSettings result;
  result.plain = s.text("search") == "plain";
  result.rules.scout = s.text("search") == "pvs";
  result.rules.reductions = s.flag("reductions");
  result.rules.extensions = s.flag("extensions");
  result.rules.learn_order = s.flag("order");
  result.rules.width = static_cast<int>(s.integer("width"));
  result.aspiration = s.flag("aspiration");
  result.random_equal = s.text("equal") == "random";
  result.table_bytes = static_cast<std::size_t>(s.integer("table")) << 20;
  const std::string& parallel = s.text("parallel");
  result.parallel = parallel == "lazy"   ? search::Parallel::LazySmp
                    : parallel == "root" ? search::Parallel::RootSplit
                                         : search::Parallel::Tasks;
  return result;
}

// How a report writes what it shows of Hex.
template <int W>
struct HexWords {
  using Position = hex::Position<W>;

  static std::string move(const Position& position, hex::Move move) { return hex::Hex<W>::to_text(position, move); }
  static std::string best(const Position& position, std::uint16_t key) {
    const bool swap = key == HexEvaluator<W>::move_key(hex::Move::swap());
    return move(position, key < hex::Bitboard<W>::kBits ? hex::Move::at(key) : swap ? hex::Move::swap() : hex::Move{});
  }
  // The rows from the top, parted by strokes.
  static std::string board(const Position& position) {
    std::string text;
    for (int cell = 0; cell < position.geometry().cells; ++cell) {
      if (cell > 0 && cell % position.size() == 0) text += '/';
      text += position.is_empty(cell) ? '.' : position.stones(game::Side::First).test(cell) ? 'x' : 'o';
    }
    return text;
  }
};

struct AnySearch {
  virtual ~AnySearch() = default;
};
template <int W>
struct SearchOf : AnySearch {
  SearchOf(const Settings& settings, int size)
      : search(search_settings(settings), HexEvaluator<W>(evaluation_of(settings, size))) {}

  search::AlphaBeta<hex::Position<W>, HexEvaluator<W>> search;
};
template <int W>
SearchOf<W> search_type(GameTag<hex::Hex<W>>);

class NegamaxPlayer : public Player {
 public:
  // Tells `report` of nodes, where there is one that wants them.
  NegamaxPlayer(const Settings& settings, std::shared_ptr<SearchReport> report)
      : settings_(settings), report_(std::move(report)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits, const Observer& observer,
                std::stop_token stop) override {
    return with_hex(record.setup, [&](auto tag, const auto& config) {
      using G = typename decltype(tag)::Game;
      using Move = typename G::Position::Move;
      Move last{};
      const auto position =
          replay<G>(record, config, [&](const auto& before, const game::RecordNode& node) {
            last = legal_move<G>(before, node).value_or(Move{});
          });
      auto& engine = engine_for(tag, config.size);
      const auto watching = text_observer<G>(position, observer);
      auto trace = trace_for(tag);
      return to_answer<G>(position, engine.search.think(position, with_default(limits), moves_left(position),
                                                        last, watching, stop, trace.get()));
    });
  }

  void new_game() override { engine_.reset(); }

 private:
  template <class G>
  using EngineFor = decltype(search_type(GameTag<G>{}));

  template <class G>
  EngineFor<G>& engine_for(GameTag<G>, int size) {
    using Engine = EngineFor<G>;
    auto* engine = dynamic_cast<Engine*>(engine_.get());
    if (engine == nullptr || size_ != size) {
      auto made = std::make_unique<Engine>(settings_, size);
      engine = made.get();
      engine_ = std::move(made);
      size_ = size;
    }
    return *engine;
  }

  template <int W>
  std::unique_ptr<ReportTrace<HexWords<W>>> trace_for(GameTag<hex::Hex<W>>) const {
    if (report_ == nullptr || !report_->wants_nodes()) return nullptr;
    return std::make_unique<ReportTrace<HexWords<W>>>(*report_);
  }

  search::Limits with_default(search::Limits limits) const {
    const auto depth = static_cast<int>(settings_.integer("depth"));
    const bool limited = limits.time || limits.nodes || limits.clock || limits.depth;
    if (depth > 0) limits.depth = std::min(limits.depth.value_or(depth), depth);
    if (!limited && !settings_.was_given("depth")) limits.time = base::Millis(settings_.integer("time"));
    return limits;
  }

  Settings settings_;
  std::shared_ptr<SearchReport> report_;
  std::unique_ptr<AnySearch> engine_;
  int size_ = 0;
};

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

constexpr Named kEvaluations[] = {
    {"mix", mix}, {"distance", distance}, {"two-distance", two_distance}, {"resistance", resistance}};

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
  if (found == std::end(kEvaluations)) throw base::UserError("there is no evaluation '" + name + "'");
  return found->make(size);
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

std::vector<Parameter> negamax_parameters() { return parameters(kNegamax); }
std::vector<Parameter> hexproject_parameters() { return parameters(kHexproject); }

std::unique_ptr<Player> make_negamax(const Settings& settings) {
  const auto report = SearchReport::from(settings);
  auto player = std::make_unique<NegamaxPlayer>(settings, report);
  if (report == nullptr) return player;
  return with_report(std::move(player), report);
}

}  // namespace losange::players
