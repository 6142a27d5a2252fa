#include "solver/hex_expert.h"

#include <algorithm>
#include <cmath>

#include "hex/evaluation/resistance.h"
#include "net/input/board_codes.h"

namespace losange::solver {
namespace {

// Moves with so much of all the promise count at first. A net is surer of itself than circuits are.
constexpr double kNetFocus = 0.95, kCircuitFocus = 0.65;
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
void HexExpert<W>::expand(const Position& position, search::Expansion<hex::Move>& out) {
  const game::Side side = position.to_move();
  if (position.winning_cells(side).any()) {
    out.moves = {hex::Move::at(position.winning_cells(side).first())};
    return;
  }
  const auto& connections = connections_.find(position, game::other(side));
  if (connections.joined()) {
    out.wins = false;
    return;
  }
  // Every move that wins is in the must-play region, and some move that wins is not inferior.
  const Set moves = hex::inferior_cells(position).consider & connections.must_play();
  moves.for_each([&](int cell) { out.moves.push_back(hex::Move::at(cell)); });
  if (out.moves.size() <= 1) return;  // nothing to choose
  if (net_) {
    if (keeps_asked_) asked_.push_back({position, moves});
    ask_net(position, moves);
  } else {
    ask_circuits(position, moves);
  }
  std::stable_sort(out.moves.begin(), out.moves.end(), [&](hex::Move a, hex::Move b) {
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
