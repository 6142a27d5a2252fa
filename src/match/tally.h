// The running count of a match: every finished game goes in once, in any order, and scores, pairs,
// failures and the sequential test come out. Between players that leave nothing to chance a game that was played before,
// move by move (or turned by half, in Hex) with the same colours, is a copy and proves nothing: it is in the counts of
// games and in nothing else. Where chance has a say it is one more draw, and counts: to leave it out would leave out what
// happens most. That it has is known from the first opening that goes on in two ways. Which of two such games is the
// repetition, and when the test sees a pair, goes by the order of the plan, so that no result depends on which game
// happened to end first. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "match/folder.h"
#include "match/statistics/ratings.h"
#include "match/statistics/statistics.h"

namespace losange::match {

struct PlayerTally {
  GameCounts games{};
  std::array<std::uint64_t, kEndings.size()> lost_by{};  // in the order of kEndings
  std::uint64_t oversteps = 0;
  std::string first_failure;  // in words, with the number of its game; empty when there was none
  std::uint64_t moves = 0;    // after the openings
  double seconds = 0;         // thought on them
};

// From a's side, as all counts here.
struct Evidence {
  GameCounts games{};
  PairCounts pairs{};        // both games are among these
  PairCounts clean_pairs{};  // and neither was lost by a failure
  GameCounts singles{};      // those whose partner is not among these

  // From the pairs; from the games while there are fewer than two pairs.
  Estimate estimate() const;
  bool rests_on_pairs() const;
};

struct PairingTally {
  std::size_t a = 0, b = 0;
  GameCounts games{};    // all that are finished
  Evidence all{};        // as far as the plan was played without a gap
  Evidence different{};  // those of them that were not played before
  bool chance = false;   // one opening went on in two ways, and not by a failure

  const Evidence& proof() const { return chance ? all : different; }
};

class Tally {
 public:
  explicit Tally(const MatchSettings& settings);

  void add(const FinishedGame& game);
  // Takes what waits for games before it in the plan, which will not come any more.
  void close();

  std::uint64_t games() const { return games_; }
  std::uint64_t different_games() const { return games_before_.size(); }
  const std::vector<PlayerTally>& players() const { return players_; }
  const std::vector<PairingTally>& pairings() const { return pairings_; }
  const GameCounts& first_side() const { return first_side_; }  // of whoever moved first
  const std::optional<Sprt>& sprt() const { return sprt_; }
  bool decided() const { return sprt_ && sprt_->state() != Sprt::State::Running; }
  std::vector<Rating> ratings() const;

 private:
  // What the pairs need of a game.
  struct Brief {
    std::size_t pairing = 0;
    std::uint64_t beginning = 0;  // the opening and who sat where
    std::size_t halves = 0;       // of a point, for a
    bool failure = false;
    std::uint64_t moves = 0;  // a hash of all that makes it this game
    bool different = false;
  };

  void add_to_players(const FinishedGame& game);
  Brief add_to_pairing(const FinishedGame& game);
  void take(std::uint64_t number, Brief game, bool for_test);
  void look_for_chance(const Brief& game);

  const MatchSettings& settings_;
  std::uint64_t games_ = 0;
  std::vector<PlayerTally> players_;
  std::vector<PairingTally> pairings_;
  GameCounts first_side_{};
  std::optional<Sprt> sprt_;
  std::uint64_t next_ = 0;                          // the first game that was not taken
  std::map<std::uint64_t, Brief> ahead_;            // finished ones after it
  std::map<std::uint64_t, Brief> waiting_;          // by pair: taken, its partner not
  std::unordered_set<std::uint64_t> games_before_;  // hashes of the different games
  std::unordered_map<std::uint64_t, std::uint64_t>
      first_ways_;  // by beginning: the hash of its first game
  std::vector<int>
      held_back_;  // halves of pairs with copies, for the test should chance show itself
};

}  // namespace losange::match
