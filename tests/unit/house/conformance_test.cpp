// Both games of the tests pass the one suite.
#include "conformance.h"

#include "hex/board/hex.h"
#include "leapfrog.h"

namespace losange {
namespace {

static_assert(game::Game<hex::Hex<2>> && game::Game<hex::Hex<4>> && game::Game<hex::Hex<6>>);
static_assert(game::Game<testing_games::Leapfrog>);

TEST(Conformance, HexOnEverySize) {
  for (int size = 1; size <= 19; ++size) {
    for (const bool swap : {false, true}) {
      const hex::Config config{size, swap};
      const int games = size <= 7 ? 20 : 2;
      switch (hex::words_for(size)) {
        case 2: conformance::check<hex::Hex<2>>(config, games, size); break;
        case 4: conformance::check<hex::Hex<4>>(config, games, size); break;
        default: conformance::check<hex::Hex<6>>(config, games, size); break;
      }
    }
  }
}

TEST(Conformance, LeapfrogWithDrawsAndSequences) {
  conformance::check<testing_games::Leapfrog>({}, 300, 1);
}

TEST(Conformance, LeapfrogReallyHasDrawsAndWinsAndLongMoves) {
  using G = testing_games::Leapfrog;
  base::Random random(5);
  int draws = 0, wins = 0, long_moves = 0;
  for (int i = 0; i < 300; ++i) {
    auto position = G::initial({});
    while (position.outcome() == game::Outcome::Ongoing) {
      const auto moves = conformance::moves_of<G>(position);
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      long_moves += move.length > 2 ? 1 : 0;
      position.play(move);
    }
    (position.outcome() == game::Outcome::Draw ? draws : wins) += 1;
  }
  EXPECT_GT(draws, 0);
  EXPECT_GT(wins, 0);
  EXPECT_GT(long_moves, 0);
}

}  // namespace
}  // namespace losange
