// What travels between ranks comes out as it went in.
#include "train/selfplay/packed_round.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace losange::train {
namespace {

// Empty cells, stones, policies with and without, games that end; played up to a step and a game.
Round made_up_round(int size, bool searched, int step, int game) {
  Round round;
  round.size = size;
  round.steps = 5;
  round.games = 3;
  round.step = step;
  round.game = game;
  round.games_ended = 7;
  round.plies_ended = 1234567890123;
  round.entropy_sum = 0.1 + 0.2;
  const std::size_t all = round.index(round.steps, 0), made = round.index(step, game);
  round.codes.resize(all * round.cells());
  round.moves.resize(all);
  round.values.resize(all);
  round.won.resize(all);
  if (searched) {
    round.policies.resize(all * round.cells());
    round.surprises.resize(all);
  }
  base::Random random(static_cast<std::uint64_t>(size));
  for (std::size_t at = 0; at < made; ++at) {
    const bool full = random.below(2) == 0;
    for (std::size_t cell = at * round.cells(); cell < (at + 1) * round.cells(); ++cell) {
      round.codes[cell] = static_cast<std::uint8_t>(random.below(3));
      if (searched && full && round.codes[cell] == 0) {
        round.policies[cell] = static_cast<float>(random.unit());
      }
    }
    round.moves[at] =
        static_cast<std::int16_t>(random.below(static_cast<std::uint32_t>(size * size)));
    round.values[at] = static_cast<float>(random.unit());
    round.won[at] = static_cast<std::uint8_t>(random.below(2));
    if (searched && full) round.surprises[at] = static_cast<float>(random.unit());
  }
  for (int i = 0; i < round.games; ++i) round.randoms.emplace_back(static_cast<std::uint64_t>(i));
  return round;
}

TEST(PackedRound, ComesOutAsItWentIn) {
  for (const int size : {3, 11, 19}) {
    for (const bool searched : {false, true}) {
      for (const auto& [step, game] : {std::pair(5, 0), {2, 1}, {0, 0}}) {
        const Round in = made_up_round(size, searched, step, game);
        Round out = unpack_round(pack_round(in));
        EXPECT_EQ(out.codes, in.codes);
        EXPECT_EQ(out.moves, in.moves);
        EXPECT_EQ(out.values, in.values);
        EXPECT_EQ(out.won, in.won);
        EXPECT_EQ(out.policies, in.policies);
        EXPECT_EQ(out.surprises, in.surprises);
        EXPECT_EQ(std::tuple(out.size, out.steps, out.games, out.step, out.game, out.games_ended,
                             out.plies_ended, out.entropy_sum),
                  std::tuple(in.size, in.steps, in.games, in.step, in.game, in.games_ended,
                             in.plies_ended, in.entropy_sum));
        ASSERT_EQ(out.randoms.size(), in.randoms.size());
        for (std::size_t i = 0; i < in.randoms.size(); ++i) {
          Round copy = in;
          EXPECT_EQ(out.randoms[i](), copy.randoms[i]());
        }
      }
    }
  }
}

TEST(PackedRound, TakesTheBytesItSays) {
  static_assert(packed_position_bytes(11) == 37);
  const auto bytes = [](int step) { return pack_round(made_up_round(11, false, step, 0)).size(); };
  EXPECT_EQ(bytes(4) - bytes(3), 3 * packed_position_bytes(11));
}

TEST(PackedRound, RefusesWhatIsCutOrTooLong) {
  const std::string whole = pack_round(made_up_round(5, true, 5, 0));
  EXPECT_THROW(unpack_round(whole.substr(0, whole.size() - 1)), base::UserError);
  EXPECT_THROW(unpack_round(whole + "x"), base::UserError);
  EXPECT_THROW(unpack_round(""), base::UserError);
}

}  // namespace
}  // namespace losange::train
