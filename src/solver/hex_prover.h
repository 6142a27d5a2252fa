// From a solved position to a proof that anybody can check: walks the positions that decide it, with the search's table for
// the moves that win, shows every connection by its parts, and takes back what was filled in. Used by HexSolver.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>
#include <unordered_map>

#include "hex/connections/connections.h"
#include "hex/shapes/inferior.h"
#include "search/proof/dfpn.h"
#include "solver/hex_expert.h"
#include "solver/proof_builder.h"

namespace losange::solver {

template <int W>
class HexProver {
 public:
  using Position = hex::Position<W>;
  using Search = search::ProofSearch<Position, HexExpert<W>>;

  // `made` is told the number of steps now and then.
  HexProver(Search& search, const Position& position, game::Side winner, std::stop_token stop,
            const std::function<void(std::size_t)>& made)
      : search_(search),
        builder_(position.geometry()),
        winner_(winner),
        stop_(std::move(stop)),
        on_stop_(stop_, [this] { stopped_ = true; }),
        made_(made) {
    connections_.end_when(&stopped_);
  }
  HexProver(const HexProver&) = delete;
  HexProver& operator=(const HexProver&) = delete;

  // The steps of a proof that the winner wins. Nothing when it was stopped. Precondition: it does win, or the table was read
  // and says so: search::contradicted then.
  std::optional<proof::StepList> prove(const Position& position);

 private:
  using Set = hex::Bitboard<W>;
  using Id = typename ProofBuilder<W>::Id;
  using Link = hex::Connection<W>;
  struct Stopped {};

  Id after_filling(const Position& position);
  Id won(const Position& position);
  Id by_moving(const Position& position);
  Id by_answering(const Position& position);
  int telling_move(const Position& position, const Set& moves) const;
  hex::Move winning_move(const Position& position);
  std::optional<Id> take_back(Id id, const Position& position, const hex::InferiorCells<W>& filled);
  std::optional<Id> take_back_one(Id id, const Set& cells, const Position& position,
                                  const Set& there);

  Id shown(const Position& position, const Link& link);
  Id chain(const Position& position, int from, int to);
  int end_of(int end) const;

  Search& search_;
  ProofBuilder<W> builder_;
  game::Side winner_;
  std::stop_token stop_;
  std::atomic<bool> stopped_{false};
  std::stop_callback<std::function<void()>> on_stop_;
  const std::function<void(std::size_t)>& made_;
  hex::Connections<W> connections_{{.between_cells = 4, .until_won = true}};
  std::unordered_map<std::uint64_t, Id> known_;  // by the key of the position
  std::unordered_map<const Link*, Id> shown_;    // of the connections of one position
};

extern template class HexProver<1>;
extern template class HexProver<2>;
extern template class HexProver<6>;

}  // namespace losange::solver
