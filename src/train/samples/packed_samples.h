// Played games as bytes, on 11x11 a fiftieth of what samples.h takes as text. A file begins with kPackedMagic; each
// game follows as a block of its own, numbers little-endian:
//   u32 length and u32 CRC-32 of what follows;
//   u8 size, u8 side to move first (1 or 2), u8 1 when values follow, i8 result for First;
//   u16 number of positions, u64 number of the game;
//   the first board, four cells a byte from the low bits up, row by row, 0 empty, 1 First, 2 Second;
//   for each position but the last the u16 cell of the stone that was put;
//   for each position, where values follow, the i16 value for the side to move in 1/10000.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "train/samples/samples.h"

namespace losange::train {

inline constexpr std::string_view kPackedMagic = "LOSANGE positions 1\n";

// The block of one game. Precondition: its positions in order, each the one before with one stone more.
std::string pack_game(std::span<const ValueSample> positions);

struct PackedFile {
  std::vector<ValueSample> samples;
  std::uint64_t games = 0;      // whole ones; the next has this number
  std::size_t whole_bytes = 0;  // up to the end of the last whole game: what follows was cut short
};
// Throws base::UserError that says where the bytes are damaged.
PackedFile unpack_games(std::string_view bytes);
// The same without the samples, which take fifty times the room of the bytes.
PackedFile count_games(std::string_view bytes);

}  // namespace losange::train
