// A value net that answers: positions in batches of one board size in, values out. Our own files run everywhere;
// TorchScript modules, whose input is told by the signature of their forward, run where LibTorch is built in.
// Used by the strategies negamax-mlp and negamax-gnn and by the reinforcement trainer.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "hex/board/position.h"
#include "net/cpu/instruction_set.h"
#include "net/value_file/value_weights.h"

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

std::unique_ptr<ValueNet> make_value_net(const ValueWeights& weights,
                                         const InstructionSet& set = instruction_set());

}  // namespace losange::net
