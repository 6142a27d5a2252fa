// The hot loops of our runtimes, compiled once for each instruction set (exact.cpp, winograd.cpp), as tables of
// functions; net/cpu/instruction_set.h chooses one at run time. Everything here is plain pointers: code compiled for
// one CPU must not leave anything behind that a program on another one could call, so these sources use no templates of
// the library.
#pragma once

#include <cstddef>
#include <cstdint>

namespace losange::net {

// Channels come in whole vectors of so many, whatever the CPU has: sums run in sixteen lanes everywhere, so that all
// machines give the same bits.
inline constexpr std::size_t kLanes = 16;
inline constexpr int kMostActivation =
    127;  // seven bits: the products of AVX2 have no room for eight
inline constexpr std::size_t kTaps = 9;

// output = relu(scale * sum + addend) for each cell and channel, [cell][channel].
struct ByteWork {
  const std::uint8_t* input;  // the board that fill_board wrote
  float input_scale;
  std::size_t size, channels;
  const std::int8_t* weights;  // each where weight_place says
  const float* scales;         // of the weights, one a channel
  const float* bias;           // one a channel; none: what is in `output` is added to
  float* output;
};

// Whole numbers add up exactly and the rest is done in one order: every instruction set gives the same bits.
struct ExactKernels {
  bool fast_bytes;  // a net runs faster in bytes than by Winograd's convolution in float
  std::size_t (*weight_place)(std::size_t channels, std::size_t output, std::size_t tap,
                              std::size_t input);
  // A board of bytes has zeros around it and lies as convolve reads it. It takes so many bytes, which must be zero at
  // first; fill_board writes values * factor, rounded: they are [cell][channel], none is negative or becomes larger
  // than a byte.
  std::size_t (*board_bytes)(std::size_t size, std::size_t channels);
  void (*fill_board)(const float* values, std::size_t size, std::size_t channels, float factor,
                     std::uint8_t* board);
  float (*convolve)(const ByteWork& work);  // gives the largest entry of the output

  // to = relu(bias + columns); gives its largest entry.
  float (*add_columns)(const float* bias, const float* const* columns, std::size_t count,
                       std::size_t channels, float* to);
  // Mean and largest of each channel of x, [cell][channel], which has no negative entry.
  void (*summarise)(const float* x, std::size_t cells, std::size_t channels, float* summary);
  // output = bias + matrix * input, the matrix [input][output]
  void (*multiply)(const float* matrix, const float* bias, std::size_t inputs, std::size_t outputs,
                   const float* input, float* output);
  float (*dot)(const float* a, const float* b, std::size_t count);

  // The inner loop, `rounds` times over numbers in the nearest cache; gives the number of products. For
  // benchmarks.
  std::size_t (*peak)(std::size_t rounds);
};

// The squares of a board (net/cpu/winograd_convolution.h): 36 cells each reads and 16 it writes, -1 beyond the board.
struct WinogradWork {
  const std::int32_t *inputs, *outputs;
  std::size_t squares, cells, channels;
  std::size_t positions, positions_at_once;
  const float* kernel;       // each weight where kernel_place says, 36 times over
  const float* input;        // [position][cell][channel]
  const float* bias;         // [position][channel]; none: what is in `output` is added to
  float *turned, *products;  // [36][square][channel] of as many positions as go at once
  float* output;
};

// In float no two instruction sets round alike, and a multiplication and a sum in one instruction are twice as fast.
struct FloatKernels {
  std::size_t width;  // of its vectors, in floats
  std::size_t (*kernel_place)(std::size_t channels, std::size_t output, std::size_t input);
  void (*convolve)(const WinogradWork& work);
  // products = factors * matrix, both of them [row][channel], the matrix where kernel_place says; channels are whole lanes.
  void (*multiply)(const float* factors, const float* matrix, std::size_t rows,
                   std::size_t channels, float* products);
  std::size_t (*peak)(std::size_t rounds);
};

#define LOSANGE_DECLARE_KERNELS(set) \
  namespace set {                    \
  extern const ExactKernels exact;   \
  extern const FloatKernels floats;  \
  }

LOSANGE_DECLARE_KERNELS(baseline)
#if defined(__x86_64__)
LOSANGE_DECLARE_KERNELS(avx2)
LOSANGE_DECLARE_KERNELS(avxvnni)
LOSANGE_DECLARE_KERNELS(avx512)
LOSANGE_DECLARE_KERNELS(amx)
#elif defined(__aarch64__)
LOSANGE_DECLARE_KERNELS(dotprod)
LOSANGE_DECLARE_KERNELS(i8mm)
#elif defined(__EMSCRIPTEN__)
LOSANGE_DECLARE_KERNELS(relaxed)  // of which relaxed_simd.cpp takes the convolution
#endif
#undef LOSANGE_DECLARE_KERNELS

}  // namespace losange::net
