#include "train/policy/state.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "base/system/file.h"
#include "net/file/safetensors.h"
#include "train/common/run_folder.h"
#include "train/learner/auxiliary.h"
#include "train/selfplay/options_json.h"

namespace losange::train {

namespace {

// A state that has nothing of what came later, a round that was left or shards, then Muon, is as it was before: older
// programs can go on with it.
constexpr int kFormatBetweenRounds = 1, kFormatWithinRounds = 3, kStateFormat = 4;

int format_of(const RunState& state) {
  if (state.options.optimizer != "adamw") return kStateFormat;
  return state.unfinished.begun() || state.options.shards > 1 ? kFormatWithinRounds
                                                              : kFormatBetweenRounds;
}

std::vector<std::pair<const char*, std::vector<float> LearnerState::*>> parts() {
  return {{"values", &LearnerState::values},
          {"average", &LearnerState::average},
          {"first_moment", &LearnerState::first_moment},
          {"second_moment", &LearnerState::second_moment}};
}

net::TensorFile floats_part(const char* name, const std::vector<float>& values) {
  net::TensorFile file;
  file.tensors.push_back(
      net::StoredTensor::of_floats(name, {static_cast<std::int64_t>(values.size())}, values));
  return file;
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

template <class Which>
void remove_states(const std::filesystem::path& folder, const Which& which) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (is_part_of_state(name) && which(name)) std::filesystem::remove(entry.path(), ignored);
  }
}

// Everything of a state: its parts, and what state.json tells beside them.
nlohmann::ordered_json write_parts(const RunState& state, const WritePart& write) {
  for (const auto& [name, member] : parts()) {
    write(std::string(name) + ".safetensors", floats_part(name, state.learner.*member));
  }
  write("gate.safetensors", floats_part("gate", state.gate.values));
  net::TensorFile games;
  for (std::size_t i = 0; i < state.groups.size(); ++i) {
    games.tensors.push_back(net::StoredTensor::of_bytes(
        fmt::format("group.{:03}", i), {static_cast<std::int64_t>(state.groups[i].size())},
        state.groups[i]));
  }
  write("games.safetensors", games);

  nlohmann::ordered_json json{
      {"format", format_of(state)}, {"files", ""},  // named once they are written
      {"round", state.round},       {"positions", state.positions},
      {"games", state.games},       {"step", state.learner.step},
      {"seconds", state.seconds},   {"parent", state.parent},
      {"licence", state.licence},   {"gate_elo", state.gate.elo},
      {"teacher", state.teacher},   {"check_due", state.check_due},
      {"saves", state.saves},       {"options", to_json(state.options)},
  };
  if (state.unfinished.begun()) json["unfinished"] = write_unfinished(state.unfinished, write);
  return json;
}

// `folder` is told of where something is damaged.
RunState read_parts(const std::filesystem::path& folder, const nlohmann::json& json,
                    const ReadPart& read) {
  RunState state;
  try {
    state.options = options_from_json(json.at("options"));
    json.at("round").get_to(state.round);
    json.at("positions").get_to(state.positions);
    json.at("games").get_to(state.games);
    json.at("step").get_to(state.learner.step);
    json.at("seconds").get_to(state.seconds);
    json.at("parent").get_to(state.parent);
    state.licence = json.value("licence", state.licence);
    state.gate.elo = json.value("gate_elo", state.gate.elo);
    state.teacher = json.value("teacher", state.teacher);
    state.check_due = json.value("check_due", state.check_due);
    state.saves = json.value("saves", state.saves);
    if (json.contains("unfinished")) {
      state.unfinished = read_unfinished(json.at("unfinished"), read);
    }
  } catch (const nlohmann::json::exception&) {
    refuse_damaged_state(folder);
  }
  const auto read_floats = [&](const std::string& name, std::int64_t wanted) {
    const auto file = read(name + ".safetensors");
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
  for (const auto& tensor : read("games.safetensors").tensors) {
    state.groups.emplace_back(tensor.bytes.begin(), tensor.bytes.end());
  }
  return state;
}

}  // namespace

void save_state(const std::filesystem::path& folder, RunState& state) {
  const std::string prefix = fmt::format("state-{:06}-{}-", state.round, ++state.saves);
  const auto is_new = [&](const std::string& name) { return name.starts_with(prefix); };
  try {
    auto json = write_parts(state, [&](const std::string& name, const net::TensorFile& part) {
      net::write_tensors(folder / (prefix + name), part);
    });
    json["files"] = prefix;
    base::write_file(folder / "state.json", json.dump(2) + "\n");
  } catch (const base::UserError&) {
    remove_states(folder, is_new);  // nobody names them, and they may be what fills the disk
    throw;
  }
  remove_states(folder, std::not_fn(is_new));
}

RunState load_state(const std::filesystem::path& folder) {
  const auto json = read_json(folder);
  const auto prefix = json.find("files");
  if (prefix == json.end() || !prefix->is_string()) refuse_damaged_state(folder);
  return read_parts(folder, json, [&](const std::string& name) {
    return net::read_tensors(folder / (prefix->get<std::string>() + name));
  });
}

TrainOptions load_options(const std::filesystem::path& folder) {
  const auto json = read_json(folder);
  try {
    return options_from_json(json.at("options"));
  } catch (const nlohmann::json::exception&) {
    refuse_damaged_state(folder);
  }
}

std::string pack_state(const RunState& state) {
  nlohmann::json parts;
  const auto json = write_parts(state, [&](const std::string& name, const net::TensorFile& part) {
    const std::string bytes = net::encode_tensors(part);
    parts[name] = nlohmann::json::binary({bytes.begin(), bytes.end()});
  });
  std::string packed;
  nlohmann::json::to_cbor({{"state", json.dump()}, {"parts", std::move(parts)}}, packed);
  return packed;
}

RunState unpack_state(const std::string& bytes) {
  const auto all = nlohmann::json::from_cbor(bytes);
  const auto parts = all.at("parts");
  return read_parts({}, nlohmann::json::parse(all.at("state").get<std::string>()),
                    [&](const std::string& name) {
                      const auto& part = parts.at(name).get_binary();
                      return net::decode_tensors(std::string(part.begin(), part.end()), name);
                    });
}

}  // namespace losange::train
