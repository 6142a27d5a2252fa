// Runs our own value nets: a matrix product a layer over all nodes of all positions at once. Eigen's are as wide as the
// vectors that the whole program is compiled for, so a CPU with wider ones multiplies the large matrices by its own.
#include <Eigen/Dense>
#include <algorithm>

#include "net/cpu/cache_aligned.h"
#include "net/cpu/instruction_set.h"
#include "net/input/board_graph.h"
#include "net/input/position_features.h"
#include "net/value/value_net.h"

namespace losange::net {

namespace {

using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Row = Eigen::RowVectorXf;
using Index = Eigen::Index;

// Gives the tensors of a net one after the other.
class Tensors {
 public:
  explicit Tensors(const ValueWeights& weights)
      : shapes_(tensor_shapes(weights.config)), next_(weights.values.data()) {}

  Row list() {
    const auto count = static_cast<Index>(shapes_[at_++].count());
    Row values = Eigen::Map<const Row>(next_, count);
    next_ += count;
    return values;
  }
  // [inputs][outputs], so that rows of inputs are multiplied from the left.
  Rows matrix() {
    const auto& shape = shapes_[at_++].shape;
    Rows values = Eigen::Map<const Rows>(next_, shape[0], shape[1]).transpose();
    next_ += shape[0] * shape[1];
    return values;
  }

 private:
  std::vector<TensorShape> shapes_;
  const float* next_;
  std::size_t at_ = 0;
};

struct Layer {
  Rows matrix;
  Row bias;

  explicit Layer(Tensors& from) : matrix(from.matrix()), bias(from.list()) {}
  Rows operator()(const Rows& in) const {
    Rows out = in * matrix;
    out.rowwise() += bias;
    return out;
  }
};

// [inputs][outputs] with as many of both.
class SquareMatrix {
 public:
  SquareMatrix(Rows matrix, const InstructionSet& set)
      : kernels_(*set.floats), matrix_(std::move(matrix)) {
    const auto channels = static_cast<std::size_t>(matrix_.rows());
    if (kernels_.width <= Eigen::internal::packet_traits<float>::size || channels % kLanes != 0)
      return;
    placed_.resize(channels * channels);
    for (std::size_t input = 0; input < channels; ++input) {
      for (std::size_t output = 0; output < channels; ++output) {
        placed_[kernels_.kernel_place(channels, output, input)] =
            matrix_(static_cast<Index>(input), static_cast<Index>(output));
      }
    }
  }

  Rows product(const Rows& in) const {
    Rows out(in.rows(), in.cols());
    if (placed_.empty()) {
      out.noalias() = in * matrix_;
    } else {
      kernels_.multiply(in.data(), placed_.data(), static_cast<std::size_t>(in.rows()),
                        static_cast<std::size_t>(in.cols()), out.data());
    }
    return out;
  }
  void add_product(const Rows& in, Rows& to) const {
    if (placed_.empty()) {
      to.noalias() += in * matrix_;
    } else {
      to += product(in);
    }
  }

 private:
  const FloatKernels& kernels_;
  Rows matrix_;
  AlignedVector<float> placed_;  // for the kernels, where they are used
};

Rows relu(Rows x) {
  x = x.cwiseMax(0.0f);
  return x;
}

class Perceptron : public ValueNet {
 public:
  explicit Perceptron(const ValueWeights& weights) : Perceptron(Tensors(weights)) {}

  ValueKind kind() const override { return ValueKind::Perceptron; }
  void evaluate(int, std::span<const float> questions, std::span<float> values) const override {
    Rows x = Eigen::Map<const Rows>(questions.data(), static_cast<Index>(values.size()),
                                    kPositionFeatures);
    x.rowwise() -= mean_;
    x.array().rowwise() /= deviation_.array();
    const Rows out = out_(relu(second_(relu(first_(x)))));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = std::clamp(scale_ * std::tanh(out(static_cast<Index>(i), 0)), -1.0f, 1.0f);
    }
  }

 private:
  explicit Perceptron(Tensors from)
      : mean_(from.list()),
        deviation_(from.list()),
        scale_(from.list()(0)),
        first_(from),
        second_(from),
        out_(from) {}

  Row mean_, deviation_;
  float scale_;
  Layer first_, second_, out_;
};

class GraphNet : public ValueNet {
 public:
  GraphNet(const ValueWeights& weights, const InstructionSet& set)
      : GraphNet(Tensors(weights), weights.config.blocks, set) {}

  ValueKind kind() const override { return ValueKind::Graph; }
  void evaluate(int size, std::span<const float> questions,
                std::span<float> values) const override {
    const auto& graph = board_graph(size);
    const auto positions = static_cast<Index>(values.size()),
               nodes = static_cast<Index>(graph.nodes());
    const Eigen::Map<const Rows> features(questions.data(), positions * nodes, kNodeFeatures);
    Rows x = relu(input_(features));
    Rows near(x.rows(), x.cols());
    for (const Block& block : blocks_) {
      gather(graph, positions, x, near);
      Rows change = block.own.product(x);
      block.near.add_product(near, change);
      change.rowwise() += block.bias;
      x += relu(std::move(change));
      normalise(block, x);
    }
    const Index hidden = x.cols();
    Rows pooled(positions, 2 * hidden);
    for (Index p = 0; p < positions; ++p) {
      const auto mine = x.middleRows(p * nodes, nodes);
      pooled.row(p).head(hidden) = mine.colwise().mean();
      pooled.row(p).tail(hidden) = mine.colwise().maxCoeff();
    }
    const Rows out = second_(relu(first_(pooled)));
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = std::tanh(out(static_cast<Index>(i), 0));
  }

 private:
  struct Block {
    Block(Tensors& from, const InstructionSet& set)
        : own(from.matrix(), set),
          bias(from.list()),
          near(from.matrix(), set),
          scale(from.list()),
          shift(from.list()) {}
    SquareMatrix own;
    Row bias;
    SquareMatrix near;
    Row scale, shift;
  };

  GraphNet(Tensors from, int blocks, const InstructionSet& set)
      : GraphNet(from, Layer(from), blocks, set) {}
  GraphNet(Tensors& from, Layer input, int blocks, const InstructionSet& set)
      : input_(std::move(input)),
        blocks_(read_blocks(from, blocks, set)),
        first_(from),
        second_(from) {}

  static std::vector<Block> read_blocks(Tensors& from, int count, const InstructionSet& set) {
    std::vector<Block> blocks;
    blocks.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) blocks.emplace_back(from, set);
    return blocks;
  }

  // The mean over the neighbours of each node; 0 where there are none (1x1).
  static void gather(const BoardGraph& graph, Index positions, const Rows& x, Rows& near) {
    near.setZero();
    const auto nodes = static_cast<Index>(graph.nodes());
    for (Index first = 0; first < positions * nodes; first += nodes) {
      for (std::size_t e = 0; e < graph.targets.size();) {
        const auto target = graph.targets[e];
        auto sum = near.row(first + target);
        float degree = 0;
        for (; e < graph.targets.size() && graph.targets[e] == target; ++e, ++degree) {
          sum += x.row(first + graph.sources[e]);
        }
        sum /= degree;
      }
    }
  }

  static void normalise(const Block& block, Rows& x) {
    for (Index i = 0; i < x.rows(); ++i) {
      auto row = x.row(i);
      row.array() -= row.mean();
      const float variance = row.squaredNorm() / static_cast<float>(row.cols());
      row = (row.array() * block.scale.array() / std::sqrt(variance + kNormEpsilon) +
             block.shift.array())
                .matrix();
    }
  }

  Layer input_;
  std::vector<Block> blocks_;
  Layer first_, second_;
};

}  // namespace

std::unique_ptr<ValueNet> make_value_net(const ValueWeights& weights, const InstructionSet& set) {
  if (weights.config.kind == ValueKind::Graph) return std::make_unique<GraphNet>(weights, set);
  return std::make_unique<Perceptron>(weights);
}

}  // namespace losange::net
