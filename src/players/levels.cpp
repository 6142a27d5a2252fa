#include "players/levels.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"
#include "hex/mix.h"
#include "players/any_position.h"
#include "players/engines.h"

namespace losange::players {

namespace {

struct Level {
  double sight;        // the share of moves that are chosen at first sight
  double temperature;  // of these, in stones to the win
};

// Measured to be about equal steps; docs/strength.md.
constexpr std::array<Level, kTopLevel> kLevels{{{1.0, 0.4},
                                                {1.0, 0.2},
                                                {0.85, 0.2},
                                                {0.7, 0.2},
                                                {0.57, 0.2},
                                                {0.45, 0.2},
                                                {0.33, 0.2},
                                                {0.22, 0.2},
                                                {0.1, 0.2},
                                                {0.0, 0.0}}};

// The weights a beginner sees by: how far both sides are, and a liking for the middle.
hex::MixWeights first_sight(int size) { return {.distance = 20 * size, .threat = 30 * size, .centre = 1}; }

class Levelled : public Player {
 public:
  Levelled(std::unique_ptr<Player> engine, int level)
      : engine_(std::move(engine)), level_(kLevels[static_cast<std::size_t>(level - 1)]) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits, const Observer& observer,
                std::stop_token stop) override {
    if (!is_hex(record.setup)) return choose_blindly(record, limits, observer, stop);
    return with_hex(record.setup, [&](auto tag, const auto& config) {
      using G = typename decltype(tag)::Game;
      const auto position = replay<G>(record, config);
      base::Random random(base::stream_seed(limits.seed ^ kStream, position.hash()));
      const bool by_sight = random.unit() < level_.sight && position.outcome() == game::Outcome::Ongoing;
      // A swap is a judgement of the whole board: the engine's.
      if (!by_sight || position.swap_available()) return engine_->choose(record, limits, observer, stop);
      return to_answer<G>(position, at_first_sight(position, random));
    });
  }
  void ponder(const game::GameRecord& record, const search::Limits& limits, std::stop_token stop) override {
    engine_->ponder(record, limits, stop);
  }
  void prepare() override { engine_->prepare(); }
  void new_game() override { engine_->new_game(); }

 private:
  static constexpr std::uint64_t kStream = 0x6C6576656CULL;

  // Games without a first sight: any move, half as often.
  Answer choose_blindly(const game::GameRecord& record, const search::Limits& limits, const Observer& observer,
                        std::stop_token stop) {
    const auto position = players::replay(record);
    const auto moves = position->legal_moves();
    base::Random random(base::stream_seed(limits.seed ^ kStream, position->hash()));
    if (moves.empty() || random.unit() >= level_.sight / 2) return engine_->choose(record, limits, observer, stop);
    Answer answer;
    answer.move = answer.report.best = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    answer.report.nodes = 1;
    return answer;
  }

  // Draws a move by what each promises at one ply.
  template <int W>
  search::Report<hex::Move> at_first_sight(const hex::Position<W>& position, base::Random& random) const {
    const base::Stopwatch watch;
    const auto weights = first_sight(position.size());
    const hex::MixFrontier<W> frontier(weights, position);
    const double unit = weights.distance * level_.temperature;
    std::vector<int> cells, values;
    position.empty().for_each([&](int cell) {
      cells.push_back(cell);
      values.push_back(std::min(frontier(cell), 10 * weights.threat));
    });
    const int best = *std::max_element(values.begin(), values.end());
    std::vector<double> odds;
    double sum = 0;
    for (const int value : values) {
      odds.push_back(std::exp((value - best) / unit));
      sum += odds.back();
    }
    double left = random.unit() * sum;
    std::size_t chosen = 0;
    while (chosen + 1 < odds.size() && left >= odds[chosen]) left -= odds[chosen++];
    search::Report<hex::Move> report;
    report.best = hex::Move::at(cells[chosen]);
    report.value = std::tanh(values[chosen] / (3.0 * weights.distance));
    report.nodes = cells.size();
    report.depth = 1;
    report.seconds = watch.seconds();
    report.lines.push_back({report.best, report.value, 1, false, {report.best}});
    return report;
  }

  std::unique_ptr<Player> engine_;
  Level level_;
};

}  // namespace

std::vector<Parameter> level_parameters() {
  return {Parameter::integer("level", "how well it plays, for people: 1 beginner to 10 as well as it can",
                             kTopLevel, 1, kTopLevel)};
}

std::unique_ptr<Player> with_level(std::unique_ptr<Player> engine, const Settings& settings) {
  const auto level = static_cast<int>(settings.integer("level"));
  if (level == kTopLevel) return engine;
  return std::make_unique<Levelled>(std::move(engine), level);
}

}  // namespace losange::players
