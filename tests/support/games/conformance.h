// What every game must hold, as one suite over the Game concept. A game's test file instantiates it:
//   TEST(Hex, Conforms) { conformance::check<hex::Hex<2>>({.size = 5, .swap = true}, 50, 1); }
// It knows nothing of any game: moves may be sequences of squares, games may be drawn, positions may
// depend on their past.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "game/game.h"
#include "game/record.h"

namespace losange::conformance {

template <game::Game G>
std::vector<typename G::Position::Move> moves_of(const typename G::Position& position) {
  typename G::Position::Moves list;
  position.legal_moves(list);
  return {list.begin(), list.end()};
}

// Everything that holds at one position.
template <game::Game G>
void check_position(const typename G::Position& position) {
  const auto moves = moves_of<G>(position);
  ASSERT_EQ(position.hash(), position.recomputed_hash());
  ASSERT_EQ(moves.empty(), position.outcome() != game::Outcome::Ongoing);

  std::set<std::string> texts;
  for (const auto move : moves) {
    const std::string text = G::to_text(position, move);
    ASSERT_TRUE(texts.insert(text).second) << "two moves are written " << text;
    ASSERT_EQ(G::parse(position, text), move) << text;
  }
  for (const char* nonsense : {"", " ", "zz", "a0", "a999", "-", "1-", "99-98", "\x01", "f6f6"}) {
    if (texts.contains(nonsense)) continue;
    ASSERT_THROW(G::parse(position, nonsense), base::UserError) << nonsense;
  }
}

// One random game, checked at every position; gives its outcome.
template <game::Game G>
game::Outcome check_random_game(const typename G::Config& config, base::Random& random,
                                int longest_game) {
  auto position = G::initial(config);
  auto from_record = position;
  std::vector<typename G::Position> past{position};
  std::vector<typename G::Position::Move> played;
  while (true) {
    check_position<G>(position);
    if (testing::Test::HasFatalFailure()) return position.outcome();
    const auto moves = moves_of<G>(position);
    if (moves.empty()) break;
    if (static_cast<int>(played.size()) >= longest_game) {
      ADD_FAILURE() << "a random game did not end in " << longest_game << " moves";
      return position.outcome();
    }
    const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];

    game::RecordNode node;
    node.move = game::RecordMove{position.to_move(), G::to_text(position, move)};
    G::apply(from_record, node);
    const auto copy = position;
    const auto hash_before = copy.hash();
    position.play(move);
    EXPECT_EQ(copy.hash(), hash_before) << "playing changed a copy";
    EXPECT_EQ(from_record.hash(), position.hash()) << "a record replays differently";
    EXPECT_EQ(from_record.outcome(), position.outcome());
    EXPECT_EQ(from_record.to_move(), position.to_move());
    played.push_back(move);
    past.push_back(position);
  }
  // The same moves lead to the same positions: nothing hides outside the value.
  auto again = G::initial(config);
  for (std::size_t i = 0; i < played.size(); ++i) {
    EXPECT_EQ(again.hash(), past[i].hash());
    again.play(played[i]);
  }
  EXPECT_EQ(again.outcome(), position.outcome());
  return position.outcome();
}

template <game::Game G>
void check(const typename G::Config& config, int games, std::uint64_t seed,
           int longest_game = 1000) {
  base::Random random(seed);
  for (int i = 0; i < games && !testing::Test::HasFailure(); ++i) {
    const auto outcome = check_random_game<G>(config, random, longest_game);
    EXPECT_NE(outcome, game::Outcome::Ongoing);
  }
}

}  // namespace losange::conformance
