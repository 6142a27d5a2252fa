// Learning from one's mistakes: questions, answers that the engine checks, and what is found in the end.
#include <gmock/gmock.h>

#include <algorithm>

#include "players/files/open_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

class Learning : public UiTest {
 protected:
  // Red throws a won game away at its third move: b3 or any way to join b2 with the edge wins.
  static void open(Ui& ui, const std::array<std::string, 2>& seats = {"human", "human"}) {
    ui.load_game(players::open_game("b1 d1 b2 d2 d4 b3", {.size = 4, .swap = false}), seats);
    ui.tick(base::Clock::now());
  }
  // Sentences run over several lines.
  static std::string sentences(Ui& ui) {
    std::string all = texts(ui);
    std::replace(all.begin(), all.end(), '\n', ' ');
    return all;
  }
  static void begin(Ui& ui) {
    ui.perform(Action::Learn);
    ASSERT_TRUE(wait(ui, [&] { return ui.frame().find("quiz.show") != nullptr; }));
  }
  static int cell(Ui& ui, const std::string& name) {
    const auto& names = ui.placed_board()->layout.names;
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
  }
};

TEST_F(Learning, AnErrorIsAskedAndTheAnswerJudgedByTheEngine) {
  Ui ui = make();
  open(ui);
  begin(ui);
  while (sentences(ui).find("d4 cost") == std::string::npos) {  // the opening was one already
    click(ui, "quiz.show");
    ASSERT_NE(ui.frame().find("quiz.next"), nullptr);
    click(ui, "quiz.next");
    ASSERT_NE(ui.frame().find("quiz.show"), nullptr);
  }
  EXPECT_EQ(ui.table().record().cursor(), 4u) << "before the move";
  const std::size_t size = ui.table().record().size();
  click_cell(ui, cell(ui, "d3"));
  ASSERT_TRUE(wait(ui, [&] { return sentences(ui).find("Try again") != std::string::npos; }));
  click_cell(ui, cell(ui, "b3"));
  ASSERT_TRUE(wait(ui, [&] { return ui.frame().find("quiz.next") != nullptr; }));
  EXPECT_THAT(sentences(ui), HasSubstr("b3 is right"));
  EXPECT_EQ(ui.table().record().size(), size) << "answers are no moves";
  while (ui.frame().find("quiz.next") != nullptr || ui.frame().find("quiz.show") != nullptr) {
    click(ui, ui.frame().find("quiz.next") != nullptr ? "quiz.next" : "quiz.show");
  }
  EXPECT_THAT(sentences(ui), HasSubstr("You found 0 of")) << "it was not the first try";
  click(ui, "quiz.leave");
  EXPECT_EQ(ui.frame().find("quiz.leave"), nullptr);
}

TEST_F(Learning, TheKeyOfTheSwapIsAnAnswer) {
  game::GameRecord record = players::open_game("c3 a1 e5", {.size = 5});
  // Blue let a won game go: the stone was to be taken over.
  for (const game::NodeId node : {0, 1, 2, 3}) {
    const double value = node == 1 ? -0.8 : 0.8;
    Analysis analysis{.value = value, .visits = 1000, .engine = "mcts", .moves = {}};
    analysis.moves.push_back(
        {.move = node == 1 ? "swap-pieces" : "d4", .value = value, .variation = {}});
    keep_analysis(record.node(node), analysis);
  }
  Ui ui = make();
  ui.load_game(std::move(record));
  ui.tick(base::Clock::now());
  begin(ui);
  while (ui.table().record().cursor() != 1) {
    click(ui, "quiz.show");
    click(ui, "quiz.next");
  }
  ui.typed('x');
  EXPECT_EQ(ui.table().record().size(), 4u) << "it is no move of the game";
  EXPECT_NE(ui.frame().find("quiz.next"), nullptr) << "and right";
}

TEST_F(Learning, TheAnswerIsHiddenUntilItIsAskedFor) {
  Ui ui = make();
  open(ui);
  ui.table().set_analysing(true);
  begin(ui);
  EXPECT_EQ(ui.frame().find("line.0"), nullptr);
  EXPECT_EQ(ui.frame().find("graph.0"), nullptr);
  click(ui, "quiz.show");
  EXPECT_THAT(sentences(ui), HasSubstr("The engine would have played"));
  ui.perform(Action::Learn);
  EXPECT_NE(ui.frame().find("graph.0"), nullptr) << "the study is back";
}

TEST_F(Learning, EnterGoesOnAndEscapeLeaves) {
  Ui ui = make();
  open(ui);
  begin(ui);
  const std::string first = sentences(ui);
  press(ui, Key::Enter);
  EXPECT_NE(ui.frame().find("quiz.show"), nullptr) << "the question is open";
  click(ui, "quiz.show");
  press(ui, Key::Enter);
  EXPECT_NE(sentences(ui), first);
  EXPECT_EQ(ui.frame().find("quiz.next"), nullptr);
  press(ui, Key::Escape);
  EXPECT_EQ(ui.frame().find("quiz.leave"), nullptr);
  EXPECT_EQ(ui.dialog(), Dialog::None);
}

TEST_F(Learning, OnlyThePersonsErrorsAreAsked) {
  Ui ui = make();
  open(ui, {"random", "human"});
  ui.perform(Action::Sweep);
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().sweeping(); }));
  const auto& found = ui.table().line_study().mistakes;
  const auto own = std::count_if(found.begin(), found.end(),
                                 [](const Mistake& m) { return m.side == Side::Second; });
  ui.perform(Action::Learn);
  ui.tick(base::Clock::now());
  if (own == 0) {
    EXPECT_THAT(ui.notice(), HasSubstr("No mistakes"));
  } else {
    EXPECT_THAT(sentences(ui), HasSubstr("Question 1 of " + std::to_string(own)));
  }
}

TEST_F(Learning, AnotherGameEndsIt) {
  Ui ui = make();
  open(ui);
  begin(ui);
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.tick(base::Clock::now());
  EXPECT_EQ(ui.frame().find("quiz.leave"), nullptr);
  click_cell(ui, 0);
  EXPECT_EQ(ui.table().record().moves().size(), 1u);
}

TEST_F(Learning, AnEditOfTheTreeEndsIt) {
  for (const Action edit : {Action::RemoveVariation, Action::SetUp, Action::Undo}) {
    Ui ui = make();
    open(ui);
    ui.perform(Action::First);
    ui.perform(Action::Forward);
    if (edit == Action::Undo) {  // what is undone in the midst of the questions came before them
      ui.perform(Action::RemoveVariation);
      ui.perform(Action::Undo);
      ui.perform(Action::Redo);
      ui.perform(Action::Undo);
      ui.perform(Action::Last);
    }
    begin(ui);
    ui.perform(Action::First);
    ui.perform(Action::Forward);
    ui.perform(edit == Action::Undo ? Action::Redo : edit);
    EXPECT_EQ(ui.frame().find("quiz.leave"), nullptr) << "before any time has passed, too";
    ui.tick(base::Clock::now());
    EXPECT_EQ(ui.frame().find("quiz.leave"), nullptr);
    if (edit == Action::SetUp) continue;
    EXPECT_EQ(ui.table().record().size(), 1u);
    click_cell(ui, 5);
    EXPECT_EQ(ui.table().record().moves().size(), 1u) << "moves are moves again";
  }
}

TEST_F(Learning, ItWaitsForASearchThatIsUnderWay) {
  Ui ui = make();
  // So large that what is doubtful takes a while.
  ui.load_game(players::open_game("a1 d4 a2 d5 a3 d3 a4 c6", {.size = 7, .swap = false}),
               {"human", "human"});
  ui.perform(Action::Sweep);
  ASSERT_TRUE(wait(ui, [&] { return ui.table().line_study().whole(); }));
  ASSERT_TRUE(ui.table().sweeping()) << "what is doubtful is looked at once more";
  ui.perform(Action::Learn);
  EXPECT_EQ(ui.frame().find("quiz.show"), nullptr) << "a closer look may find otherwise";
  EXPECT_TRUE(wait(ui, [&] { return ui.frame().find("quiz.show") != nullptr; }));
  EXPECT_FALSE(ui.table().sweeping());
}

TEST_F(Learning, AGameThatComesInBetweenBeginsWithoutAdvice) {
  Ui ui = make();
  open(ui);
  ui.table().set_analysing(true);
  begin(ui);
  ui.start_game({.size = 5, .swap = false}, {"human", "random"}, {});
  ui.tick(base::Clock::now());
  EXPECT_FALSE(ui.table().analysing());
}

}  // namespace
}  // namespace losange::window
