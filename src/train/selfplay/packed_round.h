// A round of self-play as it travels from the rank that played it to the others: a cell in two bits, a move with its
// value in six bytes, so 37 bytes a position of 11x11 instead of 128; after a full search a float for each empty cell
// more. Nothing is rounded. Used by policy/run.cpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "train/selfplay/selfplay.h"

namespace losange::train {

std::string pack_round(const Round& round);
// Throws base::UserError when the bytes are no such round.
Round unpack_round(std::string_view bytes);

// Of a position without a searched policy.
constexpr std::size_t packed_position_bytes(int size) {
  return (static_cast<std::size_t>(size * size) + 3) / 4 + sizeof(std::uint16_t) + sizeof(float);
}

}  // namespace losange::train
