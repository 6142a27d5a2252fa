#include "window/solving/solve_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "hex/board/geometry.h"
#include "study/solving/solver_input.h"
#include "window/common/drawing.h"
#include "window/findings/analysis.h"
#include "window/words/sentences.h"

namespace losange::window {

using game::Side;

namespace {

// What a result is about, whichever game it stands in.
std::string board_on(const Table& table) {
  return table.session().view().pieces + (table.session().to_move() == Side::First ? 'x' : 'o');
}

}  // namespace

void SolvePanel::begin() {
  if (!context_.table.session().open_on_board()) {
    context_.ask.say(context_.tr(Word::SolveOver));
    return;
  }
  on_ = true;
  playing_ = false;
  game_ = context_.table.game_number();
  look();
  if (!solved_ || (solved_->moves.empty() && solved_->winner == context_.table.session().to_move()))
    solve();
}

void SolvePanel::leave() {
  room_.stop();
  on_ = playing_ = false;
}

void SolvePanel::look() {
  const Table& table = context_.table;
  room_.stop();
  news_ = {};
  revision_ = table.revision();
  length_ = table.record().line().size();
  solved_.reset();
  from_file_ = false;
  if (!table.session().open_on_board()) return;
  if (const auto found = found_.find(board_on(table)); found != found_.end()) {
    solved_ = found->second;
    write_down();
    return;
  }
  auto known = solved_at(table.record().node(table.record().cursor()));
  const auto& position = table.session().position();
  const auto believed = [&](const std::string& move) { return position.cell_of(move) >= 0; };
  if (!known || !std::all_of(known->moves.begin(), known->moves.end(), believed)) return;
  solved_ = std::move(known);
  from_file_ = true;
}

void SolvePanel::solve() {
  const Table& table = context_.table;
  if (!table.session().open_on_board()) return;
  // Who only plays wants an answer; which other moves win may take much longer.
  room_.start(study::solver_board(table.record()), !playing_);
  news_ = {};
  news_.running = true;  // until its answer is heard, however soon it comes
}

bool SolvePanel::pass_time() {
  if (!on_) return false;
  Table& table = context_.table;
  if (table.game_number() != game_) {
    leave();
    return true;
  }
  if (table.revision() != revision_) {
    const std::size_t before = length_;
    look();
    forward_ = length_ > before;
    // In a proof each position is the solver's, the one after the last move too.
    if (playing_) {
      if (!table.session().open_on_board()) {
        playing_ = false;
      } else {
        solve();
      }
    }
    return true;
  }
  const bool heard = news_.running && listen();
  return (playing_ && !news_.running && answer()) || heard;
}

bool SolvePanel::listen() {
  const SolverNews news = room_.news();
  // A few times a second: nobody reads faster.
  const bool due =
      !news.running || news.winner != news_.winner || context_.now - shown_ >= base::Millis(200);
  if (!due) return false;
  shown_ = context_.now;
  news_ = news;
  if (news.error) {
    context_.ask.say(error_text(context_.settings.language, *news.error));
    playing_ = false;
  }
  if (news.winner) keep(news);
  return true;
}

void SolvePanel::keep(const SolverNews& news) {
  const int size = context_.table.record().setup.size;
  Solved solved{*news.winner, news.nodes};
  if (news.winning) {
    for (const int cell : *news.winning) solved.moves.push_back(hex::cell_name(size, cell));
  }
  // What was found before may be more; what a file says is not found.
  if (solved_ && !from_file_ && solved_->moves.size() >= solved.moves.size()) return;
  found_[board_on(context_.table)] = solved;
  solved_ = std::move(solved);
  from_file_ = false;
  write_down();
}

// In the game, unless it names moves there which were not looked at here.
void SolvePanel::write_down() {
  Table& table = context_.table;
  const auto told = solved_at(table.record().node(table.record().cursor()));
  const bool agrees = told && told->winner == solved_->winner;
  if (agrees && (solved_->moves.empty() || told->moves == solved_->moves)) return;
  table.note_finding([&](game::RecordNode& node) { keep_solved(node, *solved_); });
}

bool SolvePanel::answer() {
  Table& table = context_.table;
  // Who takes an answer back wants to try something else.
  if (!forward_) return false;
  if (!news_.winner || *news_.winner != table.session().to_move() || !news_.reply) return false;
  if (!table.person_may_play()) return false;
  table.play(hex::cell_name(table.record().setup.size, *news_.reply));
  return true;
}

void SolvePanel::play_proof() {
  playing_ = forward_ = !playing_;
  if (playing_) solve();
}

void SolvePanel::add(BoardPicture& picture) const {
  if (!on_ || revision_ != context_.table.revision()) return;
  if (!solved_ || solved_->moves.empty()) return;
  const auto& position = context_.table.session().position();
  picture.notes.clear();
  picture.hint = -1;
  for (const auto& move : solved_->moves) {
    const int cell = position.cell_of(move);
    if (picture.pieces[static_cast<std::size_t>(cell)] != '.') continue;
    CellNote note{cell, 1, context_.tr(Word::ProvenWin), "", false, true, {}};
    if (from_file_) note = {cell, 0, context_.tr(Word::ClaimedWin), "", false, {}, {}};
    picture.notes.push_back(std::move(note));
  }
}

std::string SolvePanel::progress_text() const {
  const std::string positions = context_.number(visits_text(news_.nodes)),
                    seconds = context_.number(fmt::format("{:.1f}", news_.seconds));
  const double proof = news_.proof, disproof = news_.disproof;
  constexpr double kClear = 2;  // times as much is left to show of the other
  const bool leans = std::max(proof, disproof) >= kClear * std::min(proof, disproof);
  if (solved_ || !leans) return context_.tr(Word::SolveProgress, positions, seconds);
  const Side mover = context_.table.session().to_move();
  return context_.tr(Word::SolveLeans, positions, seconds,
                     context_.side_text(proof < disproof ? mover : game::other(mover)));
}

std::string SolvePanel::result_text() const {
  return from_file_ ? context_.tr(Word::SolvedByFile, winner_text()) : winner_text();
}

std::string SolvePanel::winner_text() const {
  const Side mover = context_.table.session().to_move();
  const std::string winner = context_.side_text(solved_->winner);
  if (solved_->winner != mover)
    return context_.tr(Word::SolvedLost, winner, context_.side_text(mover));
  if (solved_->moves.empty()) return context_.tr(Word::SolvedWinner, winner);
  constexpr std::size_t kNamed = 8;
  auto named = solved_->moves;
  const bool all = named.size() <= kNamed;
  if (!all) named.resize(kNamed);
  return context_.tr(Word::SolvedWon, winner,
                     fmt::format("{}{}", base::joined(named, " "), all ? "" : " …"));
}

std::string SolvePanel::playing_text() const {
  const std::string winner = context_.side_text(solved_->winner);
  if (solved_->winner == context_.table.session().to_move() && !forward_)
    return context_.tr(Word::SolveWaits, winner);
  return context_.tr(Word::SolvePlaying, context_.side_text(game::other(solved_->winner)), winner);
}

std::string SolvePanel::text() const {
  if (!context_.table.session().open_on_board()) return context_.tr(Word::SolveOver);
  std::vector<std::string> told;  // what may be left out comes last
  if (solved_) told.push_back(playing_ && !from_file_ ? playing_text() : result_text());
  if (!solved_) told.push_back(context_.tr(Word::SolveNotYet));
  if (context_.table.session().swap_may_come()) told.push_back(context_.tr(Word::SolveSwap));
  if (news_.running && solved_ && news_.moves > 0 && !playing_) {
    told.push_back(context_.tr(Word::SolveMoves, std::to_string(news_.moves_done),
                               std::to_string(news_.moves)));
  } else if (news_.running || (!solved_ && news_.nodes > 0)) {
    told.push_back(progress_text());
  }
  return base::joined(told, "\n");
}

void SolvePanel::draw(Pen& pen, Rect& rest) {
  Rect row = draw_card(pen, rest, context_.tr(Word::Solve), text(), pen.theme().accent,
                       button_height(pen));
  const double gap = pen.px(8), width = (row.width - 2 * gap) / 3;
  const bool over = !context_.table.session().open_on_board();
  const auto button = [&](const char* id, Word label, bool enabled, bool selected, auto act) {
    pen.button(id, row.take_left(width), context_.tr(label),
               {.selected = selected, .enabled = enabled}, act);
    row.take_left(gap);
  };
  if (news_.running) {
    button("solve.stop", Word::SolveStop, true, false, [this] {
      room_.stop();
      news_ = room_.news();
      playing_ = false;
    });
  } else {
    button("solve.again", Word::Solve, !over, false, [this] { solve(); });
  }
  button("solve.play", Word::SolvePlay, solved_.has_value() || playing_, playing_,
         [this] { play_proof(); });
  pen.button("solve.leave", row, context_.tr(Word::Done),
             {.primary = true, .tip = context_.tip(Action::Solve)}, [this] { leave(); });
}

}  // namespace losange::window
