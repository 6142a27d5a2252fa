// The options of a run as JSON, as its state keeps them.
#pragma once

#include <nlohmann/json.hpp>

#include "train/selfplay/options.h"

namespace losange::train {

nlohmann::ordered_json to_json(const TrainOptions& options);
// Throws nlohmann::json::exception when a field is missing.
TrainOptions options_from_json(const nlohmann::json& json);

}  // namespace losange::train
