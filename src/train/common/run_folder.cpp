#include "train/common/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "net/file/safetensors.h"

namespace losange::train {

namespace {

constexpr std::size_t kNamed = 3;  // files of a folder that is not ours

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

// Of a run that was cut while its first state was written: it begins anew.
bool is_of_a_first_save(const std::string& name) {
  return name.starts_with("state.json") || name.starts_with("state.safetensors") ||
         is_part_of_state(name) || name.starts_with("teacher.safetensors");
}

// What else lies in a folder without a run, by name; empty: nothing.
std::string others_in(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const auto name = entry.path().filename().string();
    if (!is_of_a_first_save(name)) names.push_back(base::printable(name));
  }
  std::sort(names.begin(), names.end());
  if (names.size() > kNamed + 1) {
    const std::size_t more = names.size() - kNamed;
    names.resize(kNamed);
    names.push_back(fmt::format("{} more", more));
  }
  if (names.size() < 2) return base::joined(names, "");
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", base::joined(names, ", "), last);
}

}  // namespace

bool is_part_of_state(std::string_view name) {
  constexpr std::string_view kBegin = "state-";
  if (!name.starts_with(kBegin)) return false;
  name.remove_prefix(kBegin.size());
  for (int number = 0; number < 2; ++number) {
    const auto digits = name.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string_view::npos || name[digits] != '-') return false;
    name.remove_prefix(digits + 1);
  }
  return true;
}

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
  if (const std::string others = others_in(folder); !others.empty()) {
    throw base::UserError(
        fmt::format("{} holds {} but no state of a run to go on with: name another --folder, one "
                    "that is empty or not there yet",
                    folder.string(), others));
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
