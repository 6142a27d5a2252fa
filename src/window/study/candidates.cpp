#include <fmt/format.h>

#include <algorithm>

#include "window/common/player_text.h"
#include "window/marks/study_marks.h"
#include "window/study/study_parts.h"

namespace losange::window {

using game::Side;

namespace {

constexpr double kLineAbove = 20, kCandidatePitch = 24,
                 kGapBelow = 8;  // design pixels: the line above, a row, below

std::string value_text(const Context& context, const AnalysedMove& move,
                       const std::string& engine) {
  const Side mover = context.table.session().to_move();
  if (!move.proven) return context.number(worth_text(move, engine, mover, 1, " %"));
  const std::string proof = context.tr(proof_word(move, mover));
  return move.moves > 0 ? fmt::format("{} ({})", proof, move.moves) : proof;
}

// Whose values these are, and of how many visits.
std::string told_of(const Context& context, const Analysis& analysis) {
  return fmt::format("{} · {}", player_text(context, analysis.engine),
                     context.shows_draughts()
                         ? context.counted(analysis.visits, Word::OneNode, Word::Nodes)
                         : context.counted(analysis.visits, Word::OneVisit, Word::Visits));
}

// What the analysis holds while it runs, or that it does not.
std::string state_text(const Context& context) {
  const auto state = context.table.analysis_state();
  if (state.out_of_memory && state.ended) return context.tr(Word::AnalysisFull);
  if (state.ended) return context.tr(Word::AnalysisEnded);
  if (!state.runs) return context.tr(Word::AnalysisWaits);
  if (state.tree_nodes == 0) return "";
  constexpr double kMegabyte = 1e6;
  const auto bytes = static_cast<double>(state.tree_bytes);
  return context.tr(Word::TreeHolds, context.number(visits_text(state.tree_nodes)),
                    fmt::format("{:.0f}", std::max(1.0, bytes / kMegabyte)));
}

// `values` is where the values end, from the left.
void draw_candidate(Pen& pen, const Context& context, Rect row, double values,
                    const AnalysedMove& move, const std::string& engine, std::size_t rank,
                    const std::string& played) {
  const std::string id = fmt::format("line.{}", rank);
  if (pen.hovered(id)) pen.fill(row, pen.theme().raised, 6);
  const std::string value = value_text(context, move, engine);
  // The one that was played in the game has a bar before it.
  if (move.move == played) {
    pen.fill({row.x - pen.px(2), row.y + pen.px(5), pen.px(3), row.height - pen.px(10)},
             pen.theme().ink, 1.5);
  }
  pen.text({row.x + pen.px(4), row.center().y}, context.move_text(move.move), 14,
           rank == 0 ? pen.theme().accent : pen.theme().ink, Align::Left, Weight::Bold,
           values - pen.px(12) - pen.text_width(value, 14));
  pen.text({row.x + values, row.center().y}, value, 14, pen.theme().ink, Align::Right);
  const std::string visits = context.number(visits_text(move.visits));
  pen.text({row.right() - pen.px(4), row.center().y}, visits, 12, pen.theme().muted, Align::Right);
  const double room =
      row.width - values - pen.px(24) - pen.text_width(visits, 12);  // what is left between them
  std::string variation;
  for (std::size_t k = 1; k < move.variation.size(); ++k) {
    variation += context.move_text(move.variation[k]) + " ";
  }
  pen.text({row.x + values + pen.px(12), row.center().y}, variation, 13, pen.theme().muted,
           Align::Left, Weight::Regular, room);
  Widget widget{.id = id, .area = row, .act = [&context, text = move.move] {
                  if (context.table.person_may_play()) context.table.play(text);
                }};
  widget.tip = context.tr(Word::PlayThis);
  widget.name = fmt::format("{}, {}", context.move_text(move.move), value);
  widget.once = true;  // the next position has a row there, too
  pen.add(std::move(widget));
  pen.focus_ring(id, row, 6);
}

}  // namespace

bool may_have_candidates(const Context& context) {
  const Table& table = context.table;
  // The card of a game that has just ended has their room.
  return table.session().open_on_board() && context.shown.dialog != Dialog::Victory &&
         (table.analysis() || table.adviser_tells_values());
}

double candidates_height(const Pen& pen, std::size_t count) {
  return count == 0 ? 0
                    : pen.px(kLineAbove + kCandidatePitch * static_cast<double>(count) + kGapBelow);
}

std::size_t candidates_in(const Pen& pen, double height) {
  return static_cast<std::size_t>(
      std::max(0.0, (height / pen.px(1) - kLineAbove - kGapBelow) / kCandidatePitch + 1e-6));
}

void draw_candidates(Pen& pen, const Context& context, Rect& rest, double most) {
  const auto& analysis = context.table.analysis();
  const std::size_t room = candidates_in(pen, std::min(most, rest.height));
  if (room == 0) return;
  if (!analysis) {
    rest.take_top(candidates_height(pen, room));
    return;
  }
  const Rect head = rest.take_top(pen.px(kLineAbove));
  const std::string left = told_of(context, *analysis), right = state_text(context);
  pen.text({head.x + pen.px(4), head.center().y}, left, 12, pen.theme().muted);
  if (pen.text_width(left, 12) + pen.text_width(right, 12) + pen.px(24) <= head.width)
    pen.text({head.right() - pen.px(4), head.center().y}, right, 12, pen.theme().muted,
             Align::Right);
  const std::string played = next_move_played(context.table);
  const std::size_t shown = std::min(room, analysis->moves.size());
  // Captures of draughts and bounds are long: the column is as wide as the widest, and half of the row at most.
  double values = pen.px(104);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& move = analysis->moves[i];
    const std::string value = value_text(context, move, analysis->engine);
    values = std::max(values, pen.text_width(context.move_text(move.move), 14, Weight::Bold) +
                                  pen.text_width(value, 14) + pen.px(14));
  }
  values = std::min(values, std::max(pen.px(104), rest.width / 2));
  for (std::size_t i = 0; i < shown; ++i) {
    draw_candidate(pen, context, rest.take_top(pen.px(kCandidatePitch)), values, analysis->moves[i],
                   analysis->engine, i, played);
  }
  rest.take_top(pen.px(kGapBelow));
}

}  // namespace losange::window
