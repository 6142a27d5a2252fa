// What the tree search with a net is told of Hex: which moves get nodes, with what priors, and what a leaf
// is worth. Exact knowledge comes first (wins at once, must-play cells, inferior cells); the net is asked
// about the rest, several positions a call, and never twice while the cache remembers.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hex/shapes/local_shape.h"
#include "hex/shapes/outlook.h"
#include "net/input/board_codes.h"
#include "net/input/evaluator.h"
#include "players/told/evaluation_cache.h"
#include "players/told/hex_connections.h"
#include "search/montecarlo/path.h"

namespace losange::players {

// How the outputs of the net are read.
struct NetReading {
  double policy_head = 0.8;        // weight of the policy's logits in the priors; Q has the rest
  double prior_temperature = 0.5;  // Q counts divided by this
  double value_head = 1;           // weight of the value head; the best Q has the rest
};

template <int W>
class NetLeaf {
 public:
  using Position = hex::Position<W>;

  struct Request {
    std::optional<Position> position;
    hex::Move last, before;
    bool must_list = false;
    search::Candidates<Position> candidates;
    float value = 0;
    std::uint32_t shape = 0;
    search::Proof proof = search::Proof::Unknown;

    // For the leaf itself.
    std::vector<std::uint8_t> codes;  // as the net is asked, perhaps after a half turn
    bool half_turn = false;
    bool swap_ahead = false;
    std::uint64_t key = 0;
  };

  NetLeaf(std::shared_ptr<const net::Evaluator> evaluator, std::shared_ptr<EvaluationCache> cache,
          const NetReading& reading)
      : evaluator_(std::move(evaluator)), cache_(std::move(cache)), reading_(reading) {}

  bool prepare(Request& request) {
    request.swap_ahead = offers_swap(*request.position);
    list_moves(request);
    if (request.proof != search::Proof::Unknown) return true;
    write_question(request);
    request.shape = shape_of(request);
    // What is cached of the empty board does not know that the first stone may be swapped.
    if (request.swap_ahead) return false;
    request.key = hash_of_codes(request.codes);
    const auto known = cache_->find(request.key);
    if (known) read(*known, request);
    return known.has_value();
  }

  void evaluate(std::span<Request* const> requests) {
    const std::size_t cells = requests.front()->codes.size();
    codes_.clear();
    for (const Request* request : requests) {
      codes_.insert(codes_.end(), request->codes.begin(), request->codes.end());
    }
    evaluator_->evaluate(requests.front()->position->size(), codes_, seen_);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      Request& request = *requests[i];
      const NetOpinion opinion =
          opinion_of(request, std::span(seen_.q).subspan(i * cells, cells),
                     std::span(seen_.policy).subspan(i * cells, cells), seen_.value[i]);
      if (!request.swap_ahead) cache_->store(request.key, opinion);
      read(opinion, request);
    }
  }

  auto look_closer(const Position& position) { return connections_(position); }

 private:
  // The moves worth a node, or the proof that none needs one. Under a swap rule still open every cell
  // counts: a worse stone may be the better one to offer.
  static void list_moves(Request& request) {
    const Position& position = *request.position;
    auto cells = position.empty();
    if (!position.swap_available() && !request.swap_ahead) {
      const auto seen = hex::outlook(position, true);
      cells = seen.cells;
      if (!request.must_list && seen.outcome != game::Outcome::Ongoing) {
        request.proof = search::proof_of(-game::value_for(position.to_move(), seen.outcome));
      }
    }
    request.candidates.clear();
    cells.for_each([&](int cell) { request.candidates.push_back({hex::Move::at(cell)}); });
    if (position.swap_available()) request.candidates.push_back({hex::Move::swap()});
  }

  // What the net says where a swap is open is read otherwise than elsewhere.
  static std::uint32_t shape_of(const Request& request) {
    if (!request.last.is_cell() || request.position->swap_available()) return 0;
    return hex::local_shape(*request.position, request.last, request.before);
  }

  // Of a position and its half turn, the one whose codes come first is asked about.
  static void write_question(Request& request) {
    const Position& position = *request.position;
    request.codes.resize(static_cast<std::size_t>(position.geometry().cells));
    net::write_codes(position, request.codes.data());
    request.half_turn = std::lexicographical_compare(request.codes.rbegin(), request.codes.rend(),
                                                     request.codes.begin(), request.codes.end());
    if (request.half_turn) std::reverse(request.codes.begin(), request.codes.end());
  }

  static float value_of(float log_odds) { return std::tanh(log_odds / 2); }

  NetOpinion opinion_of(const Request& request, std::span<const float> q,
                        std::span<const float> policy, float value) const {
    NetOpinion opinion;
    const auto policy_weight = static_cast<float>(reading_.policy_head);
    const auto q_weight =
        static_cast<float>((1 - reading_.policy_head) / reading_.prior_temperature);
    float best = -1, nearest = 1;
    for (std::size_t i = 0; i < q.size(); ++i) {
      // A stone to be swapped should be even: the policy, which wants to win with it, has no say.
      opinion.logits.push_back(
          request.swap_ahead ? -std::abs(q[i]) / static_cast<float>(reading_.prior_temperature)
                             : policy_weight * policy[i] + q_weight * q[i]);
      if (request.codes[i] != net::kEmpty) continue;
      best = std::max(best, value_of(q[i]));
      nearest = std::min(nearest, std::abs(value_of(q[i])));
    }
    const auto weight = static_cast<float>(reading_.value_head);
    // The other side takes the better end of whatever stone it is offered.
    opinion.value = request.swap_ahead ? -nearest : weight * value_of(value) + (1 - weight) * best;
    return opinion;
  }

  static void read(const NetOpinion& opinion, Request& request) {
    const Position& position = *request.position;
    const auto logit = [&](hex::Move move) {
      int cell = net::turned_cell(position, move.cell());
      if (request.half_turn) cell = position.geometry().rotated(cell);
      return opinion.logits[static_cast<std::size_t>(cell)];
    };
    request.value = opinion.value;
    auto& candidates = request.candidates;
    std::size_t cells = candidates.size();
    float left = 1;
    if (position.swap_available()) {
      // After a swap the other side has this value: the worse the stone is to meet, the more a swap
      // is worth. It is always tried.
      const float wish = std::clamp((1 - opinion.value) / 2, kLeastSwap, 1 - kLeastSwap);
      candidates[--cells].prior = wish;
      left = 1 - wish;
      request.value = std::abs(opinion.value);
    }
    float most = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < cells; ++i) most = std::max(most, logit(candidates[i].move));
    float sum = 0;
    for (std::size_t i = 0; i < cells; ++i) {
      candidates[i].prior = std::exp(logit(candidates[i].move) - most);
      sum += candidates[i].prior;
    }
    // A prior is stored with 16 bits; none may be lost altogether.
    for (std::size_t i = 0; i < cells; ++i) {
      candidates[i].prior = std::max(candidates[i].prior * left / sum, kLeastPrior);
    }
  }

  static constexpr float kLeastSwap = 0.1f;
  static constexpr float kLeastPrior = 2.5f / search::kMostPrior;

  std::shared_ptr<const net::Evaluator> evaluator_;
  std::shared_ptr<EvaluationCache> cache_;
  NetReading reading_;
  std::vector<std::uint8_t> codes_;
  net::Evaluations seen_;
  ConnectionsLook<W> connections_;
};

}  // namespace losange::players
