// The programs that belong together (commands/start/twins.h), where they lie.
#pragma once

#include <string>

namespace losange::commands {

// One of those in bin, of this name, whether it is there or not. For a program in libexec too.
std::string program_beside(const char* name);

}  // namespace losange::commands
