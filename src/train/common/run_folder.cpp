#include "train/common/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/system/file.h"
#include "net/file/safetensors.h"

namespace losange::train {

namespace {

// What a run of any method writes, beside its state.
constexpr const char* kWritten[] = {"log.jsonl", "net.safetensors", "net.pt", "weights", "samples"};

bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// Value runs keep what they are beside their tensors.
std::string value_method_in(const std::filesystem::path& state) {
  const auto metadata = net::read_tensors(state).metadata;
  const auto found = metadata.find("run");
  const auto run = found == metadata.end() ? nlohmann::json()
                                           : nlohmann::json::parse(found->second, nullptr, false);
  const nlohmann::json::json_pointer method("/options/method");
  if (!run.contains(method) || !run.at(method).is_string()) {
    refuse_damaged_state(state.parent_path());
  }
  return value_run_name(run.at(method).get<std::string>());
}

// The method of the run that a folder holds; empty: none.
std::string method_in(const std::filesystem::path& folder) {
  if (is_there(folder / "state.safetensors")) {
    return value_method_in(folder / "state.safetensors");
  }
  if (!is_there(folder / "state.json")) return "";
  const auto json = nlohmann::json::parse(base::read_file(folder / "state.json"), nullptr, false);
  if (!json.is_object()) refuse_damaged_state(folder);
  return json.contains("rules") ? kDraughtsRun : kPolicyRun;
}

}  // namespace

void refuse_damaged_state(const std::filesystem::path& folder) {
  throw base::UserError(fmt::format(
      "the run in {} cannot be resumed: its state is damaged; start again in another folder",
      folder.string()));
}

std::string value_run_name(const std::string& method) { return "--method " + method; }

bool holds_run(const std::filesystem::path& folder, const std::string& method) {
  const std::string found = method_in(folder);
  if (found == method) return true;
  if (!found.empty()) {
    throw base::UserError(
        fmt::format("{} holds a run of {}: give that option to go on with it, or name another "
                    "--folder for a run of {}",
                    folder.string(), found, method));
  }
  for (const char* name : kWritten) {
    if (!is_there(folder / name)) continue;
    throw base::UserError(
        fmt::format("{} holds {} but no state of a run to go on with: name another --folder, or "
                    "move that file away",
                    folder.string(), name));
  }
  return false;
}

void refuse_broken_losses(const Losses& losses, const std::filesystem::path& folder) {
  const double all = losses.q + losses.value + losses.policy + losses.auxiliary + losses.gradient;
  refuse_broken_net(std::array{static_cast<float>(all)}, folder);
}

void refuse_broken_net(std::span<const float> values, const std::filesystem::path& folder) {
  if (std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); }))
    return;
  const auto net = folder / "net.safetensors";
  throw base::UserError(fmt::format(
      "learning went astray: its numbers are no longer finite. Nothing of it was saved; start {} "
      "with a lower --learning-rate",
      is_there(net) ? fmt::format("a new run in another --folder, with --from {},", net.string())
                    : "again in another --folder"));
}

}  // namespace losange::train
