// A board of Hex in plain text: letters above, numbers beside, each row half a cell further to the right.
#pragma once

#include <string>
#include <string_view>

namespace losange::hex {

// With a sign for each cell, row by row.
std::string slanted_board(int size, std::string_view signs);

}  // namespace losange::hex
