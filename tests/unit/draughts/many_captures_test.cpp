// Captures that can be made in millions of orders, as composed positions have them: found by looking at few, and all of
// them, against a slow finder that knows no bits of directions.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "base/random.h"
#include "draughts/rules/generator.h"
#include "draughts/rules/perft.h"
#include "draughts/text/draughts.h"
#include "draughts/text/fen.h"
#include "draughts/text/notation.h"

namespace losange::draughts {
namespace {

template <class Bits>
Position<Bits> at(const char* rules, int size, const char* fen) {
  return parse_fen(variant<Bits>(find_rules(rules), size), fen);
}

// White's captures of the most men, as where from, where to and what is taken, by rules under which kings fly and men
// capture backward.
template <class Bits>
class SlowFinder {
 public:
  using Ends = std::set<std::tuple<int, int, Bits>>;

  explicit SlowFinder(const Position<Bits>& position)
      : v_(position.variant()), pieces_(position.pieces()) {}

  Ends find() {
    bool by_king = false;
    for_each_bit(pieces_.of[0], [&](int from) {
      from_ = from;
      king_ = has(pieces_.kings, from);
      seen_.clear();
      go(from, 0);
    });
    // Frisian: of captures of the same value those with a king.
    for (const auto& end : ends_) by_king = by_king || has(pieces_.kings, std::get<0>(end));
    if (v_.rules->king_run > 0 && by_king) {
      std::erase_if(ends_, [&](const auto& end) { return !has(pieces_.kings, std::get<0>(end)); });
    }
    return ends_;
  }

 private:
  bool empty(int i) const { return i == from_ || !has(pieces_.all(), i); }

  void go(int square, Bits taken) {
    if (!seen_.insert({square, taken}).second) return;
    if (taken != 0 && count(taken) >= most_) {
      if (count(taken) > most_) ends_.clear();
      most_ = count(taken);
      ends_.insert({from_, square, taken});
    }
    static constexpr int kDown[8] = {-1, -1, 1, 1, -2, 0, 0, 2};
    static constexpr int kRight[8] = {-1, 1, -1, 1, 0, -2, 2, 0};
    for (int d = 0; d < (v_.rules->mechanics->orthogonal_captures ? 8 : 4); ++d) {
      int row = v_.row_of(square), column = v_.column_of(square);
      const auto step = [&] { return v_.index_at(row += kDown[d], column += kRight[d]); };
      auto over = step();
      while (king_ && over && empty(*over)) over = step();
      if (!over || !has(pieces_.of[1] & ~taken, *over)) continue;
      for (auto to = step(); to && empty(*to); to = step()) {
        go(*to, taken | bit<Bits>(*over));
        if (!king_) break;
      }
    }
  }

  const Variant<Bits>& v_;
  Pieces<Bits> pieces_;
  int from_ = 0, most_ = 1;
  bool king_ = false;
  std::set<std::pair<int, Bits>> seen_;
  Ends ends_;
};

template <class Bits>
typename SlowFinder<Bits>::Ends ends_of(const MoveList<Bits>& moves) {
  typename SlowFinder<Bits>::Ends ends;
  for (const auto& move : moves) ends.insert({move.from, move.to, move.captured});
  return ends;
}

using Frisian = CaptureFinder<10, kFrisianMechanics, Colour::White>;
using Canadian = CaptureFinder<12, kInternationalMechanics, Colour::White>;

constexpr const char* kTwentyMen =
    "W:WK1:B3,7,10,11,13,17,20,22,24,26,27,28,30,33,35,38,39,40,42,44";
constexpr const char* kTwentySixMen =
    "W:WK50:B1,4,7,9,10,11,12,13,15,16,18,20,21,24,27,29,32,33,34,35,36,38,40,42,43,44";
constexpr const char* kCanadian =
    "W:WK22:B7,8,9,11,12,20,21,23,24,25,27,28,37,39,40,44,45,47,48,56,57,59,60,61,63,64";

// 32 and 70 million chains when each order is walked.
TEST(ManyCaptures, AreFoundOnce) {
  const struct {
    const char* fen;
    std::size_t moves;
    int captured;
    std::size_t most_remembered;
  } cases[] = {{kTwentyMen, 1, 20, 1'000'000}, {kTwentySixMen, 14, 22, 2'000'000}};
  for (const auto& expected : cases) {
    SCOPED_TRACE(expected.fen);
    const auto pieces = at<Bits64>("frisian", 10, expected.fen).pieces();
    MoveList<Bits64> moves;
    Frisian finder(pieces, moves);
    finder.kings(pieces.kings_of(Colour::White));
    EXPECT_EQ(moves.size(), expected.moves);
    EXPECT_EQ(count(moves[0].captured), expected.captured);
    EXPECT_GT(finder.remembered(), 0u);
    EXPECT_LT(finder.remembered(), expected.most_remembered);
  }
}

TEST(ManyCaptures, AskedAgainTheAnswerIsTheSame) {
  const auto many = at<Bits128>("international", 12, kCanadian);
  const auto first = board_moves(many);
  // A board with one man less between, and another thread, which knows nothing yet.
  auto fewer = many.pieces();
  fewer.of[1] ^= bit<Bits128>(lowest(first[0].captured));
  EXPECT_FALSE(ends_of(board_moves(Position<Bits128>(many.variant(), fewer, Colour::White))) ==
               ends_of(first));
  const auto again = board_moves(many);
  MoveList<Bits128> elsewhere;
  std::thread([&] { elsewhere = board_moves(many); }).join();
  ASSERT_FALSE(first.empty());
  ASSERT_EQ(first.size(), again.size());
  ASSERT_EQ(first.size(), elsewhere.size());
  EXPECT_TRUE(std::equal(first.begin(), first.end(), again.begin(), again.end()));
  EXPECT_TRUE(std::equal(first.begin(), first.end(), elsewhere.begin(), elsewhere.end()));
}

// Each is written with the way it goes, and read again by it.
TEST(ManyCaptures, AreWrittenAndReadAgain) {
  const auto position = at<Bits64>("frisian", 10, kTwentySixMen);
  for (const auto& move : board_moves(position)) {
    const std::string text = Draughts<Bits64>::to_text(position, move);
    EXPECT_EQ(Draughts<Bits64>::parse(position, text), move) << text;
  }
}

// Random boards on which much can be taken, by kings and by men.
template <class Bits, class Finder>
int check_random_boards(const char* rules, int size, int boards, std::uint32_t men) {
  const auto& v = variant<Bits>(find_rules(rules), size);
  base::Random random(9);
  int laborious = 0;
  for (int board = 0; board < boards && !testing::Test::HasFailure(); ++board) {
    Pieces<Bits> pieces;
    const auto free_square = [&] {
      while (true) {
        const auto square = 1 + random.below(static_cast<std::uint32_t>(v.squares()));
        const int i = v.index_of_square[square];
        if (!has(pieces.all() | v.compiled->last_row[0] | v.compiled->last_row[1], i)) return i;
      }
    };
    for (std::uint32_t n = 0; n < 2; ++n) pieces.of[0] |= bit<Bits>(free_square());
    if (board % 3 > 0) pieces.kings = pieces.of[0] & (~pieces.of[0] + 1);
    if (board % 3 > 1) pieces.kings = pieces.of[0];
    for (std::uint32_t n = men / 2 + random.below(men / 2 + 1); n > 0; --n)
      pieces.of[1] |= bit<Bits>(free_square());
    const Position<Bits> position(v, pieces, Colour::White);
    MoveList<Bits> moves;
    Finder finder(pieces, moves);
    finder.men(Finder::capturing_men(pieces));
    finder.kings(pieces.kings_of(Colour::White));
    laborious += finder.remembered() > 0 ? 1 : 0;
    EXPECT_TRUE(ends_of(moves) == SlowFinder<Bits>(position).find()) << to_fen(position);
  }
  return laborious;
}

TEST(ManyCaptures, AreThoseOfASlowFinder) {
  EXPECT_GE((check_random_boards<Bits64, Frisian>("frisian", 10, 400, 20)), 10);
  check_random_boards<Bits128, Canadian>("international", 12, 300, 30);
}

// A million chains when each order is walked.
TEST(ManyCaptures, OnTwelveByTwelveToo) {
  const auto position = at<Bits128>("international", 12, kCanadian);
  MoveList<Bits128> moves;
  Canadian finder(position.pieces(), moves);
  finder.kings(position.pieces().kings_of(Colour::White));
  EXPECT_LT(finder.remembered(), 100'000u);
  EXPECT_TRUE(ends_of(moves) == SlowFinder<Bits128>(position).find());
}

// As many as chains that walk each order; a list of moves has no room for them.
TEST(ManyCaptures, CountOnceForEveryOrderWhereThatIsAsked) {
  const auto position = at<Bits128>("international", 12, kCanadian);
  const auto moves = board_moves(position);
  EXPECT_EQ(perft(position, 1, Captures::Once), moves.size());
  EXPECT_EQ(perft(position, 1, Captures::EachOrder), 30'759u);
  std::uint64_t orders = 0;
  for (const auto& move : moves) orders += orders_of(position, move);
  EXPECT_EQ(orders, 30'759u);
}

// Around a square of men one way or the other; where one of them is a king, Italian rules let it be met first alone.
TEST(ManyCaptures, CountOrdersThatTheRulesAllow) {
  const auto most_orders = [](const char* fen) {
    const auto position = at<Bits64>("italian", 8, fen);
    std::uint64_t most = 0;
    for (const auto& move : board_moves(position)) most = std::max(most, orders_of(position, move));
    return most;
  };
  EXPECT_EQ(most_orders("B:W12,14,15,17,21,22,23,32:B7,8,K27"), 2u);
  EXPECT_EQ(most_orders("B:W12,K14,15,17,21,22,23,32:B7,8,K27"), 1u);
}

}  // namespace
}  // namespace losange::draughts
