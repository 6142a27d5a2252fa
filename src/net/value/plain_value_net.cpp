// Runs our own value nets with Eigen: a matrix product a layer over all nodes of all positions at once.
#include <Eigen/Dense>
#include <algorithm>

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
  explicit GraphNet(const ValueWeights& weights)
      : GraphNet(Tensors(weights), weights.config.blocks) {}

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
      Rows change = block.own(x);
      change.noalias() += near * block.near;
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
    explicit Block(Tensors& from)
        : own(from), near(from.matrix()), scale(from.list()), shift(from.list()) {}
    Layer own;
    Rows near;
    Row scale, shift;
  };

  GraphNet(Tensors from, int blocks) : GraphNet(from, Layer(from), blocks) {}
  GraphNet(Tensors& from, Layer input, int blocks)
      : input_(std::move(input)), blocks_(read_blocks(from, blocks)), first_(from), second_(from) {}

  static std::vector<Block> read_blocks(Tensors& from, int count) {
    std::vector<Block> blocks;
    blocks.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) blocks.emplace_back(from);
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

std::unique_ptr<ValueNet> make_value_net(const ValueWeights& weights) {
  if (weights.config.kind == ValueKind::Graph) return std::make_unique<GraphNet>(weights);
  return std::make_unique<Perceptron>(weights);
}

}  // namespace losange::net
