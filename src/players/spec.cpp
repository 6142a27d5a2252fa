#include "players/spec.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "players/registry.h"

namespace losange::players {

PlayerSpec PlayerSpec::parse(std::string_view text) {
  text = base::trim(text);
  PlayerSpec spec;
  const std::size_t colon = text.find(':');
  spec.name = base::lower(text.substr(0, colon));
  const Strategy& strategy = find_strategy(spec.name);
  const std::string_view rest =
      colon == std::string_view::npos ? std::string_view{} : base::trim(text.substr(colon + 1));
  if (strategy.takes_rest) {
    spec.rest = rest;
    if (rest.empty()) {
      throw base::UserError("player.needs-more", "'{}' needs more: write {}", spec.name,
                            strategy.usage);
    }
    return spec;
  }
  if (!rest.empty()) {
    for (const auto& part : base::split(rest, ',')) {
      const std::size_t equals = part.find('=');
      if (equals == std::string::npos) {
        throw base::UserError(
            "player.no-setting",
            "'{}' in player '{}' is not a setting: write key=value, parted by commas",
            base::printable(part), base::printable(text));
      }
      const std::string key(base::trim(std::string_view(part).substr(0, equals)));
      const auto value = base::trim(std::string_view(part).substr(equals + 1));
      if (!spec.settings.emplace(key, value).second) {
        throw base::UserError("player.twice", "player '{}': {} is given twice: which one counts?",
                              base::printable(text), base::printable(key));
      }
    }
  }
  try {
    Settings(strategy.parameters, spec.settings);
  } catch (const base::UserError& error) {
    throw base::UserError("player.in", "player '{}': {}", base::printable(text), error.message());
  }
  return spec;
}

std::string PlayerSpec::text() const {
  if (!rest.empty()) return name + ":" + rest;
  std::string result = name;
  char separator = ':';
  for (const auto& [key, value] : settings) {
    result += fmt::format("{}{}={}", separator, key, value);
    separator = ',';
  }
  return result;
}

}  // namespace losange::players
