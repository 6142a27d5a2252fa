// The net as a player: its moves are legal on every size, it takes the better side under the swap rule
// and its draws repeat with the seed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "net/file/weights.h"
#include "players/game/any_position.h"
#include "players/registry.h"
#include "temporary.h"

namespace losange::players {
namespace {

class RawNet : public ::testing::Test {
 protected:
  void SetUp() override {
    net::Weights weights;
    weights.config = {.blocks = 3, .channels = 8, .pool_every = 3, .value_hidden = 8};
    weights.values = net::newborn_values(weights.config, 3);
    weights.history.sizes = {5};
    net::write_weights(path_, weights);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  std::string spec(const std::string& more = "") const {
    return "net:model=" + path_.string() + more;
  }
  static game::GameRecord record(int size, bool swap, std::initializer_list<const char*> moves) {
    game::GameRecord record;
    record.setup.size = size;
    record.setup.swap = swap;
    game::Side side = game::Side::First;
    for (const char* move : moves) {
      record.play({side, move});
      side = game::other(side);
    }
    return record;
  }

  std::filesystem::path path_ = testing_files::temporary("raw_net.safetensors");
};

TEST_F(RawNet, PlaysLegalMovesOnEverySize) {
  const auto player = make_player(spec());
  for (const int size : {1, 2, 5, 11, 14, 19}) {
    for (const bool swap : {false, true}) {
      const auto at = record(size, swap, {});
      const auto answer = player->choose(at, {}, {}, {});
      EXPECT_NO_THROW(replay(at)->check(answer.move)) << size << " " << answer.move;
    }
  }
}

TEST_F(RawNet, SwapIsTheNegativeOfTheBestMove) {
  const auto player = make_player(spec());
  const auto report = player->choose(record(5, true, {"c3"}), {}, {}, {}).report;
  double swap = 0, best = -2;
  for (const auto& line : report.lines) {
    if (line.move == "swap-pieces") {
      swap = line.value;
    } else {
      best = std::max(best, line.value);
    }
  }
  ASSERT_EQ(report.lines.size(), 25u);
  EXPECT_DOUBLE_EQ(swap, -best);
  EXPECT_EQ(report.best == "swap-pieces", swap > best);
  EXPECT_DOUBLE_EQ(report.value, std::max(swap, best));
}

TEST_F(RawNet, DrawsRepeatWithTheSeed) {
  const auto player = make_player(spec(",temperature=5"));
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    search::Limits limits;
    limits.seed = seed;
    const auto move = player->choose(record(5, false, {"c3"}), limits, {}, {}).move;
    EXPECT_EQ(move, player->choose(record(5, false, {"c3"}), limits, {}, {}).move);
    seen.insert(move);
  }
  EXPECT_GT(seen.size(), 3u);
}

TEST_F(RawNet, AMissingModelIsNamed) {
  EXPECT_THROW(
      {
        try {
          make_player("net:model=/no/such/file");
        } catch (const base::UserError& error) {
          EXPECT_THAT(error.what(), ::testing::HasSubstr("/no/such/file"));
          throw;
        }
      },
      base::UserError);
}

}  // namespace
}  // namespace losange::players
