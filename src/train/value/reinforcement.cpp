// HexProject's reinforcement trainer: games of the net against itself, against earlier copies of itself and against the
// heuristic, whose positions go with their results into a ring that minibatches are drawn from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/error.h"
#include "base/threads/parallel.h"
#include "base/weighted_draw.h"
#include "net/input/position_features.h"
#include "net/value/value_net.h"
#include "players/alphabeta/negamax_net.h"
#include "players/registry.h"
#include "train/common/sizes.h"
#include "train/samples/replay_buffer.h"
#include "train/value/method.h"

namespace losange::train {

namespace {

using NetPointer = std::shared_ptr<const net::ValueNet>;

enum class Opponent { Itself, Frozen, Heuristic };

class ValueRl : public ValueMethod {
 public:
  explicit ValueRl(const ValueOptions& options)
      : options_(options),
        sizes_(parse_sizes(options.sizes)),
        buffer_(options.buffer, net::kPositionFeatures),
        settings_(
            players::find_strategy(players::strategy_of(net::ValueKind::Perceptron)).parameters,
            {{"alpha", fmt::format("{}", options.alpha)}, {"table", "2"}, {"cache", "2"}}) {
    for (const auto& size : sizes_) check_start(size.size, start());
    base::need(options.min_depth >= 1 && options.min_depth <= options.max_depth,
               "depths are drawn from --min-depth to --max-depth, from 1 up");
    base::need(options.heuristic_share >= 0 && options.frozen_share >= 0 &&
                   options.heuristic_share + options.frozen_share <= 1,
               "--heuristic-share and --frozen-share are shares of the games, together at most 1");
    base::need(options.round_games >= 1 && options.games >= 1 && options.snapshots >= 1 &&
                   options.snapshot_games >= 1,
               "a run needs at least one game, one game a round and one frozen opponent");
    base::need(options.buffer >= static_cast<std::size_t>(options.batch),
               "the buffer must have room for a minibatch: raise --buffer or lower --batch");
  }

  std::uint64_t rounds() const override {
    const auto games = static_cast<std::uint64_t>(options_.round_games);
    return (options_.games + games - 1) / games;
  }

  std::vector<int> sizes() const override {
    std::vector<int> sizes;
    for (const auto& share : sizes_) sizes.push_back(share.size);
    std::sort(sizes.begin(), sizes.end());
    return sizes;
  }

  std::vector<float> examples() const override {
    base::Random random(base::stream_seed(options_.seed, ~std::uint64_t{0}));
    std::vector<float> rows;
    for (int i = 0; i < 2000; ++i) {
      RandomStart any = start();
      const int size = draw_size(random);
      any.random_moves += size * size / 3;
      const Start drawn = random_start(size, any, random);
      append_features({.size = size,
                       .board = {drawn.board.begin(), drawn.board.end()},
                       .to_move = drawn.to_move,
                       .value = {}},
                      rows);
    }
    return rows;
  }

  bool round(const RoundWork& work, LogLine& line) override {
    base::Stopwatch watch;
    const NetPointer net = net::make_value_net(work.learner.weights());
    std::vector<Game> games(static_cast<std::size_t>(options_.round_games));
    base::parallel_for(games.size(), work.threads, [&](std::size_t i) {
      if (work.loop.leaves()) return;
      games[i] = play(work.round * games.size() + i, net, work.loop.stop_token());
      work.loop.progress().played(1);
    });
    if (work.loop.over()) return false;
    count(games, line);
    line.play_seconds = watch.seconds();
    watch.restart();
    const auto before_learning = work.learner.state();
    const auto kept = buffer_;
    const auto played = played_;
    for (const auto& game : games) {
      for (std::size_t i = 0; i < game.targets.size(); ++i) {
        buffer_.add(
            std::span(game.rows).subspan(i * net::kPositionFeatures, net::kPositionFeatures),
            game.targets[i]);
      }
      played_ += game.targets.size();
    }
    if (!learn(work, line)) {
      work.learner.set_state(before_learning);
      buffer_ = kept;
      played_ = played;
      return false;
    }
    line.learn_seconds = watch.seconds();
    line.positions = played_;
    const std::uint64_t before = work.round * games.size(), after = before + games.size();
    if (before / options_.snapshot_games != after / options_.snapshot_games)
      take_snapshot(work.learner.weights());
    return true;
  }

  void save(net::TensorFile& file) const override {
    const auto rows = static_cast<std::int64_t>(buffer_.size());
    file.metadata["played"] = std::to_string(played_);
    file.metadata["next"] = std::to_string(buffer_.next());
    file.tensors.push_back(net::StoredTensor::of_floats(
        "replay.rows", {rows, static_cast<std::int64_t>(net::kPositionFeatures)}, buffer_.rows()));
    file.tensors.push_back(
        net::StoredTensor::of_floats("replay.targets", {rows}, buffer_.targets()));
    for (std::size_t i = 0; i < snapshots_.size(); ++i) {
      const auto& values = snapshots_[i].values;
      file.tensors.push_back(net::StoredTensor::of_floats(
          fmt::format("snapshot.{}", i), {static_cast<std::int64_t>(values.size())}, values));
    }
  }

  void restore(const net::TensorFile& file) override {
    const auto* rows = file.find("replay.rows");
    const auto* targets = file.find("replay.targets");
    if (rows == nullptr || targets == nullptr)
      throw base::UserError("the positions that were played are missing");
    played_ = std::stoull(file.metadata.at("played"));
    buffer_.restore(rows->floats(), targets->floats(), std::stoull(file.metadata.at("next")));
    snapshots_.clear();
    frozen_.clear();
    for (int i = 0; const auto* tensor = file.find(fmt::format("snapshot.{}", i)); ++i) {
      take_snapshot(net::perceptron_of(options_.hidden, tensor->floats()));
    }
  }

 private:
  struct Game {
    Opponent opponent = Opponent::Itself;
    bool won = false;  // by the net that learns
    int size = 0, plies = 0;
    std::vector<float> rows, targets;
  };

  RandomStart start() const {
    return {.min_pairs = options_.min_pairs,
            .max_pairs = options_.max_pairs,
            .random_moves = options_.random_moves};
  }

  int draw_size(base::Random& random) const {
    std::vector<double> shares;
    for (const auto& size : sizes_) shares.push_back(size.share);
    return sizes_[base::draw_by_weight(shares, random)].size;
  }

  Opponent draw_opponent(base::Random& random) const {
    const double place = random.unit();
    if (place < options_.heuristic_share) return Opponent::Heuristic;
    return place < options_.heuristic_share + options_.frozen_share && !frozen_.empty()
               ? Opponent::Frozen
               : Opponent::Itself;
  }

  Game play(std::uint64_t number, const NetPointer& net, std::stop_token stop) const {
    base::Random random(base::stream_seed(options_.seed, number));
    Game game;
    game.size = draw_size(random);
    game.opponent = draw_opponent(random);
    const std::size_t own_seat = random.below(2);
    const auto spare =
        random.below(static_cast<std::uint32_t>(std::max<std::size_t>(1, frozen_.size())));
    const auto own = players::make_negamax_net(settings_, net);
    const auto other =
        game.opponent == Opponent::Heuristic
            ? players::make_player("negamax:table=2,eval=" + options_.evaluation)
            : players::make_negamax_net(settings_,
                                        game.opponent == Opponent::Frozen ? frozen_[spare] : net);
    std::array<Seat, 2> seats;
    for (std::size_t i = 0; i < 2; ++i) {
      seats[i].player = i == own_seat ? own.get() : other.get();
      seats[i].limits.depth =
          options_.min_depth + static_cast<int>(random.below(static_cast<std::uint32_t>(
                                   options_.max_depth - options_.min_depth + 1)));
    }
    const Start begin = random_start(game.size, start(), random);
    const auto samples = play_value_game(begin, seats, random(), std::move(stop));
    game.plies = static_cast<int>(samples.size());
    for (const auto& sample : samples) {
      append_features(sample, game.rows);
      game.targets.push_back(static_cast<float>(sample.result));
      if (game::index(sample.to_move) == static_cast<int>(own_seat)) game.won = sample.result > 0;
    }
    return game;
  }

  void count(const std::vector<Game>& games, LogLine& line) const {
    std::map<std::string, std::pair<int, int>> won;  // of how many
    std::map<int, std::pair<int, int>> plies;
    for (const auto& game : games) {
      plies[game.size].first += game.plies;
      ++plies[game.size].second;
      if (game.opponent == Opponent::Itself) continue;
      auto& tally = won[game.opponent == Opponent::Frozen ? "against frozen copies"
                                                          : "against the heuristic"];
      tally.first += game.won ? 1 : 0;
      ++tally.second;
    }
    for (const auto& [name, tally] : won)
      line.shares[name] = static_cast<double>(tally.first) / tally.second;
    for (const auto& [size, sum] : plies)
      line.lengths[size] = static_cast<double>(sum.first) / sum.second;
  }

  // False when it was left.
  bool learn(const RoundWork& work, LogLine& line) const {
    const auto batch_size = static_cast<std::size_t>(options_.batch);
    if (buffer_.size() < batch_size) return true;
    base::Random random(base::stream_seed(~options_.seed, work.round));
    const auto updates =
        std::max(1L, std::lround(options_.updates_per_game * options_.round_games));
    auto& progress = work.loop.progress();
    progress.learns(static_cast<std::size_t>(updates));
    ValueLearner::Batch batch;
    for (long i = 0; i < updates; ++i) {
      progress.learnt(static_cast<std::size_t>(i));
      if (work.loop.leaves()) return false;
      buffer_.draw(batch_size, random, batch.features, batch.targets);
      const Losses losses = work.learner.learn(batch, work.learning_rate);
      line.losses.value += losses.value / static_cast<double>(updates);
      line.losses.gradient += losses.gradient / static_cast<double>(updates);
    }
    return true;
  }

  void take_snapshot(net::ValueWeights weights) {
    frozen_.push_back(net::make_value_net(weights));
    snapshots_.push_back(std::move(weights));
    if (snapshots_.size() <= static_cast<std::size_t>(options_.snapshots)) return;
    frozen_.erase(frozen_.begin());
    snapshots_.erase(snapshots_.begin());
  }

  ValueOptions options_;
  std::vector<SizeShare> sizes_;
  ReplayBuffer buffer_;
  players::Settings settings_;
  std::vector<net::ValueWeights> snapshots_;  // oldest first
  std::vector<NetPointer> frozen_;            // the same, ready to play
  std::uint64_t played_ = 0;                  // positions
};

}  // namespace

std::unique_ptr<ValueMethod> make_value_rl(const ValueOptions& options) {
  return std::make_unique<ValueRl>(options);
}

}  // namespace losange::train
