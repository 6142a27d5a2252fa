// The strategies negamax-mlp and negamax-gnn: the alpha-beta of negamax with leaves valued by a value net.
// docs/nets.md explains the settings.
#pragma once

#include <memory>
#include <vector>

#include "net/value/value_net.h"
#include "players/game/player.h"
#include "players/kinds/settings.h"

namespace losange::players {

std::vector<Parameter> negamax_net_parameters(net::ValueKind kind);

// The net that the settings name, or the one that ships. Throws base::UserError when it is of the other kind.
std::unique_ptr<Player> make_negamax_net(const Settings& settings, net::ValueKind kind);
// With a net that has no file, as while it learns. Precondition for both: settings read with the list above and
// report_parameters(), as the registry has them.
std::unique_ptr<Player> make_negamax_net(const Settings& settings,
                                         std::shared_ptr<const net::ValueNet> net);

// The name of the strategy that plays such a net, and of its file in models/.
std::string strategy_of(net::ValueKind kind);
std::string shipped_value_net(net::ValueKind kind);

}  // namespace losange::players
