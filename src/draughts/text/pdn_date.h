// Dates as PDN has them, 2026.11.19 or 2026.11.??, and as records of every game do: 2026-11-19, 2026-11. For pdn_read.cpp
// and pdn_write.cpp. What is no such date stays as it is.
#pragma once

#include <string>
#include <string_view>

namespace losange::draughts {

std::string date_of_record(std::string_view in_pdn);  // empty where nothing of it is known
std::string date_of_pdn(std::string_view in_record);

}  // namespace losange::draughts
