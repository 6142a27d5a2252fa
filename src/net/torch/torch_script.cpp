// TorchScript modules as value nets, the form HexProject keeps its own in: what forward takes tells a perceptron (one
// input) from a graph net (two).
#include <torch/script.h>
#include <torch/version.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "net/input/board_graph.h"
#include "net/input/position_features.h"
#include "net/torch/torch.h"
#include "net/torch/torch_net.h"
#include "net/value/value_net.h"

namespace losange::net {

namespace {

// The line of what LibTorch says that gives the reason: of a program that failed it is the last, else the first.
std::string reason_of(const std::exception& error) {
  std::string text = error.what();
  const auto failed = text.find("RuntimeError: ");
  if (failed != std::string::npos) text = text.substr(failed);
  return base::printable(text.substr(0, text.find('\n')), 200);
}

class TorchScript : public ValueNet {
 public:
  TorchScript(const std::filesystem::path& path, torch::Device device)
      : name_(path.string()), device_(device), module_(load(path)), kind_(find_kind()) {
    probe();
  }

  ValueKind kind() const override { return kind_; }

  void evaluate(int size, std::span<const float> questions,
                std::span<float> values) const override {
    try {
      if (batches_) {
        run(size, questions, values, true);
        return;
      }
      const std::size_t one = questions.size() / values.size();
      for (std::size_t i = 0; i < values.size(); ++i) {
        run(size, questions.subspan(i * one, one), values.subspan(i, 1), false);
      }
    } catch (const base::UserError&) {
      throw;
    } catch (const std::exception& error) {
      fail({"torch.forward-failed", "its forward failed on {0}x{0} ({1})", size, reason_of(error)});
    }
  }

 private:
  [[noreturn]] void fail(const base::Message& reason) const {
    throw base::UserError("file.in", "{}: {}", name_, reason);
  }

  torch::jit::Module load(const std::filesystem::path& path) const {
    try {
      auto module = torch::jit::load(path.string(), device_);
      module.eval();
      return module;
    } catch (const std::exception& error) {
      const std::string text = error.what();
      for (const char* sign :
           {"maximum supported version", "Unknown builtin op", "Unknown type name"}) {
        if (text.find(sign) == std::string::npos) continue;
        fail({"torch.version",
              "this TorchScript comes from another version than LibTorch {} here can read: export "
              "it "
              "again with that version ({})",
              TORCH_VERSION, reason_of(error)});
      }
      fail({"torch.damaged",
            "this TorchScript is damaged or incomplete: copy it again from where it came ({})",
            reason_of(error)});
    }
  }

  ValueKind find_kind() const {
    const auto forward = module_.find_method("forward");
    if (!forward)
      fail({"torch.no-forward",
            "this module has no method forward: export a module that answers for positions"});
    // The first argument is the module itself, whatever its name.
    const auto& arguments = forward->function().getSchema().arguments();
    const auto inputs = std::count_if(arguments.begin() + (arguments.empty() ? 0 : 1),
                                      arguments.end(), [](const c10::Argument& argument) {
                                        return !argument.default_value();
                                      });
    if (inputs == 1) return ValueKind::Perceptron;
    if (inputs == 2) return ValueKind::Graph;
    fail({"torch.inputs",
          "its forward takes {} inputs: a perceptron takes one (features), a graph net "
          "two (features of "
          "nodes, edges)",
          inputs});
  }

  // Two small boards, alone and together: whether it takes our features, and whether it takes batches.
  void probe() {
    constexpr int kSize = 3;
    std::vector<float> questions;
    hex::Position<2> position(kSize, false);
    append_question(kind_, position, questions);
    const std::size_t one = questions.size();
    position.play(hex::Move::at(kSize + 1));
    append_question(kind_, position, questions);
    float alone[2] = {}, together[2] = {};
    try {
      for (std::size_t i = 0; i < 2; ++i) {
        run(kSize, std::span(questions).subspan(i * one, one), std::span(alone).subspan(i, 1),
            false);
      }
    } catch (const base::UserError&) {
      throw;
    } catch (const std::exception& error) {
      if (kind_ == ValueKind::Graph) {
        fail({"torch.node-features",
              "its forward does not take {} features a node: it was made for others ({})",
              static_cast<int>(kNodeFeatures), reason_of(error)});
      }
      fail({"torch.features", "its forward does not take {} features: it was made for others ({})",
            static_cast<int>(kPositionFeatures), reason_of(error)});
    }
    try {
      run(kSize, questions, together, true);
      batches_ =
          std::abs(alone[0] - together[0]) < 1e-4f && std::abs(alone[1] - together[1]) < 1e-4f;
    } catch (const std::exception&) {
      batches_ = false;
    }
  }

  void run(int size, std::span<const float> questions, std::span<float> values,
           bool together) const {
    const torch::NoGradGuard no_grad;
    // LibTorch only reads; its interface has no const.
    auto* from = const_cast<float*>(questions.data());
    const auto count = static_cast<std::int64_t>(values.size());
    std::vector<torch::jit::IValue> inputs;
    if (kind_ == ValueKind::Perceptron) {
      inputs.emplace_back(
          torch::from_blob(from, {count, static_cast<std::int64_t>(kPositionFeatures)})
              .to(device_));
    } else {
      const std::int64_t nodes = static_cast<std::int64_t>(size) * size;
      auto features = torch::from_blob(from, {count, nodes, kNodeFeatures}).to(device_);
      inputs.emplace_back(together ? features : features.squeeze(0));
      inputs.emplace_back(edges(size));
    }
    auto answer = module_.get_method("forward")(std::move(inputs));
    if (answer.isTuple() && !answer.toTupleRef().elements().empty()) {
      answer = torch::jit::IValue(answer.toTupleRef().elements()[0]);
    }
    if (!answer.isTensor()) fail({"torch.no-tensor", "its forward gives no tensor"});
    const auto out = answer.toTensor().to(torch::kCPU, torch::kFloat).contiguous();
    if (out.numel() != count) {
      if (count == 1) {
        fail({"torch.numbers-one",
              "its forward gives {} numbers for 1 position: a value net gives one each",
              out.numel()});
      }
      fail({"torch.numbers",
            "its forward gives {} numbers for {} positions: a value net gives one each",
            out.numel(), count});
    }
    std::memcpy(values.data(), out.data_ptr<float>(), values.size_bytes());
    for (float& value : values) {
      if (!std::isfinite(value))
        fail({"torch.not-finite", "its forward gives a value that is not a number"});
      value = std::clamp(value, -1.0f, 1.0f);
    }
  }

  torch::Tensor edges(int size) const {
    const auto& graph = board_graph(size);
    const auto list = [](const std::vector<std::int64_t>& from) {
      return torch::tensor(at::ArrayRef<std::int64_t>(from), torch::kLong);
    };
    return torch::stack({list(graph.sources), list(graph.targets)}).to(device_);
  }

  std::string name_;
  torch::Device device_;
  torch::jit::Module module_;
  ValueKind kind_;
  bool batches_ = false;
};

}  // namespace

std::unique_ptr<ValueNet> load_torch_script(const std::filesystem::path& path,
                                            const std::string& device) {
  return std::make_unique<TorchScript>(path, find_device(device));
}

}  // namespace losange::net
