#include "train/selfplay/options.h"

#include "base/error.h"
#include "train/selfplay/options_json.h"

namespace losange::train {

namespace {

constexpr double kMostRound = 1e8;  // positions, which are all in memory

}  // namespace

void check_options(const TrainOptions& o) {
  net::check_config(o.net);
  parse_sizes(o.sizes);
  base::need(o.games >= 1 && o.group_games >= 1, "a run needs at least one game at a time");
  base::need(o.steps >= 2,
             "a round needs at least two steps: the last one only closes the targets");
  base::need(
      o.batch >= 1 && o.reuse > 0 && o.reuse <= 16,
      "a minibatch needs at least one position, and each is learnt at most 16 times a round");
  base::need(o.shards >= 1 && o.shards <= o.batch,
             "--shards is at least 1, and at most the positions of a minibatch, --batch");
  base::need(o.visits >= 0 && o.visits <= 10'000 && o.fast_visits >= 1 && o.fast_visits <= 10'000,
             "searches have 1 to 10000 visits; --visits 0 plays without a tree");
  base::need(o.full_share >= 0 && o.full_share <= 1, "--full-share is a share, 0 to 1");
  base::need(o.surprise_share >= 0 && o.surprise_share <= 1, "--surprise-share is a share, 0 to 1");
  base::need(o.surprise_share == 0 || o.visits > 0,
             "--surprise-share is of what searches teach: give --visits");
  base::need(o.wide_share >= 0 && o.wide_share <= 1, "--wide-share is a share, 0 to 1");
  base::need(o.wide_share == 0 || o.visits > 0,
             "--wide-share is of games with searches: give --visits");
  base::need(o.leaf_value >= 0 && o.leaf_value <= 1, "--leaf-value is a share, 0 to 1");
  base::need(o.policy_memory >= 0 && o.policy_memory <= 1 && o.policy_temperature > 0,
             "--policy-memory is a share, 0 to 1, and --policy-temperature above 0");
  base::need(o.soft_policy_weight >= 0 && o.reply_weight >= 0 && o.ending_weight >= 0 &&
                 o.near_value_weight >= 0,
             "the weights of auxiliary heads are 0 or more");
  base::need(o.soft_policy_weight == 0 || o.visits > 0,
             "--soft-policy-weight learns from searches: give --visits");
  base::need(o.near_lambda >= 0 && o.near_lambda <= 1, "--near-lambda is a share, 0 to 1");
  base::need(o.lambda >= 0 && o.lambda <= 1, "--lambda is a share, 0 to 1");
  base::need(o.average_rate > 0 && o.average_rate <= 1, "--average-rate is above 0, at most 1");
  base::need(o.optimizer == "adamw" || o.optimizer == "muon", "--optimizer is adamw or muon");
  base::need(o.learning_rate > 0 && o.learning_rate <= 1 && o.weight_decay >= 0,
             "--learning-rate is above 0, at most 1, and --weight-decay not negative");
  base::need(o.value_weight >= 0 && o.policy_weight >= 0, "weights of losses are not negative");
  base::need(static_cast<double>(o.games) * o.steps <= kMostRound,
             "--games times --steps is a round: at most 100 million positions");
  base::need(o.total_positions >= 1, "a run needs at least one position");
  base::need(o.check_rounds >= 1, "--check-rounds is at least 1");
}

nlohmann::ordered_json to_json(const TrainOptions& o) {
  return {{"blocks", o.net.blocks},
          {"channels", o.net.channels},
          {"pool_every", o.net.pool_every},
          {"value_hidden", o.net.value_hidden},
          {"sizes", o.sizes},
          {"seed", o.seed},
          {"games", o.games},
          {"group_games", o.group_games},
          {"steps", o.steps},
          {"batch", o.batch},
          {"reuse", o.reuse},
          {"shards", o.shards},
          {"visits", o.visits},
          {"fast_visits", o.fast_visits},
          {"full_share", o.full_share},
          {"surprise_share", o.surprise_share},
          {"wide_share", o.wide_share},
          {"leaf_value", o.leaf_value},
          {"policy_draws", o.policy_draws},
          {"total_positions", o.total_positions},
          {"optimizer", o.optimizer},
          {"learning_rate", o.learning_rate},
          {"final_rate", o.final_rate},
          {"weight_decay", o.weight_decay},
          {"gradient_norm", o.gradient_norm},
          {"average_rate", o.average_rate},
          {"lambda", o.lambda},
          {"value_weight", o.value_weight},
          {"policy_weight", o.policy_weight},
          {"policy_temperature", o.policy_temperature},
          {"policy_memory", o.policy_memory},
          {"soft_policy_weight", o.soft_policy_weight},
          {"reply_weight", o.reply_weight},
          {"ending_weight", o.ending_weight},
          {"near_value_weight", o.near_value_weight},
          {"near_lambda", o.near_lambda},
          {"check_rounds", o.check_rounds}};
}

TrainOptions options_from_json(const nlohmann::json& json) {
  TrainOptions o;
  json.at("blocks").get_to(o.net.blocks);
  json.at("channels").get_to(o.net.channels);
  json.at("pool_every").get_to(o.net.pool_every);
  json.at("value_hidden").get_to(o.net.value_hidden);
  json.at("sizes").get_to(o.sizes);
  json.at("seed").get_to(o.seed);
  json.at("games").get_to(o.games);
  json.at("group_games").get_to(o.group_games);
  json.at("steps").get_to(o.steps);
  json.at("batch").get_to(o.batch);
  json.at("reuse").get_to(o.reuse);
  // Runs from before there was a choice did not have it.
  o.shards = json.value("shards", o.shards);
  o.visits = json.value("visits", o.visits);
  o.fast_visits = json.value("fast_visits", o.fast_visits);
  o.full_share = json.value("full_share", o.full_share);
  o.surprise_share = json.value("surprise_share", o.surprise_share);
  o.wide_share = json.value("wide_share", o.wide_share);
  o.leaf_value = json.value("leaf_value", o.leaf_value);
  o.policy_draws = json.value("policy_draws", o.policy_draws);
  json.at("total_positions").get_to(o.total_positions);
  o.optimizer = json.value("optimizer", o.optimizer);
  json.at("learning_rate").get_to(o.learning_rate);
  json.at("final_rate").get_to(o.final_rate);
  json.at("weight_decay").get_to(o.weight_decay);
  json.at("gradient_norm").get_to(o.gradient_norm);
  json.at("average_rate").get_to(o.average_rate);
  json.at("lambda").get_to(o.lambda);
  json.at("value_weight").get_to(o.value_weight);
  json.at("policy_weight").get_to(o.policy_weight);
  json.at("policy_temperature").get_to(o.policy_temperature);
  o.policy_memory = json.value("policy_memory", o.policy_memory);
  o.soft_policy_weight = json.value("soft_policy_weight", o.soft_policy_weight);
  o.reply_weight = json.value("reply_weight", o.reply_weight);
  o.ending_weight = json.value("ending_weight", o.ending_weight);
  o.near_value_weight = json.value("near_value_weight", o.near_value_weight);
  o.near_lambda = json.value("near_lambda", o.near_lambda);
  json.at("check_rounds").get_to(o.check_rounds);
  return o;
}

}  // namespace losange::train
