#include "net/xnnpack_operators.h"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

namespace losange::net {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

float least(Activation activation) { return activation == Activation::Relu ? 0.0f : -kInfinity; }

}  // namespace

void check_status(xnn_status status, const char* step) {
  if (status == xnn_status_success) return;
  throw std::runtime_error(
      fmt::format("XNNPACK could not {} (status {})", step, static_cast<int>(status)));
}

Convolution::Convolution(std::size_t inputs, std::size_t outputs, unsigned padding,
                         std::span<const float> kernel, std::span<const float> bias,
                         Activation activation) {
  xnn_operator_t made = nullptr;
  check_status(xnn_create_convolution2d_nhwc_f32(
                   padding, padding, padding, padding, 3, 3, 1, 1, 1, 1, 1, inputs, outputs, inputs,
                   outputs, kernel.data(), bias.empty() ? nullptr : bias.data(), least(activation),
                   kInfinity, 0, &made),
               "make a convolution");
  operator_.reset(made);
}

void Convolution::bind(std::size_t positions, std::size_t wide, const float* input, float* output) {
  check_status(xnn_setup_convolution2d_nhwc_f32(operator_.get(), positions, wide, wide, input,
                                                output, nullptr),
               "bind a convolution");
}

Linear::Linear(std::size_t inputs, std::size_t outputs, std::span<const float> matrix,
               std::span<const float> bias, Activation activation) {
  xnn_operator_t made = nullptr;
  check_status(
      xnn_create_fully_connected_nc_f32(inputs, outputs, inputs, outputs, matrix.data(),
                                        bias.data(), least(activation), kInfinity, 0, &made),
      "make a matrix product");
  operator_.reset(made);
}

void Linear::bind(std::size_t rows, const float* input, float* output) {
  check_status(xnn_setup_fully_connected_nc_f32(operator_.get(), rows, input, output, nullptr),
               "bind a matrix product");
}

}  // namespace losange::net
