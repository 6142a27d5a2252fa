// The strategy zero: Monte-Carlo tree search with PUCT, priors and leaf values from the net. docs/zero.md
// explains every setting.
#pragma once

#include <memory>
#include <vector>

#include "net/input/evaluator.h"
#include "players/game/player.h"
#include "players/kinds/settings.h"

namespace losange::players {

std::vector<Parameter> zero_parameters();

// Precondition: the settings were read with the list above. The net is the one that the setting `model`
// names, or the evaluator given. Throws base::UserError when there is none or nothing runs it.
std::unique_ptr<Player> make_zero(const Settings& settings);
std::unique_ptr<Player> make_zero(const Settings& settings,
                                  std::shared_ptr<const net::Evaluator> evaluator);

}  // namespace losange::players
