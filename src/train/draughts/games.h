// Self-play of draughts for learning its patterns: short searches from random openings, each quiet position
// kept with the result of its game. A game depends only on its seed, so a run repeats on any number of threads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "draughts/evaluation/pattern_file.h"

namespace losange::train {

// A position to learn from, how its game ended for White (0 lost, 1 drawn, 2 won), and what the search said.
struct DraughtsSample {
  draughts::Pieces<draughts::Bits64> pieces;
  draughts::Colour to_move;
  std::uint8_t result;
  std::int16_t score;  // for White
};

struct DraughtsGameOptions {
  std::uint64_t nodes = 400;  // a move
  int random_plies = 10;      // at most, and at least two less
  int longest = 240;          // plies; drawn then
};

// The samples of one game; nothing when it was stopped before its end.
std::optional<std::vector<DraughtsSample>> play_draughts_game(
    const draughts::Variant<draughts::Bits64>& variant, const draughts::PatternSet& patterns,
    const DraughtsGameOptions& options, std::uint64_t seed, const std::stop_token& stop = {});

// Samples as bytes, little-endian.
inline constexpr std::size_t kSampleBytes = 28;
std::string pack_samples(std::span<const DraughtsSample> samples);
std::vector<DraughtsSample> unpack_samples(std::string_view bytes);

}  // namespace losange::train
