// What a net says about positions, whatever runs it: the one virtual call between those who ask
// (players, gates, searches) and a runtime. Positions come in batches of one board size.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "net/weights.h"

namespace losange::net {

// For the side to move, in the net's view of the board (net/board_codes.h). Occupied cells hold
// meaningless numbers.
struct Evaluations {
  std::vector<float> q;       // [position][cell] log-odds of winning by playing there
  std::vector<float> policy;  // [position][cell] logits of the move to play
  std::vector<float> value;   // [position] log-odds of winning
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // `codes` holds whole boards of size * size codes. Safe from several threads.
  virtual void evaluate(int size, std::span<const std::uint8_t> codes, Evaluations& out) const = 0;
};

// True when LibTorch is built in; the functions below throw base::UserError where it is not.
bool has_libtorch();
// `device`: "cpu", "cuda", or "auto" for CUDA where there is one.
std::unique_ptr<Evaluator> make_evaluator(const Weights& weights, const std::string& device);
// One evaluator a file for the whole program, on the CPU, while anyone holds it.
std::shared_ptr<const Evaluator> shared_evaluator(const std::filesystem::path& path);
// Threads that LibTorch may use for one call made by the calling thread.
void set_net_threads(int threads);

}  // namespace losange::net
