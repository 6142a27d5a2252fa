#include "train/learner/auxiliary.h"

#include "net/input/board_codes.h"

namespace losange::train {

namespace {

// The opponent sees the board mirrored on the long diagonal.
std::size_t mirrored(std::size_t cell, int size) {
  const auto n = static_cast<std::size_t>(size);
  return cell % n * n + cell / n;
}

}  // namespace

std::vector<net::TensorShape> auxiliary_shapes(const TrainOptions& options) {
  const int cell_outputs = (options.soft_policy_weight > 0 ? 1 : 0) +
                           (options.reply_weight > 0 ? 1 : 0) + (options.ending_weight > 0 ? 2 : 0);
  std::vector<net::TensorShape> shapes;
  if (cell_outputs > 0) {
    shapes.push_back({"auxiliary.cells.weight", {cell_outputs, options.net.channels}});
    shapes.push_back({"auxiliary.cells.bias", {cell_outputs}});
  }
  if (options.near_value_weight > 0) {
    shapes.push_back({"auxiliary.board.weight", {1, options.net.value_hidden}});
    shapes.push_back({"auxiliary.board.bias", {1}});
  }
  return shapes;
}

std::int64_t learnt_count(const TrainOptions& options) {
  std::int64_t count = net::value_count(options.net);
  for (const auto& shape : auxiliary_shapes(options)) count += shape.count();
  return count;
}

std::vector<std::int16_t> replies(const Round& round) {
  std::vector<std::int16_t> result(round.index(round.steps - 1, 0));
  for (std::size_t at = 0; at < result.size(); ++at) {
    const auto answer = static_cast<std::size_t>(round.moves[at + round.index(1, 0)]);
    result[at] = round.won[at] != 0 ? std::int16_t{-1}
                                    : static_cast<std::int16_t>(mirrored(answer, round.size));
  }
  return result;
}

std::vector<std::uint32_t> ends(const Round& round) {
  std::vector<std::uint32_t> result(round.index(round.steps - 1, 0));
  for (int game = 0; game < round.games; ++game) {
    auto end = static_cast<std::uint32_t>(round.steps - 1);
    for (int step = round.steps - 2; step >= 0; --step) {
      const std::size_t at = round.index(step, game);
      if (round.won[at] != 0) end = static_cast<std::uint32_t>(step);
      result[at] = end;
    }
  }
  return result;
}

void write_ending(const Round& round, std::size_t at, std::uint32_t end,
                  std::span<std::uint8_t> out) {
  const auto games = static_cast<std::size_t>(round.games);
  const std::size_t last = end * games + at % games;
  const std::uint8_t* codes = round.codes.data() + last * round.cells();
  const auto move = static_cast<std::size_t>(round.moves[last]);
  const bool same_mover = (end - at / games) % 2 == 0;
  for (std::size_t cell = 0; cell < out.size(); ++cell) {
    const std::uint8_t code = cell == move ? std::uint8_t{net::kOwn} : codes[cell];
    if (same_mover) {
      out[cell] = code;
    } else {
      out[mirrored(cell, round.size)] =
          code == net::kEmpty ? code : static_cast<std::uint8_t>(net::kOwn + net::kOpponent - code);
    }
  }
}

}  // namespace losange::train
