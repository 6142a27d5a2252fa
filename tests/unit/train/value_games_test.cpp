// Games played for their positions: random starts, the lines of a sample, files that can be gone on with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "error_of.h"
#include "temporary.h"
#include "train/samples/replay_buffer.h"
#include "train/value/games.h"
#include "train/value/generate.h"

namespace losange::train {
namespace {

using testing_errors::error_of;
using game::Side;
using ::testing::HasSubstr;

TEST(RandomStarts, GiveEachSideTwoStonesThatTouch) {
  base::Random random(1);
  const RandomStart pairs{.min_pairs = 2, .max_pairs = 5, .random_moves = 0};
  for (int i = 0; i < 100; ++i) {
    const Start start = random_start(7, pairs, random);
    const auto position = hex::Position<2>::from_flat(start.board, start.to_move);
    EXPECT_EQ(position.outcome(), game::Outcome::Ongoing);
    EXPECT_EQ(start.to_move, Side::First);
    for (const auto side : {Side::First, Side::Second}) {
      const auto& stones = position.stones(side);
      EXPECT_GE(stones.count(), 2);
      EXPECT_LE(stones.count(), 5);
      EXPECT_TRUE(overlaps(position.geometry().spread(stones), stones));
    }
  }
}

TEST(RandomStarts, RefuseWhatDoesNotFit) {
  EXPECT_EQ(error_of([] { check_start(7, {.min_pairs = 2, .max_pairs = 8}); }), "");
  EXPECT_EQ(error_of([] { check_start(7, {}); }), "");
  EXPECT_THAT(error_of([] { check_start(7, {.min_pairs = 1, .max_pairs = 3}); }),
              HasSubstr("two that touch"));
  EXPECT_THAT(error_of([] { check_start(7, {.min_pairs = 9, .max_pairs = 9}); }),
              HasSubstr("2 to 8"));
  EXPECT_THAT(error_of([] { check_start(3, {.min_pairs = 2, .max_pairs = 2}); }),
              HasSubstr("empty board"));
}

// Plays the first empty cell, and gives up at its third turn.
class GivesUp : public players::Player {
 public:
  players::Answer choose(const game::GameRecord&, const search::Limits&, const players::Observer&,
                         std::stop_token) override {
    players::Answer answer;
    answer.resign = ++turns_ == 3;
    if (!answer.resign) answer.move = "a" + std::to_string(turns_);
    return answer;
  }
  void new_game() override { turns_ = 0; }

 private:
  int turns_ = 0;
};

class PlaysOn : public players::Player {
 public:
  players::Answer choose(const game::GameRecord&, const search::Limits&, const players::Observer&,
                         std::stop_token) override {
    players::Answer answer;
    answer.move = "e" + std::to_string(++turns_);
    return answer;
  }
  void new_game() override { turns_ = 0; }

 private:
  int turns_ = 0;
};

TEST(ValueGames, WhoResignsHasLost) {
  GivesUp first;
  PlaysOn second;
  const Start start{std::vector<int>(25), Side::First};
  const auto samples = play_value_game(start, {Seat{&first, {}, 0}, Seat{&second, {}, 0}}, 1, {});
  ASSERT_EQ(samples.size(), 5u);  // two turns of each, and the one at which it gave up
  for (std::size_t i = 0; i < samples.size(); ++i) {
    EXPECT_EQ(samples[i].result, samples[i].to_move == Side::First ? -1 : 1);
    EXPECT_EQ(samples[i].moves_to_end, static_cast<int>(samples.size() - i));
  }
}

TEST(ValueSamples, AreReadBack) {
  ValueSample sample{.size = 2,
                     .board = {0, 1, 2, 0},
                     .to_move = Side::Second,
                     .result = -1,
                     .moves_to_end = 3,
                     .game = 12,
                     .value = -0.5f};
  const auto text = to_line(sample);
  EXPECT_EQ(
      text,
      R"({"N":2,"board":[0,1,2,0],"to_move":2,"result":-1,"moves_to_end":3,"game":12,"value":-0.5})");
  const auto again = parse_sample(text);
  EXPECT_EQ(again.board, sample.board);
  EXPECT_EQ(again.to_move, Side::Second);
  EXPECT_EQ(again.result, -1);
  EXPECT_EQ(again.moves_to_end, 3);
  EXPECT_EQ(again.game, 12u);
  EXPECT_EQ(again.value, sample.value);
  sample.value.reset();
  EXPECT_FALSE(parse_sample(to_line(sample)).value);
}

TEST(ValueSamples, SayWhatIsWrong) {
  const auto wrong = [](const char* text) { return error_of([&] { parse_sample(text); }); };
  EXPECT_THAT(wrong("{}"), HasSubstr("not a position with N, board"));
  EXPECT_THAT(wrong(R"({"N":2,"board":[0,1,2],"to_move":1,"result":1,"moves_to_end":1})"),
              HasSubstr("not a square"));
  EXPECT_THAT(wrong(R"({"N":1,"board":[3],"to_move":1,"result":1,"moves_to_end":1})"),
              HasSubstr("cells are 0, 1 or 2"));
  EXPECT_THAT(wrong(R"({"N":1,"board":[0],"to_move":3,"result":1,"moves_to_end":1})"),
              HasSubstr("players are 1 and 2"));
  EXPECT_THAT(wrong(R"({"N":1,"board":[0],"to_move":1,"result":2,"moves_to_end":1})"),
              HasSubstr("results are"));
}

class Generate : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  GenerateRequest request(const std::string& name, std::uint64_t games) const {
    GenerateRequest request;
    request.output = folder_ / name;
    request.sizes = {4, 5};
    request.games = games;
    request.max_depth = 2;
    request.start = {.min_pairs = 2, .max_pairs = 2, .random_moves = 1};
    return request;
  }

  std::filesystem::path folder_ = testing_files::temporary("generate");
};

TEST_F(Generate, WritesWholeGamesWithTheirResults) {
  ASSERT_TRUE(generate(request("data", 21), {}));
  for (const int size : {4, 5}) {
    const auto samples = read_samples(folder_ / ("data_N" + std::to_string(size) + ".jsonl"));
    std::uint64_t games = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const auto& sample = samples[i];
      EXPECT_EQ(sample.size, size);
      EXPECT_EQ(sample.game, games);
      if (sample.moves_to_end == 1) {
        // Whoever moves last has won, and can win at once.
        EXPECT_EQ(sample.result, 1);
        const auto position = hex::Position<2>::from_flat(
            std::vector<int>(sample.board.begin(), sample.board.end()), sample.to_move);
        EXPECT_TRUE(position.winning_cells(sample.to_move).any());
        ++games;
        continue;
      }
      ASSERT_LT(i + 1, samples.size());
      EXPECT_EQ(samples[i + 1].moves_to_end, sample.moves_to_end - 1);
      EXPECT_EQ(samples[i + 1].result, -sample.result);
      EXPECT_NE(samples[i + 1].to_move, sample.to_move);
    }
    EXPECT_EQ(games, 21u);
  }
}

TEST_F(Generate, GoesOnWhereItWasCut) {
  auto threads = request("whole", 45);
  threads.threads = 3;
  ASSERT_TRUE(generate(threads, {}));
  const auto whole = base::read_file(folder_ / "whole_N4.jsonl");
  ASSERT_TRUE(generate(request("cut", 20), {}));
  const auto part = base::read_file(folder_ / "cut_N4.jsonl");
  ASSERT_TRUE(whole.starts_with(part));
  // In the middle of a line of the next game, as a full disk would leave it.
  base::write_file(folder_ / "cut_N4.jsonl", std::string_view(whole).substr(0, part.size() + 150));
  ASSERT_TRUE(generate(request("cut", 45), {}));
  EXPECT_EQ(base::read_file(folder_ / "cut_N4.jsonl"), whole);
  EXPECT_EQ(base::read_file(folder_ / "cut_N5.jsonl"), base::read_file(folder_ / "whole_N5.jsonl"));
}

TEST_F(Generate, PlaysAnyMovesWhereItIsTold) {
  auto any = request("any", 20);
  any.random_share = 1;
  any.player = "negamax:table=1";
  ASSERT_TRUE(generate(any, {}));
  ASSERT_TRUE(generate(request("chosen", 20), {}));
  // Who plays at random overlooks wins.
  const auto overlooked = [&](const std::string& name) {
    int count = 0;
    for (const auto& sample : read_samples(folder_ / (name + "_N5.jsonl"))) {
      const auto position = hex::Position<2>::from_flat(
          std::vector<int>(sample.board.begin(), sample.board.end()), sample.to_move);
      count += sample.moves_to_end > 1 && position.winning_cells(sample.to_move).any() ? 1 : 0;
    }
    return count;
  };
  EXPECT_GT(overlooked("any"), 10);
  EXPECT_EQ(overlooked("chosen"), 0);
}

// Games made in two ways would be told apart by nobody.
TEST_F(Generate, OtherSettingsDoNotGoOnWithAFile) {
  const auto begun = request("data", 20);
  ASSERT_TRUE(generate(begun, {}));
  const auto file = folder_ / "data_N4.jsonl";
  const auto games = base::read_file(file);
  const auto refusal = [&](const std::function<void(GenerateRequest&)>& change) {
    auto other = request("data", 40);
    change(other);
    return error_of([&] { generate(other, {}); });
  };
  const std::string text =
      refusal([](auto& r) { r.max_depth = 3, r.limits.seed = 8, r.limits.nodes = 50; });
  EXPECT_THAT(text,
              HasSubstr("data_N4.jsonl was begun with other settings:\n  --max-depth: was 2, now "
                        "3\n  --nodes: was none, now 50\n  --seed: was 1, now 8\n"));
  EXPECT_THAT(text, HasSubstr("name another --output"));
  EXPECT_THAT(refusal([](auto& r) { r.player = "random"; }), HasSubstr("--player: was "));
  EXPECT_THAT(refusal([](auto& r) { r.start.max_pairs = 3; }), HasSubstr("--max-pairs: was 2"));
  EXPECT_THAT(refusal([](auto& r) { r.random_share = 0.5; }), HasSubstr("--random-share"));
  EXPECT_THAT(refusal([](auto& r) { r.limits.time = base::Millis(50); }),
              HasSubstr("--move-time: was none, now 0.05"));
  EXPECT_EQ(base::read_file(file), games);
  // How many there are and who plays them changes no game.
  auto more = request("data", 40);
  more.threads = 2;
  more.sizes = {4};
  testing::internal::CaptureStderr();
  ASSERT_TRUE(generate(more, {}));
  EXPECT_TRUE(base::read_file(file).starts_with(games));
  ASSERT_TRUE(generate(more, {}));
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("data_N4.jsonl has 40 games already: nothing to do\n"));
  // Without its settings nobody knows how a file was made; without its file they say nothing.
  std::filesystem::remove(file.string() + ".settings");
  EXPECT_THAT(refusal([](auto&) {}),
              HasSubstr("data_N4.jsonl.settings, which says how its games "));
  std::filesystem::remove(folder_ / "data_N5.jsonl");
  auto anew = request("data", 20);
  anew.sizes = {5};
  anew.limits.seed = 9;
  EXPECT_TRUE(generate(anew, {}));
}

TEST_F(Generate, RefusesToGoOnWithAnotherFile) {
  base::write_file(folder_ / "data_N4.jsonl", "hello\n");
  EXPECT_THAT(error_of([&] { generate(request("data", 20), {}); }),
              HasSubstr("name another --output"));
  EXPECT_EQ(base::read_file(folder_ / "data_N4.jsonl"), "hello\n");
}

TEST(ReplayBuffers, ForgetTheOldest) {
  ReplayBuffer buffer(3, 2);
  for (int i = 0; i < 5; ++i) {
    const float row[2] = {static_cast<float>(i), static_cast<float>(-i)};
    buffer.add(row, static_cast<float>(10 * i));
  }
  EXPECT_EQ(buffer.size(), 3u);
  std::vector<float> rows, targets;
  base::Random random(1);
  buffer.draw(200, random, rows, targets);
  std::array<int, 5> seen{};
  for (std::size_t i = 0; i < targets.size(); ++i) {
    EXPECT_EQ(targets[i], 10 * rows[2 * i]);
    EXPECT_EQ(rows[2 * i + 1], -rows[2 * i]);
    ++seen[static_cast<std::size_t>(rows[2 * i])];
  }
  EXPECT_EQ(seen[0] + seen[1], 0);
  for (int i = 2; i < 5; ++i) EXPECT_GT(seen[static_cast<std::size_t>(i)], 40);
}

}  // namespace
}  // namespace losange::train
