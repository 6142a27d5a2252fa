#include "train/policy/state.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "base/error.h"
#include "base/system/file.h"
#include "net/file/safetensors.h"
#include "train/common/run_folder.h"
#include "train/policy/auxiliary.h"
#include "train/selfplay/options_json.h"

namespace losange::train {

namespace {

// A state without a round that was left is as it was before there were such: older programs can go on with it.
constexpr int kFormatBetweenRounds = 1, kStateFormat = 2;

std::vector<std::pair<const char*, std::vector<float> LearnerState::*>> parts() {
  return {{"values", &LearnerState::values},
          {"average", &LearnerState::average},
          {"first_moment", &LearnerState::first_moment},
          {"second_moment", &LearnerState::second_moment}};
}

void write_floats(const std::filesystem::path& path, const char* name,
                  const std::vector<float>& values) {
  net::TensorFile file;
  file.tensors.push_back(
      net::StoredTensor::of_floats(name, {static_cast<std::int64_t>(values.size())}, values));
  net::write_tensors(path, file);
}

nlohmann::json read_json(const std::filesystem::path& folder) {
  const auto path = folder / "state.json";
  auto json = nlohmann::json::parse(base::read_file(path), nullptr, false);
  if (!json.is_object() || !json.contains("format") || !json["format"].is_number_integer()) {
    refuse_damaged_state(folder);
  }
  if (json["format"] > kStateFormat) {
    throw base::UserError(fmt::format("{} comes from a newer losange: update", path.string()));
  }
  return json;
}

void remove_other_states(const std::filesystem::path& folder, const std::string& keep) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("state-") || name.starts_with(keep)) continue;
    std::error_code ignored;
    std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace

void save_state(const std::filesystem::path& folder, RunState& state) {
  const std::string prefix = fmt::format("state-{:06}-{}-", state.round, ++state.saves);
  for (const auto& [name, member] : parts()) {
    write_floats(folder / (prefix + name + ".safetensors"), name, state.learner.*member);
  }
  write_floats(folder / (prefix + "gate.safetensors"), "gate", state.gate.values);
  net::TensorFile games;
  for (std::size_t i = 0; i < state.groups.size(); ++i) {
    games.tensors.push_back(net::StoredTensor::of_bytes(
        fmt::format("group.{:03}", i), {static_cast<std::int64_t>(state.groups[i].size())},
        state.groups[i]));
  }
  net::write_tensors(folder / (prefix + "games.safetensors"), games);

  nlohmann::ordered_json json{
      {"format", state.unfinished.begun() ? kStateFormat : kFormatBetweenRounds},
      {"files", prefix},
      {"round", state.round},
      {"positions", state.positions},
      {"games", state.games},
      {"step", state.learner.step},
      {"seconds", state.seconds},
      {"parent", state.parent},
      {"gate_elo", state.gate.elo},
      {"teacher", state.teacher},
      {"check_due", state.check_due},
      {"saves", state.saves},
      {"options", to_json(state.options)}};
  if (state.unfinished.begun()) {
    json["unfinished"] = write_unfinished(folder / prefix, state.unfinished);
  }
  base::write_file(folder / "state.json", json.dump(2) + "\n");
  remove_other_states(folder, prefix);
}

RunState load_state(const std::filesystem::path& folder) {
  const auto json = read_json(folder);
  RunState state;
  std::string prefix;
  try {
    state.options = options_from_json(json.at("options"));
    json.at("files").get_to(prefix);
    json.at("round").get_to(state.round);
    json.at("positions").get_to(state.positions);
    json.at("games").get_to(state.games);
    json.at("step").get_to(state.learner.step);
    json.at("seconds").get_to(state.seconds);
    json.at("parent").get_to(state.parent);
    state.gate.elo = json.value("gate_elo", state.gate.elo);
    state.teacher = json.value("teacher", state.teacher);
    state.check_due = json.value("check_due", state.check_due);
    state.saves = json.value("saves", state.saves);
    if (json.contains("unfinished")) {
      state.unfinished = read_unfinished(folder / prefix, json.at("unfinished"));
    }
  } catch (const nlohmann::json::exception&) {
    refuse_damaged_state(folder);
  }
  const auto read_floats = [&](const std::string& name, std::int64_t wanted) {
    const auto file = net::read_tensors(folder / (prefix + name + ".safetensors"));
    const auto* tensor = file.find(name);
    if (tensor == nullptr || tensor->type != "F32") refuse_damaged_state(folder);
    auto values = tensor->floats();
    if (std::ssize(values) != wanted) refuse_damaged_state(folder);
    return values;
  };
  for (const auto& [name, member] : parts()) {
    state.learner.*member = read_floats(name, learnt_count(state.options));
  }
  // Runs from before there were gates have none.
  if (json.contains("gate_elo"))
    state.gate.values = read_floats("gate", net::value_count(state.options.net));
  for (const auto& tensor : net::read_tensors(folder / (prefix + "games.safetensors")).tensors) {
    state.groups.emplace_back(tensor.bytes.begin(), tensor.bytes.end());
  }
  return state;
}

TrainOptions load_options(const std::filesystem::path& folder) {
  const auto json = read_json(folder);
  try {
    return options_from_json(json.at("options"));
  } catch (const nlohmann::json::exception&) {
    refuse_damaged_state(folder);
  }
}

}  // namespace losange::train
