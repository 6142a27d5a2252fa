// Panels and screens by themselves, over a context of the test's own.
#include <gmock/gmock.h>

#include "context_fixture.h"
#include "window/panels/board_panel.h"
#include "window/panels/players_panel.h"
#include "window/panels/set_up_panel.h"
#include "window/picture/board_motion.h"
#include "window/screens/game_screen.h"
#include "window/screens/lesson_screen.h"
#include "window/screens/start_screen.h"
#include "window/study/tree_panel.h"

namespace losange::window {
namespace {

using game::Side;
using testing::ElementsAre;

// A panel where it stands beside the board.
template <class Panel>
struct Placed {
  Panel& panel;
  void draw(Pen& pen) { panel.draw(pen, {900, 60, 380, 400}); }
};

// A line of two moves, and the variations that make a thousand of them.
game::GameRecord thousand_moves() {
  game::GameRecord record({.size = 11, .swap = false});
  const auto cell = [](int i) {
    return static_cast<char>('a' + i % 11) + std::to_string(i / 11 + 1);
  };
  for (int i = 0; record.size() < 1000; ++i) {
    const auto first = record.add_child(game::kRoot, {Side::First, cell(i % 121)});
    record.add_child(first, {Side::Second, cell((i + 1 + i / 121) % 121)});
  }
  return record;
}

TEST_F(ContextTest, ATreeOfAThousandMovesIsLaidOutOnceForManyFrames) {
  table_.load(thousand_moves());
  TreePanel tree(context_);
  Placed<TreePanel> placed{tree};
  for (int frame = 0; frame < 100; ++frame) {
    table_.go_to(static_cast<game::NodeId>(1 + frame * 9));
    attention_.hovered = "tree." + std::to_string(frame);
    const Frame drawn = draw(placed);
    EXPECT_NE(drawn.find("tree." + std::to_string(table_.record().cursor())), nullptr)
        << "where one stands is in sight";
    EXPECT_LT(drawn.widgets.size(), 300u) << "what is out of sight is not drawn";
  }
  EXPECT_EQ(tree.layout().layouts(), 1);
  const std::string free_cell = table_.session().position().legal_moves().back();
  table_.play(free_cell);
  const Frame drawn = draw(placed);
  EXPECT_EQ(tree.layout().layouts(), 2);
  EXPECT_NE(drawn.find("tree." + std::to_string(table_.record().size() - 1)), nullptr);
  table_.remove_variation();
  draw(placed);
  EXPECT_EQ(tree.layout().layouts(), 3);
}

TEST_F(ContextTest, AStoneComesInTimeAndTheEndIsNewsOnce) {
  table_.start({.size = 2, .swap = false}, {"human", "human"}, {});
  BoardMotion motion;
  EXPECT_EQ(motion.follow(table_.session(), 1, now_).came, 0) << "a new board is there at once";
  table_.play("a1");
  const auto change = motion.follow(table_.session(), 1, now_);
  EXPECT_EQ(change.came, 1);
  EXPECT_EQ(change.piece, 'x');
  ASSERT_EQ(motion.moving().size(), 1u);
  EXPECT_TRUE(motion.advance(1, now_ + base::Millis(110)));
  EXPECT_NEAR(motion.moving().front().shown, 0.5, 0.01);
  motion.advance(1, now_ + base::Millis(300));
  EXPECT_FALSE(motion.moves());
  table_.resign();
  EXPECT_TRUE(motion.follow(table_.session(), 1, now_).ended);
  EXPECT_TRUE(motion.moves()) << "the chain lights up";
  EXPECT_FALSE(motion.follow(table_.session(), 1, now_).ended);
  motion.forget(true);
  EXPECT_FALSE(motion.follow(table_.session(), 1, now_).ended) << "it was known";
  motion.forget();
  EXPECT_TRUE(motion.follow(table_.session(), 0, now_).ended);
  EXPECT_FALSE(motion.moves()) << "without animation all is there at once";
}

TEST_F(ContextTest, AClockIsSeenToRunAndStandsStillInAPause) {
  table_.start({.size = 5}, {"human", "human"}, players::TimeControl::parse("60+1"));
  PlayersPanel players(context_);
  table_.tick(now_);
  players.pass_time();
  EXPECT_FALSE(players.pass_time()) << "no time passed";
  now_ += std::chrono::seconds(1);
  EXPECT_TRUE(players.pass_time());
  table_.set_paused(true);
  now_ += std::chrono::seconds(1);
  EXPECT_FALSE(players.pass_time());
}

TEST_F(ContextTest, SettingUpPutsAStoneAndTakesItOff) {
  table_.start({.size = 5, .swap = false}, {"human", "human"}, {});
  SetUpPanel panel(context_);
  EXPECT_FALSE(panel.stone()) << "it is off";
  panel.set_on(true);
  EXPECT_EQ(panel.stone(), Side::First);
  panel.click(7, "c2");
  EXPECT_EQ(table_.session().view().pieces[7], 'x');
  panel.click(7, "c2");
  EXPECT_EQ(table_.session().view().pieces[7], '.');
}

TEST_F(ContextTest, TheKeyboardLeavesABoardThatHasNoSuchCell) {
  std::vector<int> clicked;
  BoardPanel panel(context_, [&](int cell) { clicked.push_back(cell); });
  struct Board {
    BoardPanel& panel;
    const Table& table;
    void draw(Pen& pen) {
      const Rect area{0, 0, 600, 600};
      panel.draw(pen, panel.picture(table.session(), area), area);
    }
  } board{panel, table_};
  attention_.focused = "board";
  attention_.focus_visible = true;
  table_.start({.size = 6}, {"human", "human"}, {});
  draw(board);
  panel.take_keyboard();
  for (int i = 0; i < 6; ++i) panel.key({Key::Down, 0, false, false});
  panel.key({Key::Enter, 0, false, false});
  ASSERT_EQ(clicked.size(), 1u);
  ASSERT_GE(clicked[0], 25) << "in the last row";
  table_.start({.size = 5}, {"human", "human"}, {});
  draw(board);
  EXPECT_FALSE(panel.key({Key::Enter, 0, false, false}));
  EXPECT_EQ(clicked.size(), 1u);
}

TEST_F(ContextTest, TheStartScreenAsksForAGameToStudy) {
  settings_.size = 7;
  std::vector<int> sizes;
  context_.ask.start_game = [&](const auto& setup, const auto& players, const auto&) {
    EXPECT_THAT(players, ElementsAre("human", "human"));
    sizes.push_back(setup.size);
  };
  StartScreen screen(context_);
  use(screen, "start.study");
  EXPECT_THAT(sizes, ElementsAre(7));
  EXPECT_TRUE(table_.analysing());
}

TEST_F(ContextTest, ASearchForMistakesThatFindsNoneSaysSo) {
  shown_ = {Screen::Game, Dialog::None};
  std::string said;
  context_.ask.say = [&](const std::string& text) { said = text; };
  GameScreen screen(context_);
  screen.start({.size = 5, .swap = false}, {"human", "human"}, {});
  screen.perform(Action::NextMistake);
  EXPECT_EQ(said, "No move was played yet");
  table_.play("c3");
  screen.perform(Action::NextMistake);
  EXPECT_EQ(said, "No mistakes are known yet: Find mistakes (W) looks for them");
  screen.perform(Action::Restart);
  screen.perform(Action::Sweep);
  EXPECT_FALSE(table_.sweeping());
  EXPECT_EQ(said, "No move was played yet");
  table_.play("c3");
  said.clear();
  screen.perform(Action::Sweep);
  screen.pass_time();
  for (const base::Stopwatch watch; table_.sweeping() && watch.seconds() < 30;) {
    EXPECT_EQ(said, "");
    table_.tick(base::Clock::now());
    screen.pass_time();
    std::this_thread::sleep_for(base::Millis(2));
  }
  screen.pass_time();
  EXPECT_EQ(said, "No mistakes: no move cost 5 % or more");
}

TEST_F(ContextTest, ANewGameIsPlayedWithoutAnalysis) {
  shown_ = {Screen::Game, Dialog::None};
  GameScreen screen(context_);
  screen.start({.size = 5, .swap = false}, {"human", "human"}, {});
  screen.perform(Action::Analyse);
  EXPECT_TRUE(table_.analysing());
  screen.perform(Action::Restart);
  EXPECT_FALSE(table_.analysing());
  screen.perform(Action::Analyse);
  screen.start({.size = 5, .swap = false}, {"human", "random"}, {});
  EXPECT_FALSE(table_.analysing());
}

TEST_F(ContextTest, TheGameScreenResignsWhenItIsAskedTwiceInARow) {
  shown_ = {Screen::Game, Dialog::None};
  context_.ask.show = [&](Shown next) { shown_ = next; };
  std::string said;
  context_.ask.say = [&](const std::string& text) { said = text; };
  GameScreen screen(context_);
  screen.start({.size = 5, .swap = false}, {"human", "human"}, {});
  screen.pass_time();
  screen.perform(Action::Resign);
  EXPECT_FALSE(said.empty());
  table_.play("c3");
  screen.pass_time();
  screen.perform(Action::Resign);
  EXPECT_FALSE(table_.session().over()) << "a move is no answer to the question";
  now_ += base::Millis(600);
  screen.perform(Action::Resign);
  EXPECT_TRUE(table_.session().over());
  EXPECT_TRUE(said.empty());
  screen.pass_time();
  EXPECT_EQ(shown_.dialog, Dialog::Victory);
}

TEST_F(ContextTest, TheLessonIsLedByItsBoardAlone) {
  std::vector<Sound> heard;
  services_.play = [&](Sound sound) { heard.push_back(sound); };
  LessonScreen screen(context_);
  screen.begin();
  draw(screen);
  const auto& board = *screen.board()->placed();
  const auto& names = board.layout.names;
  const std::string wanted = lesson_steps().front().script.front();
  const auto cell = [&](const std::string& name) {
    return board.center(
        static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin()));
  };
  screen.board()->click(cell(wanted == "a1" ? "b1" : "a1"));
  EXPECT_THAT(heard, ElementsAre(Sound::Wrong));
  screen.board()->click(cell(wanted));
  EXPECT_EQ(heard.size(), 1u);
  EXPECT_TRUE(screen.pass_time()) << "the stone is seen";
}

}  // namespace
}  // namespace losange::window
