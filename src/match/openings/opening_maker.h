// Makes openings of Hex that are even by the judgement of a net: stones drawn by chance, the last one where the
// net alone holds the game for even, then a search of a fixed number of visits that has the last word. Used by
// `losange openings`. The result depends on the request and the net, never on the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "net/input/evaluator.h"

namespace losange::match {

struct OpeningRequest {
  int size = 11;
  std::size_t count = 500;
  int visits = 400;   // of the search that judges
  double within = 5;  // points of a hundred that it may put an opening off even
  int least_stones = 2, most_stones = 5;
  std::uint64_t seed = 1;
};

struct JudgedOpening {
  std::vector<std::string> moves;
  double chance = 0.5;  // of the side to move, by the search
};

// What the strategy zero gives the side to move after each opening, searched anew by one thread each. Nothing when
// `stop` came first. `on_judged` is told how many are done, one call at a time.
std::optional<std::vector<double>> judge_by_search(
    std::shared_ptr<const net::Evaluator> evaluator, int size, int visits,
    const std::vector<std::vector<std::string>>& openings, int threads, std::stop_token stop = {},
    const std::function<void(std::size_t)>& on_judged = {});

// The same text for openings that lead to the same position or to its half turn, which is the only symmetry of Hex
// that keeps the colours. The mirror image with the colours exchanged has the other side to move, so no opening of as
// many stones is that of another.
std::string opening_key(int size, const std::vector<std::string>& moves);

class OpeningMaker {
 public:
  OpeningMaker(OpeningRequest request, std::shared_ptr<const net::Evaluator> evaluator);

  // One more round of candidates, as many for each number of stones that still has room. False when `stop` came first:
  // then nothing of this round is kept.
  bool play_round(int threads, std::stop_token stop = {},
                  const std::function<void(std::size_t, std::size_t)>& on_judged = {});
  // The same without any search for a round whose result is known: `found` holds all that it accepted.
  void repeat_round(const std::vector<JudgedOpening>& found, int threads);

  // Openings that a search judged before, with the same settings: they are not searched again.
  void know(const std::vector<JudgedOpening>& judged);

  const std::vector<JudgedOpening>& found() const { return found_; }
  int rounds() const { return rounds_; }
  // Enough were found, or no number of stones brings anything new, or even, any more.
  bool finished() const;

 private:
  using Moves = std::vector<std::string>;
  struct Share {  // of a number of stones
    std::size_t found = 0;
    std::uint64_t drawn = 0;  // candidates so far
    bool drew = false;        // in this round
    int rounds_without_new = 0, rounds_without_even = 0;
  };

  bool exhausted(const Share& share) const;
  bool has_room(const Share& share) const;
  std::vector<Moves> candidates(int threads);
  Moves draw(int stones, std::uint64_t number) const;
  // The end of a round: those of its candidates that are even, with their chances.
  void accept(const std::vector<Moves>& drawn, const std::map<Moves, double>& even);

  OpeningRequest request_;
  std::shared_ptr<const net::Evaluator> evaluator_;
  std::map<int, Share> shares_;    // by the number of stones
  std::set<std::string> seen_;     // keys of all candidates
  std::map<Moves, double> known_;  // judged before
  std::vector<JudgedOpening> found_;
  int rounds_ = 0;
};

}  // namespace losange::match
