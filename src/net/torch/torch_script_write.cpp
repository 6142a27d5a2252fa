// Our nets as TorchScript: the arithmetic of architecture.h and value_weights.h as a program, its tensors as
// parameters, mean, deviation and scale as buffers, so that they go wherever the module goes.
#include <fmt/format.h>
#include <torch/script.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <sstream>

#include "base/system/file.h"
#include "net/file/weights.h"
#include "net/torch/torch.h"
#include "net/value/value_net.h"

namespace losange::net {

namespace {

constexpr const char* kPerceptron = R"(
def forward(self, x: Tensor) -> Tensor:
    x = (x - self.mean) / self.deviation
    x = torch.relu(torch.linear(x, self.first_weight, self.first_bias))
    x = torch.relu(torch.linear(x, self.second_weight, self.second_bias))
    x = torch.linear(x, self.out_weight, self.out_bias)
    return (torch.tanh(x) * self.value_scale).squeeze(-1)
)";

std::string graph_program(const ValueConfig& config) {
  std::string text = R"(
def forward(self, x: Tensor, edge_index: Tensor) -> Tensor:
    if x.dim() == 2:
        x = x.unsqueeze(0)
    nodes = x.size(1)
    near = torch.zeros([nodes, nodes], dtype=x.dtype, device=x.device)
    near[edge_index[1], edge_index[0]] = 1.0
    near = near / near.sum([1], True).clamp(min=1.0)
    x = torch.relu(torch.linear(x, self.input_weight, self.input_bias))
)";
  for (int i = 0; i < config.blocks; ++i) {
    text += fmt::format(
        "    change = torch.linear(x, self.blocks_{0}_own_weight, self.blocks_{0}_own_bias) + "
        "torch.linear(torch.matmul(near, x), self.blocks_{0}_near_weight)\n"
        "    x = torch.layer_norm(x + torch.relu(change), [{1}], self.blocks_{0}_norm_weight, "
        "self.blocks_{0}_norm_bias, {2:.8f})\n",
        i, config.hidden, kNormEpsilon);
  }
  return text + R"(    x = torch.cat([x.mean([1]), torch.max(x, 1)[0]], 1)
    x = torch.relu(torch.linear(x, self.first_weight, self.first_bias))
    return torch.tanh(torch.linear(x, self.second_weight, self.second_bias)).squeeze(-1)
)";
}

// Takes boards with their borders as net/input/board_codes.h describes them and gives (Q, policy, value) as
// net/input/evaluator.h does.
std::string residual_program(const NetConfig& config) {
  std::string text = R"(
def forward(self, codes: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    count, size = codes.size(0), codes.size(1)
    planes = torch.zeros([count, 3, size + 2, size + 2], dtype=self.stem_weight.dtype, device=codes.device)
    planes[:, 0, 0] = 1.0
    planes[:, 0, size + 1] = 1.0
    planes[:, 1, :, 0] = 1.0
    planes[:, 1, :, size + 1] = 1.0
    planes[:, 2, 1:size + 1, 1:size + 1] = 1.0
    planes[:, 0, 1:size + 1, 1:size + 1] = codes.eq(1).to(planes.dtype)
    planes[:, 1, 1:size + 1, 1:size + 1] = codes.eq(2).to(planes.dtype)
    x = torch.relu(torch.conv2d(planes, self.stem_weight, self.stem_bias))
)";
  for (int i = 0; i < config.blocks; ++i) {
    text += fmt::format(
        "    y = torch.conv2d(x, self.blocks_{0}_first_weight, self.blocks_{0}_first_bias, 1, 1)\n",
        i);
    if (config.pools(i)) {
      text += fmt::format(
          "    seen = torch.cat([x.mean([2, 3]), x.amax([2, 3])], 1)\n"
          "    y = y + torch.linear(seen, self.blocks_{0}_pool_weight).unsqueeze(2).unsqueeze(3)\n",
          i);
    }
    text += fmt::format(
        "    x = torch.relu(x + torch.conv2d(torch.relu(y), self.blocks_{0}_second_weight * "
        "self.blocks_{0}_gain, None, 1, 1))\n",
        i);
  }
  return text + R"(    seen = torch.cat([x.mean([2, 3]), x.amax([2, 3])], 1)
    hidden = torch.relu(torch.linear(seen, self.board_first_weight, self.board_first_bias))
    board = torch.linear(hidden, self.board_second_weight, self.board_second_bias)
    cells = torch.linear(x.permute([0, 2, 3, 1]), self.cells_weight, self.cells_bias).flatten(1, 2)
    return cells[:, :, 0] + board[:, 1:], cells[:, :, 1], board[:, 0]
)";
}

// The first `buffers` values belong to tensors that are not learnt.
void save_module(const std::filesystem::path& path, const std::string& name,
                 const std::vector<TensorShape>& shapes, std::span<const float> values,
                 std::size_t buffers, const std::string& program) {
  torch::jit::Module module(name);
  std::size_t next = 0;
  for (const auto& shape : shapes) {
    const auto count = static_cast<std::size_t>(shape.count());
    auto tensor = torch::empty(shape.shape);
    std::memcpy(tensor.data_ptr<float>(), values.data() + next, count * sizeof(float));
    std::string field = shape.name;
    std::replace(field.begin(), field.end(), '.', '_');
    module.register_parameter(field, tensor, next < buffers);
    next += count;
  }
  module.define(program);
  module.eval();
  // Not by LibTorch's own writer of files, which throws in a destructor when the disk is full.
  std::ostringstream bytes;
  module.save(bytes);
  base::write_file(path, bytes.str());
}

}  // namespace

void write_torch_script(const std::filesystem::path& path, const ValueWeights& weights) {
  const auto& config = weights.config;
  save_module(path, "ValueNet", tensor_shapes(config), weights.values,
              static_cast<std::size_t>(buffer_count(config)),
              config.kind == ValueKind::Graph ? graph_program(config) : kPerceptron);
}

void write_torch_script(const std::filesystem::path& path, const Weights& weights) {
  save_module(path, "PolicyValueNet", tensor_shapes(weights.config), weights.values, 0,
              residual_program(weights.config));
}

}  // namespace losange::net
