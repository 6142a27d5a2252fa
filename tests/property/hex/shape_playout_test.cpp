// Playouts that defend shapes, against a slow playout that is written straight from the rules, on every
// size, and on boards where the defence must never fail.
#include "hex/shapes/shape_playout.h"

#include <gtest/gtest.h>

#include <cmath>

#include "hex/shapes/shapes.h"
#include "oracle.h"

namespace losange::hex {
namespace {

constexpr std::array kTypes{ShapeType::Uniform, ShapeType::Bridges, ShapeType::EdgeTwo,
                            ShapeType::Ziggurats};
constexpr std::array kEnds{PlayoutEnd::FullBoard, PlayoutEnd::Chain, PlayoutEnd::Shapes};

// A random position with `stones` stones in which the game goes on, and the move that led to it.
template <int W>
std::pair<Position<W>, Move> random_position(int size, int stones, base::Random& random) {
  while (true) {
    Position<W> position(size, false);
    Move last;
    for (int i = 0; i < stones && position.outcome() == Outcome::Ongoing; ++i) {
      typename Position<W>::Moves moves;
      position.legal_moves(moves);
      last = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      position.play(last);
    }
    if (position.outcome() == Outcome::Ongoing) return {position, last};
  }
}

class SlowPlayout {
 public:
  SlowPlayout(ShapeType type, const Position<2>& from, Move last)
      : type_(type),
        size_(from.size()),
        flat_(from.to_flat()),
        ziggurat_(shape("III")),
        game_(ziggurat_) {
    side_ = from.to_move() == Side::First ? 1 : 2;
    if (last.is_cell()) last_ = last.cell();
  }

  // The winner (1 or 2); counts the moves until its chain is complete.
  int run(base::Random& random, int& moves) {
    auto start = flat_;
    const int side = side_, last = last_;
    moves = 0;
    int winner = 0;
    while (winner == 0) {
      int cell = last_ < 0 ? -1 : reply(random);
      while (cell < 0 || flat_[cell] != 0) {
        cell = static_cast<int>(random.below(static_cast<std::uint32_t>(flat_.size())));
      }
      flat_[cell] = side_;
      ++moves;
      if (oracle::joins(flat_, size_, side_)) winner = side_;
      last_ = cell;
      side_ = 3 - side_;
    }
    flat_ = start;
    side_ = side;
    last_ = last;
    return winner;
  }

 private:
  // The state of a cell; off the board its owner's edge, or neither side's.
  int at(int row, int column) const {
    const bool row_off = row < 0 || row >= size_, column_off = column < 0 || column >= size_;
    if (!row_off && !column_off) return flat_[row * size_ + column];
    if (type_ < ShapeType::EdgeTwo || (row_off && column_off)) return 3;
    return row_off ? 1 : 2;
  }
  int reply(base::Random& random) {
    if (type_ == ShapeType::Uniform) return -1;
    const int row = last_ / size_, column = last_ % size_;
    const auto state = [&](int d) {
      const Place step = kAround[(d + 6) % 6];
      return at(row + step.down, column + step.right);
    };
    std::vector<int> replies;
    for (int d = 0; d < 6; ++d) {
      if (state(d) == 0 && state(d - 1) == side_ && state(d + 1) == side_) {
        replies.push_back((row + kAround[d].down) * size_ + column + kAround[d].right);
      }
    }
    if (replies.empty() && type_ == ShapeType::Ziggurats) replies = ziggurat_replies(random);
    if (replies.empty()) return -1;
    return replies[random.below(static_cast<std::uint32_t>(replies.size()))];
  }
  // The replies of one of the ziggurats that the last move went into.
  std::vector<int> ziggurat_replies(base::Random& random) {
    std::vector<std::vector<int>> all;
    for (int stone = 0; stone < size_ * size_; ++stone) {
      if (flat_[stone] != side_) continue;
      for (int variant = 0; variant < 4; ++variant) {
        const int height = (side_ == 1 ? stone / size_ : stone % size_) + 1;
        if ((variant & 1 ? height : size_ + 1 - height) != 3) continue;
        auto replies = replies_in(stone, (variant & 1) != 0, (variant & 2) != 0);
        if (!replies.empty()) all.push_back(replies);
      }
    }
    if (all.empty()) return {};
    return all[random.below(static_cast<std::uint32_t>(all.size()))];
  }
  std::vector<int> replies_in(int stone, bool turned, bool mirror) {
    std::vector<int> cells;
    int intrusion = -1;
    for (const Place cell : ziggurat_.carrier) {
      Place place = mirror ? mirrored(cell) : cell;
      if (turned) place = Place{} - place;
      if (side_ == 2) std::swap(place.down, place.right);
      const int row = stone / size_ + place.down, column = stone % size_ + place.right;
      if (row < 0 || row >= size_ || column < 0 || column >= size_) return {};
      cells.push_back(row * size_ + column);
      if (cells.back() == last_) {
        intrusion = static_cast<int>(cells.size()) - 1;
      } else if (flat_[cells.back()] != 0) {
        return {};
      }
    }
    if (intrusion < 0) return {};
    std::vector<int> replies;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (game_.steady_replies(intrusion) >> i & 1) replies.push_back(cells[i]);
    }
    return replies;
  }

  ShapeType type_;
  int size_, side_, last_ = -1;
  std::vector<int> flat_;
  const Shape& ziggurat_;
  ShapeGame game_;
};

template <int W>
void check_results(int size, int playouts, base::Random& random) {
  for (const auto type : kTypes) {
    for (const auto end : kEnds) {
      ShapePlayout<W> playout(type, end);
      for (int i = 0; i < playouts; ++i) {
        const int stones = static_cast<int>(random.below(static_cast<std::uint32_t>(size)));
        const auto [from, last] = random_position<W>(size, stones, random);
        const auto copy = random;
        const auto result = playout.play(from, last, random);
        const auto& [first, second] = result.played;
        ASSERT_FALSE(overlaps(first, second));
        const auto both = first | second;
        ASSERT_EQ(both & from.empty(), both);
        const int lead = first.count() - second.count();
        ASSERT_TRUE(lead == 0 || lead == (from.to_move() == Side::First ? 1 : -1));
        ASSERT_TRUE(end != PlayoutEnd::FullBoard || both == from.empty());
        if (end != PlayoutEnd::Shapes || type == ShapeType::Uniform) {
          const auto final =
              Position<W>::from_stones(size, from.stones(Side::First) | first,
                                       from.stones(Side::Second) | second, Side::First);
          ASSERT_EQ(final.outcome(), game::win_for(result.winner));
        }
        // Another object with the same random numbers does the same.
        auto again_random = copy;
        const auto again = ShapePlayout<W>(type, end).play(from, last, again_random);
        ASSERT_EQ(again.winner, result.winner);
        ASSERT_EQ(again.played, result.played);
        ASSERT_EQ(again_random(), base::Random(random)());
        // The same game, cut short: the end changes neither the winner nor who played where. (Type 1
        // deals the full board by another use of the random numbers.)
        if (type == ShapeType::Uniform) continue;
        auto full_random = copy;
        const auto full =
            ShapePlayout<W>(type, PlayoutEnd::FullBoard).play(from, last, full_random);
        ASSERT_EQ(full.winner, result.winner);
        ASSERT_EQ(full.played[0] & first, first);
        ASSERT_EQ(full.played[1] & second, second);
      }
    }
  }
}

TEST(ShapePlayouts, AreGamesOnEverySize) {
  base::Random random(11);
  for (int size = 1; size <= kMaxSize; ++size) {
    const int playouts = size <= 6 ? 200 : 30;
    switch (words_for(size)) {
      case 2: check_results<2>(size, playouts, random); break;
      case 4: check_results<4>(size, playouts, random); break;
      default: check_results<6>(size, playouts, random); break;
    }
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Winner and length to the complete chain have the distribution of the slow playout, for every type.
TEST(ShapePlayouts, AgreeWithTheSlowPlayout) {
  base::Random random(12);
  const int playouts = 6000;
  for (const int size : {3, 4, 6}) {
    for (int i = 0; i < 3; ++i) {
      const auto [from, last] = random_position<2>(size, size - 1 + i, random);
      for (const auto type : kTypes) {
        ShapePlayout<2> fast(type, PlayoutEnd::Chain);
        SlowPlayout slow(type, from, last);
        double fast_wins = 0, slow_wins = 0, fast_moves = 0, slow_moves = 0, squares = 0;
        for (int k = 0; k < playouts; ++k) {
          const auto result = fast.play(from, last, random);
          const int length = result.played[0].count() + result.played[1].count();
          fast_wins += result.winner == Side::First;
          fast_moves += length;
          squares += static_cast<double>(length) * length;
          int moves = 0;
          slow_wins += slow.run(random, moves) == 1;
          slow_moves += moves;
        }
        const double n = playouts, mean = fast_moves / n;
        const double deviation = std::sqrt(std::max(squares / n - mean * mean, 0.0) + 1e-4);
        EXPECT_NEAR(fast_wins / n, slow_wins / n, 5 * 0.5 * std::sqrt(2 / n))
            << static_cast<int>(type);
        EXPECT_NEAR(mean, slow_moves / n, 5 * deviation * std::sqrt(2 / n))
            << static_cast<int>(type);
      }
    }
  }
}

TEST(ShapePlayouts, EveryEndOfTheUniformTypeHasTheSameChance) {
  base::Random random(13);
  const auto [from, last] = random_position<2>(5, 6, random);
  const int playouts = 100'000;
  std::array<double, 3> share{};
  for (std::size_t end = 0; end < 3; ++end) {
    ShapePlayout<2> playout(ShapeType::Uniform, kEnds[end]);
    for (int i = 0; i < playouts; ++i) {
      share[end] += playout.play(from, last, random).winner == Side::First ? 1.0 / playouts : 0;
    }
  }
  EXPECT_NEAR(share[0], share[1], 5 * 0.5 * std::sqrt(2.0 / playouts));
  EXPECT_NEAR(share[0], share[2], 5 * 0.5 * std::sqrt(2.0 / playouts));
}

// A board full of the opponent's stones but for a chain of shapes: '1' First, '2' Second, '.' carrier.
Position<2> board(int size, std::string_view picture, Side to_move) {
  std::vector<int> flat;
  for (const char c : picture) {
    if (c != ' ' && c != '\n') flat.push_back(c == '.' ? 0 : c - '0');
  }
  EXPECT_EQ(static_cast<int>(flat.size()), size * size);
  return Position<2>::from_flat(flat, to_move);
}

double share_won(const Position<2>& from, ShapeType type, PlayoutEnd end, Side side) {
  base::Random random(14);
  ShapePlayout<2> playout(type, end);
  int won = 0;
  const int playouts = 2000;
  for (int i = 0; i < playouts; ++i)
    won += playout.play(from, Move{}, random).winner == side ? 1 : 0;
  return static_cast<double>(won) / playouts;
}

// First's chain as it is, turned by half, and as Second's: with the opponent to move.
void expect_always_won(const Position<2>& from, ShapeType least) {
  for (const auto type : kTypes) {
    for (const auto end : kEnds) {
      if (type < least) {
        EXPECT_LT(share_won(from, type, end, Side::First), 1.0) << static_cast<int>(type);
        EXPECT_LT(share_won(from.transposed(), type, end, Side::Second), 1.0);
      } else {
        EXPECT_EQ(share_won(from, type, end, Side::First), 1.0) << static_cast<int>(type);
        EXPECT_EQ(share_won(from.rotated(), type, end, Side::First), 1.0);
        EXPECT_EQ(share_won(from.transposed(), type, end, Side::Second), 1.0);
        EXPECT_EQ(share_won(from.transposed().rotated(), type, end, Side::Second), 1.0);
      }
    }
  }
}

TEST(ShapePlayouts, EveryIntrusionIntoABridgeIsAnswered) {
  expect_always_won(board(6,
                          "2 2 2 2 1 2\n"
                          " 2 2 2 . . 2\n"
                          "  2 2 2 1 2 2\n"
                          "   2 2 . . 2 2\n"
                          "    2 2 1 . 2 2\n"
                          "     2 2 . 1 2 2\n",
                          Side::Second),
                    ShapeType::Bridges);
}

TEST(ShapePlayouts, EveryIntrusionIntoTemplateTwoIsAnswered) {
  expect_always_won(board(4,
                          "2 2 . .\n"
                          " 2 2 1 2\n"
                          "  2 2 1 2\n"
                          "   2 . . 2\n",
                          Side::Second),
                    ShapeType::EdgeTwo);
}

TEST(ShapePlayouts, EveryIntrusionIntoAZigguratIsAnswered) {
  const auto ziggurat = board(6,
                              "2 2 2 1 2 2\n"
                              " 2 2 2 1 2 2\n"
                              "  2 2 2 1 2 2\n"
                              "   2 2 2 1 . 2\n"
                              "    2 2 . . . 2\n"
                              "     2 . . . . 2\n",
                              Side::Second);
  const auto mirror = board(6,
                            "2 2 2 2 1 2\n"
                            " 2 2 2 2 1 2\n"
                            "  2 2 2 2 1 2\n"
                            "   2 2 2 . 1 2\n"
                            "    2 2 . . . 2\n"
                            "     2 . . . . 2\n",
                            Side::Second);
  expect_always_won(ziggurat, ShapeType::Ziggurats);
  expect_always_won(mirror, ShapeType::Ziggurats);
}

// An intrusion that led to the position is answered by the first move of the playout.
TEST(ShapePlayouts, AnswerTheLastMove) {
  auto from = board(5,
                    "0 0 0 0 0\n"
                    " 0 0 1 0 0\n"
                    "  0 0 0 0 0\n"
                    "   0 1 0 0 0\n"
                    "    0 0 0 0 0\n",
                    Side::Second);
  const auto intrusion = Move::at(*parse_cell(5, "b3"));
  const int reply = *parse_cell(5, "c3");
  from.play(intrusion);
  base::Random random(15);
  ShapePlayout<2> playout(ShapeType::Bridges, PlayoutEnd::FullBoard);
  int unprompted = 0;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(playout.play(from, intrusion, random).played[0].test(reply));
    unprompted += playout.play(from, Move{}, random).played[0].test(reply) ? 1 : 0;
  }
  EXPECT_LT(unprompted, 300);
}

// Joined by shapes from the start, nothing is left to play.
TEST(ShapePlayouts, EndAtOnceWhenTheEdgesAreJoinedByShapes) {
  const auto from = board(5,
                          "0 0 0 0 0\n"
                          " 0 0 1 0 0\n"
                          "  0 0 0 0 0\n"
                          "   0 1 0 0 0\n"
                          "    0 0 0 0 0\n",
                          Side::Second);
  base::Random random(16);
  int empty_playouts = 0, longer = 0;
  for (int i = 0; i < 200; ++i) {
    const auto shapes =
        ShapePlayout<2>(ShapeType::EdgeTwo, PlayoutEnd::Shapes).play(from, Move{}, random);
    if (shapes.winner == Side::First) {
      EXPECT_TRUE(shapes.played[0].none() && shapes.played[1].none());
      ++empty_playouts;
    }
    const auto bridges =
        ShapePlayout<2>(ShapeType::Bridges, PlayoutEnd::Shapes).play(from, Move{}, random);
    longer += bridges.played[1].any() ? 1 : 0;
  }
  EXPECT_GT(empty_playouts, 150);
  EXPECT_EQ(longer, 200);
}

}  // namespace
}  // namespace losange::hex
