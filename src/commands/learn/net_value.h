// The part of `losange net` about value nets, in a file of its own.
#pragma once

#include "commands/common/command_line.h"

namespace losange::commands {

void add_net_value(Command net);
// Throws base::UserError where TorchScript cannot be written.
void need_torch_script();

}  // namespace losange::commands
