#include "net/torch/torch_net.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace losange::net {

namespace {

using torch::Tensor;
using torch::indexing::Slice;

// The convolutions of NVIDIA's library run fastest with channels last; on a CPU the plain order does.
Tensor arranged(const Tensor& tensor) {
  return tensor.is_cuda() ? tensor.contiguous(torch::MemoryFormat::ChannelsLast) : tensor;
}

Tensor convolve(const Tensor& x, const Tensor& weight, int padding) {
  return torch::conv2d(x, weight, {}, 1, padding);
}

Tensor convolve_relu(const Layers& layers, const Tensor& x, const Tensor& weight,
                     const Tensor& bias, int padding) {
  if (layers.fused) {
    return at::cudnn_convolution_relu(x, weight, bias, {1, 1}, {padding, padding}, {1, 1}, 1);
  }
  return torch::conv2d(x, weight, bias, 1, padding).relu_();
}

Tensor convolve_add_relu(const Layers& layers, const Tensor& x, const Tensor& weight,
                         const Tensor& added) {
  if (layers.fused) {
    return at::cudnn_convolution_add_relu(x, weight, added, 1.0, layers.no_bias, {1, 1}, {1, 1},
                                          {1, 1}, 1);
  }
  return convolve(x, weight, 1).add_(added).relu_();
}

// [positions, 2 * channels]: mean and maximum of each channel over the board, the same on every size.
Tensor board_summary(const Tensor& x) { return torch::cat({x.mean({2, 3}), x.amax({2, 3})}, 1); }

Tensor through_block(const Layers& layers, const Block& block, const Tensor& x) {
  Tensor inside;
  if (block.pool.defined()) {
    const Tensor everywhere = torch::linear(board_summary(x), block.pool, block.bias);
    inside = convolve(x, block.first, 1).add_(everywhere.unsqueeze(2).unsqueeze(3)).relu_();
  } else {
    inside = convolve_relu(layers, x, block.first, block.bias, 1);
  }
  return convolve_add_relu(layers, inside, block.second, x);
}

#ifdef __aarch64__
// Whether LibTorch multiplies matrices by the plain library (Debian: libblas3) and not by a fast one: its file stands in
// a folder of its own, behind the links of alternatives.
bool has_plain_matrix_library() {
  Dl_info info{};
  void* const product = ::dlsym(RTLD_DEFAULT, "sgemm_");
  if (product == nullptr || ::dladdr(product, &info) == 0) return false;
  std::error_code error;
  const auto file = std::filesystem::canonical(info.dli_fname, error);
  return !error && file.parent_path().filename() == "blas";
}
#endif

// On arm64, LibTorch's own convolutions by matrix products are five times as fast as those of oneDNN, which it takes
// for several positions, where the matrix library is OpenBLAS, and half as fast where it is the plain one. The library
// decides and no measurement does: the two round differently, and a run of training, cut and gone on with, or shared by
// ranks, must not change its arithmetic.
torch::Device cpu() {
#ifdef __aarch64__
  at::globalContext().setUserEnabledMkldnn(has_plain_matrix_library());
#endif
  return torch::kCPU;
}

}  // namespace

torch::Device find_device(const std::string& name) {
  if (name == "cpu") return cpu();
  const bool there = torch::cuda::is_available();
  if (name == "auto") return there ? torch::Device(torch::kCUDA) : cpu();
  if (name != "cuda") {
    throw base::UserError("net.device", "there is no device '{}': choose auto, cpu or cuda", name);
  }
  if (!there) {
    throw base::UserError(
        "torch.no-cuda",
        "CUDA was asked for, but this machine or this build of LibTorch has none: choose the "
        "device cpu, or another runtime");
  }
  return torch::Device(torch::kCUDA, 0);
}

std::vector<float> to_vector(const torch::Tensor& tensor) {
  const auto there = tensor.detach().to(torch::kCPU).contiguous();
  const auto* begin = there.data_ptr<float>();
  return {begin, begin + there.numel()};
}

Layers make_layers(const NetConfig& config, const Tensor& flat, torch::ScalarType type) {
  const auto shapes = tensor_shapes(config);
  std::vector<std::int64_t> counts;
  for (const auto& shape : shapes) counts.push_back(shape.count());
  const std::vector<Tensor> parts = flat.split_with_sizes(counts);
  std::size_t next = 0;
  const auto take = [&] {
    const Tensor part = parts.at(next).view(shapes.at(next).shape);
    ++next;
    return part;
  };

  Layers layers;
  layers.stem = arranged(take().to(type));
  layers.stem_bias = take().to(type);
  for (int i = 0; i < config.blocks; ++i) {
    Block& block = layers.blocks.emplace_back();
    block.first = arranged(take().to(type));
    block.bias = take().to(type);
    if (config.pools(i)) block.pool = take().to(type);
    const Tensor second = take();
    block.second = arranged((second * take()).to(type));
  }
  layers.cells = take().to(type);
  layers.cells_bias = take().to(type);
  layers.board_first = take().to(type);
  layers.board_first_bias = take().to(type);
  layers.board_second = take().to(type);
  layers.board_second_bias = take().to(type);
  layers.no_bias = torch::zeros({config.channels}, flat.options().dtype(type).requires_grad(false));
  return layers;
}

bool fusing_works(const NetConfig& config, torch::Device device, torch::ScalarType type) {
  if (!device.is_cuda()) return false;
  const torch::NoGradGuard no_grad;
  // A net of known size of signals, whatever the one that plays has learnt. Newborn second
  // convolutions are zero and would show nothing.
  Layers layers = make_layers(config, torch::tensor(newborn_values(config, 1)).to(device), type);
  for (Block& block : layers.blocks) block.second = 0.3 * block.first;
  const auto codes = torch::randint(0, 3, {64, 121}, layers.stem.options().dtype(torch::kUInt8));
  const Tensor planes = make_planes(codes, 11, type);
  const Tensor plain = forward(layers, planes).q;
  layers.fused = true;
  try {
    const Tensor fused = forward(layers, planes).q;
    const double difference = (fused - plain).abs().mean().item<double>();
    const double scale = plain.abs().mean().item<double>();
    return difference <= 0.03 * scale + 1e-3;
  } catch (const std::exception&) {  // LibTorch's and cuDNN's own
    return false;
  }
}

Tensor make_planes(const Tensor& codes, int size, torch::ScalarType type) {
  const int wide = size + 2;
  Tensor frame = torch::zeros({1, kInputPlanes, wide, wide}, codes.options().dtype(type));
  frame.index_put_({0, 0, 0}, 1);
  frame.index_put_({0, 0, wide - 1}, 1);
  frame.index_put_({0, 1, Slice(), 0}, 1);
  frame.index_put_({0, 1, Slice(), wide - 1}, 1);
  frame.index_put_({0, 2, Slice(1, -1), Slice(1, -1)}, 1);
  const std::int64_t count = codes.size(0);
  Tensor planes = torch::empty(
      {count, kInputPlanes, wide, wide}, frame.options(),
      codes.is_cuda() ? torch::MemoryFormat::ChannelsLast : torch::MemoryFormat::Contiguous);
  planes.copy_(frame.expand_as(planes));
  const Tensor board = codes.view({count, size, size});
  const auto inner = [&](int plane) {
    return planes.select(1, plane).slice(1, 1, -1).slice(2, 1, -1);
  };
  inner(0).copy_(board.eq(1));
  inner(1).copy_(board.eq(2));
  return planes;
}

Heads forward(const Layers& layers, const Tensor& planes) {
  Tensor x = convolve_relu(layers, planes, layers.stem, layers.stem_bias, 0);
  for (const Block& block : layers.blocks) x = through_block(layers, block, x);

  Heads heads;
  heads.hidden =
      torch::linear(board_summary(x), layers.board_first, layers.board_first_bias).relu_();
  const Tensor board =
      torch::linear(heads.hidden, layers.board_second, layers.board_second_bias).to(torch::kFloat);
  heads.trunk = x.permute({0, 2, 3, 1});
  // One matrix product over all cells; [positions, size, size, 2].
  const Tensor cells =
      torch::linear(heads.trunk, layers.cells, layers.cells_bias).to(torch::kFloat).flatten(1, 2);
  heads.value = board.select(1, 0);
  // Q is the board's own part, shared by all cells, and what the cell adds.
  heads.q = cells.select(2, 0) + board.select(1, 1).unsqueeze(1);
  heads.policy = cells.select(2, 1);
  return heads;
}

}  // namespace losange::net
