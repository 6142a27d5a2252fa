// `losange endings`, and how other commands show on stderr that the endings of draughts are being solved.
#pragma once

#include "commands/line/command_line.h"

namespace losange::commands {

void add_endings(Command program);

// WhenAwaited is for a terminal where a person plays: lines between the moves would disturb.
enum class EndingsShown { Always, WhenAwaited };

void show_endings_progress(EndingsShown shown);

}  // namespace losange::commands
