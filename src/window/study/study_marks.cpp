#include "window/study/study_marks.h"

#include <algorithm>

namespace losange::window {

using game::Side;

Word proof_word(const AnalysedMove& move, game::Side to_move) {
  const double chance = chance_for(to_move, move.value);
  return chance > 0.5 ? Word::ProvenWin : chance < 0.5 ? Word::ProvenLoss : Word::ProvenDraw;
}

void StudyMarks::ask_hint() {
  hint_revision_ = context_.table.revision();
  context_.table.ask_hint();
}

void StudyMarks::freeze(int hover) {
  if (hover == hover_ && frozen_revision_ == context_.table.revision()) return;
  hover_ = hover;
  frozen_revision_ = context_.table.revision();
  const auto& analysis = context_.table.analysis();
  frozen_ = analysis ? analysis->moves : std::vector<AnalysedMove>{};
}

void StudyMarks::add(BoardPicture& picture) const {
  const auto& session = context_.table.session();
  const Side mover = session.to_move();
  const auto cell_of = [&](const std::string& move) { return session.position().cell_of(move); };
  const auto starts = [&](const std::string& move) {
    const auto path = session.position().path_of(move);
    return path.size() > 1 ? path.front() : -1;
  };
  if (show_inferior_ && !session.over()) picture.inferior = study::inferior_cells(session.record());
  const auto& analysis = context_.table.analysis();
  if (!analysis || session.over()) return;
  const bool hint = hint_revision_ == context_.table.revision() && !analysis->moves.empty();
  if (hint && !context_.table.hint_asked()) {
    picture.hint = cell_of(analysis->moves.front().move);
    picture.hint_from = starts(analysis->moves.front().move);
  }
  if (!context_.table.analysing() || !context_.settings.show_hints) return;
  picture.hint = -1;
  // Where pieces move the best one is shown on its way, and its value where it ends.
  if (!analysis->moves.empty()) {
    picture.hint_from = starts(analysis->moves.front().move);
    if (picture.hint_from >= 0) picture.hint = cell_of(analysis->moves.front().move);
  }

  // While the pointer rests on a cell its line is shown, as it stood when it came there.
  const auto line = std::find_if(frozen_.begin(), frozen_.end(), [&](const AnalysedMove& move) {
    return hover_ >= 0 && cell_of(move.move) == hover_ && starts(move.move) < 0;
  });
  if (line != frozen_.end() && line->variation.size() > 1) {
    Side side = mover;
    int number = 1;
    for (const auto& move : line->variation) {
      const int cell = cell_of(move);
      if (cell < 0 || number > 9) break;
      if (picture.pieces[static_cast<std::size_t>(cell)] == '.')
        picture.ghosts.push_back({cell, number, side});
      side = game::other(side);
      ++number;
    }
    picture.hover_side.reset();
    return;
  }
  add_values(picture, *analysis);
}

void StudyMarks::add_values(BoardPicture& picture, const Analysis& analysis) const {
  const auto& session = context_.table.session();
  std::uint64_t most = 1;
  for (const auto& move : analysis.moves) most = std::max(most, move.visits);
  for (const auto& move : analysis.moves) {
    const int cell = session.position().cell_of(move.move);
    if (cell < 0 || picture.pieces[static_cast<std::size_t>(cell)] != '.') continue;
    const bool noted = std::any_of(picture.notes.begin(), picture.notes.end(),
                                   [&](const CellNote& note) { return note.cell == cell; });
    if (noted) continue;  // by a better move of another piece
    const double share = static_cast<double>(move.visits) / static_cast<double>(most);
    const bool best = &move == &analysis.moves.front();
    if (share < 0.004 && !best && !move.proven) continue;
    CellNote note{cell, share,
                  "",   share >= 0.02 || best ? context_.number(visits_text(move.visits)) : "",
                  best, {}};
    note.value = chance_text(move, session.to_move(), 0, "");
    if (move.proven) {
      const Word proof = proof_word(move, session.to_move());
      note.value = context_.tr(proof);
      if (proof != Word::ProvenDraw) note.proven_win = proof == Word::ProvenWin;
    }
    if (share < 0.02 && !best && !move.proven) note.value.clear();
    picture.notes.push_back(std::move(note));
  }
}

}  // namespace losange::window
