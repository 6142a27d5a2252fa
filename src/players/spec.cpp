#include "players/spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "players/registry.h"

namespace losange::players {

namespace {

// "zero,level=3" for "zero:level=3".
void refuse_sign(std::string_view text, std::size_t sign) {
  const auto is_named = [&](const Strategy& strategy) {
    return strategy.name == text.substr(0, sign);
  };
  if (std::none_of(strategies().begin(), strategies().end(), is_named)) return;
  std::string right(text);
  right[sign] = ':';
  throw base::UserError("player.colon",
                        "'{}' is not a player: settings come after a colon, as in {}",
                        base::printable(text), base::printable(right));
}

}  // namespace

PlayerSpec PlayerSpec::parse(std::string_view text) {
  text = base::trim(text);
  PlayerSpec spec;
  const std::size_t colon = text.find(':');
  spec.name = base::lower(text.substr(0, colon));
  if (const auto sign = spec.name.find_first_of(",= "); sign != std::string::npos)
    refuse_sign(spec.name, sign);
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
