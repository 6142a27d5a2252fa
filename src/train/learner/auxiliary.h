// What a net may learn beside Q, policy and value, though no player ever asks for it: the opponent's answer, the stones
// that will lie on each cell, a policy and a value of other sharpness. It shapes the trunk and costs nothing at play,
// for the heads are the trainer's own: they are kept in the state of a run, after the values of the net, and are not in
// the file that is exported. Used by minibatches.cpp and, on LibTorch's side, by auxiliary_heads.h.
//
// Each head is there when its weight in TrainOptions is above 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "net/file/architecture.h"
#include "train/selfplay/selfplay.h"

namespace losange::train {

// Every tensor of these heads, in the order in which they follow the values of the net. All begin at zero, so that a
// net goes on as it was.
std::vector<net::TensorShape> auxiliary_shapes(const TrainOptions& options);
// The values of the net and of these heads.
std::int64_t learnt_count(const TrainOptions& options);

// The functions below tell of each position but those of the last step, as targets() does, in the view of its mover.

// The cell of the opponent's answer; -1 where the game ended before it.
std::vector<std::int16_t> replies(const Round& round);
// The step whose move is the last of the game, or of the round where the game goes on after it.
std::vector<std::uint32_t> ends(const Round& round);
// The board after the move of the step `end`, as the mover of the position at index `at` sees it (net::CellCode).
void write_ending(const Round& round, std::size_t at, std::uint32_t end,
                  std::span<std::uint8_t> out);

}  // namespace losange::train
