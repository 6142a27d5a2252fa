// What becomes of the sums of an 8-bit convolution: output = relu(scale * sum + addend), one order for every
// instruction set. The largest entry is remembered.
#pragma once

#include "net/kernels/lanes.h"

namespace losange::net {
namespace {

// WithBias: a bias a channel is added; else what is in the output.
template <bool WithBias>
class Finish {
 public:
  explicit Finish(const ByteWork& work)
      : scales_(work.scales),
        input_scale_(work.input_scale),
        channels_(work.channels),
        bias_(work.bias),
        output_(work.output) {}

  // `Parts` vectors of channels from one on. A copy of all that the loop over cells needs, so that it stays in
  // registers.
  template <std::size_t Parts>
  struct Channels {
    std::size_t channel, channels;
    float* output;
    Vector scales[Parts], biases[Parts], most;

    void take(std::size_t cell, std::size_t part, const Integers& whole) {
      const std::size_t c = channel + part * kWidth, at = cell * channels + c;
      const Vector value = positive(__builtin_convertvector(whole, Vector) * scales[part] +
                                    (WithBias ? biases[part] : loaded(output + at)));
      keep_larger(most, value);
      store(value, output + at);
    }
    void take(std::size_t cell, const std::int32_t* sums) {
      for (std::size_t part = 0; part < Parts; ++part) {
        Integers whole;
        std::memcpy(&whole, sums + part * kWidth, sizeof whole);
        take(cell, part, whole);
      }
    }
  };

  template <std::size_t Parts>
  Channels<Parts> from(std::size_t channel) const {
    Channels<Parts> result{channel, channels_, output_, {}, {}, {}};
    for (std::size_t part = 0; part < Parts; ++part) {
      result.scales[part] = loaded(scales_ + channel + part * kWidth) * input_scale_;
      if (WithBias) result.biases[part] = loaded(bias_ + channel + part * kWidth);
    }
    return result;
  }
  template <std::size_t Parts>
  void keep(const Channels<Parts>& channels) {
    keep_larger(most_, channels.most);
  }
  float largest() const { return largest_of(most_); }

 private:
  const float* scales_;
  float input_scale_;
  std::size_t channels_;
  const float* bias_;
  float* output_;
  Vector most_{};
};

}  // namespace
}  // namespace losange::net
