// What a player with a tree does around its search: what it looks for before and after counts to its time.
#include "players/trees/tree_player.h"

#include <gtest/gtest.h>

#include <stop_token>
#include <thread>

#include "record_of.h"

namespace losange::players {
namespace {

struct Seen {
  search::Limits limits;
  bool looked_for_loss = false;
};
constexpr base::Millis kLook{30};  // what a look before the search takes, at least

template <int W>
struct QuickSearch {
  using Position = hex::Position<W>;
  struct Root {
    Position at;
    const Position& position() const { return at; }
  };

  Root root;
  Seen* seen;

  const Root& tree() const { return root; }
  void start(const Position& position, hex::Move) { root.at = position; }
  bool advance(const std::vector<hex::Move>&, std::uint64_t) { return false; }
  search::Report<hex::Move> think(const search::Limits& limits, const search::MovesLeft&,
                                  const search::Observer<hex::Move>&, std::stop_token) {
    seen->limits = limits;
    search::Report<hex::Move> report;
    report.best = hex::Move::at(0);
    report.lines.push_back({report.best, 0, 1, false, {report.best}});
    return report;
  }
};

template <int W>
struct SlowEnding {
  Seen* seen;

  std::optional<search::Report<hex::Move>> win(const hex::Position<W>&) {
    std::this_thread::sleep_for(kLook);
    return std::nullopt;
  }
  void look_for_loss(const hex::Position<W>&) { seen->looked_for_loss = true; }
  void complete(const hex::Position<W>&, search::Report<hex::Move>&) {}
  void tell_ends(const hex::Position<W>&, search::Report<hex::Move>&) {}
};

struct QuickBehaviour {
  static constexpr bool kHexOnly = true;
  Seen* seen;

  template <int W>
  QuickSearch<W> make_search(GameTag<hex::Hex<W>>, const hex::Config& config) const {
    return {{hex::Position<W>(config.size, false)}, seen};
  }
  template <int W>
  SlowEnding<W> make_ending(GameTag<hex::Hex<W>>) const {
    return {seen};
  }
  search::Limits with_default(search::Limits limits) const { return limits; }
  template <class Report>
  static void conclude(Report&, const search::Limits&, std::uint64_t) {}
  bool reuses() const { return false; }
  bool ponders() const { return false; }
};

TEST(TreePlayer, LooksBeforeTheSearchInItsTime) {
  Seen seen;
  TreePlayer<QuickBehaviour> player(QuickBehaviour{&seen});
  const auto record = testing_games::record_of(5, {});
  search::Limits limits;
  limits.time = base::Millis(10'000);
  limits.clock = search::ClockState{base::Millis(60'000), base::Millis(1000)};
  player.choose(record, limits, {}, {});
  EXPECT_LE(seen.limits.time, base::Millis(10'000) - kLook);
  EXPECT_LE(seen.limits.clock->left, base::Millis(60'000) - kLook);
  EXPECT_EQ(seen.limits.clock->increment, base::Millis(1000));
  EXPECT_TRUE(seen.looked_for_loss);
}

TEST(TreePlayer, LooksNoFurtherWhenTheTimeIsOver) {
  Seen seen;
  TreePlayer<QuickBehaviour> player(QuickBehaviour{&seen});
  const auto record = testing_games::record_of(5, {});
  search::Limits limits;
  limits.time = base::Millis(10);
  player.choose(record, limits, {}, {});
  EXPECT_EQ(seen.limits.time, base::Millis(0));
  EXPECT_FALSE(seen.looked_for_loss);

  std::stop_source stop;
  stop.request_stop();
  player.choose(record, {}, {}, stop.get_token());
  EXPECT_FALSE(seen.looked_for_loss);
  player.choose(record, {}, {}, {});
  EXPECT_TRUE(seen.looked_for_loss);
}

}  // namespace
}  // namespace losange::players
