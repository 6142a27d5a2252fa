// The settings of every player that asks the net: which weights, and what runs them.
#pragma once

#include <memory>
#include <vector>

#include "net/input/evaluator.h"
#include "players/kinds/settings.h"

namespace losange::players {

// With these behind them.
std::vector<Parameter> with_net_parameters(std::vector<Parameter> parameters);
// The net that the settings name, shared by all who name it. Throws base::UserError.
std::shared_ptr<const net::Evaluator> net_from(const Settings& settings);

}  // namespace losange::players
