// What a net says about positions, whatever runs it: the one virtual call between those who ask
// (players, gates, searches) and a runtime. Positions come in batches of one board size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace losange::net {

// For the side to move, in the net's view of the board (net/input/board_codes.h). Occupied cells hold
// meaningless numbers.
struct Evaluations {
  std::vector<float> q;       // [position][cell] log-odds of winning by playing there
  std::vector<float> policy;  // [position][cell] logits of the move to play
  std::vector<float> value;   // [position] log-odds of winning

  void resize(std::size_t positions, std::size_t cells) {
    q.resize(positions * cells);
    policy.resize(positions * cells);
    value.resize(positions);
  }
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // `codes` holds whole boards of size * size codes. Safe from several threads.
  virtual void evaluate(int size, std::span<const std::uint8_t> codes, Evaluations& out) const = 0;
};

}  // namespace losange::net
