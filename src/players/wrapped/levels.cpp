#include "players/wrapped/levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/weighted_draw.h"
#include "players/game/any_position.h"
#include "players/kinds/engine_player.h"
#include "players/kinds/player_wrapper.h"
#include "players/wrapped/first_sight.h"

namespace losange::players {

namespace {

struct Level {
  double sight;        // the share of moves that are chosen at first sight
  double attention;    // there: to the other side's way, against 1 to the own
  double temperature;  // there, in stones to the win
};

// Measured to be about equal steps of `zero` on 11x11; docs/strength.md.
constexpr std::array<Level, kTopLevel> kLevels{{{1.0, 0.12, 0.4},
                                                {1.0, 0.25, 0.34},
                                                {1.0, 0.385, 0.295},
                                                {1.0, 0.57, 0.26},
                                                {1.0, 0.75, 0.228},
                                                {1.0, 0.95, 0.2},
                                                {0.63, 1.0, 0.2},
                                                {0.28, 1.0, 0.2},
                                                {0.08, 1.0, 0.2},
                                                {0.0, 0.0, 0.0}}};

constexpr double kCarelessness = 0.4;
constexpr std::uint64_t kGlance = 50;  // nodes
constexpr base::Millis kQuick{500};
constexpr double kNearlyEven = 0.06;  // of a value in [-1, 1]: three in a hundred games

class Levelled : public PlayerWrapper {
 public:
  Levelled(std::unique_ptr<Player> engine, int level)
      : PlayerWrapper(std::move(engine)), level_(kLevels[static_cast<std::size_t>(level - 1)]) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    if (!is_hex(record.setup)) return choose_shortsighted(record, limits, observer, stop);
    return with_hex(record.setup, [&](auto tag, const auto& config) {
      using G = typename decltype(tag)::Game;
      const auto position = replay<G>(record, config);
      base::Random random(base::stream_seed(limits.seed ^ kStream, position.hash()));
      const bool by_sight =
          random.unit() < level_.sight && position.outcome() == game::Outcome::Ongoing;
      const search::Limits patience = by_sight ? at_a_glance(limits) : limits;
      // A swap is a judgement of the whole board, and so is what to open with where one may come: the engine's. At first
      // sight it would be the middle, which everyone takes over.
      if (config.swap && position.stone_count() == 0)
        return about_as_even(inner().choose(record, patience, observer, stop), random);
      if (!by_sight || position.swap_available())
        return inner().choose(record, patience, observer, stop);
      return to_answer<G>(position, at_first_sight(position, random));
    });
  }

 private:
  static constexpr std::uint64_t kStream = 0x6C6576656CULL;

  // Nobody who plays at first sight ponders the swap for as long as a clock would let them.
  static search::Limits at_a_glance(search::Limits limits) {
    if (!limits.clock && !limits.time) return limits;
    limits.time = std::min(limits.time.value_or(kQuick), kQuick);
    limits.clock.reset();
    return limits;
  }

  // One of the first stones that the engine thinks nearly as good as its own: always the same would bore who plays often.
  static Answer about_as_even(Answer answer, base::Random& random) {
    std::vector<std::string> even;
    for (const auto& line : answer.report.lines) {
      if (line.value >= answer.report.value - kNearlyEven) even.push_back(line.move);
    }
    if (!even.empty()) {
      answer.move = even[random.below(static_cast<std::uint32_t>(even.size()))];
    }
    return answer;
  }

  // Games without a first sight: one ply of the engine's own instead, and for who pays no attention any move.
  Answer choose_shortsighted(const game::GameRecord& record, search::Limits limits,
                             const Observer& observer, std::stop_token stop) {
    const auto position = players::replay(record);
    const auto moves = position->legal_moves();
    base::Random random(base::stream_seed(limits.seed ^ kStream, position->hash()));
    const bool by_sight = random.unit() < level_.sight && !moves.empty();
    if (by_sight && random.unit() < kCarelessness * (1 - level_.attention)) {
      Answer answer;
      answer.move = answer.report.best =
          moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      answer.report.nodes = 1;
      return answer;
    }
    if (by_sight) {
      limits.depth = 1;
      limits.nodes = std::min<std::uint64_t>(limits.nodes.value_or(kGlance), kGlance);
    }
    return inner().choose(record, limits, observer, stop);
  }

  // Draws a move by what each promises.
  template <int W>
  search::Report<hex::Move> at_first_sight(const hex::Position<W>& position,
                                           base::Random& random) const {
    const base::Stopwatch watch;
    const auto promises = first_sight(position, level_.attention);
    const double best = *std::max_element(promises.begin(), promises.end());
    std::vector<double> odds;
    odds.reserve(promises.size());
    for (const double promise : promises) {
      odds.push_back(std::exp((promise - best) / level_.temperature));
    }
    typename hex::Position<W>::Moves moves;
    position.legal_moves(moves);  // the empty cells, in the same order
    search::Report<hex::Move> report;
    report.best = moves[base::draw_by_weight(odds, random)];
    report.nodes = 1;  // one look, which says nothing of the chance to win: there are no lines
    report.depth = 1;
    report.seconds = watch.seconds();
    return report;
  }

  Level level_;
};

}  // namespace

std::vector<Parameter> level_parameters() {
  return {Parameter::integer("level",
                             "how well it plays, for people: 1 beginner to 10 as well as it can",
                             kTopLevel, 1, kTopLevel)};
}

std::unique_ptr<Player> with_level(std::unique_ptr<Player> engine, const Settings& settings) {
  const auto level = static_cast<int>(settings.integer("level"));
  if (level == kTopLevel) return engine;
  return std::make_unique<Levelled>(std::move(engine), level);
}

}  // namespace losange::players
