// Even openings made by a net, with nets whose opinion is known.
#include "match/openings/opening_maker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/system/file.h"
#include "error_of.h"
#include "fake_evaluator.h"
#include "match/openings/opening_list.h"
#include "match/openings/openings.h"
#include "temporary.h"

namespace losange::match {
namespace {

using testing_errors::error_of;

OpeningRequest small_request(double within = 20) {
  return {.size = 6, .count = 48, .visits = 12, .within = within, .seed = 5};
}

std::vector<JudgedOpening> all_of(OpeningMaker& maker, int threads) {
  while (!maker.finished()) maker.play_round(threads);
  return maker.found();
}

TEST(OpeningKey, IsOneForAPositionAndItsHalfTurn) {
  const auto key = [](const std::vector<std::string>& moves) { return opening_key(5, moves); };
  EXPECT_EQ(key({"a1", "b2", "c4"}), key({"c4", "b2", "a1"}));
  EXPECT_EQ(key({"a1", "b2"}), key({"e5", "d4"}));
  EXPECT_NE(key({"a1", "b2"}), key({"b2", "a1"}));
  EXPECT_NE(key({"a2", "c4"}), key({"b1", "d3"}));  // mirrored: another position of the same sides
  EXPECT_NE(key({"a1", "b2", "c4"}), key({"a1", "b2"}));
}

TEST(OpeningMaker, GivesEvenOpeningsAllDifferentInEqualShares) {
  OpeningMaker maker(small_request(), std::make_shared<testing_nets::CentreNet>());
  const auto openings = all_of(maker, 1);
  ASSERT_EQ(openings.size(), 48u);
  std::map<std::size_t, int> stones;
  std::set<std::string> keys;
  std::vector<std::vector<std::string>> moves;
  for (const auto& opening : openings) {
    ++stones[opening.moves.size()];
    keys.insert(opening_key(6, opening.moves));
    moves.push_back(opening.moves);
    EXPECT_LE(std::abs(opening.chance - 0.5), 0.2);
  }
  EXPECT_EQ(stones, (std::map<std::size_t, int>{{2, 12}, {3, 12}, {4, 12}, {5, 12}}));
  EXPECT_EQ(keys.size(), openings.size());
  // The chances are what a search of so many visits says of each by itself.
  const auto again =
      judge_by_search(std::make_shared<testing_nets::CentreNet>(), 6, 12, moves, 1).value();
  for (std::size_t i = 0; i < again.size(); ++i) EXPECT_EQ(again[i], openings[i].chance);
}

TEST(OpeningMaker, DoesNotDependOnTheNumberOfThreads) {
  std::vector<std::vector<std::string>> made[2];
  for (const int threads : {1, 4}) {
    OpeningMaker maker(small_request(), std::make_shared<testing_nets::CentreNet>());
    for (const auto& opening : all_of(maker, threads)) {
      made[threads == 1 ? 0 : 1].push_back(opening.moves);
    }
  }
  EXPECT_EQ(made[0], made[1]);
}

// 3x3 has 36 positions of two stones up to the half turn, and the last number of stones takes what the others
// cannot give.
TEST(OpeningMaker, EndsWhenThereAreNoMore) {
  OpeningRequest request{.size = 3, .count = 1000, .visits = 1, .within = 50, .seed = 1};
  request.least_stones = request.most_stones = 2;
  OpeningMaker two(request, std::make_shared<testing_nets::UniformNet>());
  EXPECT_EQ(all_of(two, 1).size(), 36u);
  request.most_stones = 3;
  request.count = 100;
  OpeningMaker three(request, std::make_shared<testing_nets::UniformNet>());
  EXPECT_EQ(all_of(three, 1).size(), 100u);
}

// Every last stone leaves the game even at a glance, and every search finds it decided.
struct SureNet : testing_nets::UniformNet {
  void evaluate(int size, std::span<const std::uint8_t> codes,
                net::Evaluations& out) const override {
    UniformNet::evaluate(size, codes, out);
    std::fill(out.value.begin(), out.value.end(), 50.0f);
  }
};

TEST(OpeningMaker, EndsWhenNothingIsEven) {
  OpeningMaker maker({.size = 6, .count = 3, .visits = 1, .within = 5},
                     std::make_shared<SureNet>());
  while (!maker.finished() && maker.rounds() < 100) maker.play_round(1);
  EXPECT_EQ(maker.rounds(), 20);
  EXPECT_TRUE(maker.found().empty());
}

class OpeningList : public testing::Test {
 protected:
  OpeningList() { std::filesystem::create_directories(folder_); }
  ~OpeningList() override { std::filesystem::remove_all(folder_); }

  static OpeningListRun how(std::stop_token stop = {}) {
    return {.evaluator = std::make_shared<testing_nets::CentreNet>(),
            .net = "centre",
            .threads = 2,
            .stop = std::move(stop)};
  }

  std::filesystem::path folder_ = testing_files::temporary("openings");
  std::filesystem::path file_ = folder_ / "hex-6.txt";
};

TEST_F(OpeningList, IsReadByMatches) {
  const auto made = write_openings(file_, small_request(), how());
  const auto read = find_openings(file_.string(), {.size = 6, .swap = false}).openings;
  ASSERT_EQ(read.size(), made.size());
  for (std::size_t i = 0; i < read.size(); ++i) EXPECT_EQ(read[i].moves, made[i].moves);
}

TEST_F(OpeningList, GoesOnAfterAStopToTheSameEnd) {
  const auto request = small_request(6);  // takes several rounds
  write_openings(file_, request, how());
  const std::string whole = base::read_file(file_);
  EXPECT_NE(whole.find("48 of 48 openings"), std::string::npos) << whole;

  OpeningMaker maker(request, how().evaluator);
  maker.play_round(1);
  ASSERT_LT(maker.found().size(), 48u);
  const std::string after_one = "rounds: 1, " + std::to_string(maker.found().size()) + " of 48";
  // Stopped in the second round: that of the first is in the file.
  std::filesystem::remove(file_);
  struct StopsAfter : testing_nets::CentreNet {
    void evaluate(int size, std::span<const std::uint8_t> codes,
                  net::Evaluations& out) const override {
      CentreNet::evaluate(size, codes, out);
      if (base::read_file(file).find("rounds: 1,") != std::string::npos) stop.request_stop();
    }
    std::filesystem::path file;
    mutable std::stop_source stop;
  };
  auto net = std::make_shared<StopsAfter>();
  net->file = file_;
  auto stopping = how(net->stop.get_token());
  stopping.evaluator = net;
  EXPECT_EQ(write_openings(file_, request, stopping).size(), maker.found().size());
  EXPECT_NE(base::read_file(file_).find(after_one), std::string::npos);

  write_openings(file_, request, how());
  EXPECT_EQ(base::read_file(file_), whole);
}

TEST_F(OpeningList, KeepsRoundsThatBroughtNothing) {
  struct StopsLater : SureNet {
    void evaluate(int size, std::span<const std::uint8_t> codes,
                  net::Evaluations& out) const override {
      SureNet::evaluate(size, codes, out);
      if (base::read_file(file).find("rounds: 3, 0 of") != std::string::npos) stop.request_stop();
    }
    std::filesystem::path file;
    mutable std::stop_source stop;
  };
  auto net = std::make_shared<StopsLater>();
  net->file = file_;
  auto stopping = how(net->stop.get_token());
  stopping.evaluator = net;
  const OpeningRequest request{.size = 6, .count = 3, .visits = 1, .within = 5};
  write_openings(file_, request, stopping);
  EXPECT_NE(base::read_file(file_).find("rounds: 3, 0 of 3"), std::string::npos);
  auto on = how();
  on.evaluator = std::make_shared<SureNet>();
  write_openings(file_, request, on);
  EXPECT_NE(base::read_file(file_).find("rounds: 20, 0 of 3"), std::string::npos);
}

TEST_F(OpeningList, GrowsToWhatTheLargerCountWouldHaveGiven) {
  auto more = small_request(6);
  more.count = 60;
  write_openings(file_, more, how());
  const std::string whole = base::read_file(file_);
  std::filesystem::remove(file_);
  write_openings(file_, small_request(6), how());
  const std::string fewer = base::read_file(file_);

  // Stopped before there are more than before: what was there stays.
  std::stop_source stopped;
  stopped.request_stop();
  write_openings(file_, more, how(stopped.get_token()));
  EXPECT_EQ(base::read_file(file_), fewer);

  EXPECT_EQ(write_openings(file_, more, how()).size(), 60u);
  EXPECT_EQ(base::read_file(file_), whole);
  EXPECT_NE(error_of([&] {
              write_openings(file_, small_request(6), how());
            }).find("was made with --count 60: give that or more"),
            std::string::npos);
  EXPECT_EQ(base::read_file(file_), whole);
}

TEST_F(OpeningList, WhatIsNoFileIsWrittenAndNotRead) {
  const std::string error = error_of([&] { write_openings("/dev/full", small_request(), how()); });
  EXPECT_NE(error.find("cannot write /dev/full"), std::string::npos) << error;
}

TEST_F(OpeningList, LeavesWhatIsNotItsOwn) {
  base::write_file(file_, "a1 b2\n");
  EXPECT_NE(
      error_of([&] { write_openings(file_, small_request(), how()); }).find("holds something else"),
      std::string::npos);
  EXPECT_EQ(base::read_file(file_), "a1 b2\n");
  std::filesystem::remove(file_);
  write_openings(file_, small_request(), how());
  const std::string whole = base::read_file(file_);
  auto other = small_request();
  other.visits = 13;
  EXPECT_NE(error_of([&] { write_openings(file_, other, how()); }).find("other settings"),
            std::string::npos);
  EXPECT_EQ(base::read_file(file_), whole);
}

}  // namespace
}  // namespace losange::match
