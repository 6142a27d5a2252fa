#include "solver/hex_expert.h"

#include <algorithm>
#include <array>

#include "hex/evaluation/resistance.h"

namespace losange::solver {
namespace {

// Moves with so much of all the current count at first.
constexpr double kFocus = 0.65;

}  // namespace

template <int W>
typename HexExpert<W>::Position HexExpert<W>::filled(const Position& position) {
  if (position.outcome() != game::Outcome::Ongoing) return position;
  return hex::filled_in(position, hex::inferior_cells(position));
}

template <int W>
void HexExpert<W>::expand(const Position& position, search::Expansion<hex::Move>& out) {
  const game::Side side = position.to_move(), other = game::other(side);
  if (position.winning_cells(side).any()) {
    out.moves = {hex::Move::at(position.winning_cells(side).first())};
    return;
  }
  connections_.find(position, other);
  if (connections_.joined()) {
    out.wins = false;
    return;
  }
  // Every move that wins is in the must-play region, and some move that wins is not inferior.
  const Set moves = hex::inferior_cells(position).consider & connections_.must_play();
  const auto own = hex::circuit(position, side), theirs = hex::circuit(position, other);
  std::array<float, Set::kBits> current;
  float all = 0;
  moves.for_each([&](int cell) {
    current[cell] = std::min(own.current[cell], theirs.current[cell]);
    all += current[cell];
    out.moves.push_back(hex::Move::at(cell));
  });
  std::stable_sort(out.moves.begin(), out.moves.end(),
                   [&](hex::Move a, hex::Move b) { return current[a.cell()] > current[b.cell()]; });
  out.width = 0;
  float seen = 0;
  for (const hex::Move move : out.moves) {
    if (seen > kFocus * all) break;
    seen += current[move.cell()];
    ++out.width;
  }
}

template class HexExpert<1>;
template class HexExpert<2>;
template class HexExpert<4>;
template class HexExpert<6>;

}  // namespace losange::solver
