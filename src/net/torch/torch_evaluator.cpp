#include <cstring>

#include "base/clock.h"
#include "net/torch/torch.h"
#include "net/torch/torch_net.h"

namespace losange::net {

namespace {

class TorchEvaluator : public Evaluator {
 public:
  TorchEvaluator(const Weights& weights, torch::Device device) : device_(device) {
    const torch::NoGradGuard no_grad;
    const auto flat = torch::tensor(weights.values).to(device_);
    layers_ = make_layers(weights.config, flat, torch::kFloat);
    if (device_.is_cpu()) doubles_single_ = doubling_is_faster();
  }

  void evaluate(int size, std::span<const std::uint8_t> codes, Evaluations& out) const override {
    const torch::NoGradGuard no_grad;
    const std::int64_t cells = static_cast<std::int64_t>(size) * size;
    const std::int64_t count = static_cast<std::int64_t>(codes.size()) / cells;
    // LibTorch reads the bytes only; its interface has no const.
    auto* bytes = const_cast<std::uint8_t*>(codes.data());
    auto boards = torch::from_blob(bytes, {count, cells}, torch::kUInt8).to(device_);
    if (count == 1 && doubles_single_ && torch::get_num_threads() == 1)
      boards = boards.repeat({2, 1});
    const Heads heads = forward(layers_, make_planes(boards, size, torch::kFloat));
    copy_out(heads.q.slice(0, 0, count), out.q);
    copy_out(heads.policy.slice(0, 0, count), out.policy);
    copy_out(heads.value.slice(0, 0, count), out.value);
  }

 private:
  // LibTorch 1.13 takes another convolution for one position on one thread, which is many times slower
  // where its matrix library is the plain one: there, two positions are the faster way to one.
  bool doubling_is_faster() const {
    const int threads = torch::get_num_threads();
    torch::set_num_threads(1);
    const auto seconds = [&](std::int64_t count) {
      const auto planes = make_planes(torch::zeros({count, 49}, torch::kUInt8), 7, torch::kFloat);
      forward(layers_, planes);  // the first call plans
      const base::Stopwatch watch;
      forward(layers_, planes);
      return watch.seconds();
    };
    const bool faster = seconds(2) < seconds(1);
    torch::set_num_threads(threads);
    return faster;
  }

  static void copy_out(const torch::Tensor& tensor, std::vector<float>& out) {
    const auto there = tensor.to(torch::kCPU).contiguous();
    out.resize(static_cast<std::size_t>(there.numel()));
    std::memcpy(out.data(), there.data_ptr<float>(), out.size() * sizeof(float));
  }

  torch::Device device_;
  Layers layers_;
  bool doubles_single_ = false;
};

}  // namespace

bool has_libtorch() { return true; }
bool has_cuda() { return torch::cuda::is_available(); }

std::unique_ptr<Evaluator> make_torch_evaluator(const Weights& weights, const std::string& device) {
  return std::make_unique<TorchEvaluator>(weights, find_device(device));
}

void set_net_threads(int threads) { torch::set_num_threads(threads); }

}  // namespace losange::net
