// Every runtime gives the same answers: those of a slow reference written here from the description in
// net/file/architecture.h, on every board size, alone and in batches, from one thread and from several.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <thread>

#include "base/error.h"
#include "base/random.h"
#include "hex/board/geometry.h"
#include "hex/board/position.h"
#include "lively_net.h"
#include "net/file/weights.h"
#include "net/input/board_codes.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"
#include "net/torch/torch.h"
#include "places.h"
#include "shell.h"
#include "temporary.h"

namespace losange::net {
namespace {

using ::testing::HasSubstr;
using testing_nets::lively_weights;
using testing_nets::random_codes;

// The net by its definition, in double, one position, [channel][row][column], no library.
class Reference {
 public:
  explicit Reference(const Weights& weights) : config_(weights.config) {
    std::size_t next = 0;
    for (const auto& tensor : tensor_shapes(config_)) {
      auto& values = tensors_[tensor.name];
      for (std::int64_t i = 0; i < tensor.count(); ++i) values.push_back(weights.values[next++]);
    }
  }

  Evaluations evaluate(int size, std::span<const std::uint8_t> codes) const {
    const int wide = size + 2;
    Planes input(kInputPlanes, std::vector<double>(static_cast<std::size_t>(wide * wide)));
    for (int row = 0; row < wide; ++row) {
      for (int column = 0; column < wide; ++column) {
        const auto at = static_cast<std::size_t>(row * wide + column);
        const bool edge_row = row == 0 || row > size, edge_column = column == 0 || column > size;
        const bool inside = !edge_row && !edge_column;
        const int code =
            inside ? codes[static_cast<std::size_t>((row - 1) * size + column - 1)] : 0;
        input[0][at] = edge_row || code == 1;
        input[1][at] = edge_column || code == 2;
        input[2][at] = inside;
      }
    }
    Planes x = relu(convolve(input, wide, size, 1, "stem.weight", tensors_.at("stem.bias")));
    for (int b = 0; b < config_.blocks; ++b) {
      const std::string name = "blocks." + std::to_string(b) + ".";
      std::vector<double> bias = tensors_.at(name + "first.bias");
      if (config_.pools(b)) bias = linear(name + "pool.weight", summary(x), bias);
      const Planes inside = relu(convolve(x, size, size, 0, name + "first.weight", bias));
      const std::vector<double> none(bias.size());
      const Planes delta = convolve(inside, size, size, 0, name + "second.weight", none);
      const double gain = tensors_.at(name + "gain")[0];
      for (std::size_t c = 0; c < x.size(); ++c) {
        for (std::size_t i = 0; i < x[c].size(); ++i)
          x[c][i] = std::max(0.0, x[c][i] + gain * delta[c][i]);
      }
    }
    std::vector<double> hidden =
        linear("board.first.weight", summary(x), tensors_.at("board.first.bias"));
    for (double& value : hidden) value = std::max(0.0, value);
    const auto board = linear("board.second.weight", hidden, tensors_.at("board.second.bias"));
    Evaluations out;
    out.value.push_back(static_cast<float>(board[0]));
    for (std::size_t cell = 0; cell < x[0].size(); ++cell) {
      std::vector<double> here;
      for (const auto& plane : x) here.push_back(plane[cell]);
      const auto pair = linear("cells.weight", here, tensors_.at("cells.bias"));
      out.q.push_back(static_cast<float>(pair[0] + board[1]));
      out.policy.push_back(static_cast<float>(pair[1]));
    }
    return out;
  }

 private:
  using Planes = std::vector<std::vector<double>>;

  // `shift`: where in the input the first cell of the output lies.
  Planes convolve(const Planes& input, int wide, int size, int shift, const std::string& kernel,
                  const std::vector<double>& bias) const {
    const auto& weights = tensors_.at(kernel);
    Planes output;
    for (std::size_t o = 0; o < bias.size(); ++o) {
      std::vector<double> plane(static_cast<std::size_t>(size * size), bias[o]);
      for (std::size_t c = 0; c < input.size(); ++c) {
        for (int i = 0; i < 9 * size * size; ++i) {
          const int cell = i / 9;
          const int row = cell / size + shift + i % 9 / 3 - 1,
                    column = cell % size + shift + i % 3 - 1;
          if (row < 0 || column < 0 || row >= wide || column >= wide) continue;
          plane[static_cast<std::size_t>(cell)] +=
              weights[(o * input.size() + c) * 9 + static_cast<std::size_t>(i % 9)] *
              input[c][static_cast<std::size_t>(row * wide + column)];
        }
      }
      output.push_back(std::move(plane));
    }
    return output;
  }

  std::vector<double> linear(const std::string& matrix, const std::vector<double>& input,
                             std::vector<double> output) const {
    for (std::size_t o = 0; o < output.size(); ++o) {
      for (std::size_t i = 0; i < input.size(); ++i) {
        output[o] += tensors_.at(matrix)[o * input.size() + i] * input[i];
      }
    }
    return output;
  }

  static Planes relu(Planes planes) {
    for (auto& plane : planes) {
      for (double& value : plane) value = std::max(0.0, value);
    }
    return planes;
  }

  static std::vector<double> summary(const Planes& x) {
    std::vector<double> means, most;
    for (const auto& plane : x) {
      double sum = 0;
      for (const double value : plane) sum += value;
      means.push_back(sum / static_cast<double>(plane.size()));
      most.push_back(*std::max_element(plane.begin(), plane.end()));
    }
    means.insert(means.end(), most.begin(), most.end());
    return means;
  }

  NetConfig config_;
  std::map<std::string, std::vector<double>> tensors_;
};

void expect_near(std::span<const float> seen, std::span<const float> wanted,
                 const std::string& what, double tolerance = 1e-4) {
  ASSERT_EQ(seen.size(), wanted.size()) << what;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    ASSERT_NEAR(seen[i], wanted[i], tolerance) << what << ", entry " << i;
  }
}

void expect_same(const Evaluations& seen, const Evaluations& wanted, const std::string& what,
                 double tolerance = 1e-4) {
  expect_near(seen.q, wanted.q, what + ", q", tolerance);
  expect_near(seen.policy, wanted.policy, what + ", policy", tolerance);
  expect_near(seen.value, wanted.value, what + ", value", tolerance);
}

class Runtimes : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { set_net_threads(1); }
};

TEST_P(Runtimes, AnswerAsTheReferenceOnEverySize) {
  const Weights weights =
      lively_weights({.blocks = 3, .channels = 12, .pool_every = 2, .value_hidden = 8}, 5);
  const auto evaluator = make_evaluator(weights, "cpu", GetParam());
  const Reference reference(weights);
  base::Random random(1);
  for (int size = hex::kMinSize; size <= hex::kMaxSize; ++size) {
    const auto codes = random_codes(1, size, random);
    Evaluations seen;
    evaluator->evaluate(size, codes, seen);
    // Logits spread over about one: 8 bits keep two digits of that.
    const double tolerance = GetParam() == "int8" ? 0.02 : 1e-4;
    expect_same(seen, reference.evaluate(size, codes), std::to_string(size), tolerance);
  }
}

TEST_P(Runtimes, AnswerABatchAsItsPositionsOneByOne) {
  const Weights weights =
      lively_weights({.blocks = 3, .channels = 16, .pool_every = 3, .value_hidden = 8}, 6);
  const auto evaluator = make_evaluator(weights, "cpu", GetParam());
  base::Random random(2);
  // Growing, shrinking and past the length at which a runtime may cut a batch.
  for (const int count : {3, 40, 1, 16, 17, 2}) {
    for (const int size : {5, 8}) {
      const auto cells = static_cast<std::size_t>(size * size);
      const auto codes = random_codes(count, size, random);
      Evaluations together, alone;
      evaluator->evaluate(size, codes, together);
      ASSERT_EQ(together.value.size(), static_cast<std::size_t>(count));
      for (std::size_t i = 0; i < together.value.size(); ++i) {
        evaluator->evaluate(size, std::span(codes).subspan(i * cells, cells), alone);
        const std::string what = std::to_string(count) + " at once, number " + std::to_string(i);
        expect_near(alone.q, std::span(together.q).subspan(i * cells, cells), what);
        expect_near(alone.policy, std::span(together.policy).subspan(i * cells, cells), what);
        expect_near(alone.value, std::span(together.value).subspan(i, 1), what);
      }
    }
  }
}

TEST_P(Runtimes, AnswerSeveralThreadsAtOnce) {
  const Weights weights =
      lively_weights({.blocks = 2, .channels = 8, .pool_every = 2, .value_hidden = 8}, 7);
  const auto evaluator = make_evaluator(weights, "cpu", GetParam());
  base::Random random(3);
  std::vector<std::vector<std::uint8_t>> boards;
  std::vector<Evaluations> wanted(4), seen(4);
  for (std::size_t t = 0; t < 4; ++t) {
    boards.push_back(random_codes(static_cast<int>(t) + 1, 7, random));
    evaluator->evaluate(7, boards[t], wanted[t]);
  }
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 50; ++i) evaluator->evaluate(7, boards[t], seen[t]);
      });
    }
  }
  for (std::size_t t = 0; t < 4; ++t)
    expect_same(seen[t], wanted[t], "thread " + std::to_string(t));
}

TEST(RuntimeChoice, FloatRuntimesAgreeOnANetOfTheUsualSize) {
  auto names = built_in_runtimes();
  std::erase(names, "int8");
  if (names.size() < 2) GTEST_SKIP() << "fewer than two runtimes in float are built in";
  set_net_threads(1);
  const Weights weights = lively_weights({}, 8);
  const auto first = make_evaluator(weights, "cpu", names[0]);
  for (std::size_t i = 1; i < names.size(); ++i) {
    const auto other = make_evaluator(weights, "cpu", names[i]);
    base::Random random(4);
    for (int size = hex::kMinSize; size <= hex::kMaxSize; ++size) {
      const auto codes = random_codes(3, size, random);
      Evaluations a, b;
      first->evaluate(size, codes, a);
      other->evaluate(size, codes, b);
      expect_same(a, b, names[i] + ", size " + std::to_string(size));
    }
  }
}

std::size_t best_cell(const std::vector<std::uint8_t>& codes, const std::vector<float>& q) {
  std::size_t best = codes.size();
  for (std::size_t c = 0; c < codes.size(); ++c) {
    if (codes[c] == kEmpty && (best == codes.size() || q[c] > q[best])) best = c;
  }
  return best;
}

// Games that the net plays against itself in float, from two random stones on.
TEST(RuntimeChoice, EightBitsChooseTheSameMovesInSelfPlay) {
  const auto model = std::filesystem::path(testing_places::source()) / "models" / "hex.safetensors";
  ASSERT_TRUE(std::filesystem::exists(model)) << "the net that ships is missing";
  set_net_threads(1);
  const Weights weights = read_weights(model);
  const auto exact = make_evaluator(weights, "cpu", "float");
  const auto coarse = make_evaluator(weights, "cpu", "int8");
  base::Random random(5);
  int positions = 0, same = 0;
  double value_error = 0;
  for (int game = 0; game < 24; ++game) {
    const int size = std::array{7, 9, 11}[static_cast<std::size_t>(game % 3)];
    hex::Position<2> position(size, false);
    std::vector<std::uint8_t> codes(static_cast<std::size_t>(size * size));
    while (position.outcome() == hex::Outcome::Ongoing) {
      write_codes(position, codes.data());
      Evaluations a, b;
      exact->evaluate(size, codes, a);
      coarse->evaluate(size, codes, b);
      std::size_t move = best_cell(codes, a.policy);
      if (position.stone_count() >= 2) {
        ++positions;
        same += best_cell(codes, b.policy) == move;
        value_error += std::abs(std::tanh(a.value[0] / 2) - std::tanh(b.value[0] / 2));
      } else {
        do {
          move = random.below(static_cast<std::uint32_t>(codes.size()));
        } while (codes[move] != kEmpty);
      }
      position.play(hex::Move::at(turned_cell(position, static_cast<int>(move))));
    }
  }
  EXPECT_GT(positions, 300);
  EXPECT_GE(same, 0.97 * positions) << same << " of " << positions;
  EXPECT_LT(value_error / positions, 0.02);
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(BuiltIn, Runtimes, ::testing::ValuesIn(built_in_runtimes()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Runtimes);

std::string refusal(const std::string& device, const std::string& runtime) {
  try {
    make_evaluator(lively_weights({.blocks = 1, .channels = 4, .value_hidden = 4}, 9), device,
                   runtime);
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "accepted";
}

// Players with LibTorch as their runtime play in the program's twin; without a GPU, cuda says what to do.
TEST(RuntimeChoice, PlayersMayTakeLibTorchOnTheCpuAndOnAGpu) {
  if (!has_libtorch()) GTEST_SKIP() << "this build has no LibTorch";
  const auto folder = testing_files::temporary("torch_players");
  std::filesystem::create_directories(folder);
  const auto play = [&](const std::string& runtime) {
    return testing_files::run_shell(folder, testing_places::program() +
                                                " match zero:visits=4,runtime=" + runtime +
                                                " random --size 3 --games 2");
  };
  const auto on_cpu = play("libtorch");
  EXPECT_EQ(on_cpu.code, 0) << on_cpu.err;
  EXPECT_THAT(on_cpu.out, HasSubstr("2 of 2 games"));
  const auto on_gpu = play("cuda");
  if (on_gpu.code != 0) {
    EXPECT_THAT(on_gpu.err, HasSubstr("choose the device cpu, or another runtime"));
  }
  std::filesystem::remove_all(folder);
}

TEST(RuntimeChoice, RefusesWhatIsNotThereAndSaysWhatIs) {
  EXPECT_THAT(refusal("cpu", "abacus"), HasSubstr("there is no runtime 'abacus'"));
  EXPECT_THAT(refusal("tpu", "auto"), HasSubstr("choose auto, cpu or cuda"));
  EXPECT_EQ(refusal("cpu", "auto"), "accepted");
  EXPECT_EQ(refusal("cpu", built_in_runtimes().front()), "accepted");
  EXPECT_EQ(refusal("cpu", "float"), "accepted");
}

}  // namespace
}  // namespace losange::net
