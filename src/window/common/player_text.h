// Players as people read them.
#pragma once

#include <string>

#include "window/common/context.h"

namespace losange::window {

// "zero · level 5" for an engine's spec, "mohex" for "htp:/usr/bin/mohex --quiet".
std::string engine_text(const Context& context, const std::string& spec);
// Of a game's file: "Person" for one of ours without a name, an engine as above, any other name as it is.
std::string player_text(const Context& context, const std::string& name);

}  // namespace losange::window
