// The settings that param_game and param_<player> show and change, in benzene's "[type] key value"
// form, which HexGui turns into a dialog.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "protocol/htp/game.h"

namespace losange::protocol {

inline constexpr double kLongestTime_s = 1e7;  // that a command may name

struct HtpSetting {
  std::string type;  // "bool" (0 or 1), "list/one/other" or "string"
  std::string key;
  std::string value;
  std::function<void(const std::string& value)> set;  // throws base::UserError
};

// How the values are written and read; reading throws base::UserError.
std::string bool_text(bool value);
bool parse_bool(const std::string& value);
base::Millis parse_seconds(const std::string& value);
std::int64_t parse_count(const std::string& value, std::int64_t least, std::int64_t most);

std::vector<HtpSetting> game_settings(HtpGame& game);
// The strategy's own settings, and the limits that every player knows: max_time, nodes, threads.
std::vector<HtpSetting> player_settings(HtpGame& game);

// With no arguments the list, with two (key and value) a change and no text. Throws
// base::UserError.
std::string show_or_set(const std::vector<HtpSetting>& settings,
                        const std::vector<std::string>& arguments);

}  // namespace losange::protocol
