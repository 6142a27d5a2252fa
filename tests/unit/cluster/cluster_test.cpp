// The cluster of one process, shares of work, and work that is dealt out; over MPI the same is tried in tests/cluster/.
#include "cluster/cluster.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <vector>

#include "base/random.h"
#include "cluster/alone.h"
#include "cluster/deal.h"
#include "cluster/join.h"
#include "thread_cluster.h"

namespace losange::cluster {
namespace {

using testing_cluster::run_ranks;

TEST(Shares, AreInOrderWholeAndEven) {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    for (int count = 0; count <= 20; ++count) {
      int next = 0;
      for (int rank = 0; rank < ranks; ++rank) {
        const Share share = share_of(count, rank, ranks);
        EXPECT_EQ(share.begin, next);
        for (int i = share.begin; i < share.end; ++i) EXPECT_EQ(owner_of(i, count, ranks), rank);
        EXPECT_GE(share.count(), count / ranks);
        EXPECT_LE(share.count(), (count + ranks - 1) / ranks);
        next = share.end;
      }
      EXPECT_EQ(next, count);
    }
  }
  EXPECT_EQ(share_of(2'000'000'000, 1023, 1024).end, 2'000'000'000);  // without overflow
}

TEST(Alone, IsRankZeroOfOne) {
  Alone alone;
  EXPECT_EQ(alone.rank(), 0);
  EXPECT_EQ(alone.size(), 1);
  EXPECT_TRUE(alone.is_first());
  EXPECT_FALSE(alone.receive());
  alone.send(0, "one");
  alone.send(0, std::string_view("t\0o", 3));
  EXPECT_EQ(alone.receive()->bytes, "one");
  EXPECT_EQ(alone.receive()->bytes, std::string("t\0o", 3));
  EXPECT_FALSE(alone.receive());
  EXPECT_EQ(alone.highest(-3), -3);
  std::string text = "stays";
  broadcast_text(alone, 0, text);
  EXPECT_EQ(text, "stays");
  EXPECT_GE(cores_of(alone), 1);
}

TEST(Alone, IsWhatAProgramOfItsOwnJoins) {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    if (std::getenv(variable) != nullptr) GTEST_SKIP() << "started by mpirun";
  }
  Cluster& first = join({{"program", "this"}});
  EXPECT_EQ(first.size(), 1);
  EXPECT_EQ(&first, &join({}));
  leave();
}

// Numbers whose sum depends on the order in which they are added.
std::vector<float> uneven_list(int list, std::size_t length) {
  base::Random random(static_cast<std::uint64_t>(list) + 1);
  std::vector<float> numbers(length);
  for (auto& number : numbers) {
    number = static_cast<float>((random.unit() - 0.5) * (random.below(2) == 0 ? 1e6 : 1e-3));
  }
  return numbers;
}

std::vector<float> sum_of(Cluster& cluster, int shards, std::size_t length) {
  std::vector<float> mine, sum(length);
  const Share own = share_of(shards, cluster.rank(), cluster.size());
  for (int list = own.begin; list < own.end; ++list) {
    const auto numbers = uneven_list(list, length);
    mine.insert(mine.end(), numbers.begin(), numbers.end());
  }
  cluster.sum_in_order(mine, shards, sum);
  return sum;
}

TEST(Sums, AreAddedInOneOrder) {
  Alone alone;
  const auto expected = sum_of(alone, 5, 7);
  std::vector<float> by_hand = uneven_list(0, 7);
  for (int list = 1; list < 5; ++list) {
    for (std::size_t i = 0; i < 7; ++i) by_hand[i] += uneven_list(list, 7)[i];
  }
  EXPECT_EQ(expected, by_hand);
  std::vector<float> backwards = uneven_list(4, 7);
  for (int list = 3; list >= 0; --list) {
    for (std::size_t i = 0; i < 7; ++i) backwards[i] += uneven_list(list, 7)[i];
  }
  EXPECT_NE(expected, backwards) << "the numbers are too easy to tell orders apart";
}

TEST(Dealing, GivesEveryPieceOnce) {
  for (const int ranks : {2, 3, 4}) {
    std::map<std::uint64_t, std::string> results;
    run_ranks(ranks, [&](Cluster& cluster) {
      if (!cluster.is_first()) {
        return work_on_dealt(cluster, 2, [](int, std::uint64_t number, const std::stop_token&) {
          return std::optional(std::to_string(number * number));
        });
      }
      std::uint64_t next = 0;
      deal_out(cluster,
               {[&] { return next < 50 ? std::optional(next++) : std::nullopt; },
                [&](std::uint64_t number, const std::string& result) {
                  EXPECT_TRUE(results.emplace(number, result).second);
                }},
               {});
    });
    ASSERT_EQ(results.size(), 50u);
    for (const auto& [number, result] : results) EXPECT_EQ(result, std::to_string(number * number));
  }
}

TEST(Dealing, EndsWithoutAnyPiece) {
  run_ranks(3, [](Cluster& cluster) {
    if (!cluster.is_first()) {
      return work_on_dealt(cluster, 3, [](int, std::uint64_t, const std::stop_token&) {
        ADD_FAILURE();
        return std::optional<std::string>();
      });
    }
    deal_out(cluster, {[] { return std::optional<std::uint64_t>(); }, {}}, {});
  });
}

TEST(Dealing, DropsWhatIsUnderWayWhenItIsStopped) {
  std::atomic<int> begun = 0, finished = 0;
  std::stop_source stop;
  run_ranks(2, [&](Cluster& cluster) {
    if (!cluster.is_first()) {
      return work_on_dealt(cluster, 2,
                           [&](int, std::uint64_t number, const std::stop_token& ended) {
                             if (number == 0) return std::optional<std::string>("first");
                             if (++begun == 2) stop.request_stop();
                             while (!ended.stop_requested()) std::this_thread::yield();
                             return std::optional<std::string>();
                           });
    }
    std::uint64_t next = 0;
    deal_out(cluster,
             {[&] { return std::optional(next++); },
              [&](std::uint64_t, const std::string& result) {
                EXPECT_EQ(result, "first");
                ++finished;
              }},
             stop.get_token());
  });
  EXPECT_EQ(finished, 1);
}

}  // namespace
}  // namespace losange::cluster
