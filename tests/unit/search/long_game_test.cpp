// Alpha-beta in a game that is longer than any search is deep, with extensions that cost no depth.
#include <gtest/gtest.h>

#include "alphabeta_games.h"

namespace losange::testing_games {
namespace {

// A walk of one step a ply without an end worth speaking of, so that every move is forced.
class Corridor {
 public:
  using Move = int;
  using Moves = base::FixedVector<Move, 1>;

  game::Side to_move() const { return plies_ % 2 == 0 ? game::Side::First : game::Side::Second; }
  game::Outcome outcome() const {
    return plies_ < 3 * search::kMaxPly ? game::Outcome::Ongoing : game::Outcome::Draw;
  }
  std::uint64_t hash() const {
    return static_cast<std::uint64_t>(plies_ + 1) * 0x9E3779B97F4A7C15ULL;
  }
  std::uint64_t recomputed_hash() const { return hash(); }
  void legal_moves(Moves& out) const {
    out.clear();
    if (outcome() == game::Outcome::Ongoing) out.push_back(1);
  }
  void play(Move step) { plies_ += step; }

 private:
  int plies_ = 0;
};

struct CorridorEvaluator {
  static constexpr std::size_t kMoveKeys = 2;
  static constexpr bool kExtendForced = true;
  static std::size_t move_key(int move) { return static_cast<std::size_t>(move); }
  static search::Score evaluate(const Corridor&) { return 7; }
};

TEST(AlphaBeta, EndsAtTheLastPlyHoweverMuchDepthIsLeft) {
  for (const auto parallel :
       {search::Parallel::RootSplit, search::Parallel::LazySmp, search::Parallel::Tasks}) {
    if (parallel == search::Parallel::Tasks && !search::kHasTasks) continue;
    search::AlphaBetaSettings settings;
    settings.parallel = parallel;
    settings.table_bytes = 0;
    search::AlphaBeta<Corridor, CorridorEvaluator> search(settings, {});
    const auto report = search.think({}, to_depth(search::kMaxPly - 1, 2));
    EXPECT_EQ(report.depth, search::kMaxPly - 1);
    EXPECT_EQ(report.lines.front().variation.size(), static_cast<std::size_t>(search::kMaxPly - 1));
  }
}

}  // namespace
}  // namespace losange::testing_games
