// Takes the place of the LibTorch sources in a build without it.
#include "base/error.h"
#include "net/evaluator.h"

namespace losange::net {

bool has_libtorch() { return false; }

std::unique_ptr<Evaluator> make_evaluator(const Weights&, const std::string&) {
  throw base::UserError(
      "this build has no LibTorch, which runs the net: install the package libtorch-dev, then "
      "configure and build again");
}

void set_net_threads(int) {}

}  // namespace losange::net
