// Every command says in one way, on standard error, which file it wrote.
#pragma once

#include <string>

#include "base/aside.h"
#include "base/text.h"

namespace losange::commands {

// "losange: wrote heat.svg", and after a colon what is in it.
inline void say_written(const std::string& file, const std::string& what = "") {
  const auto whole = base::printable(file, 6 * file.size() + 1);
  base::say_aside("losange: wrote {}{}{}\n", whole, what.empty() ? "" : ": ", what);
}

}  // namespace losange::commands
