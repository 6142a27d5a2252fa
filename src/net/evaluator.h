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

// Training needs LibTorch; playing needs any runtime.
bool has_libtorch();
// The names of those that can run a net on this CPU, as "auto" prefers them: "int8", which rounds, where the
// CPU multiplies bytes fast, else last; "winograd" in float, and "libtorch" where it is built in.
std::vector<std::string> built_in_runtimes();
// `device`: "cpu", "cuda", or "auto" for CUDA where there is one. `runtime`: a name from above, or "auto",
// which takes LibTorch on CUDA and the first of those above on a CPU, or "float", which does the same among
// those in float. Throws base::UserError that says what to install or to choose instead.
std::unique_ptr<Evaluator> make_evaluator(const Weights& weights, const std::string& device,
                                          const std::string& runtime = "auto");
// One evaluator a file and runtime for the whole program, while anyone holds it: on the CPU, but for the runtime
// "cuda".
std::shared_ptr<const Evaluator> shared_evaluator(const std::filesystem::path& path,
                                                  const std::string& runtime = "auto");
// Threads that LibTorch may use for one call made by the calling thread; other runtimes have none.
void set_net_threads(int threads);

}  // namespace losange::net
