// Players as people read them.
#pragma once

#include <string>

#include "window/common/context.h"

namespace losange::window {

// A strategy by its name, in the person's language where that is a word of it.
std::string engine_name(const Context& context, const std::string& name);
// "zero · level 5" for an engine's spec, "mohex" for "htp:/usr/bin/mohex --quiet", "mini.py" for "htp:python3 mini.py".
std::string engine_text(const Context& context, const std::string& spec);
// The engine of a seat: as an outside program calls itself, once it was started.
std::string seated_text(const Context& context, game::Side side);
// Which edges of Hex a side joins, as the board is turned: "joins top and bottom".
std::string edges_text(const Context& context, game::Side side);
// Of a game's file: "Person" for one of ours without a name, an engine as above, any other name as it is.
std::string player_text(const Context& context, const std::string& name);

}  // namespace losange::window
