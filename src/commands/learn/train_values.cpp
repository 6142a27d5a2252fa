#include "commands/learn/train_values.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/system/interrupt.h"
#include "base/text.h"
#include "commands/learn/train_summary.h"
#include "players/alphabeta/negamax.h"

namespace losange::commands {

void ValueTraining::add_options(Command app) {
  auto& o = options_;
  const auto keep = [&](const char* key, Option option) {
    return shaping_[key] = option.capture_default_str().group("Value nets (--method value-...)");
  };
  const auto add = [&](const char* name, std::string& value, const char* help, const char* key) {
    return keep(key, app.add_option(name, value, help));
  };
  const auto add_in_range = [&]<class T>(const char* name, T& value, const char* help,
                                         const char* key, std::type_identity_t<T> least,
                                         std::type_identity_t<T> most) {
    keep(key, app.add_number(name, value, help, least, most));
  };
  app.add_option("--data", data_, "value-fit: files of `losange selfplay`")
      .type_name("FILE")
      .group("Value nets (--method value-...)");
  add("--target", o.target, "value-fit: what is learnt of a position: heuristic, result or teacher",
      "target")
      .one_of({"heuristic", "result", "teacher"});
  add("--eval", o.evaluation, "The heuristic: target and opponent", "evaluation")
      .one_of(players::evaluation_names());
  add_in_range("--epochs", o.epochs,
               "value-fit: times each position is learnt; may be changed when resuming", "epochs",
               1, 1'000'000);
  add_in_range("--hidden", o.hidden, "Hidden units of each layer of the perceptron", "hidden", 1,
               1024);
  add_in_range("--train-games", o.games,
               "value-rl: games in all, to the end of a round; may be changed when resuming",
               "games", 1, 1'000'000'000);
  add_in_range("--min-depth", o.min_depth,
               "value-rl: plies of search, drawn for each game and side: at least", "min_depth", 1,
               train::kMostDepth);
  add_in_range("--max-depth", o.max_depth, "value-rl: at most", "max_depth", 1, train::kMostDepth);
  add_in_range("--updates-per-game", o.updates_per_game,
               "value-rl: minibatches learnt for each game", "updates_per_game", 0.001, 10'000);
  add_in_range("--buffer", o.buffer, "value-rl: newest positions that minibatches are drawn from",
               "buffer", 1, 10'000'000);
  add_in_range("--alpha", o.alpha, "value-rl: weight of the net in a leaf while it plays", "alpha",
               0, 1);
  add_in_range("--heuristic-share", o.heuristic_share,
               "value-rl: share of games against the heuristic", "heuristic_share", 0, 1);
  add_in_range("--frozen-share", o.frozen_share,
               "value-rl: share of games against frozen copies; the rest is self-play",
               "frozen_share", 0, 1);
  add_in_range("--snapshot-games", o.snapshot_games,
               "value-rl: games from one frozen copy to the next", "snapshot_games", 1,
               1'000'000'000);
  add_in_range("--snapshots", o.snapshots, "value-rl: frozen copies that are kept", "snapshots", 1,
               1000);
  add_in_range("--min-pairs", o.min_pairs,
               "value-rl: random stones of each side at the start: at least; 0: none", "min_pairs",
               0, train::kMostPairs);
  add_in_range("--max-pairs", o.max_pairs, "value-rl: at most", "max_pairs", 0, train::kMostPairs);
  add_in_range("--random-moves", o.random_moves, "value-rl: random moves after these, at most",
               "random_moves", 0, train::kMostRandomMoves);
}

void ValueTraining::share(const char* key, Option option,
                          std::function<void(train::ValueOptions&)> take) {
  shared_[key] = {option, std::move(take)};
}

void ValueTraining::check_resumed(const train::ValueRunRequest& request) const {
  const auto kept = train::to_json(train::options_of_value_run(request.folder));
  const auto given = train::to_json(request.options);
  auto all = shaping_;
  for (const auto& [key, shared] : shared_) all[key] = shared.option;
  for (const auto& [key, option] : all) {
    if (key == "games" || key == "epochs" || !option.given() || kept.at(key) == given.at(key))
      continue;
    throw base::UserError(
        fmt::format("the run in {} was started with {} {}: leave the option away to resume it, or "
                    "name another --folder",
                    request.folder.string(), option.name(), kept.at(key).dump()));
  }
  if (!request.start_from.empty()) {
    throw base::UserError(fmt::format("{} holds a run already: --from only starts a new one",
                                      request.folder.string()));
  }
}

void ValueTraining::run(const std::string& method, train::ValueRunRequest request) {
  request.options = options_;
  request.options.method = method;
  for (const auto& [key, shared] : shared_) {
    if (shared.option.given()) shared.take(request.options);
  }
  request.data.assign(data_.begin(), data_.end());
  if (train::has_value_run(request.folder, method)) {
    check_resumed(request);
    const auto kept = train::options_of_value_run(request.folder);
    if (!shaping_.at("games").given()) request.options.games = kept.games;
    if (!shaping_.at("epochs").given()) request.options.epochs = kept.epochs;
  }
  const auto folder = request.folder.string();
  const auto summary = train::run_value_training(request, base::stop_on_interrupt());
  tell(summary, base::counted(summary.done, method == "value-fit" ? "epoch" : "game"),
       fmt::format("the net is {0}/net.safetensors, as TorchScript {0}/net.pt", folder));
}

}  // namespace losange::commands
