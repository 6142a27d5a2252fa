// The evaluator of the runtimes on a CPU without LibTorch: cuts what is asked into parts and gives each to a workspace
// that is free. A Workspace is made of (net, size); run(codes, first, out) answers at most kMostAtOnce positions, from
// `first` of `out` on.
#pragma once

#include <algorithm>

#include "hex/board/geometry.h"
#include "net/cpu/plain_layers.h"
#include "net/cpu/spare_by_size.h"
#include "net/input/evaluator.h"

namespace losange::net {

template <class Net, class Workspace>
class CellEvaluator : public Evaluator {
 public:
  explicit CellEvaluator(const Weights& weights) : net_(plain_layers(weights)) {}

  void evaluate(int size, std::span<const std::uint8_t> codes, Evaluations& out) const override {
    hex::check_size(size);
    const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    const std::size_t count = codes.size() / cells;
    out.resize(count, cells);
    auto workspace = spare_.take(size, [&] { return std::make_unique<Workspace>(net_, size); });
    for (std::size_t first = 0; first < count; first += Workspace::kMostAtOnce) {
      const std::size_t part = std::min(Workspace::kMostAtOnce, count - first);
      workspace->run(codes.subspan(first * cells, part * cells), first, out);
    }
    spare_.give_back(size, std::move(workspace));
  }

 private:
  Net net_;
  mutable SpareBySize<Workspace> spare_;
};

}  // namespace losange::net
