// The part of `losange net` about value nets, in a file of its own.
#pragma once

#include <CLI/CLI.hpp>

namespace losange::commands {

void add_net_value(CLI::App& net);

}  // namespace losange::commands
