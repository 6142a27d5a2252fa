#include "window/study/study_panel.h"

#include <algorithm>

#include "window/study/study_parts.h"

namespace losange::window {

namespace {

constexpr std::size_t kFew = 3;  // candidates and mistakes that come before the graph and the tree

}  // namespace

void draw_study(Pen& pen, const Context& context, Rect& rest, double tree) {
  // What does not fit is left out, so that nothing lies on anything else.
  const double gap = pen.px(pen.narrow() ? 4 : 10), bar = pen.px(pen.narrow() ? 22 : 24);
  if (rest.height < bar) return;
  draw_win_bar(pen, context, rest.take_top(bar));
  rest.take_top(gap);
  const LineStudy& study = context.table.game_study();
  // Where there is little room some candidates and the worst mistakes have it.
  const std::size_t listed = study.mistakes.size();
  const double summary = study.whole() && rest.width >= pen.px(kTwoColumns) ? pen.px(34) : 0;
  const double mistakes = mistakes_height(pen, std::min(listed, kFew)) + summary;
  const bool candidates_come = may_have_candidates(context);
  const auto few = [&] {
    if (!candidates_come) return 0.0;
    const double most = rest.height - mistakes;
    return candidates_height(pen, std::min(listed > 0 ? kFew - 1 : kFew, candidates_in(pen, most)));
  };
  // Two lines of the tree, too, but on a phone. A curve of less height tells nothing.
  const double lines = pen.narrow() ? 0 : std::min(tree, pen.px(60));
  const double graph =
      std::min({pen.px(104), rest.height * 0.3, rest.height - mistakes - few() - lines - gap});
  if (context.settings.show_graph && graph >= pen.px(48)) {
    draw_graph(pen, context, rest.take_top(graph));
    rest.take_top(gap);
  }
  // Candidates take what the list of mistakes and the tree leave them.
  if (candidates_come) {
    const double list = std::min(0.65 * rest.height, mistakes_height(pen, listed) + summary);
    tree = std::min(tree, std::max(pen.px(70), 0.2 * rest.height));
    draw_candidates(pen, context, rest, std::max(rest.height - list - tree, few()));
  }
  draw_mistakes(pen, context, rest, tree);
}

}  // namespace losange::window
