// The part of `losange net` about value nets, in a file of its own.
#pragma once

#include <CLI/CLI.hpp>

namespace losange::commands {

void add_net_value(CLI::App& net);
// Throws base::UserError where TorchScript cannot be written.
void need_torch_script();

}  // namespace losange::commands
