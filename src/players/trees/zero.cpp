#include "players/trees/zero.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/weighted_draw.h"
#include "net/torch/torch.h"
#include "players/engines/net_settings.h"
#include "players/told/net_leaf.h"
#include "players/trees/tree_player.h"
#include "search/montecarlo/montecarlo.h"
#include "search/montecarlo/puct.h"

namespace losange::players {

namespace {

constexpr base::Millis kDefaultTime{1000};  // a move, where nobody sets a limit
// A look costs about as much as an answer of the net.
constexpr long kVisitsBeforeLook = 64;

search::MonteCarloSettings<search::Puct> zero_search_settings(const Settings& s) {
  search::MonteCarloSettings<search::Puct> result;
  result.select.exploration = s.real("cpuct");
  result.select.growth = s.real("cpuct_growth");
  result.select.urgency_reduction = s.real("fpu");
  result.rules.batch = static_cast<std::uint32_t>(s.integer("batch"));
  result.rules.correction = static_cast<float>(s.real("correction"));
  if (s.flag("connections"))
    result.rules.closer_after = static_cast<std::uint32_t>(s.integer("closer"));
  result.stop_early = s.flag("early");
  result.keep_tree = s.flag("reuse");
  result.memory_bytes = tree_memory(s);
  return result;
}

// Moves a line drawn by visits to the power of 1 / temperature to the front. What is proven to lose is
// drawn only where everything is, and a proven win is always played.
void draw(search::Report<hex::Move>& report, double temperature, base::Random& random) {
  auto& lines = report.lines;
  const auto lost = [](const auto& line) { return line.proven && line.value < 0; };
  if (report.proven || (lines.front().proven && lines.front().value > 0)) return;
  const auto most = static_cast<double>(lines.front().visits);
  std::vector<double> weights;
  for (const auto& line : lines) {
    const double share = static_cast<double>(line.visits) / most;
    weights.push_back(lost(line) ? 0 : std::pow(share, 1 / temperature));
  }
  const std::size_t chosen = base::draw_by_weight(weights, random);
  if (weights[chosen] == 0) return;  // rounding at the end of the list
  const auto at = lines.begin() + static_cast<std::ptrdiff_t>(chosen);
  std::rotate(lines.begin(), at, at + 1);
}

struct ZeroBehaviour {
  static constexpr bool kHexOnly = true;

  Settings settings;
  std::shared_ptr<const net::Evaluator> evaluator;

  template <int W>
  auto make_search(GameTag<hex::Hex<W>>, const hex::Config& config) const {
    using Position = hex::Position<W>;
    using Search =
        search::MonteCarlo<Position, NetLeaf<W>, search::EveryMove<Position>, search::Puct>;
    return Search(zero_search_settings(settings), leaf<W>(config.size));
  }
  template <int W>
  SureEnding<W> make_ending(GameTag<hex::Hex<W>>) const {
    return SureEnding<W>(settings.flag("connections"));
  }
  template <int W>
  NetLeaf<W> leaf(int size) const {
    const auto bytes = static_cast<std::size_t>(settings.integer("cache")) << 20;
    return NetLeaf<W>(evaluator, std::make_shared<EvaluationCache>(bytes, size * size),
                      NetReading{settings.real("policy_head"), settings.real("prior_temperature"),
                                 settings.real("value_head")});
  }

  bool reuses() const { return settings.flag("reuse"); }
  bool ponders() const { return settings.flag("ponder"); }
  search::Limits with_default(search::Limits limits) const {
    if (const auto visits = static_cast<std::uint64_t>(settings.integer("visits")); visits > 0) {
      limits.nodes = std::min(limits.nodes.value_or(visits), visits);
    } else if (!(limits.time || limits.nodes || limits.clock)) {
      limits.time = kDefaultTime;
    }
    return limits;
  }
  void conclude(search::Report<hex::Move>& report, const search::Limits& limits,
                std::uint64_t hash) const {
    const double temperature = settings.real("temperature");
    if (temperature == 0) return;
    base::Random random(base::stream_seed(limits.seed, hash));
    draw(report, temperature, random);
    report.best = report.lines.front().move;
    report.value = report.lines.front().value;
  }
};

}  // namespace

std::vector<Parameter> zero_parameters() {
  const NetReading reading;
  return with_net_parameters({
      Parameter::integer("visits", "descents a move; 0: the time decides, 1 s where none is set", 0,
                         0, 1e12),
      Parameter::real("cpuct", "exploration constant of PUCT", 1.0, 0, 100),
      Parameter::real("cpuct_growth", "growth of the exploration with the logarithm of the visits",
                      0.45, 0, 100),
      Parameter::real("fpu",
                      "how far below its node a move never tried starts, when most were tried", 0.2,
                      0, 2),
      Parameter::real("policy_head", "weight of the net's policy in the priors; its Q has the rest",
                      reading.policy_head, 0, 1),
      Parameter::real("prior_temperature", "Q counts in the priors divided by this",
                      reading.prior_temperature, 0.01, 100),
      Parameter::real("value_head", "weight of the net's value in a leaf; its best Q has the rest",
                      reading.value_head, 0, 1),
      Parameter::real("correction",
                      "how much of what the tree shows the net to be wrong about is corrected "
                      "where it looks alike",
                      0.45, 0, 1),
      Parameter::integer("batch", "positions the net is asked about at once, by each thread", 4, 1,
                         1024),
      Parameter::mebibytes("cache", "MiB for what the net said before", 64, 0, 1 << 20),
      Parameter::real("temperature", "0 plays the most visited move, 1 draws moves by their visits",
                      0, 0, 10),
      Parameter::flag("connections", "look for connections that win, and for moves that meet none",
                      true),
      Parameter::integer("closer", "visits before a node is looked at for connections; 0: never",
                         kVisitsBeforeLook, 0, 1e9),
      Parameter::flag("early",
                      "stop when the best move cannot be overtaken; a time set for each move is "
                      "used whole all the same, unless a person waits",
                      true),
      Parameter::mebibytes("memory",
                           "MiB for the tree, which forgets its least visited parts when it is "
                           "full; 0: a quarter of the memory that is free",
                           0, 0, 1 << 20),
      Parameter::flag("reuse", "keep the tree from move to move", true),
      Parameter::flag("ponder", "think on the other side's time, where the face allows it", true),
  });
}

std::unique_ptr<Player> make_zero(const Settings& settings) {
  auto evaluator = net_from(settings);
  // Every thread of the search asks by itself.
  net::set_net_threads(1);
  return make_zero(settings, std::move(evaluator));
}

std::unique_ptr<Player> make_zero(const Settings& settings,
                                  std::shared_ptr<const net::Evaluator> evaluator) {
  return std::make_unique<TreePlayer<ZeroBehaviour>>(ZeroBehaviour{settings, std::move(evaluator)});
}

}  // namespace losange::players
