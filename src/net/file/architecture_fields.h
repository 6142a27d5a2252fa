// The architecture that a net's file names, as those who know its kind ask for it. Here and not in net_file.h, so that
// JSON is read in one source alone: its reader takes seconds to compile in each.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "net/file/net_file.h"

namespace losange::net {

// Whatever is asked of it throws nlohmann::json::exception where it could not be read.
nlohmann::json architecture_fields(const NetFile& file);

}  // namespace losange::net
