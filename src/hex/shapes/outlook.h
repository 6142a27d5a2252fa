// What is certain of a position at first sight, before anything is searched: the moves that matter and,
// where it shows, the winner. Used where the nodes of a search get their moves.
#pragma once

#include "hex/shapes/inferior.h"

namespace losange::hex {

// The moves that win at once, else those that stop the other side from doing so; empty without threats.
template <int W>
Bitboard<W> urgent_cells(const Position<W>& position) {
  const auto wins = position.winning_cells(position.to_move());
  return wins.any() ? wins : position.winning_cells(game::other(position.to_move()));
}

template <int W>
struct Outlook {
  Bitboard<W> cells;                   // some move here wins if any does; never empty
  Outcome outcome = Outcome::Ongoing;  // of best play, where it is known
};

// Of the cells alone: an open swap is not weighed against them. A win at once is the only move, the cells
// where the opponent would win at once are the only answers, and two of them are one too many. Otherwise,
// with `inferior`, inferior cells are left out. Precondition: the game goes on.
template <int W>
Outlook<W> outlook(const Position<W>& position, bool inferior) {
  const Side side = position.to_move();
  if (const auto wins = position.winning_cells(side); wins.any())
    return {wins, game::win_for(side)};
  if (const auto threats = position.winning_cells(game::other(side)); threats.any()) {
    const bool lost = threats.count() > 1;
    return {threats, lost ? game::win_for(game::other(side)) : Outcome::Ongoing};
  }
  if (!inferior) return {position.empty()};
  const auto found = inferior_cells(position);
  return {found.consider.any() ? found.consider : position.empty(), found.outcome};
}

}  // namespace losange::hex
