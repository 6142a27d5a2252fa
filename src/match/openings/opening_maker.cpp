#include "match/openings/opening_maker.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/random.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "base/weighted_draw.h"
#include "hex/board/hex.h"
#include "net/input/board_codes.h"
#include "players/trees/zero.h"

namespace losange::match {

namespace {

using Board = hex::Position<6>;

constexpr std::size_t kCandidatesARound = 32;  // of each number of stones
constexpr int kTries = 20;  // a candidate, until some last stone leaves the game even
// Then a number of stones has no more to give.
constexpr int kRoundsWithoutNew = 5;
constexpr int kRoundsWithoutEven = 20;  // on the smallest boards nearly everything is decided
// The net alone is rougher than a search: what it puts somewhat further off may still be even.
constexpr double kRawPatience = 2;
// On small boards nearly every candidate is clearly decided: an eighth of the visits sees that.
constexpr int kScoutShare = 8;
constexpr double kScoutPatience = 3;

double chance_of(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

bool is_even(double chance, double within) { return std::abs(chance - 0.5) * 100 <= within; }

net::Evaluations ask(const net::Evaluator& evaluator, const Board& board) {
  std::vector<std::uint8_t> codes(static_cast<std::size_t>(board.geometry().cells));
  net::write_codes(board, codes.data());
  net::Evaluations seen;
  evaluator.evaluate(board.size(), codes, seen);
  return seen;
}

std::vector<int> empty_cells(const Board& board) {
  std::vector<int> cells;
  board.empty().for_each([&](int cell) { cells.push_back(cell); });
  return cells;
}

int any_of(const std::vector<int>& cells, base::Random& random) {
  return cells[random.below(static_cast<std::uint32_t>(cells.size()))];
}

// A cell by the odds of the net's policy.
int drawn_by_policy(const net::Evaluator& evaluator, const Board& board, base::Random& random) {
  const auto seen = ask(evaluator, board);
  const auto cells = empty_cells(board);
  const auto logit = [&](int cell) {
    return static_cast<double>(
        seen.policy[static_cast<std::size_t>(net::turned_cell(board, cell))]);
  };
  double most = -1e30;
  for (const int cell : cells) most = std::max(most, logit(cell));
  std::vector<double> odds;
  odds.reserve(cells.size());
  for (const int cell : cells) odds.push_back(std::exp(logit(cell) - most));
  return cells[base::draw_by_weight(odds, random)];
}

// The cells after which the net alone holds the game for even.
std::vector<int> evening_cells(const net::Evaluator& evaluator, const Board& board, double within) {
  const auto seen = ask(evaluator, board);
  auto cells = empty_cells(board);
  std::erase_if(cells, [&](int cell) {
    const float q = seen.q[static_cast<std::size_t>(net::turned_cell(board, cell))];
    return !is_even(chance_of(q), within);
  });
  return cells;
}

}  // namespace

std::optional<std::vector<double>> judge_by_search(
    std::shared_ptr<const net::Evaluator> evaluator, int size, int visits,
    const std::vector<std::vector<std::string>>& openings, int threads, std::stop_token stop,
    const std::function<void(std::size_t)>& on_judged) {
  // All visits are made, and a search needs no more memory than they fill.
  const players::Settings settings(players::zero_parameters(),
                                   {{"early", "false"}, {"cache", "4"}, {"reuse", "false"}});
  search::Limits limits;
  limits.nodes = static_cast<std::uint64_t>(visits);
  std::vector<double> chances(openings.size());
  std::mutex mutex;
  std::size_t done = 0;
  base::parallel_for(openings.size(), threads, [&](std::size_t i) {
    if (stop.stop_requested()) return;
    game::GameRecord record(game::GameSetup{.size = size, .swap = false});
    auto side = game::Side::First;
    for (const auto& move : openings[i]) {
      record.play({side, move});
      side = game::other(side);
    }
    const auto report =
        players::make_zero(settings, evaluator)->choose(record, limits, {}, stop).report;
    chances[i] = (1 + report.value) / 2;
    if (!on_judged) return;
    const std::lock_guard lock(mutex);
    on_judged(++done);
  });
  if (stop.stop_requested()) return std::nullopt;
  return chances;
}

std::string opening_key(int size, const std::vector<std::string>& moves) {
  const auto& geometry = hex::geometry<6>(size);
  std::vector<int> stones[2][2];  // [as it is, turned][side]
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int cell = hex::parse_cell(size, moves[i]).value();
    stones[0][i % 2].push_back(cell);
    stones[1][i % 2].push_back(geometry.rotated(cell));
  }
  std::string keys[2];
  for (int turned = 0; turned < 2; ++turned) {
    for (auto& side : stones[turned]) {
      std::sort(side.begin(), side.end());
      keys[turned] += fmt::format("{}/", fmt::join(side, " "));
    }
  }
  return std::min(keys[0], keys[1]);
}

OpeningMaker::OpeningMaker(OpeningRequest request, std::shared_ptr<const net::Evaluator> evaluator)
    : request_(request), evaluator_(std::move(evaluator)) {
  hex::check_size(request_.size);
  for (int stones = request_.least_stones; stones <= request_.most_stones; ++stones) {
    shares_[stones] = {};
  }
}

bool OpeningMaker::exhausted(const Share& share) const {
  return share.rounds_without_new >= kRoundsWithoutNew ||
         share.rounds_without_even >= kRoundsWithoutEven;
}

// Every number of stones has an equal share; what those that are exhausted leave is shared by the others.
bool OpeningMaker::has_room(const Share& share) const {
  if (exhausted(share) || found_.size() >= request_.count) return false;
  std::size_t left = request_.count, sharing = 0;
  for (const auto& [stones, other] : shares_) {
    if (exhausted(other)) {
      left -= other.found;
    } else {
      ++sharing;
    }
  }
  return share.found * sharing < left;
}

bool OpeningMaker::finished() const {
  return std::none_of(shares_.begin(), shares_.end(),
                      [&](const auto& entry) { return has_room(entry.second); });
}

// Half of them in the style of the net, half wilder: all stones but the last anywhere.
OpeningMaker::Moves OpeningMaker::draw(int stones, std::uint64_t number) const {
  base::Random random(base::stream_seed(
      base::stream_seed(request_.seed, static_cast<std::uint64_t>(stones)), number));
  for (int attempt = 0; attempt < kTries; ++attempt) {
    Board board(request_.size, false);
    Moves moves;
    const auto play = [&](int cell) {
      moves.push_back(hex::cell_name(request_.size, cell));
      board.play(hex::Move::at(cell));
      return board.outcome() == game::Outcome::Ongoing;
    };
    const bool wild = random.below(2) == 0;
    bool going = true;
    while (going && static_cast<int>(moves.size()) + 1 < stones) {
      going = play(wild || moves.empty() ? any_of(empty_cells(board), random)
                                         : drawn_by_policy(*evaluator_, board, random));
    }
    if (!going) continue;
    const auto last = evening_cells(*evaluator_, board, kRawPatience * request_.within);
    if (!last.empty() && play(any_of(last, random))) return moves;
  }
  return {};
}

std::vector<OpeningMaker::Moves> OpeningMaker::candidates(int threads) {
  std::vector<std::pair<int, std::uint64_t>> numbers;
  for (auto& [stones, share] : shares_) {
    share.drew = has_room(share);
    if (!share.drew) continue;
    for (std::size_t i = 0; i < kCandidatesARound; ++i) numbers.emplace_back(stones, share.drawn++);
  }
  std::vector<Moves> drawn(numbers.size());
  base::parallel_for(numbers.size(), threads,
                     [&](std::size_t i) { drawn[i] = draw(numbers[i].first, numbers[i].second); });
  std::map<int, bool> brought_new;
  std::vector<Moves> fresh;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    bool& is_new = brought_new[numbers[i].first];
    if (drawn[i].empty() || !seen_.insert(opening_key(request_.size, drawn[i])).second) continue;
    is_new = true;
    fresh.push_back(drawn[i]);
  }
  for (const auto& [stones, is_new] : brought_new) {
    auto& share = shares_[stones];
    share.rounds_without_new = is_new ? 0 : share.rounds_without_new + 1;
  }
  ++rounds_;
  return fresh;
}

void OpeningMaker::know(const std::vector<JudgedOpening>& judged) {
  for (const auto& opening : judged) known_[opening.moves] = opening.chance;
}

void OpeningMaker::accept(const std::vector<Moves>& drawn, const std::map<Moves, double>& even) {
  std::set<int> brought_even;
  for (const auto& moves : drawn) {
    const auto at = even.find(moves);
    if (at == even.end()) continue;
    const int stones = static_cast<int>(moves.size());
    brought_even.insert(stones);
    Share& share = shares_[stones];
    if (!has_room(share)) continue;
    ++share.found;
    found_.push_back({moves, at->second});
  }
  for (auto& [stones, share] : shares_) {
    if (share.drew)
      share.rounds_without_even = brought_even.contains(stones) ? 0 : share.rounds_without_even + 1;
  }
}

bool OpeningMaker::play_round(int threads, std::stop_token stop,
                              const std::function<void(std::size_t, std::size_t)>& on_judged) {
  OpeningMaker before = *this;
  const auto drawn = candidates(threads);
  std::vector<Moves> fresh;
  for (const auto& moves : drawn) {
    if (!known_.contains(moves)) fresh.push_back(moves);
  }
  std::map<Moves, double> even = known_;
  // Searches of `visits`, after which what is further off than `within` is gone.
  const auto sift = [&](int visits, double within, bool last) {
    const std::size_t all = fresh.size();
    auto judged = judge_by_search(evaluator_, request_.size, visits, fresh, threads, stop,
                                  [&](std::size_t done) {
                                    if (on_judged) on_judged(done, all);
                                  });
    if (!judged) return false;
    std::vector<Moves> left;
    for (std::size_t i = 0; i < all; ++i) {
      if (!is_even((*judged)[i], within)) continue;
      if (last) even[fresh[i]] = (*judged)[i];
      left.push_back(std::move(fresh[i]));
    }
    fresh = std::move(left);
    return true;
  };
  if (!sift(std::max(1, request_.visits / kScoutShare), kScoutPatience * request_.within, false) ||
      !sift(request_.visits, request_.within, true)) {
    *this = std::move(before);
    return false;
  }
  accept(drawn, even);
  return true;
}

void OpeningMaker::repeat_round(const std::vector<JudgedOpening>& found, int threads) {
  std::map<Moves, double> even;
  for (const auto& opening : found) even[opening.moves] = opening.chance;
  accept(candidates(threads), even);
}

}  // namespace losange::match
