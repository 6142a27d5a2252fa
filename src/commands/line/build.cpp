// By itself, since it is compiled again after every commit.
#include "commands/line/build.h"

#include <fmt/format.h>

#include "build_info.h"
#include "commit.h"

namespace losange::commands {

std::string build_text() { return fmt::format("losange {} ({})", LOSANGE_VERSION, LOSANGE_COMMIT); }
std::string build_commit() { return LOSANGE_COMMIT; }

}  // namespace losange::commands
