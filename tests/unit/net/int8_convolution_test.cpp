#include "net/cpu/int8_convolution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/random.h"
#include "cpu_time.h"
#include "net/cpu/cell_layers.h"
#include "net/file/weights.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"

namespace losange::net {
namespace {

struct Layer {
  std::size_t size, channels, padded = padded_channels(channels);
  std::vector<float> kernel, bias, x;

  Layer(std::size_t size_in, std::size_t channels_in, std::uint64_t seed)
      : size(size_in),
        channels(channels_in),
        kernel(channels * 9 * channels),
        bias(padded),
        x(size * size * padded) {
    base::Random random(seed);
    const auto unit = [&] { return static_cast<float>(random.unit()); };
    for (float& weight : kernel) weight = unit() - 0.5f;
    for (std::size_t c = 0; c < channels; ++c) bias[c] = unit() - 0.5f;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = i % padded < channels ? unit() : 0.0f;
  }

  // relu(convolution + bias) in double, for one output.
  double wanted(std::size_t cell, std::size_t output) const {
    double sum = bias[output];
    for (std::size_t tap = 0; tap < 9; ++tap) {
      const std::size_t row = cell / size + tap / 3, column = cell % size + tap % 3;
      if (row == 0 || column == 0 || row > size || column > size) continue;
      const std::size_t from = ((row - 1) * size + column - 1) * padded;
      for (std::size_t i = 0; i < channels; ++i) {
        sum += static_cast<double>(kernel[(output * 9 + tap) * channels + i]) *
               static_cast<double>(x[from + i]);
      }
    }
    return std::max(sum, 0.0);
  }

  ByteBoard bytes(const InstructionSet& set) const {
    ByteBoard board(size, padded, set);
    board.fill(x.data(), *std::max_element(x.begin(), x.end()));
    return board;
  }
};

std::uint64_t mixed(std::uint64_t hash, std::span<const float> values) {
  for (const float value : values)
    hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001B3ULL;
  return hash;
}

// Every instruction set that this CPU has is tried, not only the one in force.
class Int8Convolutions : public testing::TestWithParam<InstructionSet> {};
INSTANTIATE_TEST_SUITE_P(OfThisCpu, Int8Convolutions, testing::ValuesIn(instruction_sets()),
                         [](const auto& set) { return std::string(set.param.name); });

TEST_P(Int8Convolutions, AreTheConvolutionButForRounding) {
  for (const std::size_t channels : {4u, 12u, 16u, 24u, 64u, 80u, 96u, 128u}) {
    for (const std::size_t size : {1u, 2u, 5u, 11u, 19u}) {
      const Layer layer(size, channels, channels * 100 + size);
      const Int8Convolution convolution(layer.kernel, channels, GetParam());
      std::vector<float> output(layer.x.size());
      const float most = convolution.run(layer.bytes(GetParam()), layer.bias.data(), output.data());
      EXPECT_EQ(most, *std::max_element(output.begin(), output.end()));
      // Each product is off by about 1/254 of an activation and of a weight; their errors add as a random
      // walk of 9 * channels steps.
      const double tolerance = 6e-3 * std::sqrt(9.0 * static_cast<double>(channels));
      for (std::size_t cell = 0; cell < size * size; ++cell) {
        for (std::size_t c = 0; c < channels; ++c) {
          ASSERT_NEAR(output[cell * layer.padded + c], layer.wanted(cell, c), tolerance)
              << channels << " channels, " << size << "x" << size << ", cell " << cell;
        }
      }
    }
  }
}

TEST_P(Int8Convolutions, AddToWhatIsThere) {
  const Layer layer(7, 24, 1);
  const Int8Convolution convolution(layer.kernel, layer.channels, GetParam());
  const std::vector<float> nothing(layer.padded);
  std::vector<float> once(layer.x.size()), x = layer.x;
  convolution.run(layer.bytes(GetParam()), nothing.data(), once.data());
  const float most = convolution.run_and_add(layer.bytes(GetParam()), x.data());
  EXPECT_EQ(most, *std::max_element(x.begin(), x.end()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (once[i] > 0) {
      EXPECT_FLOAT_EQ(x[i], layer.x[i] + once[i]) << i;
    } else {  // the convolution is negative
      EXPECT_LE(x[i], layer.x[i]) << i;
    }
  }
}

// Whole numbers add up exactly and the rest is done in one order, so every CPU gives the same bits: x86-64
// with a matrix unit, AVX-512, AVX2 or none of them, arm64 with products of matrices, the dot product or neither. The
// number was computed before there were several in one program, on all of them but the products of matrices.
TEST_P(Int8Convolutions, GiveTheSameBitsOnEveryMachine) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const std::size_t channels : {12u, 64u, 80u}) {
    const Layer layer(11, channels, channels);
    std::vector<float> output(layer.x.size());
    Int8Convolution(layer.kernel, channels, GetParam())
        .run(layer.bytes(GetParam()), layer.bias.data(), output.data());
    hash = mixed(hash, output);
  }
  EXPECT_EQ(hash, 9260664155278743846ULL);
}

TEST(Int8Evaluator, GivesTheSameBitsOnEveryMachine) {
  const auto net = make_evaluator(read_weights(default_model()), "cpu", "int8");
  base::Random random(1);
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const int size : {3, 11, 14}) {
    std::vector<std::uint8_t> codes(static_cast<std::size_t>(2 * size * size));
    for (auto& code : codes) code = static_cast<std::uint8_t>(random.below(3));
    Evaluations seen;
    net->evaluate(size, codes, seen);
    for (const auto* values : {&seen.q, &seen.policy, &seen.value}) hash = mixed(hash, *values);
  }
  EXPECT_EQ(hash, 1665463408660326403ULL) << "a new net in models/ needs a new number here";
}

// What is preferred is not slower than what is not: by the processor's own time, the best of several short runs, with a
// quarter to spare for a loaded machine. A loop that lost its instructions is many times slower.
TEST(InstructionSets, StandInTheOrderOfTheirSpeed) {
  const auto seconds = [](const InstructionSet& set) {
    const Layer layer(11, 64, 1);
    const Int8Convolution convolution(layer.kernel, layer.channels, set);
    const auto bytes = layer.bytes(set);
    std::vector<float> output(layer.x.size());
    double best = 1e9;
    for (int run = 0; run < 5; ++run) {
      const testing_time::CpuWatch watch;
      for (int i = 0; i < 10; ++i) convolution.run(bytes, layer.bias.data(), output.data());
      best = std::min(best, watch.seconds());
    }
    return best;
  };
  double faster = 0;
  for (const auto& set : instruction_sets()) {
    const double now = seconds(set);
    EXPECT_LT(faster, 1.25 * now) << set.name << " is faster than what is preferred to it";
    faster = now;
  }
}

// A net runs in bytes where that is faster: a table, since what is measured differs from run to run and so would the answers.
TEST(InstructionSets, RunNetsInBytesWhereThatIsFaster) {
  for (const auto& set : instruction_sets()) {
    const std::string name = set.name;
    EXPECT_EQ(set.exact->fast_bytes, name != "baseline" && name != "avx2") << name;
  }
  EXPECT_STREQ(instruction_sets().back().name, "baseline");
  EXPECT_EQ(built_in_runtimes().front() == "int8", instruction_set().exact->fast_bytes);
}

// The table is right for this CPU: what "auto" takes is not slower than our other runtime, measured as above.
// By turns, and for longer where a busy neighbour is in the way: what is really slower stays so.
TEST(InstructionSets, AutoTakesTheFasterRuntime) {
  const auto weights = read_weights(default_model());
  const std::string taken = built_in_runtimes().front();
  const std::string other = taken == "int8" ? "winograd" : "int8";
  const std::array nets{make_evaluator(weights, "cpu", taken),
                        make_evaluator(weights, "cpu", other)};
  const std::vector<std::uint8_t> codes(11 * 11);
  Evaluations seen;
  for (const auto& net : nets) net->evaluate(11, codes, seen);
  std::array<double, 2> best{1e9, 1e9};
  const auto is_faster = [&] { return best[0] < 1.25 * best[1]; };
  for (int run = 0; run < 5 || (run < 100 && !is_faster()); ++run) {
    for (std::size_t i = 0; i < nets.size(); ++i) {
      const testing_time::CpuWatch watch;
      for (int k = 0; k < 3; ++k) nets[i]->evaluate(11, codes, seen);
      best[i] = std::min(best[i], watch.seconds());
    }
  }
  EXPECT_TRUE(is_faster()) << taken << " takes " << best[0] << " s, " << other << " " << best[1];
}

}  // namespace
}  // namespace losange::net
