// The net with its convolutions in 8 bits. Scales are taken from each position as it is evaluated, so
// nothing is calibrated and no value is cut off; all between the convolutions stays in float. Positions
// are evaluated one by one: the kernel is as fast on one as on many.
#include "hex/geometry.h"
#include "net/cell_layers.h"
#include "net/int8_convolution.h"
#include "net/runtimes.h"
#include "net/spare_by_size.h"

namespace losange::net {

namespace {

using Int8Net = CellNet<Int8Convolution>;

// What one thread needs to evaluate boards of one size.
class Workspace {
 public:
  Workspace(const Int8Net& net, int size)
      : net_(net),
        size_(static_cast<std::size_t>(size)),
        bytes_(size_, net.around.channels()),
        x_(size_ * size_ * net.around.channels()),
        between_(x_.size()),
        everywhere_(net.around.channels()),
        scratch_(net.around) {}

  // The answers for one position.
  void run(std::span<const std::uint8_t> codes, float* q, float* policy, float* value) {
    most_ = net_.around.run_stem(codes, size_, x_.data());
    for (const auto& block : net_.blocks) run_block(block);
    net_.around.run_heads(x_, scratch_, q, policy, value);
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

class Int8Evaluator : public Evaluator {
 public:
  explicit Int8Evaluator(const Weights& weights) : net_(plain_layers(weights)) {}

  void evaluate(int size, std::span<const std::uint8_t> codes, Evaluations& out) const override {
    hex::check_size(size);
    const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    const std::size_t count = codes.size() / cells;
    out.resize(count, cells);
    auto workspace = spare_.take(size, [&] { return std::make_unique<Workspace>(net_, size); });
    for (std::size_t p = 0; p < count; ++p) {
      workspace->run(codes.subspan(p * cells, cells), out.q.data() + p * cells,
                     out.policy.data() + p * cells, out.value.data() + p);
    }
    spare_.give_back(size, std::move(workspace));
  }

 private:
  Int8Net net_;
  mutable SpareBySize<Workspace> spare_;
};

}  // namespace

std::unique_ptr<Evaluator> make_int8_evaluator(const Weights& weights) {
  return std::make_unique<Int8Evaluator>(weights);
}

}  // namespace losange::net
