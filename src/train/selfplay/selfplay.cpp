#include "train/selfplay/selfplay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "train/common/schedule.h"
#include "train/selfplay/lockstep.h"
#include "train/selfplay/search_selfplay.h"

namespace losange::train {

namespace {

template <int W>
class SoftmaxGames : public LockstepGames<W> {
 public:
  using LockstepGames<W>::LockstepGames;

 protected:
  bool move(const RoundPlan& plan, const PlayingNet& player, std::size_t begin, std::size_t end,
            Round& out) override {
    const std::size_t count = end - begin, first = out.index(out.step, 0) + begin;
    const auto games = std::span(this->games_).subspan(begin, count);
    const auto randoms = std::span(out.randoms).subspan(begin, count);
    temperatures_.resize(count);
    uniforms_.resize(count);
    choices_.resize(count);
    std::uint8_t* codes = out.codes.data() + first * out.cells();
    for (std::size_t i = 0; i < count; ++i) {
      const auto& game = games[i];
      net::write_codes(game.position, codes + i * out.cells());
      temperatures_[i] = static_cast<float>(
          plan.policy_draws ? policy_temperature(game.explores)
                            : temperature_at(game.position.stone_count(),
                                             temperature_floor(plan.progress, game.explores)));
      uniforms_[i] = static_cast<float>(1.0 - randoms[i].unit());
    }
    player.draw_moves({this->size_, {codes, count * out.cells()}, temperatures_, uniforms_},
                      choices_);
    for (std::size_t i = 0; i < count; ++i) {
      if (this->take(choices_[i], games[i], out, first + i)) games[i] = this->start(randoms[i]);
    }
    return true;
  }

 private:
  std::vector<float> temperatures_, uniforms_;
  std::vector<Choice> choices_;
};

}  // namespace

std::unique_ptr<GameGroup> make_group(int size, int games, std::uint64_t first_game,
                                      std::uint64_t seed) {
  return make_group_of<SoftmaxGames>(size, games, first_game, seed);
}

std::vector<std::unique_ptr<GameGroup>> make_groups(const TrainOptions& options) {
  const auto sizes = parse_sizes(options.sizes);
  double total = 0;
  for (const auto& size : sizes) total += size.share;
  std::vector<std::unique_ptr<GameGroup>> groups;
  std::uint64_t first_game = 0;
  for (const auto& size : sizes) {
    const int games =
        std::max(1, static_cast<int>(std::lround(options.games * size.share / total)));
    const int parts = (games - 1) / options.group_games + 1;
    const auto before = [&](int part) {
      return static_cast<int>(std::int64_t{games} * part / parts);
    };
    for (int part = 0; part < parts; ++part) {
      const int count = before(part + 1) - before(part);
      groups.push_back(options.visits > 0
                           ? make_search_group(size.size, count, first_game, options.seed,
                                               {options.visits, options.fast_visits,
                                                options.full_share, options.wide_share})
                           : make_group(size.size, count, first_game, options.seed));
      first_game += static_cast<std::uint64_t>(count);
    }
  }
  return groups;
}

std::vector<float> targets(const Round& round, double lambda) {
  std::vector<float> result(round.index(round.steps - 1, 0));
  for (int game = 0; game < round.games; ++game) {
    double next = round.values[round.index(round.steps - 1, game)];
    for (int step = round.steps - 2; step >= 0; --step) {
      const std::size_t at = round.index(step, game);
      const double value_after = round.values[round.index(step + 1, game)];
      next = round.won[at] != 0 ? 1.0 : 1.0 - ((1 - lambda) * value_after + lambda * next);
      result[at] = static_cast<float>(next);
    }
  }
  return result;
}

}  // namespace losange::train
