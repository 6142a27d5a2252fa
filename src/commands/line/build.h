// What this build is: noted beside results, and told by `losange version`.
#pragma once

#include <string>

namespace losange::commands {

std::string build_text();  // "losange 1.0.0 (3f2a...)"
std::string build_commit();

}  // namespace losange::commands
