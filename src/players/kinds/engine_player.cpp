#include "players/kinds/engine_player.h"

namespace losange::players {

template <class G>
TextReport to_text_report(const typename G::Position& position,
                          const search::Report<typename G::Position::Move>& report) {
  TextReport text;
  static_cast<search::SearchTotals&>(text) = report;
  text.best = G::to_text(position, report.best);
  for (const auto& line : report.lines) {
    auto& out = text.lines.emplace_back();
    out.move = G::to_text(position, line.move);
    out.value = line.value;
    out.visits = line.visits;
    out.proven = line.proven;
    out.at_most = line.at_most;
    out.moves = line.moves;
    auto along = position;
    for (const auto move : line.variation) {
      out.variation.push_back(G::to_text(along, move));
      along.play(move);
    }
  }
  return text;
}

template TextReport to_text_report<hex::Hex<2>>(const hex::Position<2>&,
                                                const search::Report<hex::Move>&);
template TextReport to_text_report<hex::Hex<4>>(const hex::Position<4>&,
                                                const search::Report<hex::Move>&);
template TextReport to_text_report<hex::Hex<6>>(const hex::Position<6>&,
                                                const search::Report<hex::Move>&);
template TextReport to_text_report<draughts::Draughts<draughts::Bits64>>(
    const draughts::Position<draughts::Bits64>&,
    const search::Report<draughts::Move<draughts::Bits64>>&);
template TextReport to_text_report<draughts::Draughts<draughts::Bits128>>(
    const draughts::Position<draughts::Bits128>&,
    const search::Report<draughts::Move<draughts::Bits128>>&);

}  // namespace losange::players
