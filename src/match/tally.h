// The running count of a match: every finished game goes in once, in any order, and scores, pairs,
// failures and the sequential test come out. The test takes pairs in the order of the plan, so that its
// decision does not depend on which game happened to end first. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "match/folder.h"
#include "match/ratings.h"
#include "match/statistics.h"

namespace losange::match {

struct PlayerTally {
  GameCounts games{};
  std::array<std::uint64_t, kEndings.size()> lost_by{};  // in the order of kEndings
  std::uint64_t oversteps = 0;
  std::string first_failure;  // in words, with the number of its game; empty when there was none
  std::uint64_t moves = 0;    // after the openings
  double seconds = 0;         // thought on them
};

struct PairingTally {
  std::size_t a = 0, b = 0;
  GameCounts games{};        // from a's side, as all counts here
  PairCounts pairs{};        // both games played
  PairCounts clean_pairs{};  // and neither lost by a failure
  GameCounts singles{};      // games that wait for their partner

  // From the pairs; from the single games while there are fewer than two pairs.
  Estimate estimate() const;
  bool rests_on_pairs() const;
};

class Tally {
 public:
  explicit Tally(const MatchSettings& settings);

  void add(const FinishedGame& game);

  std::uint64_t games() const { return games_; }
  const std::vector<PlayerTally>& players() const { return players_; }
  const std::vector<PairingTally>& pairings() const { return pairings_; }
  const GameCounts& first_side() const { return first_side_; }  // of whoever moved first
  const std::optional<Sprt>& sprt() const { return sprt_; }
  bool decided() const { return sprt_ && sprt_->state() != Sprt::State::Running; }
  std::vector<Rating> ratings() const;

 private:
  struct Half {
    int halves = 0;  // of a point, for a
    bool failure = false;
  };

  void add_to_players(const FinishedGame& game);
  void add_to_pairs(const FinishedGame& game);
  void advance_sprt(std::uint64_t pair, int halves);

  const MatchSettings& settings_;
  std::uint64_t games_ = 0;
  std::vector<PlayerTally> players_;
  std::vector<PairingTally> pairings_;
  GameCounts first_side_{};
  std::map<std::uint64_t, Half> open_pairs_;
  std::optional<Sprt> sprt_;
  std::uint64_t next_pair_ = 0;         // the first that the test has not seen
  std::map<std::uint64_t, int> ahead_;  // finished pairs after it
};

}  // namespace losange::match
