#include "window/marks/study_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "window/common/drawing.h"
#include "window/common/player_text.h"

namespace losange::window {

using game::Side;

namespace {

constexpr base::Millis kPatience{1'000};  // with a hint

// Where a move is shown; the swap is on the stone that it takes over.
int cell_shown(const players::Session& session, const std::string& move) {
  return session.position().cell_of(move.starts_with("swap") ? session.last_move() : move);
}

bool may_be_noted(const BoardPicture& picture, int cell, const std::string& move) {
  return picture.pieces[static_cast<std::size_t>(cell)] == '.' || move.starts_with("swap");
}

}  // namespace

Word proof_word(const AnalysedMove& move, game::Side to_move) {
  const double chance = chance_for(to_move, move.value);
  return chance > 0.5 ? Word::ProvenWin : chance < 0.5 ? Word::ProvenLoss : Word::ProvenDraw;
}

void StudyMarks::toggle_connections() {
  show_connections_ = !show_connections_;
  context_.ask.say(show_connections_ ? connections_text()
                                     : "");  // what was told goes with the marks
}

void StudyMarks::toggle_inferior() {
  show_inferior_ = !show_inferior_;
  const auto& session = context_.table.session();
  const bool none = !session.open_on_board() || study::inferior_cells(session.record()).empty();
  context_.ask.say(!show_inferior_ ? ""
                                   : context_.tr(none ? Word::InferiorNone : Word::InferiorShown));
}

std::string StudyMarks::connections_text() const {
  const auto& table = context_.table;
  if (!table.session().open_on_board()) return context_.tr(Word::ConnectionsOver);
  const auto& found = connections_.at(table);
  const Side mover = table.session().to_move();
  if (found.winner) {
    return context_.tr(*found.winner == mover ? Word::ConnectedByMoving : Word::ConnectedForCertain,
                       context_.side_text(*found.winner));
  }
  if (!found.must_play.empty()) {
    return context_.tr(Word::MustPlay, context_.side_text(mover),
                       std::to_string(found.must_play.size()));
  }
  return context_.tr(found.ladders.empty() ? Word::ConnectionsShown : Word::LaddersShown);
}

void StudyMarks::add_connections(BoardPicture& picture) const {
  const auto& found = connections_.at(context_.table);
  picture.bands = found.bands;
  picture.must_play = found.must_play;
  picture.ladders = found.ladders;
}

void StudyMarks::ask_hint() {
  if (!context_.table.session().open_on_board())
    return context_.ask.say(context_.tr(Word::HintOver));
  hint_revision_ = context_.table.revision();
  context_.table.ask_hint();
  hint_said_ = 0;
  hint_asked_ = context_.table.hint_asked() ? std::optional(context_.now) : std::nullopt;
}

std::string StudyMarks::hinted_move() const {
  const Table& table = context_.table;
  if (hint_revision_ != table.revision() || table.hint_asked()) return "";
  // What another engine found before is no answer of a program that tells moves alone.
  const auto& analysis = table.analysis();
  const bool valued = table.adviser_tells_values() && analysis && !analysis->moves.empty();
  return valued ? analysis->moves.front().move : table.hinted();
}

// A program of another maker takes its time, or never answers.
void StudyMarks::tell_who_is_waited_for() {
  if (!context_.table.hint_asked()) hint_asked_.reset();
  const std::string& adviser = context_.settings.adviser;
  if (!hint_asked_ || adviser.empty() || context_.now - *hint_asked_ < kPatience) return;
  hint_asked_.reset();
  context_.ask.say(context_.tr(Word::WaitsForAdviser, engine_text(context_, adviser)));
}

void StudyMarks::pass_time() {
  tell_who_is_waited_for();
  const std::string hint = hinted_move();
  if (hint.empty() || std::exchange(hint_said_, hint_revision_) == hint_revision_) return;
  if (hint.starts_with("swap")) context_.ask.say(context_.tr(Word::HintSwap));
}

std::string next_move_played(const Table& table) {
  const auto& record = table.record();
  const auto& children = record.node(record.cursor()).children;
  if (children.empty() || !record.node(children.front()).move) return "";
  return record.node(children.front()).move->text;
}

int StudyMarks::cell_of_candidate(const std::string& widget) const {
  const auto& analysis = context_.table.analysis();
  if (!analysis || !widget.starts_with("line.")) return -1;
  const auto rank = base::parse_integer(widget.substr(5));
  if (!rank || *rank < 0 || static_cast<std::size_t>(*rank) >= analysis->moves.size()) return -1;
  const auto& move = analysis->moves[static_cast<std::size_t>(*rank)].move;
  return context_.table.session().position().cell_of(move);
}

void StudyMarks::freeze(int hover, const std::string& widget) {
  if (hover == hover_ && widget == widget_ && frozen_revision_ == context_.table.revision()) return;
  hover_ = hover;
  widget_ = widget;
  cell_ = hover >= 0 ? hover : cell_of_candidate(widget);
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
  if (show_inferior_ && session.open_on_board())
    picture.inferior = study::inferior_cells(session.record());
  if (show_connections_) add_connections(picture);
  const auto& analysis = context_.table.analysis();
  if (!session.open_on_board()) return;
  const bool values = context_.table.adviser_tells_values();
  if (const std::string hint = hinted_move(); !hint.empty()) {
    picture.hint = cell_shown(session, hint);
    picture.hint_from = starts(hint);
  }
  if (!analysis) return;
  if (!context_.table.analysing() || !context_.settings.show_hints) return;
  if (values) picture.hint = -1;
  // Where pieces move the best one is shown on its way, and its value where it ends.
  if (values && !analysis->moves.empty()) {
    picture.hint_from = starts(analysis->moves.front().move);
    if (picture.hint_from >= 0) picture.hint = cell_of(analysis->moves.front().move);
  }

  // While the pointer rests on a cell its line is shown, as it stood when it came there.
  const auto line = std::find_if(frozen_.begin(), frozen_.end(), [&](const AnalysedMove& move) {
    return cell_ >= 0 && cell_of(move.move) == cell_ && starts(move.move) < 0;
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
  add_played(picture);
}

// The move of the game beside the better ones: its cell has an outline by what it cost, and its value.
void StudyMarks::add_played(BoardPicture& picture) const {
  const auto& session = context_.table.session();
  const std::string move = next_move_played(context_.table);
  const int cell = move.empty() ? -1 : cell_shown(session, move);
  if (cell < 0) return;
  const auto& record = context_.table.record();
  const game::NodeId node = record.node(record.cursor()).children.front();
  const Mistake* mistake = context_.table.mistake_at(node);
  const Theme& colours = theme(context_.settings.theme);
  picture.played = {cell,
                    mistake ? severity_color(colours, severity(mistake->loss)) : colours.muted};
  const auto found = analysis_at(record.node(node));
  if (!found || !may_be_noted(picture, cell, move)) return;
  auto note = std::find_if(picture.notes.begin(), picture.notes.end(),
                           [&](const CellNote& n) { return n.cell == cell; });
  if (note == picture.notes.end())
    note = picture.notes.insert(note, CellNote{cell, 0, "", "", false, {}});
  if (!note->value.empty()) return;
  // As the list beside the board has it, where it has one.
  const Analysis& analysis = *context_.table.analysis();
  const auto listed = std::find_if(analysis.moves.begin(), analysis.moves.end(),
                                   [&](const AnalysedMove& entry) { return entry.move == move; });
  const bool is_listed = listed != analysis.moves.end();
  const AnalysedMove worth = is_listed ? *listed : AnalysedMove{move, found->value, false, 0, {}};
  note->value = context_.number(worth_text(worth, is_listed ? analysis.engine : found->engine,
                                           session.to_move(), 0, ""));
}

void StudyMarks::add_values(BoardPicture& picture, const Analysis& analysis) const {
  const auto& session = context_.table.session();
  std::uint64_t most = 1;
  for (const auto& move : analysis.moves) most = std::max(most, move.visits);
  for (const auto& move : analysis.moves) {
    const int cell = cell_shown(session, move.move);
    if (cell < 0 || !may_be_noted(picture, cell, move.move)) continue;
    const bool noted = std::any_of(picture.notes.begin(), picture.notes.end(),
                                   [&](const CellNote& note) { return note.cell == cell; });
    if (noted) continue;  // by a better move of another piece
    const double share = static_cast<double>(move.visits) / static_cast<double>(most);
    const bool best = &move == &analysis.moves.front();
    if (share < 0.004 && !best && !move.proven) continue;
    CellNote note{cell, share,
                  "",   share >= 0.02 || best ? context_.number(visits_text(move.visits)) : "",
                  best, {}};
    note.value = context_.number(worth_text(move, analysis.engine, session.to_move(), 0, ""));
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
