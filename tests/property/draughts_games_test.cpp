// Properties of draughts over random games of every variant, against a slow generator that knows no bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "conformance.h"
#include "draughts/text/fen.h"
#include "draughts/text/notation.h"

namespace losange::draughts {
namespace {

static_assert(game::Game<Draughts<Bits64>> && game::Game<Draughts<Bits128>>);

struct Case {
  const Rules* rules;
  int size;
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& rules : all_rules()) {
    for (const int size : rules.sizes) cases.push_back({&rules, size});
  }
  return cases;
}

TEST(DraughtsConformance, EveryVariant) {
  for (const auto& [rules, size] : all_cases()) {
    SCOPED_TRACE(std::string(rules->name) + " " + std::to_string(size));
    const Config config{rules, size};
    if (needs_128_bits(size)) {
      conformance::check<Draughts<Bits128>>(config, 3, 7);
    } else {
      conformance::check<Draughts<Bits64>>(config, 8, 7);
    }
  }
}

// Plays random games and calls f(position) everywhere.
template <class F>
void on_random_games(const Variant<Bits64>& variant, int games, std::uint64_t seed, F&& f) {
  base::Random random(seed);
  for (int game = 0; game < games; ++game) {
    Position<Bits64> position(variant);
    while (true) {
      f(position);
      if (testing::Test::HasFailure()) return;
      Position<Bits64>::Moves moves;
      position.legal_moves(moves);
      if (moves.empty()) break;
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(DraughtsText, PositionsAndHubMovesReadBack) {
  for (const auto& [rules, size] : all_cases()) {
    if (needs_128_bits(size)) continue;
    on_random_games(variant<Bits64>(*rules, size), 4, 3, [&](const Position<Bits64>& position) {
      const auto fen = parse_fen(position.variant(), to_fen(position));
      EXPECT_EQ(fen.pieces(), position.pieces()) << to_fen(position);
      EXPECT_EQ(fen.turn(), position.turn());
      const auto hub = parse_hub_position(position.variant(), to_hub_position(position));
      EXPECT_EQ(hub.pieces(), position.pieces());
      EXPECT_EQ(hub.turn(), position.turn());
      for (const auto& move : board_moves(position)) {
        EXPECT_EQ(parse_hub_move(position, hub_text(position.variant(), move)), move);
      }
    });
  }
}

// A capture's path begins and ends where the move does and has as many legs as pieces were captured.
TEST(DraughtsText, PathsOfCapturesFit) {
  int long_captures = 0;
  for (const auto& [rules, size] : all_cases()) {
    if (needs_128_bits(size)) continue;
    on_random_games(variant<Bits64>(*rules, size), 6, 5, [&](const Position<Bits64>& position) {
      for (const auto& move : board_moves(position)) {
        if (move.captured == 0) continue;
        const auto path = capture_path(position, move);
        ASSERT_EQ(static_cast<int>(path.size()), count(move.captured) + 1);
        EXPECT_EQ(path.front(), move.from);
        EXPECT_EQ(path.back(), move.to);
        long_captures += count(move.captured) > 2 ? 1 : 0;
      }
    });
  }
  EXPECT_GT(long_captures, 30);
}

TEST(DraughtsRules, CountsOfMovesAgree) {
  for (const auto& [rules, size] : all_cases()) {
    if (needs_128_bits(size)) continue;
    const auto& v = variant<Bits64>(*rules, size);
    on_random_games(v, 4, 11, [&](const Position<Bits64>& position) {
      const auto moves = board_moves(position);
      EXPECT_EQ(v.compiled->count_moves[index(position.turn())](position.pieces(),
                                                                position.barred_kings()),
                moves.size());
      EXPECT_EQ(position.can_move(), !moves.empty());
      if (!moves.empty()) {
        EXPECT_EQ(position.can_capture(position.turn()), moves[0].captured != 0);
      }
    });
  }
}

}  // namespace
}  // namespace losange::draughts
