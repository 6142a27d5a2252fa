// Value nets without LibTorch: their files, our runtime against Python's answers, and the strategies that play them.
#include "net/value/value_net.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include <filesystem>
#include <stop_token>

#include "base/error.h"
#include "base/random.h"
#include "base/system/file.h"
#include "base/threads/parallel.h"
#include "cpu_time.h"
#include "error_of.h"
#include "json.h"
#include "net/file/weights.h"
#include "net/shared_nets.h"
#include "oracle.h"
#include "places.h"
#include "players/alphabeta/negamax_net.h"
#include "players/game/games.h"
#include "players/registry.h"
#include "record_of.h"
#include "surroundings.h"
#include "temporary.h"

namespace losange::net {
namespace {

using testing_errors::error_of;
using game::Side;
using testing_games::record_of;
using ::testing::HasSubstr;

const std::string kTruth = testing_places::source() + "/tests/truth/";

// tools/train_gnn.py wrote the net, and torch its answers.
TEST(ValueNets, GraphNetAnswersAsInPython) {
  const auto net = shared_value_net(kTruth + "gnn-tiny.safetensors", "cpu");
  ASSERT_EQ(net->kind(), ValueKind::Graph);
  for (const auto& example :
       testing_files::Json(base::read_file(kTruth + "gnn-tiny.json")).items()) {
    const auto numbers = example.at("board").numbers();
    const std::vector<int> board(numbers.begin(), numbers.end());
    const auto position = hex::Position<2>::from_flat(
        board, example.at("to_move").number() == 1 ? Side::First : Side::Second);
    std::vector<float> questions;
    append_question(ValueKind::Graph, position, questions);
    append_question(ValueKind::Graph, position, questions);
    float values[2] = {};
    net->evaluate(static_cast<int>(example.at("size").number()), questions, values);
    EXPECT_NEAR(values[0], static_cast<float>(example.at("value").number()), 1e-4f) << example;
    EXPECT_NEAR(values[1], values[0], 1e-6f);
  }
}

// A player has the threads that it was given: products of matrices are not shared among those that OpenMP would take.
TEST(ValueNets, AnswerInTheThreadThatAsks) {
  const auto threads = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
  };
#ifdef _OPENMP
  omp_set_num_threads(4);
#endif
  const auto before = threads();
  std::vector<float> questions;
  for (int i = 0; i < 8; ++i)
    append_question(ValueKind::Graph, hex::Position<2>(11, false), questions);
  float values[8] = {};
  shared_value_net(shipped_model(players::shipped_value_net(ValueKind::Graph)), "cpu")
      ->evaluate(11, questions, values);
  EXPECT_EQ(threads(), before);
}

// By hand: one hidden unit that sees one feature.
TEST(ValueNets, PerceptronScalesByItsBuffers) {
  const ValueConfig config{ValueKind::Perceptron, 1, 3};
  ValueWeights weights = newborn_value_net(config, 1);
  std::fill(weights.values.begin(), weights.values.end(), 0.0f);
  const std::size_t features = (buffer_count(config) - 1) / 2;
  std::fill_n(weights.values.begin() + static_cast<long>(features), features, 2.0f);  // deviation
  weights.values[0] = 1;                // mean of the first feature
  weights.values[2 * features] = 0.5f;  // value_scale
  float* learnt = weights.values.data() + buffer_count(config);
  learnt[0] = 3;             // first layer
  learnt[features + 1] = 1;  // second
  learnt[features + 3] = 1;  // out
  std::vector<float> question(features, 0.0f);
  question[0] = 2;
  float value = 0;
  make_value_net(weights)->evaluate(7, question, {&value, 1});
  EXPECT_NEAR(value, 0.5f * std::tanh(3 * (2 - 1) / 2.0f), 1e-6f);
}

// The products of graph nets, in double.
TEST(ValueNets, MultiplyAlikeByEveryInstructionSet) {
  base::Random random(3);
  for (const std::size_t channels : {16U, 32U, 48U, 64U, 128U}) {
    std::vector<float> matrix(channels * channels);
    for (float& weight : matrix) weight = static_cast<float>(random.unit()) - 0.5f;
    for (const std::size_t rows : {1U, 2U, 5U, 6U, 13U}) {
      std::vector<float> factors(rows * channels);
      for (float& factor : factors) factor = static_cast<float>(random.unit()) - 0.5f;
      for (const auto& set : instruction_sets()) {
        std::vector<float> placed(matrix.size()), products(factors.size());
        for (std::size_t i = 0; i < matrix.size(); ++i) {
          placed[set.floats->kernel_place(channels, i % channels, i / channels)] = matrix[i];
        }
        set.floats->multiply(factors.data(), placed.data(), rows, channels, products.data());
        for (std::size_t at = 0; at < products.size(); ++at) {
          double wanted = 0;
          for (std::size_t i = 0; i < channels; ++i) {
            wanted += static_cast<double>(factors[at / channels * channels + i]) *
                      static_cast<double>(matrix[i * channels + at % channels]);
          }
          ASSERT_NEAR(products[at], wanted, 1e-5) << set.name << ' ' << channels << ' ' << rows;
        }
      }
    }
  }
}

// Whether Eigen multiplies, as on a CPU whose vectors are no wider than the program's, or the CPU's own instructions.
TEST(ValueNets, GraphsAnswerAlikeOnCpusWithWiderVectors) {
  const auto weights = newborn_value_net({ValueKind::Graph, 32, 3}, 5);
  std::vector<float> questions;
  for (const int cell : {0, 3, 24, 48}) {
    hex::Position<2> position(7, false);
    position.play(hex::Move::at(cell));
    append_question(ValueKind::Graph, position, questions);
  }
  const auto answers = [&](InstructionSet set, std::size_t width) {
    FloatKernels floats = *set.floats;
    floats.width = width;
    set.floats = &floats;
    std::vector<float> values(4);
    make_value_net(weights, set)->evaluate(7, questions, values);
    return values;
  };
  for (const auto& set : instruction_sets()) {
    const auto by_eigen = answers(set, 0), by_cpu = answers(set, 64);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(by_cpu[i], by_eigen[i], 1e-5f) << set.name;
  }
}

// One net asked by several threads at a time says to each what it says to one alone.
TEST(ValueNets, AnswerSeveralThreadsAtATime) {
  constexpr int kThreads = 3, kTimes = 20;
  InstructionSet set = instruction_set();
  FloatKernels floats = *set.floats;
  set.floats = &floats;
  for (const auto kind : {ValueKind::Graph, ValueKind::Perceptron}) {
    for (const std::size_t width : {0U, 64U}) {  // Eigen multiplies, or the CPU's own instructions
      floats.width = width;
      const auto net = make_value_net(newborn_value_net({kind, 32, 3}, 5), set);
      const auto answers = [&](int cell) {
        hex::Position<2> position(7, false);
        position.play(hex::Move::at(cell));
        std::vector<float> questions, values(2);
        append_question(kind, position, questions);
        position.play(hex::Move::at(cell + 1));
        append_question(kind, position, questions);
        net->evaluate(7, questions, values);
        return values;
      };
      std::vector<std::vector<float>> alone;
      alone.reserve(kThreads);
      for (int thread = 0; thread < kThreads; ++thread) alone.push_back(answers(2 * thread));
      ASSERT_NE(alone[0], alone[1]);
      base::run_on_threads(kThreads, [&](int thread) {
        for (int i = 0; i < kTimes; ++i) {
          EXPECT_EQ(answers(2 * thread), alone[static_cast<std::size_t>(thread)]) << width;
        }
      });
    }
  }
}

TEST(ValueNets, FilesAreReadBack) {
  const auto path = testing_files::temporary("value.safetensors");
  for (const auto& config :
       {ValueConfig{ValueKind::Perceptron, 5, 3}, ValueConfig{ValueKind::Graph, 4, 2}}) {
    auto weights = newborn_value_net(config, 9);
    weights.history.sizes = {5, 7};
    weights.history.step = 3;
    write_value_weights(path, weights);
    const auto again = read_value_weights(path);
    EXPECT_EQ(again.config, config);
    EXPECT_EQ(again.values, weights.values);
    EXPECT_EQ(again.history.sizes, weights.history.sizes);
    EXPECT_EQ(again.history.step, 3u);
  }
  std::filesystem::remove(path);
}

TEST(ValueNets, RefuseWhatIsNoValueNet) {
  EXPECT_THAT(error_of([] { shared_value_net("no/such/file.safetensors", "cpu"); }),
              HasSubstr("there is no net"));
  EXPECT_THAT(error_of([] { shared_value_net(default_model(), "cpu"); }),
              HasSubstr("of the kind 'hex-residual'"));
  EXPECT_THAT(error_of([] { shared_value_net(kTruth + "gnn-tiny.json", "cpu"); }),
              HasSubstr("neither TorchScript nor"));
  EXPECT_THAT(error_of([] { shared_value_net(kTruth + "gnn-tiny.safetensors", "cuda"); }),
              HasSubstr("runs on the CPU"));
  EXPECT_THAT(error_of([] {
                players::make_player("negamax-mlp:model=" + kTruth + "gnn-tiny.safetensors");
              }),
              HasSubstr("a graph net, which needs edges: play it with negamax-gnn"));
  const auto path = testing_files::temporary("archive.pt");
  base::write_file(path, "PK and so on");
  EXPECT_THAT(error_of([&] { shared_value_net(path, "cpu"); }),
              HasSubstr("needs LibTorch: start losange-torch"));
  std::filesystem::remove(path);
}

TEST(ValueNets, AreSharedWhileTheyAreHeld) {
  const auto one = shared_value_net(kTruth + "gnn-tiny.safetensors", "cpu");
  EXPECT_EQ(one, shared_value_net(kTruth + "gnn-tiny.safetensors", "cpu"));
}

class NetStrategies : public ::testing::TestWithParam<const char*> {
 protected:
  static players::TextReport think(const std::string& settings, const game::GameRecord& record) {
    return players::make_player(std::string(GetParam()) + ":table=1,cache=1," + settings)
        ->choose(record, {}, {}, {})
        .report;
  }
};

TEST_P(NetStrategies, SolveSmallBoards) {
  oracle::Solver solver;
  for (int cell = 0; cell < 9; ++cell) {
    hex::Position<2> position(3, false);
    position.play(hex::Move::at(cell));
    const auto report = think("depth=12", record_of(3, {hex::cell_name(3, cell)}));
    ASSERT_TRUE(report.proven);
    EXPECT_EQ(report.value > 0, solver.winner(position) == Side::Second) << cell;
  }
}

// Asking ahead, the table and the narrow windows save time and change no value.
TEST_P(NetStrategies, BatchesDoNotChangeValues) {
  const auto record = record_of(5, {"c2", "b4", "d3"});
  const std::string exact = "depth=2,inferior=false,reductions=false,extensions=false,";
  const auto plain = think(exact + "search=plain,batch=1", record);
  for (const char* batch : {"batch=1", "batch=3", "batch=64"}) {
    const auto report = think(exact + batch, record);
    EXPECT_EQ(report.score, plain.score) << batch;
  }
  EXPECT_NE(plain.score, 0);
}

// The leaf of a search of one ply is the position after the move.
TEST_P(NetStrategies, MixTheNetWithTheHeuristic) {
  const auto record = record_of(5, {"c2", "b4", "d3"});
  const auto value = [&](const char* alpha) {
    return think(std::string("depth=1,inferior=false,width=1,order=false,alpha=") + alpha, record)
        .value;
  };
  EXPECT_NEAR(value("0.25"), 0.25 * value("1") + 0.75 * value("0"), 2e-4);
  EXPECT_GT(std::abs(value("1") - value("0")), 1e-3);
}

TEST_P(NetStrategies, EndSoonAfterAStop) {
  std::stop_source stop;
  const auto player = players::make_player(std::string(GetParam()) + ":table=1,cache=1,depth=30");
  testing_time::CpuWatch since_stop;
  const auto stop_once = [&](const players::TextReport&) {
    if (stop.request_stop()) since_stop.restart();
  };
  player->choose(record_of(11, {"c2", "b4"}), {}, stop_once, stop.get_token());
  EXPECT_TRUE(stop.stop_requested());
  EXPECT_LT(since_stop.seconds(), testing_time::kPromise_s);
}

INSTANTIATE_TEST_SUITE_P(Both, NetStrategies, ::testing::Values("negamax-mlp", "negamax-gnn"),
                         [](const auto& info) { return std::string(info.param).substr(8); });

TEST(ShippedModel, ThatIsMissingIsToldWithOnePlaceForIt) {
  const testing_files::Environment data("XDG_DATA_HOME", "/home/somebody/.local/share");
  EXPECT_EQ(error_of([] { shipped_model("none.safetensors"); }),
            "there is no net none.safetensors to play with: "
            "name one with model=FILE, or put it in /home/somebody/.local/share/losange/models");
}

}  // namespace
}  // namespace losange::net
