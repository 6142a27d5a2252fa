// Lines of the Hub protocol: a command and its arguments, "level move-time=1 infinite", values in quotes where
// they must be. Shared by the engine side (protocol/hub/engine.h) and the player that is an outside program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "draughts/rules/rules.h"

namespace losange::players {

struct HubLine {
  std::string command;
  std::vector<std::pair<std::string, std::string>> arguments;  // a flag has an empty value

  // The value of an argument, the last one of that name; nothing when it is absent.
  std::optional<std::string> value(std::string_view name) const;
  bool has(std::string_view name) const { return value(name).has_value(); }
};

// Throws base::UserError where a quote does not end.
HubLine parse_hub_line(std::string_view line);
// name=value, quoted where the protocol asks for it.
std::string hub_argument(std::string_view name, std::string_view value);

// The rules as the parameter "variant" names them: "normal" is international draughts.
std::string hub_variant(const draughts::Rules& rules);
// Throws base::UserError for a variant there is not.
const draughts::Rules& rules_of_hub_variant(std::string_view name);

}  // namespace losange::players
