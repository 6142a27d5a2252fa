#include "train/policy/unfinished.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace losange::train {

namespace {

using RandomWords = std::array<std::uint64_t, 4>;

constexpr const char* kGradient = "gradient";

template <class T>
std::span<const std::uint8_t> bytes_of(const T* values, std::size_t count) {
  return {reinterpret_cast<const std::uint8_t*>(values), count * sizeof(T)};
}

std::string name_of(const char* part, std::size_t index) {
  return fmt::format("{}-{:03}.safetensors", part, index);
}

// Only the moves that were made: the rest of the lists is empty.
net::TensorFile file_of(const Round& round) {
  const std::size_t made = round.index(round.step, round.game);
  net::TensorFile file;
  const auto add = [&](const char* name, const auto& list, std::size_t count) {
    const auto bytes = bytes_of(list.data(), std::min(count, list.size()));
    file.tensors.push_back(
        net::StoredTensor::of_bytes(name, {static_cast<std::int64_t>(bytes.size())}, bytes));
  };
  add("codes", round.codes, made * round.cells());
  add("moves", round.moves, made);
  add("values", round.values, made);
  add("won", round.won, made);
  add("policies", round.policies, made * round.cells());
  add("surprises", round.surprises, made);
  std::vector<RandomWords> words;
  for (const auto& random : round.randoms) words.push_back(std::bit_cast<RandomWords>(random));
  add("randoms", words, words.size());
  return file;
}

nlohmann::ordered_json numbers_of(const Round& round) {
  return {{"size", round.size},
          {"steps", round.steps},
          {"games", round.games},
          {"step", round.step},
          {"game", round.game},
          {"games_ended", round.games_ended},
          {"plies_ended", round.plies_ended},
          {"entropy", round.entropy_sum},
          {"searched", !round.policies.empty()}};
}

Round round_of(const nlohmann::json& numbers, const net::TensorFile& file) {
  Round round;
  numbers.at("size").get_to(round.size);
  numbers.at("steps").get_to(round.steps);
  numbers.at("games").get_to(round.games);
  numbers.at("step").get_to(round.step);
  numbers.at("game").get_to(round.game);
  numbers.at("games_ended").get_to(round.games_ended);
  numbers.at("plies_ended").get_to(round.plies_ended);
  numbers.at("entropy").get_to(round.entropy_sum);
  if (round.steps == 0) return {};  // a group whose turn had not come
  base::need(round.size >= 1 && round.size <= 19 && round.steps >= 1 && round.games >= 1 &&
                 round.step >= 0 && round.step <= round.steps && round.game >= 0 &&
                 round.game < round.games,
             "the round that was left is damaged");
  const std::size_t made = round.index(round.step, round.game), all = round.index(round.steps, 0);
  const auto read = [&](const char* name, auto& list, std::size_t count, std::size_t room) {
    using T = typename std::decay_t<decltype(list)>::value_type;
    const auto* tensor = file.find(name);
    base::need(tensor != nullptr && tensor->bytes.size() == count * sizeof(T),
               "the round that was left is damaged");
    list.resize(room);
    if (count > 0) std::memcpy(list.data(), tensor->bytes.data(), tensor->bytes.size());
  };
  read("codes", round.codes, made * round.cells(), all * round.cells());
  read("moves", round.moves, made, all);
  read("values", round.values, made, all);
  read("won", round.won, made, all);
  if (numbers.at("searched").get<bool>()) {
    read("policies", round.policies, made * round.cells(), all * round.cells());
    // Rounds from before there were surprises did not have them, nor did their runs ask for any.
    round.surprises.resize(all);
    if (file.find("surprises") != nullptr) read("surprises", round.surprises, made, all);
  }
  const auto games = static_cast<std::size_t>(round.games);
  std::vector<RandomWords> words;
  read("randoms", words, games, games);
  for (const auto& word : words) round.randoms.push_back(std::bit_cast<base::Random>(word));
  return round;
}

}  // namespace

bool Unfinished::played() const {
  return std::all_of(rounds.begin(), rounds.end(), [](const Round& r) { return r.whole(); });
}

std::uint64_t round_bytes(const TrainOptions& options) {
  std::uint64_t bytes = 0;
  for (const auto& group : make_groups(options)) {
    const auto cells = static_cast<std::uint64_t>(group->size() * group->size());
    const std::uint64_t a_move = cells * (options.visits > 0 ? 1 + sizeof(float) : 1) + 12;
    bytes += static_cast<std::uint64_t>(group->games()) *
             static_cast<std::uint64_t>(options.steps) * a_move;
  }
  return bytes;
}

nlohmann::ordered_json write_unfinished(const Unfinished& unfinished, const WritePart& write) {
  nlohmann::ordered_json groups = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < unfinished.rounds.size(); ++i) {
    groups.push_back(numbers_of(unfinished.rounds[i]));
    write(name_of("round", i), file_of(unfinished.rounds[i]));
  }
  const auto& learning = unfinished.learning;
  nlohmann::ordered_json shards = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < learning.shards.size(); ++i) {
    const auto& shard = learning.shards[i];
    shards.push_back(shard.positions);
    if (shard.positions == 0) continue;
    net::TensorFile file;
    file.tensors.push_back(net::StoredTensor::of_floats(
        kGradient, {static_cast<std::int64_t>(shard.gradient.size())}, shard.gradient));
    write(name_of(kGradient, i), file);
  }
  const auto& sums = learning.sums;
  return {{"groups", groups},
          {"batches", learning.batches},
          {"shards", shards},
          {"sums", {sums.q, sums.value, sums.policy, sums.auxiliary, sums.gradient}},
          {"play_seconds", unfinished.play_seconds},
          {"learn_seconds", unfinished.learn_seconds},
          {"evaluations", unfinished.evaluations}};
}

Unfinished read_unfinished(const nlohmann::json& json, const ReadPart& read) {
  const auto gradient = [&](const std::string& name) {
    const auto file = read(name);
    const auto* tensor = file.find(kGradient);
    base::need(tensor != nullptr && tensor->type == "F32", "the round that was left is damaged");
    return tensor->floats();
  };
  Unfinished unfinished;
  for (const auto& numbers : json.at("groups")) {
    unfinished.rounds.push_back(
        round_of(numbers, read(name_of("round", unfinished.rounds.size()))));
  }
  auto& learning = unfinished.learning;
  json.at("batches").get_to(learning.batches);
  if (json.contains("shards")) {
    for (const auto& positions : json.at("shards")) {
      auto& shard = learning.shards.emplace_back();
      positions.get_to(shard.positions);
      if (shard.positions > 0)
        shard.gradient = gradient(name_of(kGradient, learning.shards.size() - 1));
    }
  } else if (const auto positions = json.at("positions").get<std::int64_t>(); positions > 0) {
    // From before there were shards: the losses were in the sums at once.
    learning.shards.push_back({positions, gradient("gradient.safetensors")});
    learning.shards.front().gradient.resize(learning.shards.front().gradient.size() + kShardLosses);
  }
  const auto sums = json.at("sums").get<std::array<double, 5>>();
  learning.sums = {sums[0], sums[1], sums[2], sums[3], sums[4]};
  json.at("play_seconds").get_to(unfinished.play_seconds);
  json.at("learn_seconds").get_to(unfinished.learn_seconds);
  json.at("evaluations").get_to(unfinished.evaluations);
  return unfinished;
}

}  // namespace losange::train
