// The net on XNNPACK, in float: fast on every CPU, without LibTorch. A graph is all operators and buffers
// for one board size; each call takes a graph of its own and runs in the thread that calls.
#include "net/board_codes.h"
#include "net/cell_evaluator.h"
#include "net/runtimes.h"
#include "net/xnnpack_block.h"

namespace losange::net {

namespace {

class Graph {
 public:
  // Larger batches are cut: past this the caches lose more than the kernels gain.
  static constexpr std::size_t kMostAtOnce = 16;

  Graph(const PlainLayers& layers, int size)
      : shape_{static_cast<std::size_t>(size), static_cast<std::size_t>(layers.config.channels),
               kMostAtOnce},
        buffers_(shape_),
        stem_(kInputPlanes, shape_.channels, 0, layers.stem, layers.stem_bias, Activation::Relu),
        cells_(shape_.channels, 2, layers.cells, layers.cells_bias, Activation::None),
        board_first_(2 * shape_.channels, hidden(layers), layers.board_first,
                     layers.board_first_bias, Activation::Relu),
        board_second_(hidden(layers), 2, layers.board_second, layers.board_second_bias,
                      Activation::None) {
    planes_ = padded_buffer<float>(kMostAtOnce * plane_cells() * kInputPlanes);
    hidden_ = padded_buffer<float>(kMostAtOnce * hidden(layers));
    board_ = padded_buffer<float>(kMostAtOnce * 2);
    cell_pairs_ = padded_buffer<float>(kMostAtOnce * shape_.cells() * 2);
    for (const auto& block : layers.blocks)
      blocks_.push_back(make_float_block(shape_, block, buffers_));
    draw_frames();
  }

  void run(std::span<const std::uint8_t> codes, std::size_t first, Evaluations& out) {
    const std::size_t positions = codes.size() / shape_.cells();
    float* q = out.q.data() + first * shape_.cells();
    float* policy = out.policy.data() + first * shape_.cells();
    if (positions != bound_) bind(positions);
    write_planes(codes);
    stem_.run();
    for (const auto& block : blocks_) block->run();
    summarise(shape_, positions, buffers_.x.data(), buffers_.summary.data());
    board_first_.run();
    board_second_.run();
    cells_.run();
    for (std::size_t p = 0; p < positions; ++p) {
      out.value[first + p] = board_[2 * p];
      // Q is the board's own part, shared by all cells, and what the cell adds.
      const float shared = board_[2 * p + 1];
      for (std::size_t i = p * shape_.cells(); i < (p + 1) * shape_.cells(); ++i) {
        q[i] = cell_pairs_[2 * i] + shared;
        policy[i] = cell_pairs_[2 * i + 1];
      }
    }
  }

 private:
  static std::size_t hidden(const PlainLayers& layers) {
    return static_cast<std::size_t>(layers.config.value_hidden);
  }
  std::size_t wide() const { return shape_.size + 2; }
  std::size_t plane_cells() const { return wide() * wide(); }

  void bind(std::size_t positions) {
    stem_.bind(positions, wide(), planes_.data(), buffers_.x.data());
    for (const auto& block : blocks_) block->bind(positions);
    board_first_.bind(positions, buffers_.summary.data(), hidden_.data());
    board_second_.bind(positions, hidden_.data(), board_.data());
    cells_.bind(positions * shape_.cells(), buffers_.x.data(), cell_pairs_.data());
    bound_ = positions;
  }

  // What no position changes: the edges as stones of their owners (in the corners both), and the board.
  void draw_frames() {
    for (std::size_t i = 0; i < kMostAtOnce * plane_cells(); ++i) {
      const std::size_t row = i % plane_cells() / wide(), column = i % wide();
      const bool top_or_bottom = row == 0 || row + 1 == wide();
      const bool left_or_right = column == 0 || column + 1 == wide();
      planes_[i * kInputPlanes] = top_or_bottom;
      planes_[i * kInputPlanes + 1] = left_or_right;
      planes_[i * kInputPlanes + 2] = !top_or_bottom && !left_or_right;
    }
  }

  void write_planes(std::span<const std::uint8_t> codes) {
    const std::size_t size = shape_.size;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const std::size_t row = i / size % size, column = i % size;
      float* cell =
          planes_.data() +
          (i / shape_.cells() * plane_cells() + (row + 1) * wide() + column + 1) * kInputPlanes;
      cell[0] = codes[i] == kOwn;
      cell[1] = codes[i] == kOpponent;
    }
  }

  GraphShape shape_;
  BlockBuffers buffers_;
  Convolution stem_;
  std::vector<std::unique_ptr<ResidualBlock>> blocks_;
  Linear cells_, board_first_, board_second_;
  std::vector<float> planes_, hidden_, board_, cell_pairs_;
  std::size_t bound_ = 0;
};

}  // namespace

bool has_xnnpack() { return xnn_initialize(nullptr) == xnn_status_success; }

std::unique_ptr<Evaluator> make_xnnpack_evaluator(const Weights& weights) {
  check_status(xnn_initialize(nullptr), "start on this CPU");
  return std::make_unique<CellEvaluator<PlainLayers, Graph>>(weights);
}

}  // namespace losange::net
