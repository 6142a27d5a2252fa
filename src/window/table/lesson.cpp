#include "window/table/lesson.h"

#include <algorithm>

#include "base/text.h"

namespace losange::window {

using game::Side;

const std::vector<LessonStep>& lesson_steps() {
  static const std::vector<LessonStep> steps{
      {.title = Word::LessonGoalTitle,
       .text = Word::LessonGoal,
       .praise = Word::LessonGoalDone,
       .hint = Word::LessonGoalHint,
       .first = "c1 c2 c4 c5",
       .second = "a3 b3 d3 e3",
       .moves = {},
       .script = {"c3"}},
      {.title = Word::LessonBridgeTitle,
       .text = Word::LessonBridge,
       .praise = Word::LessonBridgeDone,
       .hint = Word::LessonBridgeHint,
       .first = "c1 c2 b4 b5",
       .second = "b3 d2 e4 a4",
       .moves = {},
       .script = {"c3"}},
      {.title = Word::LessonEdgeTitle,
       .text = Word::LessonEdge,
       .praise = Word::LessonEdgeDone,
       .hint = Word::LessonEdgeHint,
       .first = "c1 c2 c3 c4",
       .second = "c5 d4 e3 a5",
       .moves = {},
       .script = {"b5"}},
      {.title = Word::LessonTemplateTitle,
       .text = Word::LessonTemplate,
       .praise = Word::LessonTemplateDone,
       .hint = Word::LessonTemplateHint,
       .size = 6,
       .first = "d1 d2 c3 c4",
       .second = "c5 a2 d3 e4",
       .moves = {},
       .script = {"b5"},
       .also = {"d4", "d5"}},
      {.title = Word::LessonLadderTitle,
       .text = Word::LessonLadder,
       .praise = Word::LessonLadderDone,
       .hint = Word::LessonLadderHint,
       .size = 6,
       .first = "c1 c2 b3 b4 b5 e5",
       .second = "a6 b6 d2 e2 e4 f6",
       .moves = {},
       .script = {"c5", "c6", "d5", "d6", "e6"}},
      {.title = Word::LessonEscapeTitle,
       .text = Word::LessonEscape,
       .praise = Word::LessonEscapeDone,
       .hint = Word::LessonEscapeHint,
       .size = 6,
       .first = "d1 c2 c3 b4 b5",
       .second = "a6 b6 a4 e2 e4",
       .moves = {},
       .script = {"d5"}},
      {.title = Word::LessonDeadTitle,
       .text = Word::LessonDead,
       .praise = Word::LessonDeadDone,
       .hint = Word::LessonDeadHint,
       .first = "c2 d2 d3 c4 e3 a2",
       .second = "d4 e2 e1 b2 b3 b5",
       .moves = {},
       .asks = LessonStep::Asks::DeadCell,
       .script = {"c3"}},
      {.title = Word::LessonSwapTitle,
       .text = Word::LessonSwap,
       .praise = Word::LessonSwapDone,
       .hint = Word::LessonSwapHint,
       .first = "",
       .second = "",
       .moves = {"c3"},
       .to_move = Side::Second,
       .script = {"swap-pieces"}},
      {.title = Word::LessonKeepTitle,
       .text = Word::LessonKeep,
       .praise = Word::LessonKeepDone,
       .hint = Word::LessonKeepHint,
       .first = "",
       .second = "",
       .moves = {"a2"},
       .to_move = Side::Second,
       .script = {"c3"}},
  };
  return steps;
}

void Lesson::go_to(std::size_t index) {
  index_ = std::min(index, lesson_steps().size() - 1);
  done_ = 0;
  wrong_ = 0;
  game::GameRecord record(game::GameSetup{.size = step().size, .swap = true});
  auto& root = record.node(game::kRoot);
  for (const auto& cell : base::split_words(step().first))
    root.setup.push_back({cell, Side::First});
  for (const auto& cell : base::split_words(step().second))
    root.setup.push_back({cell, Side::Second});
  if (!root.setup.empty()) root.to_move = step().to_move;
  session_.load(std::move(record));
  for (const auto& move : step().moves) session_.play(move);
}

void Lesson::try_move(std::string_view move) {
  if (solved()) return;
  const auto& also = step().also;
  if (move != wanted() && std::find(also.begin(), also.end(), move) == also.end()) {
    ++wrong_;
    return;
  }
  wrong_ = 0;
  session_.play(move);
  ++done_;
  if (!solved()) {
    session_.play(wanted());
    ++done_;
  }
  if (solved()) solved_.insert(index_);
}

}  // namespace losange::window
