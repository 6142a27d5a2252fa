// Whole games through the terminal face, typed by a script and read back from its output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <thread>

#include "draughts/text/draughts.h"
#include "terminal_play_fixture.h"

namespace losange::terminal {
namespace {

using game::Side;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_errors::error_of;

TEST_F(TerminalPlay, TellsWhatIsConnectedWhereToPlayAndWhichLaddersRun) {
  setup_.size = 11;
  seats("human", "human");
  play({"connections", "load e9 d9 e10 d10 i10 d11 j1 e11", "connections", "quit"});
  EXPECT_THAT(text_, HasSubstr("Nothing is connected yet."));
  EXPECT_THAT(text_, HasSubstr("Black: i10 and the bottom are joined, by h11 i11."));
  EXPECT_THAT(text_, HasSubstr("Black has a ladder on row 2 along the bottom: f10 g10 h10;"));
  EXPECT_THAT(text_, HasSubstr("it arrives, with i10\nas its escape."));
  setup_.size = 3;
  play({"a1", "connections", "b2", "connections", "c1", "connections", "quit"});
  EXPECT_THAT(text_, HasSubstr("White moves and wins."));
  EXPECT_THAT(text_, HasSubstr("White wins, whoever moves."));
  setup_ = draughts::setup_of({&draughts::find_rules("international"), 10});
  options_.save_file = folder_ / "autosave.pdn";
  play({"connections", "quit"});
  EXPECT_THAT(text_, HasSubstr("connections are of Hex"));
}

TEST_F(TerminalPlay, WhoPlaysStandsBelowTheBoardWhereThereIsNoRoomBesideIt) {
  seats("human", "random");
  play({"board"});
  EXPECT_THAT(text_, Not(HasSubstr("\nx Black: you\n  joins top and bottom\no White: random\n")));
  options_.style.columns = 20;
  play({"board"});
  EXPECT_THAT(text_, HasSubstr("\nx Black: you\n  joins top and bottom\no White: random\n"));
}

TEST_F(TerminalPlay, TakesNamesAndMovesInQuotes) {
  setup_.size = 5;
  seats("human", "human");
  play({"load \"c3 d4\"", "save 'my game.sgf'", "quit"});
  EXPECT_THAT(moves(), ElementsAre("c3", "d4"));
  EXPECT_THAT(text_, HasSubstr("my game.sgf"));
  EXPECT_THAT(text_, testing::Not(HasSubstr("'my game.sgf'")));
  std::filesystem::remove("my game.sgf");
}

TEST_F(TerminalPlay, AProvenWinIsSaidWithItsMoves) {
  seats("mcts", "human");
  play({"a1", "c3"});
  EXPECT_THAT(moves(), ElementsAre("b2", "a1", "b3", "c3", testing::AnyOf("b1", "c1")));
  EXPECT_THAT(text_, HasSubstr("a proven win in 3 moves at most)"));
  EXPECT_THAT(text_, HasSubstr("a proven win in 2 moves at most)"));
  EXPECT_THAT(text_, HasSubstr("a proven win in 1 move)"));
}

// The engine's tree tells whether it thought while the person did.
TEST_F(TerminalPlay, AnEnginePondersWhileAPersonThinksWhenAsked) {
  struct SlowInput : ScriptedInput {
    using ScriptedInput::ScriptedInput;
    Read read(std::string& line, std::string_view prompt,
              std::optional<base::Clock::time_point> deadline) override {
      if (!prompts.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(300));
      return ScriptedInput::read(line, prompt, deadline);
    }
  };
  setup_.size = 11;
  for (const bool ponder : {false, true}) {
    seats("human", "mcts:descents=20");
    options_.ponder = ponder;
    SlowInput input{"a3", "quit"};
    const auto& session = play(input).session();
    search::Limits one;
    one.nodes = 1;
    std::uint64_t visits = 0;
    const auto answer = session.player(Side::Second)->choose(session.record(), one, {}, {});
    for (const auto& line : answer.report.lines) visits += line.visits;
    EXPECT_EQ(moves().size(), 2u);
    EXPECT_EQ(visits > 100, ponder) << visits;
  }
}

TEST_F(TerminalPlay, TwoPeoplePlayToTheEnd) {
  seats("human", "human");
  play({"b1", "A1", " b2 ", "play a2", "b3"});
  EXPECT_THAT(moves(), ElementsAre("b1", "a1", "b2", "a2", "b3"));
  EXPECT_THAT(text_, HasSubstr("Black (a person) wins: top and bottom are joined, after 5 moves."));
  EXPECT_THAT(text_, HasSubstr("1 \\ o X . \\ 1"));
  EXPECT_FALSE(std::filesystem::exists(options_.save_file)) << "a finished game needs no saving";
}

TEST_F(TerminalPlay, PlainTextHasNoEscapesAndFitsEightyColumns) {
  setup_.size = 11;
  seats("human", "montecarlo:playouts=1000");
  play({"f6", "hint", "help", "players", "moves", "clock", "nonsense and more of it", "quit"});
  for (const char c : text_) {
    ASSERT_NE(c, '\x1b');
    ASSERT_LT(static_cast<unsigned char>(c), 0x80);
  }
  std::istringstream lines(text_);
  for (std::string line; std::getline(lines, line);) {
    const bool is_link_or_path = line.find('/') != std::string::npos;
    EXPECT_TRUE(is_link_or_path || line.size() <= 80) << line;
  }
}

TEST_F(TerminalPlay, BadInputIsExplainedAndAskedAgain) {
  seats("human", "human");
  const std::vector<std::pair<const char*, const char*>> cases{
      {"z9", "'z9' is not a cell of the 3x3 board"},
      {"a4", "'a4' is not a cell of the 3x3 board"},
      {"b2", "b2 is taken"},
      {"undp", "did you mean 'undo'?"},
      {"\x1b[A", "is no command and no move"},
      {"xyzzy", "type a move such as b2, or help"},
      {"swap", "swap is not possible now"},
      {"a1 a2", "one move at a time"},
      {"play", "play what? For example play b2"},
      {"redo", "nothing to play again"},
      {"load", "load what?"},
      {"load nowhere.sgf", "nowhere.sgf"},
      {"save /proc/none/here.sgf", "/proc/none"},
      {"new 99", "99"},
      {"new big", "'big' is not a size"},
      {"clock soon", "is not a clock"},
      {"switch white nobody", "there is no player 'nobody'"},
  };
  for (const auto& [typed, answer] : cases) {
    ScriptedInput input{"b2", typed, "c3"};
    play(input);
    EXPECT_THAT(text_, HasSubstr(answer)) << typed;
    EXPECT_THAT(moves(), ElementsAre("b2", "c3")) << typed;
    EXPECT_EQ(input.unread(), 0u);
  }
}

TEST_F(TerminalPlay, ResigningGivesTheGameAwayAndUndoTakesItBack) {
  seats("human", "human");
  play({"b2", "resign"});
  EXPECT_THAT(text_, HasSubstr("Black (a person) wins: White resigned, after 1 move."));
  play({"b2", "resign", "a1", "undo", "a1"});
  EXPECT_THAT(text_, HasSubstr("the game is over: undo or start a new one"));
  EXPECT_THAT(moves(), ElementsAre("b2", "a1"));
  EXPECT_FALSE(play_->session().over());
}

TEST_F(TerminalPlay, SwapTurnsTheFirstStoneOver) {
  setup_.swap = true;
  seats("human", "human");
  ScriptedInput input{"b1", "swap"};
  play(input);
  EXPECT_THAT(input.prompts,
              ElementsAre("Black, move 1> ", "White, move 2, may swap> ", "Black, move 3> "));
  EXPECT_EQ(play_->session().view().pieces, "...o.....");
  EXPECT_THAT(text_, HasSubstr("2 \\(o). . \\ 2")) << "the swapped stone is the last move";
}

TEST_F(TerminalPlay, UndoAgainstAnEngineComesBackToThePersonsTurn) {
  seats("human", "random");
  play({"b2", "undo"});
  EXPECT_TRUE(moves().empty());
  play({"b2", "undo", "redo"});
  EXPECT_EQ(moves().size(), 2u);
  EXPECT_TRUE(play_->session().person_to_move());
}

TEST_F(TerminalPlay, UndoNeverTakesBackOnlyTheEnginesMove) {
  seats("random", "human");
  play({"undo"});
  EXPECT_EQ(moves().size(), 1u);
  EXPECT_THAT(text_, HasSubstr("there is no move of yours to take back"));
}

TEST_F(TerminalPlay, RedoFollowsTheLatestLine) {
  seats("human", "human");
  play({"a1", "undo", "b2", "c3", "undo", "undo", "redo", "redo", "redo"});
  EXPECT_THAT(moves(), ElementsAre("b2", "c3"));
  EXPECT_THAT(text_, HasSubstr("nothing to play again"));
}

TEST_F(TerminalPlay, StonesAreCalledByTheColourTheyArePaintedIn) {
  seats("human", "random");
  options_.style.colour = true;
  ScriptedInput input{"help", "b2", "connections", "undo", "a1", "b2", "switch red", "quit"};
  setup_.size = 5;
  play(input);
  EXPECT_THAT(text_, HasSubstr("\x1b[38;5;196mx Red\x1b[0m: you"));
  EXPECT_THAT(text_, HasSubstr("\x1b[38;5;33mo Blue\x1b[0m: random"));
  EXPECT_THAT(text_, HasSubstr("switch [red|blue]"));
  EXPECT_THAT(text_, HasSubstr("Red is now played by random."));
  EXPECT_EQ(input.prompts.front(), "Red, move 1> ");
  for (const char* word : {"Black", "black", "White", "white"})
    EXPECT_THAT(text_, Not(HasSubstr(word)));
  options_.quiet = true;
  seats("random", "random");
  play({});
  EXPECT_THAT(text_, HasSubstr("black ")) << "programs read the words of the rules";
}

TEST_F(TerminalPlay, HintMarksTheBestMoves) {
  seats("human", "human");
  play({"b2", "a1", "b1", "a2", "hint"});
  EXPECT_THAT(text_, HasSubstr("Best moves: "));
  EXPECT_THAT(text_, testing::ContainsRegex(
                         "\n   move +chance +visits  expected play\n1\\. [a-c]3 +wins in 1 "));
  EXPECT_THAT(text_, HasSubstr("3 \\ ")) << "the board is shown";
  EXPECT_THAT(text_, testing::ContainsRegex("3 .( .)* 1 .*3 "))
      << "black wins at once in the last row";
  EXPECT_EQ(moves().size(), 4u);
}

TEST_F(TerminalPlay, AHintLeavesTimeToPlayAndEndsWithEnter) {
  setup_.size = 11;
  seats("human", "human");
  control_ = players::TimeControl::parse("5400+0");
  const base::Stopwatch watch;
  play({"hint", "quit"});
  EXPECT_THAT(text_, testing::ContainsRegex("Best moves: [0-9]+ visits? in [0-9.]+ s\n"));
  EXPECT_THAT(text_, testing::ContainsRegex("\n1\\. [a-k][0-9]+ +[0-9.]+ % +[0-9]+  [a-k]"));
  EXPECT_LT(watch.seconds(), 20);
  ScriptedInput input{"hint", "f6", "quit"};
  input.enter_while_nobody_reads = true;
  control_ = {};
  play(input);
  EXPECT_THAT(text_, HasSubstr("Best moves: "));
  EXPECT_THAT(moves(), ElementsAre("f6")) << "the game goes on";
}

TEST_F(TerminalPlay, ASideIsHandedToAnEngineAndTakenBack) {
  seats("human", "human");
  play({"b2", "switch white", "switch white", "players"});
  EXPECT_EQ(moves().size(), 2u) << "the engine answered b2";
  EXPECT_THAT(text_, HasSubstr("White is now played by random."));
  EXPECT_THAT(text_, HasSubstr("White is now played by a person."));
  EXPECT_EQ(play_->seat(Side::Second).name(), "hybrid:random");
  EXPECT_EQ(play_->session().record().players[1], "hybrid:random");
}

TEST_F(TerminalPlay, SwitchTakesTheSideToMoveAndAnyEngine) {
  setup_.size = 5;
  seats("human", "hybrid:random");
  play({"switch montecarlo:playouts=100", "a5", "switch black", "quit"});
  EXPECT_THAT(text_, HasSubstr("Black is now played by montecarlo:playouts=100."));
  EXPECT_THAT(text_, HasSubstr("Black (montecarlo:playouts=100) plays"));
  EXPECT_EQ(moves().size(), 3u) << "Black's engine, White by hand, Black's engine";
  EXPECT_EQ(moves()[1], "a5");
  EXPECT_TRUE(play_->seat(Side::First).person);
}

TEST_F(TerminalPlay, SwitchSeatsAPersonByThatName) {
  seats("human", "random");
  play({"switch white human", "b2", "a1", "switch white hybrid:random", "players", "quit"});
  EXPECT_THAT(text_, HasSubstr("White is now played by a person."));
  EXPECT_THAT(moves(), ElementsAre("b2", "a1"));
  EXPECT_EQ(play_->seat(Side::Second).name(), "hybrid:random");
  EXPECT_TRUE(play_->seat(Side::Second).person);
}

TEST_F(TerminalPlay, SwitchGivesNoTimeOfTheTurnBack) {
  seats("human", "human");
  control_ = players::TimeControl::parse("100+0");
  options_.turn_spent = base::Millis(39'000);  // as if it had gone on for so long
  ScriptedInput input{"switch white random", "switch white human", "switch black human",
                      "switch black random", "quit"};
  play(input);
  for (const std::size_t i : {1u, 2u, 3u})
    EXPECT_THAT(input.prompts[i], testing::ContainsRegex("1:0[01]")) << i;
  ASSERT_EQ(moves().size(), 1u);
  const auto& played = play_->session().record().node(1);
  EXPECT_GT(played.seconds_left.value(), 50);
  EXPECT_LE(played.seconds_left.value(), 61) << "the engine had the rest of the turn";
  EXPECT_GE(played.seconds_spent.value(), 39);
}

TEST_F(TerminalPlay, EnginesThatPlayOnAreStoppedByAKey) {
  setup_.size = 5;
  seats("random", "random");
  ScriptedInput input{"a1", "board", "switch", "quit"};
  input.person = true;
  input.calls_until_pending = 3;
  play(input);
  EXPECT_EQ(moves().size(), 3u);
  EXPECT_THAT(input.prompts.front(), HasSubstr("paused, Enter goes on; White, move 4> "));
  EXPECT_THAT(text_, HasSubstr("it is White's turn, played by random"));
  EXPECT_TRUE(play_->seat(Side::Second).person);
}

TEST_F(TerminalPlay, EnginesWaitAfterTheirMovesAreTakenBack) {
  setup_.size = 4;
  seats("human", "random");
  ScriptedInput input{"switch", "undo", "undo", "switch", "quit"};
  play(input);
  ASSERT_EQ(input.prompts.size(), 5u);
  EXPECT_EQ(input.prompts[1], "game over> ");
  EXPECT_THAT(input.prompts[2], HasSubstr("paused"));
  EXPECT_THAT(input.prompts[3], HasSubstr("paused"));
  EXPECT_FALSE(play_->session().over());
  EXPECT_TRUE(play_->session().person_to_move());
}

TEST_F(TerminalPlay, TwoEnginesPlayThroughQuietly) {
  options_.quiet = true;
  seats("random", "montecarlo:playouts=50");
  ScriptedInput input{"b2"};
  play(input);
  EXPECT_TRUE(play_->session().over());
  EXPECT_EQ(input.unread(), 1u) << "nobody is asked";
  std::istringstream lines(text_);
  std::string line;
  for (std::size_t i = 0; i < moves().size(); ++i) {
    std::getline(lines, line);
    EXPECT_EQ(line, (i % 2 == 0 ? "black " : "white ") + moves()[i]);
  }
  std::getline(lines, line);
  EXPECT_THAT(line, HasSubstr(" wins: "));
  EXPECT_FALSE(std::getline(lines, line));
}

}  // namespace
}  // namespace losange::terminal
