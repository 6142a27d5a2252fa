// Learning from files of positions: the heuristic's value (HexProject's net imitates it), the result, or a teacher's
// value.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/error.h"
#include "base/threads/parallel.h"
#include "net/input/position_features.h"
#include "net/value/value_net.h"
#include "players/alphabeta/negamax.h"
#include "players/game/games.h"
#include "train/value/method.h"

namespace losange::train {

namespace {

constexpr std::uint64_t kLeftOut = 10;  // every so many games are checked instead of learnt

template <class Position>
Position position_of(const ValueSample& sample) {
  return Position::from_flat(std::vector<int>(sample.board.begin(), sample.board.end()),
                             sample.to_move);
}

float heuristic_value(const ValueSample& sample, const std::string& evaluation) {
  return players::with_hex(
      {.size = sample.size, .swap = false}, [&]<int W>(players::GameTag<hex::Hex<W>>, const auto&) {
        players::HexEvaluator<W> evaluator(players::evaluation_named(evaluation, sample.size));
        return static_cast<float>(
            evaluator.value(evaluator.evaluate(position_of<hex::Position<W>>(sample))));
      });
}

struct Examples {
  std::vector<float> rows, targets;

  std::size_t size() const { return targets.size(); }
  std::span<const float> row(std::size_t at) const {
    return std::span(rows).subspan(at * net::kPositionFeatures, net::kPositionFeatures);
  }
};

class ValueFit : public ValueMethod {
 public:
  ValueFit(const ValueOptions& options, const std::vector<std::filesystem::path>& data, int threads)
      : options_(options) {
    if (data.empty())
      throw base::UserError(
          "value-fit learns from files: name some that `losange selfplay` wrote with --data");
    for (const auto& path : data) add(read_samples(path), threads);
    if (learnt_.size() == 0) throw base::UserError("there are no positions in the data");
  }

  std::uint64_t rounds() const override { return options_.epochs; }
  std::vector<int> sizes() const override { return {sizes_.begin(), sizes_.end()}; }
  std::vector<float> examples() const override { return learnt_.rows; }

  bool round(const RoundWork& work, LogLine& line) override {
    base::Random random(base::stream_seed(options_.seed, work.round));
    std::vector<std::uint32_t> order(learnt_.size());
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
    const auto batch_size = static_cast<std::size_t>(options_.batch);
    const auto before = work.learner.state();
    auto& progress = work.loop.progress();
    progress.learns((order.size() + batch_size - 1) / batch_size);
    std::size_t batches = 0;
    for (std::size_t begin = 0; begin < order.size(); begin += batch_size, ++batches) {
      progress.learnt(batches);
      if (work.loop.leaves()) {
        work.learner.set_state(before);
        return false;
      }
      ValueLearner::Batch batch;
      for (std::size_t i = begin; i < std::min(begin + batch_size, order.size()); ++i) {
        const auto row = learnt_.row(order[i]);
        batch.features.insert(batch.features.end(), row.begin(), row.end());
        batch.targets.push_back(learnt_.targets[order[i]]);
      }
      const Losses losses = work.learner.learn(batch, work.learning_rate);
      line.losses.value += losses.value;
      line.losses.gradient += losses.gradient;
    }
    line.losses.value /= static_cast<double>(batches);
    line.losses.gradient /= static_cast<double>(batches);
    line.positions = (work.round + 1) * learnt_.size();
    check(work.learner.weights(), line);
    return true;
  }

 private:
  void add(const std::vector<ValueSample>& samples, int threads) {
    std::vector<std::vector<float>> rows(samples.size());
    std::vector<float> targets(samples.size());
    base::parallel_for(samples.size(), threads, [&](std::size_t i) {
      targets[i] = target_of(samples[i]);
      append_features(samples[i], rows[i]);
    });
    for (std::size_t i = 0; i < samples.size(); ++i) {
      Examples& to = samples[i].game % kLeftOut == kLeftOut - 1 ? checked_ : learnt_;
      to.rows.insert(to.rows.end(), rows[i].begin(), rows[i].end());
      to.targets.push_back(targets[i]);
      sizes_.insert(samples[i].size);
    }
  }

  float target_of(const ValueSample& sample) const {
    if (options_.target == "heuristic") return heuristic_value(sample, options_.evaluation);
    if (options_.target == "result") return static_cast<float>(sample.result);
    if (!sample.value) {
      throw base::UserError(
          "the data has no teacher's values: write them with `losange selfplay --teacher`, or "
          "choose "
          "--target result or heuristic");
    }
    return *sample.value;
  }

  void check(const net::ValueWeights& weights, LogLine& line) const {
    if (checked_.size() == 0) return;
    const auto net = net::make_value_net(weights);
    std::vector<float> values(checked_.size());
    net->evaluate(0, checked_.rows, values);
    double loss = 0, told = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double off = std::abs(static_cast<double>(values[i] - checked_.targets[i]));
      loss += off < 1 ? off * off / 2 : off - 0.5;
      told += values[i] * checked_.targets[i] > 0 ? 1 : 0;
    }
    line.check_loss = loss / static_cast<double>(values.size());
    line.shares["winner told"] = told / static_cast<double>(values.size());
  }

  ValueOptions options_;
  Examples learnt_, checked_;
  std::set<int> sizes_;  // of the boards of all of these
};

}  // namespace

void append_features(const ValueSample& sample, std::vector<float>& rows) {
  players::with_hex({.size = sample.size, .swap = false}, [&](auto tag, const auto&) {
    using Position = typename decltype(tag)::Game::Position;
    net::append_question(net::ValueKind::Perceptron, position_of<Position>(sample), rows);
  });
}

std::unique_ptr<ValueMethod> make_value_fit(const ValueOptions& options,
                                            const std::vector<std::filesystem::path>& data,
                                            int threads) {
  return std::make_unique<ValueFit>(options, data, threads);
}

}  // namespace losange::train
