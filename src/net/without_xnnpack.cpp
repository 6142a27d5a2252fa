// Takes the place of the XNNPACK sources in a build without it.
#include <cstdlib>

#include "net/runtimes.h"

namespace losange::net {

bool has_xnnpack() { return false; }

std::unique_ptr<Evaluator> make_xnnpack_evaluator(const Weights&) { std::abort(); }

}  // namespace losange::net
