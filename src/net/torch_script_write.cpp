// Our value nets as TorchScript: the arithmetic of value_weights.h as a program, its tensors as parameters, mean,
// deviation and scale as buffers, so that they go wherever the module goes.
#include <fmt/format.h>
#include <torch/script.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "net/value_net.h"

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

}  // namespace

void write_torch_script(const std::filesystem::path& path, const ValueWeights& weights) {
  torch::jit::Module module("ValueNet");
  const float* next = weights.values.data();
  const float* learnt = next + buffer_count(weights.config);
  for (const auto& shape : tensor_shapes(weights.config)) {
    auto tensor = torch::empty(shape.shape);
    std::memcpy(tensor.data_ptr<float>(), next,
                static_cast<std::size_t>(shape.count()) * sizeof(float));
    std::string name = shape.name;
    std::replace(name.begin(), name.end(), '.', '_');
    module.register_parameter(name, tensor, next < learnt);
    next += shape.count();
  }
  module.define(weights.config.kind == ValueKind::Graph ? graph_program(weights.config)
                                                        : kPerceptron);
  module.eval();
  const auto part = path.string() + ".part";
  try {
    module.save(part);
    std::filesystem::rename(part, path);
  } catch (const std::exception&) {
    throw base::UserError(
        fmt::format("cannot write {}: is there room, and may you write there?", path.string()));
  }
}

}  // namespace losange::net
