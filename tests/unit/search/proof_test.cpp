// The proof search against plain search: Hex on small boards, the toy game with draws and repetition, endings of draughts
// against the bases; with memory for next to nothing, with a focus on few moves, on several threads, within its limits.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/random.h"
#include "draughts/evaluation/bitbase.h"
#include "draughts/rules/position.h"
#include "hex_position.h"
#include "leapfrog.h"
#include "oracle.h"
#include "search/proof/dfpn.h"

namespace losange::search {
namespace {

using game::Side;
using testing_games::HexPosition;
using testing_games::LeapfrogPosition;
using HexSearch = ProofSearch<HexPosition, PlainExpert<HexPosition>>;
constexpr std::size_t kMegabyte = 1 << 20;

HexPosition random_hex(int size, int stones, base::Random& random) {
  while (true) {
    HexPosition position(size, false);
    for (int i = 0; i < stones && position.outcome() == game::Outcome::Ongoing; ++i) {
      HexPosition::Moves moves;
      position.legal_moves(moves);
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position.outcome() == game::Outcome::Ongoing) return position;
  }
}

// The line is legal and, of a win, ends with one.
template <class P, class Expert>
void check_line(P position, const Expert& expert, const ProofReport<typename P::Move>& report) {
  ASSERT_FALSE(report.line.empty());
  bool wins = *report.wins;
  for (const auto& move : report.line) {
    typename P::Moves moves;
    position.legal_moves(moves);
    ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end());
    position = expert.after(position, move);
    wins = !wins;
  }
  ASSERT_EQ(expert.decided(position).value_or(wins), wins);
}

TEST(ProofSearch, AgreesWithExhaustiveSearchOnHex) {
  base::Random random(1);
  oracle::Solver solver;
  int wins = 0;
  for (int i = 0; i < 200; ++i) {
    const auto position = random_hex(4, static_cast<int>(5 + random.below(6)), random);
    PlainExpert<HexPosition> expert(Side::First);
    HexSearch search(expert, kMegabyte);
    const auto report = search.prove(position);
    ASSERT_TRUE(report.wins.has_value());
    ASSERT_EQ(*report.wins, solver.winner(position) == position.to_move());
    check_line(position, expert, report);
    wins += *report.wins ? 1 : 0;
  }
  EXPECT_GT(wins, 50);
  EXPECT_LT(wins, 180);
}

// Whoever is asked about: a draw is no win of either.
struct LeapfrogExpert : PlainExpert<LeapfrogPosition> {
  using PlainExpert::PlainExpert;
  std::uint64_t key(const LeapfrogPosition& position) const { return position.history_hash(); }
};
bool plainly_wins(const LeapfrogPosition& position, const LeapfrogExpert& expert) {
  if (const auto decided = expert.decided(position)) return *decided;
  LeapfrogPosition::Moves moves;
  position.legal_moves(moves);
  return std::any_of(moves.begin(), moves.end(), [&](const auto& move) {
    return !plainly_wins(expert.after(position, move), expert);
  });
}

TEST(ProofSearch, AgreesWithPlainSearchOnAGameWithDraws) {
  base::Random random(2);
  int wins = 0, searched = 0;
  for (int i = 0; i < 20'000 && searched < 60; ++i) {
    LeapfrogPosition position;
    // Late, when few plies are left before the draw.
    const int plies = 50 + static_cast<int>(random.below(6));
    for (int ply = 0; ply < plies && position.outcome() == game::Outcome::Ongoing; ++ply) {
      LeapfrogPosition::Moves moves;
      position.legal_moves(moves);
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position.outcome() != game::Outcome::Ongoing) continue;
    ++searched;
    for (const Side goal : {Side::First, Side::Second}) {
      LeapfrogExpert expert(goal);
      ProofSearch<LeapfrogPosition, LeapfrogExpert> search(expert, kMegabyte);
      const auto report = search.prove(position);
      ASSERT_TRUE(report.wins.has_value());
      ASSERT_EQ(*report.wins, plainly_wins(position, expert));
      wins += *report.wins ? 1 : 0;
    }
  }
  EXPECT_EQ(searched, 60);
  EXPECT_GT(wins, 5);
}

// Draughts that ends as a draw after some plies: no way leads back, and a win in so many is a win of the base.
class ShortDraughts {
 public:
  using Inner = draughts::Position<draughts::Bits64>;
  using Move = Inner::Move;
  using Moves = Inner::Moves;

  ShortDraughts(const Inner& inner, int plies) : inner_(inner), plies_(plies) {}
  Side to_move() const { return inner_.to_move(); }
  game::Outcome outcome() const {
    const auto outcome = inner_.outcome();
    return outcome == game::Outcome::Ongoing && plies_ == 0 ? game::Outcome::Draw : outcome;
  }
  std::uint64_t hash() const {
    return (inner_.hash() + static_cast<std::uint64_t>(plies_)) * 0x9E3779B97F4A7C15ULL;
  }
  std::uint64_t recomputed_hash() const { return hash(); }
  void legal_moves(Moves& out) const {
    out.clear();
    if (outcome() == game::Outcome::Ongoing) inner_.legal_moves(out);
  }
  void play(const Move& move) {
    inner_.play(move);
    --plies_;
  }

 private:
  Inner inner_;
  int plies_;
};

std::optional<ShortDraughts::Inner> random_ending(
    const draughts::Variant<draughts::Bits64>& variant, base::Random& random) {
  draughts::Pieces<draughts::Bits64> set;
  for (int piece = 0; piece < 3; ++piece) {
    const int at =
        variant.index_of_square[1 + random.below(static_cast<std::uint32_t>(variant.squares()))];
    const auto colour = piece < 2 ? 0U : 1U;
    if (draughts::has(set.all(), at)) return std::nullopt;
    const bool king = random.below(2) == 0 || draughts::has(variant.compiled->last_row[colour], at);
    set.of[colour] |= draughts::bit<draughts::Bits64>(at);
    if (king) set.kings |= draughts::bit<draughts::Bits64>(at);
  }
  return ShortDraughts::Inner(
      variant, set, random.below(2) == 0 ? draughts::Colour::White : draughts::Colour::Black);
}

TEST(ProofSearch, AgreesWithTheBasesOfDraughts) {
  const auto& variant =
      draughts::variant<draughts::Bits64>(draughts::find_rules("international"), 6);
  const auto base = draughts::Bitbase::make(variant, 3);
  base::Random random(3);
  int wins = 0, too_long = 0;
  for (int i = 0; i < 200; ++i) {
    const auto found = random_ending(variant, random);
    if (!found || found->outcome() != game::Outcome::Ongoing) continue;
    const auto& position = *found;
    const auto truth = base.probe(position.pieces(), position.turn());
    ASSERT_TRUE(truth.has_value());
    const ShortDraughts start(position, 11);
    PlainExpert<ShortDraughts> expert(start.to_move());
    ProofSearch<ShortDraughts, PlainExpert<ShortDraughts>> search(expert, 8 * kMegabyte);
    const auto report = search.prove(start, {.nodes = 100'000});
    if (!report.wins) continue;
    const bool base_wins = *truth == draughts::BaseValue::Win;
    ASSERT_TRUE(base_wins || !*report.wins);
    if (base_wins && !*report.wins) ++too_long;
    wins += *report.wins ? 1 : 0;
  }
  EXPECT_GT(wins, 30);
  EXPECT_LT(too_long, wins);
}

// Forgetting costs time, never the answer.
TEST(ProofSearch, LivesWithLittleMemory) {
  PlainExpert<HexPosition> expert(Side::First);
  const auto position = testing_games::hex_position(4, "b2 c3");
  HexSearch roomy(expert, 64 * kMegabyte), tight(expert, 0);
  const auto with_all = roomy.prove(position), with_little = tight.prove(position);
  EXPECT_EQ(roomy.table().collections(), 0U);
  EXPECT_GT(tight.table().collections(), 3U);
  EXPECT_LE(with_little.memory, std::size_t{1} << 17);
  EXPECT_GT(with_all.memory, with_little.memory);
  ASSERT_TRUE(with_little.wins.has_value());
  EXPECT_EQ(*with_little.wins, *with_all.wins);
  EXPECT_LT(with_little.nodes, 20 * with_all.nodes);
}

// One move at a time, in an order that means nothing: others come when those are refuted.
struct NarrowExpert : PlainExpert<HexPosition> {
  using PlainExpert::PlainExpert;
  void expand(const HexPosition& position, Expansion<hex::Move>& out) const {
    PlainExpert::expand(position, out);
    out.width = 1;
  }
};
TEST(ProofSearch, WidensUntilAMoveWins) {
  base::Random random(4);
  oracle::Solver solver;
  for (int i = 0; i < 100; ++i) {
    const auto position = random_hex(4, 6, random);
    NarrowExpert expert(Side::First);
    ProofSearch<HexPosition, NarrowExpert> search(expert, 8 * kMegabyte);
    const auto report = search.prove(position);
    ASSERT_TRUE(report.wins.has_value());
    ASSERT_EQ(*report.wins, solver.winner(position) == position.to_move());
  }
}

// A win in Hex rests on the cells that the winner plays: a move elsewhere is refuted as the one was that they refute.
struct CarefulExpert : PlainExpert<HexPosition> {
  using PlainExpert::PlainExpert;
  using Reason = HexPosition::Set;
  using Earlier = NothingEarlier<hex::Move, Reason>;
  void expand(const HexPosition& position, Expansion<hex::Move, Reason>& out) const {
    Expansion<hex::Move> plain;
    PlainExpert::expand(position, plain);
    out.moves = plain.moves;
  }
  Reason before(const HexPosition&, hex::Move move, Reason after, bool wins) const {
    if (wins) after.set(move.cell());
    return after;
  }
  bool meets(hex::Move move, const Reason& reason) const { return reason.test(move.cell()); }
};
TEST(ProofSearch, SparesMovesThatMeetNoReason) {
  base::Random random(14);
  oracle::Solver solver;
  std::uint64_t nodes = 0, plain_nodes = 0;
  int wins = 0;
  for (int i = 0; i < 200; ++i) {
    const auto position = random_hex(4, 4 + i % 6, random);
    std::vector<CarefulExpert> experts(1 + static_cast<std::size_t>(i) % 2,
                                       CarefulExpert(Side::First));
    ProofSearch<HexPosition, CarefulExpert> search(experts, i % 3 == 0 ? 0 : kMegabyte);
    const auto report = search.prove(position);
    ASSERT_TRUE(report.wins.has_value());
    ASSERT_EQ(*report.wins, solver.winner(position) == position.to_move());
    check_line(position, experts[0], report);
    PlainExpert<HexPosition> plain(Side::First);
    nodes += report.nodes;
    plain_nodes += HexSearch(plain, kMegabyte).prove(position).nodes;
    wins += *report.wins ? 1 : 0;
  }
  EXPECT_LT(nodes, plain_nodes * 3 / 4);
  EXPECT_GT(wins, 50);
  EXPECT_LT(wins, 180);
}

TEST(ProofSearch, KeepsItsLimitsAndTellsHowItStands) {
  PlainExpert<HexPosition> expert(Side::First);
  const HexPosition position(9, false);
  HexSearch search(expert, 8 * kMegabyte);
  const auto by_nodes = search.prove(position, {.nodes = 500});
  EXPECT_FALSE(by_nodes.wins.has_value());
  EXPECT_EQ(by_nodes.nodes, 500U);
  int told = 0;
  const auto by_time = search.prove(position, {.time = base::Millis(350)}, [&](const auto& report) {
    ++told;
    EXPECT_FALSE(report.numbers.decided());
    EXPECT_GT(report.nodes, 0U);
  });
  EXPECT_FALSE(by_time.wins.has_value());
  EXPECT_GE(told, 1);
  std::stop_source stop;
  base::Stopwatch watch;
  std::jthread asks([&] {
    std::this_thread::sleep_for(base::Millis(100));
    watch.restart();
    stop.request_stop();
  });
  EXPECT_FALSE(search.prove(position, {}, {}, stop.get_token()).wins.has_value());
  EXPECT_LT(watch.seconds(), 1.0);  // 0.05 on a machine with nothing else to do
}

// Whatever the threads do at the same time, with memory for all of it and for next to nothing.
TEST(ProofSearch, ThreadsAgreeWithExhaustiveSearch) {
  base::Random random(9);
  oracle::Solver solver;
  for (int i = 0; i < 120; ++i) {
    const auto position = random_hex(4, static_cast<int>(5 + random.below(6)), random);
    std::vector<PlainExpert<HexPosition>> experts(2 + static_cast<std::size_t>(i) % 3,
                                                  PlainExpert<HexPosition>(Side::First));
    const bool roomy = i % 2 == 0;
    HexSearch search(experts, roomy ? kMegabyte : 0);
    const auto report = search.prove(position);
    ASSERT_TRUE(report.wins.has_value());
    ASSERT_EQ(*report.wins, solver.winner(position) == position.to_move());
    if (!roomy) continue;
    check_line(position, experts.front(), report);
    ASSERT_EQ(search.prove(position).nodes, 0U);  // no thread forgot it for another
  }
}

// Counts how many look at a position at the same time, and at the same one. All but the first look, which is alone, wait until
// as many have met as there are threads.
struct WatchedExpert : PlainExpert<HexPosition> {
  static constexpr std::size_t kThreads = 3;
  struct Watch {
    std::mutex mutex;
    std::condition_variable met;
    std::multiset<std::uint64_t> looked_at;
    std::size_t looks = 0, most = 0, same = 0, in_vain = 0;
  };
  WatchedExpert(Side goal, Watch& watch) : PlainExpert(goal), watch_(&watch) {}
  void expand(const HexPosition& position, Expansion<hex::Move>& out) const {
    PlainExpert::expand(position, out);
    std::unique_lock lock(watch_->mutex);
    watch_->looked_at.insert(position.hash());
    watch_->most = std::max(watch_->most, watch_->looked_at.size());
    watch_->same += watch_->looked_at.count(position.hash()) > 1 ? 1 : 0;
    watch_->met.notify_all();
    if (watch_->looks++ > 0) {
      const bool met = watch_->met.wait_for(lock, std::chrono::seconds(20),
                                            [&] { return watch_->most == kThreads; });
      watch_->in_vain += met ? 0 : 1;
    }
    watch_->looked_at.erase(watch_->looked_at.find(position.hash()));
  }

 private:
  Watch* watch_;
};
TEST(ProofSearch, ThreadsLookAtDifferentPositionsAtTheSameTime) {
  WatchedExpert::Watch watch;
  std::vector<WatchedExpert> experts(WatchedExpert::kThreads, WatchedExpert(Side::First, watch));
  ProofSearch<HexPosition, WatchedExpert> search(experts, 8 * kMegabyte);
  EXPECT_EQ(search.prove(HexPosition(6, false), {.nodes = 300}).nodes, 300U);
  EXPECT_EQ(watch.most, WatchedExpert::kThreads);
  EXPECT_EQ(watch.same, 0U);
  EXPECT_EQ(watch.in_vain, 0U);  // no thread waits where it could look at another position
}

// An expert that fails ends the search of all, and the next question finds nothing of it in its way.
struct FailingExpert : PlainExpert<HexPosition> {
  FailingExpert(Side goal, std::atomic<int>& left) : PlainExpert(goal), left_(&left) {}
  void expand(const HexPosition& position, Expansion<hex::Move>& out) const {
    if (left_->fetch_sub(1) == 0) throw std::runtime_error("out of knowledge");
    PlainExpert::expand(position, out);
  }

 private:
  std::atomic<int>* left_;
};
TEST(ProofSearch, AThreadThatFailsEndsTheSearch) {
  for (const int looks : {0, 20}) {  // at the position itself, and below it
    std::atomic<int> left{looks};
    std::vector<FailingExpert> experts(3, FailingExpert(Side::First, left));
    ProofSearch<HexPosition, FailingExpert> search(experts, 8 * kMegabyte);
    const HexPosition position(9, false);
    EXPECT_THROW(search.prove(position), std::runtime_error);
    EXPECT_EQ(search.prove(position, {.time = base::Millis(20'000), .nodes = 200}).nodes, 200U);
  }
}

TEST(ProofSearch, ThreadsKeepItsLimits) {
  std::vector<PlainExpert<HexPosition>> experts(3, PlainExpert<HexPosition>(Side::First));
  HexSearch search(experts, 8 * kMegabyte);
  const HexPosition position(9, false);
  EXPECT_EQ(search.prove(position, {.nodes = 500}).nodes, 500U);
  const base::Stopwatch watch;
  EXPECT_FALSE(search.prove(position, {.time = base::Millis(100)}).wins.has_value());
  EXPECT_LT(watch.seconds(), 2.0);  // 0.15 on a machine with nothing else to do
}

// A look that takes long learns of a stop while it lasts.
struct SlowExpert : PlainExpert<HexPosition> {
  SlowExpert(Side goal, std::stop_source& stop) : PlainExpert(goal), stop_(&stop) {}
  void expand(const HexPosition& position, Expansion<hex::Move>& out) const {
    ++looks;
    ASSERT_NE(out.over, nullptr);
    EXPECT_FALSE(*out.over);
    stop_->request_stop();
    EXPECT_TRUE(*out.over);
    PlainExpert::expand(position, out);
  }
  static inline int looks = 0;

 private:
  std::stop_source* stop_;
};
TEST(ProofSearch, TellsALookThatItIsStopped) {
  std::stop_source stop;
  SlowExpert expert(Side::First, stop);
  ProofSearch<HexPosition, SlowExpert> search(expert, kMegabyte);
  EXPECT_FALSE(search.prove(HexPosition(5, false), {}, {}, stop.get_token()).wins.has_value());
  EXPECT_EQ(SlowExpert::looks, 1);
}

// What was decided is not searched again.
TEST(ProofSearch, RemembersWhatItDecided) {
  PlainExpert<HexPosition> expert(Side::First);
  HexSearch search(expert, 8 * kMegabyte);
  const auto position = testing_games::hex_position(4, "b2 c3");
  const auto first = search.prove(position), again = search.prove(position);
  EXPECT_GT(first.nodes, 0U);
  EXPECT_EQ(again.nodes, 0U);
  EXPECT_EQ(again.wins, first.wins);
  EXPECT_EQ(again.line, first.line);
}

}  // namespace
}  // namespace losange::search
