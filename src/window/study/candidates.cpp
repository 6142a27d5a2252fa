#include <fmt/format.h>

#include <algorithm>

#include "window/marks/study_marks.h"
#include "window/study/study_parts.h"

namespace losange::window {

using game::Side;

namespace {

void draw_candidate(Pen& pen, const Context& context, Rect row, const AnalysedMove& move,
                    const std::string& engine, std::size_t rank, const std::string& played) {
  const Side mover = context.table.session().to_move();
  const std::string id = fmt::format("line.{}", rank);
  if (pen.hovered(id)) pen.fill(row, pen.theme().raised, 6);
  const std::string value = move.proven ? context.tr(proof_word(move, mover))
                                        : context.number(worth_text(move, engine, mover, 1, " %"));
  // The one that was played in the game has a bar before it.
  if (move.move == played) {
    pen.fill({row.x - pen.px(2), row.y + pen.px(5), pen.px(3), row.height - pen.px(10)},
             pen.theme().ink, 1.5);
  }
  pen.text({row.x + pen.px(4), row.center().y}, context.move_text(move.move), 14,
           rank == 0 ? pen.theme().accent : pen.theme().ink, Align::Left, Weight::Bold);
  pen.text({row.x + pen.px(104), row.center().y}, value, 14, pen.theme().ink, Align::Right);
  const std::string visits = context.number(visits_text(move.visits));
  pen.text({row.right() - pen.px(4), row.center().y}, visits, 12, pen.theme().muted, Align::Right);
  const double room =
      row.width - pen.px(128) - pen.text_width(visits, 12);  // what is left between them
  std::string variation;
  for (std::size_t k = 1; k < move.variation.size(); ++k) {
    variation += context.move_text(move.variation[k]) + " ";
  }
  pen.text({row.x + pen.px(116), row.center().y}, variation, 13, pen.theme().muted, Align::Left,
           Weight::Regular, room);
  Widget widget{.id = id, .area = row, .act = [&context, text = move.move] {
                  if (context.table.person_may_play()) context.table.play(text);
                }};
  widget.tip = context.tr(Word::PlayThis);
  widget.name = fmt::format("{}, {}", context.move_text(move.move), value);
  pen.add(std::move(widget));
  pen.focus_ring(id, row, 6);
}

}  // namespace

void draw_candidates(Pen& pen, const Context& context, Rect& rest, double most) {
  const auto& analysis = context.table.analysis();
  if (!analysis || context.table.session().over() || rest.height < pen.px(180)) return;
  const Rect head = rest.take_top(pen.px(20));
  pen.text({head.x + pen.px(4), head.center().y},
           fmt::format("{} · {}", analysis->engine,
                       context.shows_draughts()
                           ? context.counted(analysis->visits, Word::OneNode, Word::Nodes)
                           : context.counted(analysis->visits, Word::OneVisit, Word::Visits)),
           12, pen.theme().muted);
  const double pitch = pen.px(24);
  const auto room = static_cast<std::size_t>(std::max(2.0, (most - pen.px(28)) / pitch));
  const std::string played = next_move_played(context.table);
  for (std::size_t i = 0; i < std::min(room, analysis->moves.size()); ++i) {
    draw_candidate(pen, context, rest.take_top(pitch), analysis->moves[i], analysis->engine, i,
                   played);
  }
  rest.take_top(pen.px(8));
}

}  // namespace losange::window
