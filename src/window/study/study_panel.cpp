#include "window/study/study_panel.h"

#include <algorithm>

#include "window/study/study_parts.h"

namespace losange::window {

void draw_study(Pen& pen, const Context& context, Rect& rest) {
  // What does not fit is left out, so that nothing lies on anything else.
  const double gap = pen.px(pen.narrow() ? 4 : 10), bar = pen.px(pen.narrow() ? 22 : 24);
  if (rest.height < bar) return;
  draw_win_bar(pen, context, rest.take_top(bar));
  rest.take_top(gap);
  // A curve of less height tells nothing: the mistakes have its place.
  const double graph = std::min(pen.px(104), rest.height * 0.3);
  if (context.settings.show_graph && graph >= pen.px(48)) {
    draw_graph(pen, context, rest.take_top(graph));
    rest.take_top(gap);
  }
  // Candidates take what the list of mistakes and the tree leave them: on usual screens at least the
  // two best have a place.
  const LineStudy& study = context.table.line_study();
  const double list = std::min(
      0.65 * rest.height,
      pen.px(46 + 26 * static_cast<double>(study.mistakes.size()) + (study.whole() ? 34 : 0)));
  const double tree = std::max(pen.px(70), 0.2 * rest.height);
  const double least = rest.height >= pen.px(260) ? pen.px(78) : 0;
  const double candidates = std::max(rest.height - list - tree, least);
  if (study.mistakes.empty() || candidates > pen.px(52))
    draw_candidates(pen, context, rest, candidates);
  draw_mistakes(pen, context, rest);
}

}  // namespace losange::window
