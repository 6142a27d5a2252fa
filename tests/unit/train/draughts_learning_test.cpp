// The evaluation of draughts, its weights and its endings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/random.h"
#include "draughts/evaluation/bitbase.h"
#include "draughts/evaluation/evaluation.h"
#include "draughts/rules/playout.h"
#include "draughts/text/fen.h"
#include "players/game/any_position.h"
#include "players/registry.h"

namespace losange::draughts {
namespace {

using testing::HasSubstr;

const Variant<Bits64>& board(const char* rules, int size) {
  return variant<Bits64>(find_rules(rules), size);
}

template <int N>
PatternWeights<N> random_weights(std::uint64_t seed) {
  base::Random random(seed);
  PatternWeights<N> weights;
  for (auto& phase : weights.phase) {
    for (auto& weight : phase) weight = static_cast<std::int16_t>(random.below(401)) - 200;
  }
  return weights;
}

// The tables are the weights of the features, added up.
template <int N>
void check_tables(const Variant<Bits64>& variant) {
  const auto weights = random_weights<N>(7);
  const PatternTables<N> tables(weights);
  base::Random random(2);
  Position<Bits64> position(variant);
  for (int i = 0; i < 300; ++i) {
    Position<Bits64>::Moves moves;
    position.legal_moves(moves);
    if (moves.empty()) {
      position = Position<Bits64>(variant);
      continue;
    }
    const auto f = pattern_features<N>(position.pieces(), position.turn());
    double sum[2] = {0, 0};
    for (std::size_t phase = 0; phase < 2; ++phase) {
      for (std::size_t b = 0; b < f.weight.size(); ++b) {
        sum[phase] += weights.phase[phase][static_cast<std::size_t>(f.weight[b])] * f.sign[b];
      }
      for (std::size_t o = 0; o < f.other.size(); ++o) {
        sum[phase] +=
            weights.phase[phase][weights.phase[phase].size() - f.other.size() + o] * f.other[o];
      }
    }
    const double expected =
        sum[0] * static_cast<double>(f.full) + sum[1] * (1 - static_cast<double>(f.full));
    ASSERT_NEAR(tables.evaluate(position.pieces(), position.turn()), expected, 1.01);
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

TEST(DraughtsPatterns, TablesAreTheFeaturesAddedUp) {
  check_tables<10>(board("international", 10));
  check_tables<8>(board("english", 8));
}

// A position and the same with the colours exchanged and the board turned are worth the opposite.
TEST(DraughtsPatterns, BothColoursAreTheSame) {
  const auto& v = board("international", 10);
  const PatternTables<10> tables(random_weights<10>(3));
  const auto turned = [](const Pieces<Bits64>& p) {
    const auto turn = [](Bits64 set) {
      Bits64 result = 0;
      for_each_bit(set, [&](int i) { result |= bit<Bits64>(53 - i); });
      return result;
    };
    return Pieces<Bits64>{{turn(p.of[1]), turn(p.of[0])}, turn(p.kings)};
  };
  base::Random random(4);
  Position<Bits64> position(v);
  for (int i = 0; i < 60; ++i) {
    Position<Bits64>::Moves moves;
    position.legal_moves(moves);
    if (moves.empty()) break;
    EXPECT_EQ(tables.evaluate(position.pieces(), position.turn()),
              -tables.evaluate(turned(position.pieces()), other(position.turn())));
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

TEST(DraughtsWeights, ReadBackAndRefuseDamage) {
  const VariantWeights all{"international", 10, random_weights<10>(1)};
  const auto bytes = write_weights(all);
  const auto again = read_weights(bytes);
  EXPECT_EQ(std::get<PatternWeights<10>>(again.weights).phase,
            std::get<PatternWeights<10>>(all.weights).phase);
  EXPECT_THROW(read_weights("nonsense"), base::UserError);
  base::Random random(6);
  for (int i = 0; i < 40; ++i) {
    auto broken = bytes;
    broken[random.below(static_cast<std::uint32_t>(broken.size()))] ^=
        static_cast<char>(1 + random.below(255));
    EXPECT_THROW(read_weights(broken), base::UserError);
    EXPECT_THROW(read_weights(std::string_view(bytes).substr(
                     0, random.below(static_cast<std::uint32_t>(bytes.size())))),
                 base::UserError);
  }
}

TEST(DraughtsWeights, TheShippedOnesKnowMaterial) {
  const auto& v = board("international", 10);
  const auto patterns = shipped_patterns(*v.rules, 10);
  ASSERT_TRUE(patterns.fits(*v.rules, 10));
  const Evaluation<Bits64> evaluation(v, Cost::Patterns, patterns);
  EXPECT_GT(evaluation(parse_fen(v, "W:W31-50:B1-15")), 800);
  EXPECT_LT(evaluation(parse_fen(v, "B:W31-50:B1-15")), -800);
  EXPECT_LT(std::abs(evaluation(parse_fen(v, "W:W31-50:B1-20"))), 400);
}

// What `strong` scores against `weak`, with both colours from the same random openings.
double score_of(const Variant<Bits64>& variant, const std::string& strong, const std::string& weak,
                int openings) {
  const auto setup = setup_of({variant.rules, variant.size});
  search::Limits limits;
  limits.nodes = 300;
  double score = 0;
  for (int game = 0; game < 2 * openings; ++game) {
    const auto ours = game % 2 == 0 ? game::Side::First : game::Side::Second;
    const std::unique_ptr<players::Player> players[] = {players::make_player(strong),
                                                        players::make_player(weak)};
    game::GameRecord record(setup);
    base::Random random(static_cast<std::uint64_t>(game / 2));
    for (int ply = 0;; ++ply) {
      const auto position = players::replay(record);
      if (position->outcome() != game::Outcome::Ongoing || ply == 200) {
        score += (1 + game::value_for(ours, position->outcome())) / 2.0;
        break;
      }
      const auto moves = position->legal_moves();
      auto& player = *players[position->to_move() == ours ? 0 : 1];
      record.play({position->to_move(),
                   ply < 4 ? moves[random.below(static_cast<std::uint32_t>(moves.size()))]
                           : player.choose(record, limits, {}, {}).move});
    }
  }
  return score / (2 * openings);
}

TEST(DraughtsWeights, WhatShipsBeatsMaterial) {
  int shipped = 0;
  for (const auto& rules : all_rules()) {
    for (const int size : rules.sizes) {
      if (weights_file(rules, size).empty()) continue;
      ++shipped;
      ASSERT_TRUE(shipped_patterns(rules, size).fits(rules, size)) << rules.name;
      EXPECT_GT(score_of(variant<Bits64>(rules, size), "draughts:endings=0,table=1",
                         "draughts:endings=0,table=1,eval=material", 20),
                0.7)
          << rules.name;
    }
  }
  EXPECT_EQ(shipped, 6);
}

// Every value is what the moves make of it: looked up again by one ply of play.
void check_base(const Variant<Bits64>& variant, int pieces, int samples) {
  const auto base = Bitbase::make(variant, pieces);
  base::Random random(8);
  int seen[3] = {0, 0, 0};
  for (int i = 0; i < samples; ++i) {
    Pieces<Bits64> set;
    const int count = 2 + static_cast<int>(random.below(static_cast<std::uint32_t>(pieces - 1)));
    for (int p = 0; p < count; ++p) {
      const int at =
          variant.index_of_square[1 + random.below(static_cast<std::uint32_t>(variant.squares()))];
      const auto colour = random.below(2);
      const bool king = random.below(2) == 0 || has(variant.compiled->last_row[colour], at);
      if (has(set.all(), at)) continue;
      set.of[colour] |= bit<Bits64>(at);
      if (king) set.kings |= bit<Bits64>(at);
    }
    if (set.of[0] == 0 || set.of[1] == 0) continue;
    const Position<Bits64> position(variant, set,
                                    random.below(2) == 0 ? Colour::White : Colour::Black);
    BaseValue best = BaseValue::Loss;
    Position<Bits64>::Moves moves;
    position.moves_of_board(moves);
    for (const auto& move : moves) {
      const auto after = set.after(position.turn(), move);
      const auto theirs = base.probe(after, other(position.turn()));
      const BaseValue value = !theirs || *theirs == BaseValue::Loss ? BaseValue::Win
                              : *theirs == BaseValue::Win           ? BaseValue::Loss
                                                                    : BaseValue::Draw;
      if (value == BaseValue::Win || (value == BaseValue::Draw && best == BaseValue::Loss))
        best = value;
      if (best == BaseValue::Win) break;
    }
    const auto found = base.probe(set, position.turn());
    ASSERT_TRUE(found);
    ASSERT_EQ(*found, best) << to_fen(position);
    ++seen[static_cast<int>(best)];
  }
  for (const int n : seen) EXPECT_GT(n, 20);
}

TEST(DraughtsEndings, ValuesFollowFromMoves) {
  check_base(board("international", 6), 4, 10'000);
  check_base(board("english", 8), 3, 10'000);
  check_base(board("italian", 8), 3, 5'000);
}

TEST(DraughtsEndings, TwoKingsDoNotCatchOneOnTheBigBoard) {
  const auto& v = board("international", 10);
  const auto base = Bitbase::make(v, 3);
  const auto value = [&](const char* fen) {
    const auto p = parse_fen(v, fen);
    return *base.probe(p.pieces(), p.turn());
  };
  EXPECT_EQ(value("W:WK47,K48:BK5"), BaseValue::Draw);
  EXPECT_EQ(value("B:W28:B22"), BaseValue::Win) << "the capture decides";
}

// A solver of another kind, passes over all placings until nothing changes, made files with these checksums.
TEST(DraughtsEndings, TwoWaysOfSolvingAgree) {
  const auto checksum = [](const char* rules, int size, int pieces) {
    const auto bytes = Bitbase::make(board(rules, size), pieces).write();
    const auto line = bytes.find('\n') + 1;
    return bytes.substr(line, bytes.find('\n', line) - line);
  };
  EXPECT_EQ(checksum("international", 6, 4), "383fe7c9");
  EXPECT_EQ(checksum("english", 8, 3), "29296843");
  EXPECT_EQ(checksum("italian", 8, 3), "da0b7589");
  EXPECT_EQ(checksum("russian", 8, 3), "c78219d6");
}

TEST(DraughtsEndings, FilesReadBackAndRefuseDamage) {
  const auto& v = board("international", 6);
  const auto base = Bitbase::make(v, 3);
  const auto bytes = base.write();
  const auto again = Bitbase::read(v, 3, bytes);
  EXPECT_EQ(again.write(), bytes);
  auto broken = bytes;
  broken[broken.size() / 2] ^= 1;
  EXPECT_THROW(Bitbase::read(v, 3, broken), base::UserError);
  EXPECT_THROW(Bitbase::read(v, 3, bytes.substr(0, bytes.size() - 1)), base::UserError);
  EXPECT_THROW(Bitbase::read(v, 2, bytes), base::UserError);
  EXPECT_THROW(Bitbase::read(board("english", 6), 3, bytes), base::UserError);
}

}  // namespace
}  // namespace losange::draughts
