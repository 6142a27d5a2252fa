// The strategy zero with the net that ships.
#include <gtest/gtest.h>

#include "net/evaluator.h"
#include "players/registry.h"

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

}  // namespace
}  // namespace losange::players
