#include "window/levels.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "players/registry.h"

namespace losange::window {

namespace {

struct Scale {
  std::string_view parameter;
  std::array<long, kTimedLevel> steps;
};
// In this order: mcts counts descents, and its playouts are those of one leaf.
constexpr std::array<Scale, 4> kScales{{{"descents", {30, 200, 1500, 8000, 40000}},
                                        {"visits", {1, 8, 50, 200, 800}},
                                        {"playouts", {200, 1000, 5000, 20000, 100000}},
                                        {"depth", {1, 2, 3, 4, 5}}}};

const players::Parameter* find_parameter(const players::Strategy& strategy, std::string_view name) {
  for (const auto& parameter : strategy.parameters) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

const Scale* scale_of(std::string_view name) {
  const auto& strategy = players::find_strategy(name);
  for (const auto& scale : kScales) {
    const auto* parameter = find_parameter(strategy, scale.parameter);
    if (parameter != nullptr && parameter->kind == players::Parameter::Kind::Integer) return &scale;
  }
  return nullptr;
}

}  // namespace

bool has_levels(std::string_view strategy) { return scale_of(strategy) != nullptr; }

std::string spec_at_level(std::string_view strategy, int level) {
  players::PlayerSpec spec;
  spec.name = strategy;
  const Scale* scale = scale_of(strategy);
  if (scale != nullptr && level < kTimedLevel) {
    spec.settings[std::string(scale->parameter)] =
        std::to_string(scale->steps[static_cast<std::size_t>(level)]);
  }
  return spec.text();
}

int level_of(std::string_view text) {
  const auto spec = players::PlayerSpec::parse(text);
  const Scale* scale = scale_of(spec.name);
  if (scale == nullptr) return kTimedLevel;
  const auto given = spec.settings.find(std::string(scale->parameter));
  if (given == spec.settings.end()) return kTimedLevel;
  const long value = std::stol(given->second);
  const auto step =
      std::find_if(scale->steps.begin(), scale->steps.end(), [&](long s) { return s >= value; });
  return static_cast<int>(step - scale->steps.begin());
}

std::string adviser_spec() {
  players::PlayerSpec spec;
  spec.name = players::kDefaultEngine;
  const auto& strategy = players::find_strategy(spec.name);
  if (find_parameter(strategy, "memory") != nullptr) spec.settings["memory"] = "64";
  if (find_parameter(strategy, "cache") != nullptr) spec.settings["cache"] = "16";
  if (find_parameter(strategy, "early") != nullptr) spec.settings["early"] = "false";
  return spec.text();
}

}  // namespace losange::window
