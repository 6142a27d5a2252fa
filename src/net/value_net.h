// A value net that answers: positions in batches of one board size in, values out. Our own files run everywhere;
// TorchScript modules, whose input is told by the signature of their forward, run where LibTorch is built in.
// Used by the strategies negamax-mlp and negamax-gnn and by the reinforcement trainer.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hex/position.h"
#include "net/value_weights.h"

namespace losange::net {

class ValueNet {
 public:
  virtual ~ValueNet() = default;
  virtual ValueKind kind() const = 0;
  // Asked by append_question(), one value for each position, in [-1, 1] for the side to move. Safe from several
  // threads. Throws base::UserError when a module breaks.
  virtual void evaluate(int size, std::span<const float> questions,
                        std::span<float> values) const = 0;
};

// The numbers a net of this kind is asked with. Precondition: the game goes on.
template <int W>
void append_question(ValueKind kind, const hex::Position<W>& position,
                     std::vector<float>& questions);

std::unique_ptr<ValueNet> make_value_net(const ValueWeights& weights);

// One instance a file and device for the whole program, while anyone holds it. A file of ours or of TorchScript;
// `device` is cpu, cuda or auto. Throws base::UserError: missing, damaged, of a newer version, a forward that takes
// something else, the wrong number of features, CUDA that is not there, LibTorch that is not built in.
std::shared_ptr<const ValueNet> shared_value_net(const std::filesystem::path& path,
                                                 const std::string& device);

// Precondition for both: LibTorch is built in, and the file to load is there.
std::unique_ptr<ValueNet> load_torch_script(const std::filesystem::path& path,
                                            const std::string& device);
void write_torch_script(const std::filesystem::path& path, const ValueWeights& weights);

}  // namespace losange::net
