// The part of `losange net` about value nets, in a file of its own.
#pragma once

#include "commands/line/command_line.h"

namespace losange::commands {

void add_net_value(Command net);

}  // namespace losange::commands
