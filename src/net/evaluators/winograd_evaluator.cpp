// The net in float with our own convolutions: faster than the libraries', and needs none of them.
#include <algorithm>

#include "net/cpu/cell_layers.h"
#include "net/cpu/winograd_convolution.h"
#include "net/evaluators/cell_evaluator.h"
#include "net/evaluators/evaluators.h"

namespace losange::net {

namespace {

using WinogradNet = CellNet<WinogradConvolution>;

// What one thread needs to evaluate boards of one size.
class WinogradWorkspace {
 public:
  // Evaluated together, layer by layer: enough that a layer's weights are read once for many.
  static constexpr std::size_t kMostAtOnce = 16;

  WinogradWorkspace(const WinogradNet& net, int size)
      : net_(net),
        size_(static_cast<std::size_t>(size)),
        channels_(net.around.channels()),
        entries_(size_ * size_ * channels_),
        board_(size_),
        winograd_(board_, channels_),
        x_(kMostAtOnce * entries_),
        between_(x_.size()),
        bias_(kMostAtOnce * channels_),
        scratch_(net.around) {}

  void run(std::span<const std::uint8_t> codes, std::size_t first, Evaluations& out) {
    const std::size_t cells = board_.cells(), count = codes.size() / cells;
    for (std::size_t p = 0; p < count; ++p)
      net_.around.run_stem(codes.subspan(p * cells, cells), size_, x_.data() + p * entries_);
    for (const auto& block : net_.blocks) run_block(block, count);
    for (std::size_t p = 0; p < count; ++p) {
      const std::size_t at = (first + p) * cells;
      net_.around.run_heads(position(p), scratch_, out.q.data() + at, out.policy.data() + at,
                            out.value.data() + first + p);
    }
  }

 private:
  std::span<const float> position(std::size_t p) const {
    return std::span(x_).subspan(p * entries_, entries_);
  }

  void run_block(const WinogradNet::Block& block, std::size_t count) {
    for (std::size_t p = 0; p < count; ++p) {
      float* bias = bias_.data() + p * channels_;
      if (block.pool.empty()) {
        std::copy(block.bias.begin(), block.bias.end(), bias);
      } else {
        net_.around.summarise(position(p), scratch_.summary);
        block.pool.front().run(scratch_.summary, bias);
      }
    }
    const std::size_t used = count * entries_;
    block.first.run(board_, std::span(x_).first(used), bias_.data(), winograd_, between_.data());
    block.second.run_and_add(board_, std::span(between_).first(used), winograd_, x_.data());
  }

  const WinogradNet& net_;
  std::size_t size_, channels_, entries_;
  WinogradBoard board_;
  WinogradScratch winograd_;
  AlignedVector<float> x_, between_, bias_;
  CellLayers::Scratch scratch_;
};

}  // namespace

std::unique_ptr<Evaluator> make_winograd_evaluator(const Weights& weights) {
  return std::make_unique<CellEvaluator<WinogradNet, WinogradWorkspace>>(weights);
}

}  // namespace losange::net
