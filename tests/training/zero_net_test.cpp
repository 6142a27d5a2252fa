// The strategy zero with the net that ships.
#include <gtest/gtest.h>

#include "net/file/weights.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"
#include "net/torch/torch.h"
#include "places.h"
#include "players/registry.h"
#include "train/gates/openings.h"

namespace losange::players {
namespace {

std::string answer_to(const char* opening) {
  game::GameRecord record(game::GameSetup{.size = 11, .swap = true});
  record.play({game::Side::First, opening});
  return make_player("zero:visits=16")->choose(record, {}, {}, {}).move;
}

TEST(ZeroNet, JudgesTheSwap) {
  ASSERT_NO_THROW(net::default_model()) << "models/hex.safetensors must be there";
  EXPECT_EQ(answer_to("f6"), "swap-pieces");
  EXPECT_NE(answer_to("a1"), "swap-pieces");
}

// The gate of 7x7 as `losange gate` runs it, and the judge itself: told the opposite of the truth, it must
// find every opening misjudged.
TEST(ZeroNet, PassesTheGateOfSevenBySeven) {
  auto openings =
      train::read_openings(testing_places::source() + "/tests/truth/hex-openings.txt").at(7);
  ASSERT_EQ(openings.size(), 49u);
  const std::shared_ptr<const net::Evaluator> evaluator =
      net::make_evaluator(net::read_weights(net::default_model()), "cpu", "auto");
  net::set_net_threads(1);
  const int visits = train::opening_gate(7).visits;
  EXPECT_EQ(visits, 64);
  EXPECT_EQ(train::misjudged_by_search(evaluator, 7, openings, visits, 2), std::vector<int>{});
  for (auto& opening : openings) opening.wins = !opening.wins;
  EXPECT_EQ(train::misjudged_by_search(evaluator, 7, openings, visits, 2).size(), 49u);
}

}  // namespace
}  // namespace losange::players
