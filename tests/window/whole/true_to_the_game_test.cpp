// What the window shows and says is true of the game on the table, also after what changes it.
#include <gmock/gmock.h>

#include "context_fixture.h"
#include "puppet_engine.h"
#include "window/dialogs/help_dialog.h"
#include "window/marks/study_marks.h"
#include "window/panels/players_panel.h"
#include "window/picture/board_motion.h"
#include "window/screens/game_screen.h"
#include "window/screens/lesson_screen.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;
using testing::Not;

const game::GameSetup kEnglish{.game = "draughts", .size = 8, .swap = false, .variant = "english"};

class TrueToTheGame : public ContextTest {
 protected:
  // A line in which each side has the better chances, and loses them.
  static game::GameRecord game_of_mistakes(int mistakes) {
    game::GameRecord record({.size = 11, .swap = false});
    const auto keep = [&](double value) {
      keep_analysis(record.node(record.cursor()),
                    {value, false, 1000, "mcts", {{"k11", value, false, 1000, {"k11", "a11"}}}});
    };
    for (int i = 0; i < mistakes / 2; ++i) {
      keep(0.5);
      const char column = static_cast<char>('a' + 2 * (i % 5));  // with gaps: nobody wins
      record.play({Side::First, column + std::to_string(1 + i / 5)});
      keep(-0.5);
      record.play({Side::Second, column + std::to_string(6 + i / 5)});
    }
    keep(0.5);
    return record;
  }
};

TEST_F(TrueToTheGame, TheLineOfAMoveGoesWhenItIsPlayed) {
  game::GameRecord record({.size = 5, .swap = false});
  keep_analysis(record.node(game::kRoot),
                {0.2, false, 900, "mcts", {{"c3", 0.2, false, 900, {"c3", "b2", "d4"}}}});
  table_.load(record);
  table_.set_analysing(true);
  BoardPanel panel(context_, [](int) {});
  StudyMarks marks(context_);
  const auto ghosts = [&] {
    BoardPicture picture = panel.picture(table_.session(), {0, 0, 600, 600});
    marks.freeze(12);  // the pointer rests on c3
    marks.add(picture);
    return picture.ghosts.size();
  };
  EXPECT_EQ(ghosts(), 3u);
  table_.play("c3");
  EXPECT_EQ(ghosts(), 0u);
}

TEST_F(TrueToTheGame, ThePointerIsOnTheCellOfTheBoardThatCame) {
  BoardPanel panel(context_, [](int) {});
  struct Board {
    BoardPanel& panel;
    const Table& table;
    void draw(Pen& pen) {
      const Rect area{0, 0, 600, 600};
      panel.draw(pen, panel.picture(table.session(), area), area);
    }
  } board{panel, table_};
  table_.start({.size = 5}, {"human", "human"}, {});
  draw(board);
  const Point at = panel.placed()->center(16);
  EXPECT_TRUE(panel.point(at));
  EXPECT_EQ(panel.hover(*panel.placed()), 16);
  table_.start({.size = 9}, {"human", "human"}, {});
  draw(board);
  EXPECT_EQ(panel.hover(*panel.placed()), panel.placed()->cell_at(at).value_or(-1));
}

TEST_F(TrueToTheGame, ACommentIsWrittenWhileMistakesAreListed) {
  Ui ui = make();
  ui.load_game(game_of_mistakes(8));
  ui.perform(Action::Analyse);
  for (const double height : {600.0, 800.0, 1200.0}) {
    ui.resize(1280, height);
    EXPECT_NE(ui.frame().find("comment"), nullptr) << height;
  }
  ui.resize(1280, 800);
  ui.typed('b');
  for (const char c : std::string("gaps")) ui.typed(static_cast<unsigned char>(c));
  EXPECT_EQ(ui.table().record().node(ui.table().record().cursor()).comment, "gaps");
  EXPECT_TRUE(ui.settings().show_graph) << "letters are no shortcuts in a comment";
}

TEST_F(TrueToTheGame, AsManyMistakesAreListedAsFitAndTheRestIsTold) {
  Ui ui = make();
  ui.load_game(game_of_mistakes(30));
  ui.perform(Action::Analyse);
  const auto rows = [&](double height) {
    ui.resize(1280, height);
    std::size_t count = 0;
    while (ui.frame().find("mistake.row." + std::to_string(count)) != nullptr) ++count;
    const std::string more = std::to_string(30 - count) + " more";
    if (count < 30) {
      EXPECT_THAT(all_text(ui.frame()), HasSubstr(more)) << height;
    }
    return count;
  };
  const auto small = rows(800), large = rows(1400);
  EXPECT_GT(small, 2u);
  EXPECT_GT(large, small + 4);
  ui.load_game(game_of_mistakes(2));
  ui.perform(Action::Analyse);
  EXPECT_NE(ui.frame().find("mistake.row.1"), nullptr);
  EXPECT_EQ(ui.frame().find("mistake.row.2"), nullptr);
  EXPECT_THAT(all_text(ui.frame()), Not(HasSubstr(" more")));
}

TEST_F(TrueToTheGame, MistakesAreListedInATallWindowToo) {
  Ui ui = make();
  ui.load_game(game_of_mistakes(8));
  ui.perform(Action::Analyse);
  ASSERT_TRUE(wait(ui, [&] { return ui.table().analysis().has_value(); }));
  for (const auto& [width, height] : {std::pair{390.0, 844.0}, {800.0, 1200.0}, {900.0, 1600.0}}) {
    ui.resize(width, height);
    EXPECT_NE(ui.frame().find("mistake.row.0"), nullptr) << width;
    EXPECT_NE(ui.frame().find("comment"), nullptr) << width;
  }
}

TEST_F(TrueToTheGame, TheWholeHasAtLeastTheVisitsOfItsMoves) {
  players::TextReport report;
  report.nodes = 100;  // of this search, in a tree that an earlier one grew
  report.lines.push_back({"c3", 0.1, 900, false, {"c3"}});
  report.lines.push_back({"b2", 0.1, 80, false, {"b2"}});
  EXPECT_EQ(analysis_of(report, Side::First, "mcts").visits, 980u);
}

TEST_F(TrueToTheGame, ALessonSaysTheSameWhenItIsSolved) {
  for (std::size_t step = 0; step < lesson_steps().size(); ++step) {
    LessonScreen screen(context_);
    screen.begin();
    for (std::size_t i = 0; i < step; ++i) use(screen, "lesson.next");
    const auto& told = lesson_steps()[step];
    const std::string before = all_text(draw(screen));
    const auto from = before.find(context_.tr(told.title));
    const std::string text = before.substr(from, before.rfind(context_.tr(Word::PreviousStep)) - from);
    ASSERT_GT(text.size(), 100u);
    for (std::size_t move = 0; move < told.script.size(); move += 2) {
      draw(screen);
      const auto& board = *screen.board()->placed();
      const auto& names = board.layout.names;
      const std::string& wanted =
          told.script[move].starts_with("swap") ? told.moves.back() : told.script[move];
      screen.board()->click(board.center(
          static_cast<int>(std::find(names.begin(), names.end(), wanted) - names.begin())));
    }
    EXPECT_THAT(all_text(draw(screen)), HasSubstr(text)) << "step " << step;
  }
}

TEST_F(TrueToTheGame, AnEngineThatSwapsIsToldAndItsStoneJumps) {
  test::PuppetStrings strings;
  {
    auto settings = quiet_settings();
    settings.animation = 1;
    Ui ui(settings, plain_measure, {},
          {.adviser = "mcts",
           .make_player = [&](const std::string& spec) { return strings.make_player(spec); }});
    ui.start_game({.size = 5}, {"human", "mcts"}, {});
    click_cell(ui, 1);  // b1
    ASSERT_TRUE(strings.asked(1));
    strings.answer("swap-pieces");
    ASSERT_TRUE(wait(ui, [&] { return ui.table().session().last_move() == "swap-pieces"; }));
    EXPECT_THAT(ui.notice(), HasSubstr("Blue swaps"));
    EXPECT_THAT(ui.notice(), HasSubstr("a2"));
    ui.perform(Action::Resign);
    later(ui);
    ui.perform(Action::Resign);
    ui.tick(base::Clock::now());
    ASSERT_TRUE(ui.table().session().over());
    EXPECT_EQ(ui.notice(), "") << "it was told";
    strings.cut();
  }
  table_.start({.size = 5}, {"human", "human"}, {});
  BoardMotion motion;
  table_.play("b1");
  motion.follow(table_.session(), 1, now_);
  table_.play("swap-pieces");
  motion.follow(table_.session(), 1, now_);
  ASSERT_EQ(motion.moving().size(), 1u);
  EXPECT_EQ(motion.moving().front().path, (std::vector<int>{1, 5}));
}

TEST_F(TrueToTheGame, HelpShowsTheRulesOfTheGameOnTheTable) {
  shown_ = {Screen::Game, Dialog::Help};
  table_.start(kEnglish, {"human", "human"}, {});
  HelpDialog help(context_);
  use(help, "help.page.1");
  for (const Language language : {Language::English, Language::French}) {
    settings_.language = language;
    const std::string rules = all_text(draw(help));
    EXPECT_THAT(rules, HasSubstr("WCDF"));
    EXPECT_THAT(rules, HasSubstr("8×8"));
    EXPECT_THAT(rules, Not(HasSubstr(language == Language::French ? "pierre" : "stone")));
    EXPECT_EQ(draw(help).find("help.lesson"), nullptr);
  }
}

TEST_F(TrueToTheGame, ClocksStandWhereTheyStoppedWhenSomeoneResigns) {
  for (const char* clock : {"60+1", "10/move"}) {
    table_.start({.size = 5}, {"human", "human"}, players::TimeControl::parse(clock));
    const auto now = base::Clock::now();
    table_.tick(now - base::Millis(5'000));  // the turn began
    const auto before = table_.time_left(Side::First, now);
    table_.resign();
    ASSERT_TRUE(table_.session().over());
    const auto after = table_.time_left(Side::First, now);
    ASSERT_TRUE(before && after);
    EXPECT_LE(*after, *before) << clock;
    EXPECT_GT(*after, *before - base::Millis(2'000)) << clock;
  }
  table_.start({.size = 5}, {"human", "human"}, players::TimeControl::parse("10/move"));
  table_.tick(now_);
  table_.tick(now_ + base::Millis(11'000));
  ASSERT_TRUE(table_.session().over());
  EXPECT_LE(*table_.time_left(Side::First, now_), base::Millis(0));
}

TEST_F(TrueToTheGame, NobodyThinksInAPause) {
  test::PuppetStrings strings;
  {
    Ui ui(quiet_settings(), plain_measure, {},
          {.adviser = "mcts",
           .make_player = [&](const std::string& spec) { return strings.make_player(spec); }});
    ui.start_game({.size = 5}, {"mcts", "human"}, {});
    ui.tick(base::Clock::now());
    ASSERT_TRUE(strings.asked(1));
    EXPECT_THAT(all_text(ui.frame()), HasSubstr("thinking"));
    ui.perform(Action::Pause);
    EXPECT_THAT(all_text(ui.frame()), Not(HasSubstr("thinking")));
    strings.cut();
  }
}

TEST_F(TrueToTheGame, NumbersAndTheSwapAreWrittenAsTheLanguageDoes) {
  game::GameRecord record({.size = 5});
  record.play({Side::First, "c3"});
  keep_analysis(record.node(record.cursor()),
                {-0.2,
                 false,
                 12'340,
                 "mcts",
                 {{"b2", -0.2, false, 12'000, {"b2", "swap-pieces"}},
                  {"swap-pieces", -0.1, false, 340, {"swap-pieces", "d4"}}}});
  auto settings = quiet_settings();
  settings.language = Language::French;
  Ui ui = make(settings);
  ui.load_game(record);
  ui.table().set_paused(true);
  ui.perform(Action::Analyse);
  const std::string text = all_text(ui.frame());
  EXPECT_THAT(text, HasSubstr("12,3k"));
  EXPECT_THAT(text, HasSubstr("échange"));
  EXPECT_THAT(text, Not(HasSubstr("swap")));
  EXPECT_THAT(text, Not(HasSubstr("12.3k")));
}

}  // namespace
}  // namespace losange::window
