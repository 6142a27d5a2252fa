// The net with its convolutions in 8 bits. Scales are taken from each position as it is evaluated, so
// nothing is calibrated and no value is cut off; all between the convolutions stays in float. Positions
// are evaluated one by one: the kernel is as fast on one as on many.
#include "net/cpu/cell_layers.h"
#include "net/cpu/int8_convolution.h"
#include "net/evaluators/cell_evaluator.h"
#include "net/evaluators/evaluators.h"

namespace losange::net {

namespace {

using Int8Net = CellNet<Int8Convolution>;

// What one thread needs to evaluate boards of one size.
class Int8Workspace {
 public:
  static constexpr std::size_t kMostAtOnce = 1;

  Int8Workspace(const Int8Net& net, int size)
      : net_(net),
        size_(static_cast<std::size_t>(size)),
        bytes_(size_, net.around.channels()),
        x_(size_ * size_ * net.around.channels()),
        between_(x_.size()),
        everywhere_(net.around.channels()),
        scratch_(net.around) {}

  void run(std::span<const std::uint8_t> codes, std::size_t position, Evaluations& out) {
    most_ = net_.around.run_stem(codes, size_, x_.data());
    for (const auto& block : net_.blocks) run_block(block);
    const std::size_t at = position * codes.size();
    net_.around.run_heads(x_, scratch_, out.q.data() + at, out.policy.data() + at,
                          out.value.data() + position);
  }

 private:
  void run_block(const Int8Net::Block& block) {
    const float* bias = block.bias.data();
    if (!block.pool.empty()) {
      net_.around.summarise(x_, scratch_.summary);
      block.pool.front().run(scratch_.summary, everywhere_.data());
      bias = everywhere_.data();
    }
    bytes_.fill(x_.data(), most_);
    const float most_between = block.first.run(bytes_, bias, between_.data());
    bytes_.fill(between_.data(), most_between);
    most_ = block.second.run_and_add(bytes_, x_.data());
  }

  const Int8Net& net_;
  std::size_t size_;
  ByteBoard bytes_;
  float most_ = 0;  // the largest entry of x_
  AlignedVector<float> x_, between_, everywhere_;
  CellLayers::Scratch scratch_;
};

}  // namespace

std::unique_ptr<Evaluator> make_int8_evaluator(const Weights& weights) {
  return std::make_unique<CellEvaluator<Int8Net, Int8Workspace>>(weights);
}

}  // namespace losange::net
