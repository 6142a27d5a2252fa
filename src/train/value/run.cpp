#include "train/value/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/error.h"
#include "net/input/position_features.h"
#include "net/torch/torch.h"
#include "net/value/value_net.h"
#include "train/common/run_folder.h"
#include "train/common/schedule.h"
#include "train/value/method.h"

namespace losange::train {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ValueOptions, method, hidden, seed, batch, learning_rate,
                                   weight_decay, target, evaluation, epochs, sizes, games,
                                   round_games, min_depth, max_depth, updates_per_game, buffer,
                                   alpha, heuristic_share, frozen_share, snapshot_games, snapshots,
                                   min_pairs, max_pairs, random_moves)

namespace {

constexpr int kValueStateFormat = 1;
constexpr double kFinalRate = 0.03;  // of the learning rate, at the end of the cosine

std::filesystem::path state_path(const std::filesystem::path& folder) {
  return folder / "state.safetensors";
}

nlohmann::json read_run(const net::TensorFile& file, const std::filesystem::path& folder) {
  const auto found = file.metadata.find("run");
  if (found == file.metadata.end()) refuse_damaged_state(folder);
  auto json = nlohmann::json::parse(found->second, nullptr, false);
  if (!json.is_object() || !json.contains("options") || !json.contains("round"))
    refuse_damaged_state(folder);
  if (json.value("format", 0) > kValueStateFormat) {
    throw base::UserError(
        fmt::format("{} comes from a newer losange: update", state_path(folder).string()));
  }
  return json;
}

// A newborn net that sees features around 0 with deviation 1.
net::ValueWeights newborn(const ValueOptions& options, const std::vector<float>& rows) {
  auto weights =
      net::newborn_value_net({net::ValueKind::Perceptron, options.hidden, 3}, options.seed);
  constexpr std::size_t kCount = net::kPositionFeatures;
  const std::size_t samples = rows.size() / kCount;
  const auto count = static_cast<double>(samples);
  for (std::size_t f = 0; f < kCount; ++f) {
    double sum = 0, squares = 0;
    for (std::size_t i = f; i < rows.size(); i += kCount) {
      const double value = static_cast<double>(rows[i]);
      sum += value;
      squares += value * value;
    }
    const double mean = sum / count, variance = std::max(0.0, squares / count - mean * mean);
    weights.values[f] = static_cast<float>(mean);
    // What never changes has no scale of its own.
    weights.values[kCount + f] = variance < 1e-8 ? 1.0f : static_cast<float>(std::sqrt(variance));
  }
  return weights;
}

void check_options(const ValueOptions& o) {
  base::need(o.hidden >= 1 && o.hidden <= 1024, "a perceptron has 1 to 1024 hidden units");
  base::need(o.batch >= 1 && o.epochs >= 1,
             "a run needs at least one position a minibatch and one epoch");
  base::need(o.learning_rate > 0 && o.learning_rate <= 1, "--learning-rate is above 0, at most 1");
  base::need(o.target == "heuristic" || o.target == "result" || o.target == "teacher",
             "there are three targets: heuristic, result and teacher");
}

class ValueTrainer : public Trainer {
 public:
  ValueTrainer(const ValueRunRequest& request, TrainingLoop& loop)
      : request_(request), loop_(loop), options_(request.options) {
    const bool resumes = has_value_run(request.folder, options_.method);
    if (resumes) {
      const std::uint64_t epochs = options_.epochs, games = options_.games;
      options_ = options_of_value_run(request.folder);
      options_.epochs = epochs;
      options_.games = games;
    }
    check_options(options_);
    method_ = options_.method == "value-fit"
                  ? make_value_fit(options_, request.data, request.threads)
                  : make_value_rl(options_);
    start(resumes);
    seconds_before_ = seconds_;
  }

  Workload workload() const override {
    Workload work{.label = options_.method, .total = method_->rounds()};
    if (options_.method == "value-fit") return work;
    work.plays = "games";
    work.plays_a_round = static_cast<std::uint64_t>(options_.round_games);
    work.play_share = 0.9;
    return work;
  }
  std::uint64_t rounds() const override { return round_; }
  std::uint64_t done() const override { return round_; }
  std::uint64_t games() const { return round_ * static_cast<std::uint64_t>(options_.round_games); }

  void begin_folder() override { save_state(); }

  std::optional<RoundReport> do_round() override {
    LogLine line;
    line.learning_rate =
        options_.learning_rate *
        rate_at(static_cast<double>(round_) / static_cast<double>(method_->rounds()), kFinalRate);
    const base::Stopwatch watch;
    if (!method_->round({*learner_, loop_, round_, line.learning_rate, request_.threads}, line))
      return std::nullopt;
    refuse_broken_losses(line.losses, request_.folder);
    line.round = ++round_;
    line.seconds = seconds_ = seconds_before_ + loop_.seconds();
    line.positions_per_second = static_cast<double>(line.positions - positions_) / watch.seconds();
    positions_ = line.positions;
    return RoundReport{to_text(line), details(line), line.play_seconds, line.learn_seconds};
  }

  void save() override {
    refuse_broken_net(learner_->weights().values, request_.folder);
    save_state();
    net::write_value_weights(request_.folder / "net.safetensors", exported());
  }

  void keep_net() const override {
    net::write_value_weights(request_.folder / fmt::format("net-{:05}.safetensors", round_),
                             exported());
  }

  void finish() override { export_net(); }

 private:
  void start(bool resumes) {
    const ValueLearnerOptions learning{.weight_decay = options_.weight_decay};
    if (!resumes) {
      auto weights = request_.start_from.empty() ? newborn(options_, method_->examples())
                                                 : net::read_value_weights(request_.start_from);
      if (weights.config.kind != net::ValueKind::Perceptron) {
        throw base::UserError(
            fmt::format("{} is a graph net, which tools/train_gnn.py teaches: name a perceptron",
                        request_.start_from.string()));
      }
      if (!request_.start_from.empty())
        weights.history.parent = net::hash_of_values(weights.values);
      options_.hidden = weights.config.hidden;
      parent_ = weights.history.parent;
      licence_ = weights.history.licence;
      learner_ = std::make_unique<ValueLearner>(weights, learning, request_.device);
      return;
    }
    const auto file = net::read_tensors(state_path(request_.folder));
    const auto json = read_run(file, request_.folder);
    const auto* values = file.find("values");
    const auto* optimizer = file.find("optimizer");
    if (values == nullptr || optimizer == nullptr) refuse_damaged_state(request_.folder);
    const auto weights = net::perceptron_of(options_.hidden, values->floats());
    if (weights.values.size() != net::value_count(weights.config))
      refuse_damaged_state(request_.folder);
    learner_ = std::make_unique<ValueLearner>(weights, learning, request_.device);
    const auto learnt =
        weights.values.begin() + static_cast<std::ptrdiff_t>(net::buffer_count(weights.config));
    learner_->set_state({{learnt, weights.values.end()}, optimizer->bytes});
    try {
      json.at("round").get_to(round_);
      json.at("positions").get_to(positions_);
      json.at("seconds").get_to(seconds_);
      json.at("parent").get_to(parent_);
      licence_ = json.value("licence", licence_);
      method_->restore(file);
    } catch (const std::exception&) {
      refuse_damaged_state(request_.folder);
    }
  }

  std::string details(const LogLine& line) const {
    std::string text = fmt::format("loss {:.4f}", line.losses.value);
    if (line.check_loss > 0) text += fmt::format(", check {:.4f}", line.check_loss);
    for (const auto& [name, share] : line.shares)
      text += fmt::format(", {} {:.0f} %", name, 100 * share);
    return text;
  }

  net::ValueWeights exported() const {
    auto weights = learner_->weights();
    weights.history.sizes = method_->sizes();
    weights.history.step = round_;
    weights.history.positions = positions_;
    weights.history.parent = parent_;
    weights.history.licence = licence_;
    return weights;
  }

  // One file, written beside and renamed: whenever it is cut, a whole state is there.
  void save_state() {
    const auto weights = learner_->weights();
    const auto state = learner_->state();
    const nlohmann::ordered_json run{{"format", kValueStateFormat}, {"round", round_},
                                     {"positions", positions_},     {"seconds", seconds_},
                                     {"parent", parent_},           {"licence", licence_},
                                     {"options", to_json(options_)}};
    net::TensorFile file;
    file.metadata["run"] = run.dump();
    file.tensors.push_back(net::StoredTensor::of_floats(
        "values", {static_cast<std::int64_t>(weights.values.size())}, weights.values));
    file.tensors.push_back(net::StoredTensor::of_bytes(
        "optimizer", {static_cast<std::int64_t>(state.optimizer.size())},
        {reinterpret_cast<const std::uint8_t*>(state.optimizer.data()), state.optimizer.size()}));
    method_->save(file);
    net::write_tensors(state_path(request_.folder), file);
  }

  // The net as TorchScript, loaded again and asked the same as ours.
  void export_net() const {
    const auto path = request_.folder / "net.pt";
    const auto weights = exported();
    net::write_torch_script(path, weights);
    const auto own = net::make_value_net(weights), again = net::load_torch_script(path, "cpu");
    std::vector<float> questions;
    hex::Position<2> position(hex::kDefaultSize, false);
    net::append_question(own->kind(), position, questions);
    position.play(hex::Move::at(60));
    net::append_question(own->kind(), position, questions);
    float values[2][2];
    own->evaluate(hex::kDefaultSize, questions, values[0]);
    again->evaluate(hex::kDefaultSize, questions, values[1]);
    for (int i = 0; i < 2; ++i) {
      if (!(std::abs(values[0][i] - values[1][i]) < 1e-4f)) {
        throw base::UserError(
            fmt::format("{} does not answer as the net it was written from: use {} instead",
                        path.string(), (request_.folder / "net.safetensors").string()));
      }
    }
  }

  ValueRunRequest request_;
  TrainingLoop& loop_;
  ValueOptions options_;
  std::unique_ptr<ValueMethod> method_;
  std::unique_ptr<ValueLearner> learner_;
  std::uint64_t round_ = 0, positions_ = 0;
  double seconds_ = 0, seconds_before_ = 0;         // of work: in all, and before this sitting
  std::string parent_ = "none", licence_ = "none";  // of the net it started from
};

}  // namespace

nlohmann::ordered_json to_json(const ValueOptions& options) {
  nlohmann::json json = options;
  return json;
}

bool has_value_run(const std::filesystem::path& folder, const std::string& method) {
  return holds_run(folder, value_run_name(method));
}

ValueOptions options_of_value_run(const std::filesystem::path& folder) {
  try {
    return read_run(net::read_tensors(state_path(folder)), folder)
        .at("options")
        .get<ValueOptions>();
  } catch (const nlohmann::json::exception&) {
    refuse_damaged_state(folder);
  }
}

TrainingSummary run_value_training(const ValueRunRequest& request, std::stop_token stop) {
  TrainingLoop loop(request, value_run_name(request.options.method), stop);
  ValueTrainer trainer(request, loop);
  auto summary = loop.run(trainer);
  if (request.options.method == "value-rl") summary.done = trainer.games();
  return summary;
}

}  // namespace losange::train
