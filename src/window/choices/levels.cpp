#include "window/choices/levels.h"

#include <algorithm>

#include "players/registry.h"
#include "players/wrapped/levels.h"

namespace losange::window {

std::string spec_at_level(std::string_view strategy, int level) {
  players::PlayerSpec spec;
  spec.name = strategy;
  if (level < players::kTopLevel) spec.settings["level"] = std::to_string(level);
  return spec.text();
}

int level_of(std::string_view text) {
  const auto spec = players::PlayerSpec::parse(text);
  const auto given = spec.settings.find("level");
  return given == spec.settings.end() ? players::kTopLevel : std::stoi(given->second);
}

std::string adviser_spec(const game::GameSetup& setup) {
  players::PlayerSpec spec;
  spec.name = players::default_engine(setup);
  const auto& parameters = players::find_strategy(spec.name).parameters;
  const auto set = [&](const char* name, const char* value) {
    const bool known = std::any_of(parameters.begin(), parameters.end(),
                                   [&](const players::Parameter& p) { return p.name == name; });
    if (known) spec.settings[name] = value;
  };
  set("memory", "64");
  set("cache", "16");
  set("early", "false");
  return spec.text();
}

}  // namespace losange::window
