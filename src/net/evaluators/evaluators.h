// The two runtimes of our own, which any CPU can run. Only runtimes.cpp, which chooses, calls these.
#pragma once

#include <memory>

#include "net/file/weights.h"
#include "net/input/evaluator.h"

namespace losange::net {

std::unique_ptr<Evaluator> make_int8_evaluator(const Weights& weights);
std::unique_ptr<Evaluator> make_winograd_evaluator(const Weights& weights);

}  // namespace losange::net
