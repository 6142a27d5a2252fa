#include "solver/hex_expert.h"

#include <algorithm>
#include <cmath>

#include "base/containers/stable_sort.h"
#include "hex/evaluation/resistance.h"
#include "net/input/board_codes.h"

namespace losange::solver {
namespace {

// Moves with so much of all the promise count at first.
constexpr double kNetFocus = 0.7, kCircuitFocus = 0.65;
// A net is surer of its first moves than proofs find them to be: a policy less sharp looks at fewer positions.
constexpr float kTemperature = 1.5;
// The proof number of a position that the net holds for won without doubt is 1, of one that it holds for lost this.
constexpr float kHardest = 100;

}  // namespace

template <int W>
typename HexExpert<W>::Position HexExpert<W>::filled(const Position& position) {
  if (position.outcome() != game::Outcome::Ongoing) return position;
  return hex::filled_in(position, hex::inferior_cells(position));
}

template <int W>
void HexExpert<W>::expand(const Position& position, search::Expansion<hex::Move, Set>& out) {
  const game::Side side = position.to_move();
  if (position.winning_cells(side).any()) {
    out.moves = {hex::Move::at(position.winning_cells(side).first())};
    return;
  }
  const auto& connections = connections_.find(position, game::other(side), out.over);
  if (connections.joined()) {
    out.wins = false;
    out.reason = connections.winning().carrier;
    return;
  }
  // Every move that wins is in the must-play region, and some move that wins is not inferior.
  const auto inferior = hex::inferior_cells(position);
  const Set moves = inferior.consider & connections.must_play();
  out.reason = needed_by(inferior, inferior.vulnerable & connections.must_play());
  for (const auto* threat : connections.threats()) out.reason |= threat->carrier;
  moves.for_each([&](int cell) { out.moves.push_back(hex::Move::at(cell)); });
  if (out.moves.size() <= 1) return;  // nothing to choose
  if (net_) {
    if (keeps_asked_) asked_.push_back({position, moves});
    ask_net(position, moves);
  } else {
    ask_circuits(position, moves);
  }
  base::stable_sort(out.moves.begin(), out.moves.end(), [&](hex::Move a, hex::Move b) {
    return weights_[a.cell()] > weights_[b.cell()];
  });
  float all = 0, seen = 0;
  for (const hex::Move move : out.moves) {
    all += weights_[move.cell()];
    if (net_) out.guesses.push_back(guesses_[move.cell()]);
  }
  out.width = 0;
  for (const hex::Move move : out.moves) {
    if (seen > (net_ ? kNetFocus : kCircuitFocus) * all) break;
    seen += weights_[move.cell()];
    ++out.width;
  }
}

template <int W>
typename HexExpert<W>::Set HexExpert<W>::needed_by(const hex::InferiorCells<W>& inferior,
                                                   const Set& vulnerable) {
  Set killers;
  vulnerable.for_each([&](int cell) { killers.set(inferior.killer[cell]); });
  return killers;
}

template <int W>
typename HexExpert<W>::Set HexExpert<W>::before(Position position, hex::Move move, const Set& after,
                                                bool wins) const {
  const game::Side winner = wins ? position.to_move() : game::other(position.to_move());
  if (!position.is_legal(move)) search::contradicted();
  position.play(move);
  Set cells = after;
  if (wins) cells.set(move.cell());
  if (position.outcome() != game::Outcome::Ongoing) return cells;
  // Of what was filled in, the winner needs its captured pairs alone. A dead cell is dead with more stones too, and so is its
  // cell of mutual fill-in once the other one is the loser's.
  const auto filled = hex::inferior_cells(position);
  const auto& captured = filled.captured;
  const int own = game::index(winner);
  captured[own].for_each([&](int cell) {
    bool mutual = false;
    (position.geometry().neighbours[cell] & captured[1 - own]).for_each([&](int next) {
      mutual |= filled.turn[next] == filled.turn[cell];
    });
    if (!mutual) cells.set(cell);
  });
  return cells;
}

template <int W>
void HexExpert<W>::ask_net(const Position& position, const Set& moves) {
  const auto cells = static_cast<std::size_t>(position.geometry().cells);
  codes_.resize(cells);
  said_.resize(1, cells);
  net::write_codes(position, codes_.data());
  net_->evaluate(position.size(), codes_, said_);
  const auto at = [&](int cell) {
    return static_cast<std::size_t>(net::turned_cell(position, cell));
  };
  float highest = said_.policy[at(moves.first())];
  moves.for_each([&](int cell) { highest = std::max(highest, said_.policy[at(cell)]); });
  moves.for_each([&](int cell) {
    weights_[cell] = std::exp((said_.policy[at(cell)] - highest) / kTemperature);
    // The other side moves then, and wins with what is left.
    const float chance = 1 / (1 + std::exp(-said_.q[at(cell)]));
    const auto effort = [](float share) {
      return static_cast<std::uint32_t>(std::lround(1 + (kHardest - 1) * share));
    };
    guesses_[cell] = {effort(chance), effort(1 - chance)};
  });
}

template <int W>
void HexExpert<W>::ask_circuits(const Position& position, const Set& moves) {
  const game::Side side = position.to_move();
  const auto own = hex::circuit(position, side), theirs = hex::circuit(position, game::other(side));
  // What matters to both sides.
  moves.for_each(
      [&](int cell) { weights_[cell] = std::min(own.current[cell], theirs.current[cell]); });
}

template class HexExpert<1>;
template class HexExpert<2>;
template class HexExpert<6>;

}  // namespace losange::solver
