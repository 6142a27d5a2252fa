// XNNPACK's operators as C++ values: made once from weights, bound to a board size, a count of positions
// and buffers, then run in the calling thread. Binding again with another count allocates nothing.
#pragma once

#include <xnnpack.h>

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace losange::net {

// Throws std::runtime_error that names the step: a failure here is no user's to mend.
void check_status(xnn_status status, const char* step);

struct DeleteOperator {
  void operator()(xnn_operator_t made) const { xnn_delete_operator(made); }
};
using Operator = std::unique_ptr<std::remove_pointer_t<xnn_operator_t>, DeleteOperator>;

enum class Activation { None, Relu };

// A buffer behind which XNNPACK may read a little further.
template <class T>
std::vector<T> padded_buffer(std::size_t count) {
  return std::vector<T>(count + XNN_EXTRA_BYTES / sizeof(T));
}

// 3x3, with a ring of zeros around the input (padding 1) or without (padding 0).
class Convolution {
 public:
  Convolution(std::size_t inputs, std::size_t outputs, unsigned padding,
              std::span<const float> kernel, std::span<const float> bias, Activation activation);
  // `wide`: rows and columns of the input.
  void bind(std::size_t positions, std::size_t wide, const float* input, float* output);
  void run() { check_status(xnn_run_operator(operator_.get(), nullptr), "run a convolution"); }

 private:
  Operator operator_;
};

// Every row of the input times the matrix [outputs][inputs].
class Linear {
 public:
  Linear(std::size_t inputs, std::size_t outputs, std::span<const float> matrix,
         std::span<const float> bias, Activation activation);
  void bind(std::size_t rows, const float* input, float* output);
  void run() { check_status(xnn_run_operator(operator_.get(), nullptr), "run a matrix product"); }

 private:
  Operator operator_;
};

}  // namespace losange::net
