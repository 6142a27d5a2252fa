#include "players/alphabeta/draughts_player.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/random.h"
#include "base/system/file.h"
#include "draughts/rules/playout.h"
#include "draughts/text/fen.h"
#include "draughts/text/notation.h"
#include "players/alphabeta/alphabeta_settings.h"
#include "players/engines/kept_for_setup.h"
#include "players/engines/simple.h"
#include "players/kinds/engine_player.h"
#include "players/told/draughts_evaluator.h"
#include "players/told/endings.h"
#include "players/wrapped/levels.h"
#include "players/wrapped/report_trace.h"
#include "players/wrapped/search_report.h"

namespace losange::players {

namespace {

search::AlphaBetaSettings draughts_search_settings(const Settings& s) {
  auto result = alphabeta_settings(s);
  result.rules.reductions = result.rules.early_cuts = result.rules.scout;
  return result;
}

// Nothing where there are none for these rules, or none are wanted. A level that looks a few plies
// ahead was measured without them (docs/strength.md), and no game of beginners should wait until
// they are solved.
std::shared_ptr<Endings> endings_of(const Settings& settings, const draughts::Config& config) {
  if (settings.integer("level") < kTopLevel && !settings.was_given("endings")) return nullptr;
  const auto pieces = static_cast<int>(settings.integer("endings"));
  if (pieces < 2 || !draughts::Bitbase::possible(*config.rules, config.size)) return nullptr;
  return Endings::of(draughts::variant<draughts::Bits64>(*config.rules, config.size), pieces);
}

draughts::PatternSet patterns_of(const Settings& settings, const draughts::Config& config) {
  const std::string& file = settings.text("weights");
  if (file == "default") return draughts::shipped_patterns(*config.rules, config.size);
  try {
    draughts::PatternSet patterns(draughts::read_weights(base::read_file(file)));
    if (patterns.fits(*config.rules, config.size)) return patterns;
  } catch (const base::UserError& error) {
    throw base::UserError("file.in", "{}: {}", file, error.message());
  }
  throw base::UserError("weights.other", "{} holds weights for another variant, not {} on {}x{}",
                        file, config.rules->name, config.size, config.size);
}

template <class Bits>
struct DraughtsSearch {
  using Evaluator = DraughtsEvaluator<Bits>;

  DraughtsSearch(const Settings& settings, const draughts::Config& config)
      : search(
            draughts_search_settings(settings),
            Evaluator({draughts::variant<Bits>(*config.rules, config.size),
                       draughts::parse_cost(settings.text("eval")), patterns_of(settings, config)},
                      endings, static_cast<int>(settings.integer("threats")))) {}

  std::shared_ptr<EndingsInUse> endings = std::make_shared<EndingsInUse>();
  search::AlphaBeta<draughts::Position<Bits>, Evaluator> search;
};

// How a report writes what it shows of draughts: moves as Hub does, boards as FEN.
template <class Bits>
struct DraughtsWords {
  using Position = draughts::Position<Bits>;

  static std::string move(const Position& position, const draughts::Move<Bits>& move) {
    return move == draughts::Move<Bits>{} ? "none" : draughts::hub_text(position.variant(), move);
  }
  static std::string best(const Position& position, std::uint16_t key) {
    for (const auto& move : draughts::board_moves(position)) {
      if (DraughtsEvaluator<Bits>::move_key(move) == key)
        return draughts::hub_text(position.variant(), move);
    }
    return "none";
  }
  static std::string board(const Position& position) { return draughts::to_fen(position); }
};

// How many plies a level below the top looks ahead; of a fraction, that share of its moves looks one ply further.
// No ply at all is any move. Measured to be about equal steps; docs/strength.md.
constexpr std::array<double, kTopLevel - 1> kPlies{0.9, 1.0, 1.6, 2.0, 2.6, 3.5, 4.5, 5.5, 7.1};

class DraughtsPlayer : public Player {
 public:
  // Tells `report` of nodes, where there is one that wants them.
  DraughtsPlayer(const Settings& settings, std::shared_ptr<SearchReport> report)
      : settings_(settings),
        level_(static_cast<int>(settings.integer("level"))),
        report_(std::move(report)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    return with_draughts(record.setup, [&](auto tag, const auto& config) {
      using G = typename decltype(tag)::Game;
      using Bits = typename G::Position::Bits;
      const auto position = replay<G>(record, config);
      const auto plies = plies_of_move(limits.seed, position.hash());
      if (plies == 0) return any_move_->choose(record, limits, observer, stop);
      search::Limits within = limits;
      if (plies) within.depth = std::min(limits.depth.value_or(*plies), *plies);
      auto& [in_use, search] =
          engine_.get(record.setup, [&] { return DraughtsSearch<Bits>(settings_, config); });
      const auto& endings =
          endings_.get(record.setup, [&] { return endings_of(settings_, config); });
      within = with_default(within);
      const int pieces = draughts::count(position.pieces().all());
      in_use->base = endings ? usable(*endings, pieces, within, stop) : nullptr;
      const auto watching = text_observer<G>(position, observer);
      const auto trace = trace_for<DraughtsWords<Bits>>(report_.get());
      return to_answer<G>(position, search.think(position, within, moves_left(position), {},
                                                 watching, stop, trace.get()));
    });
  }

  void new_game() override { engine_.forget(); }

 private:
  // On a clock, and for whoever watches, what is ready. Without one a search must not depend on how soon they came: it
  // looks none up while many pieces are on the board, from where few searches reach them, and then waits for them.
  static std::shared_ptr<const draughts::Bitbase> usable(Endings& endings, int pieces,
                                                         const search::Limits& limits,
                                                         std::stop_token stop) {
    constexpr int kPiecesBefore = 8;
    const bool endless = !limits.nodes && limits.depth.value_or(0) >= kEndlessDepth;
    if (limits.time || limits.clock || endless) return endings.ready();
    return pieces <= endings.pieces() + kPiecesBefore ? endings.wait(std::move(stop)) : nullptr;
  }

  static constexpr std::uint64_t kStream = 0x706C696573ULL;

  // Nothing at the top level, which has no bound of its own.
  std::optional<int> plies_of_move(std::uint64_t seed, std::uint64_t position) const {
    if (level_ == kTopLevel) return std::nullopt;
    base::Random random(base::stream_seed(seed ^ kStream, position));
    return static_cast<int>(kPlies[static_cast<std::size_t>(level_ - 1)] + random.unit());
  }

  search::Limits with_default(search::Limits limits) const {
    const bool limited = limits.time || limits.nodes || limits.clock || limits.depth;
    if (!limited) limits.time = base::Millis(settings_.integer("time"));
    return limits;
  }

  Settings settings_;
  int level_;
  std::unique_ptr<Player> any_move_ = make_random();
  std::shared_ptr<SearchReport> report_;
  KeptForSetup engine_;
  KeptForSetup endings_;  // from game to game too
};

}  // namespace

std::vector<Parameter> draughts_parameters() {
  return {
      Parameter::choice("eval", "what a position is worth without search", draughts::cost_names(),
                        "patterns"),
      Parameter::integer("level", "1 to 9 look a few plies ahead, 10 as far as the limits allow",
                         kTopLevel, 1, kTopLevel),
      Parameter::integer("time", "milliseconds a move, where nobody sets a limit", 1000, 1, 1e9),
      Parameter::integer(
          "endings",
          "solved endings up to so many pieces, 0 for none; below level 10 only where given", 4, 0,
          draughts::kMostBasePieces),
      Parameter::integer("threats", "plies past the horizon that answer a threatened capture",
                         DraughtsEvaluator<draughts::Bits64>::kThreatPlies, 0, 10),
      Parameter::choice("search",
                        "principal variation search, alpha-beta, or negamax without pruning",
                        {"pvs", "alphabeta", "plain"}, "pvs"),
      Parameter::choice("parallel",
                        "how threads share the work: lazy SMP, root splitting, OpenMP tasks",
                        parallel_names(), "lazy"),
      Parameter::mebibytes("table", "MiB for the transposition table; 0: none", 64, 0, 1 << 20),
      Parameter::choice("equal", "of equal best moves the first, or a random one",
                        {"first", "random"}, "first"),
      Parameter::text("weights", "a file of learnt patterns; 'default' is the one that ships",
                      "default"),
  };
}

void check_draughts(const Settings& settings, const game::GameSetup& setup) {
  if (settings.was_given("weights")) patterns_of(settings, draughts::config_of(setup));
}

std::unique_ptr<Player> make_draughts(const Settings& settings) {
  const auto report = SearchReport::from(settings);
  return with_report(std::make_unique<DraughtsPlayer>(settings, report), report);
}

}  // namespace losange::players
