#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/error.h"
#include "error_of.h"
#include "players/seat.h"
#include "scripted_input.h"
#include "terminal/dialogue.h"
#include "terminal/verbs.h"

namespace losange::terminal {
namespace {

using test::ScriptedInput;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_errors::error_of;

const Start kDefaults{game::GameSetup{}, {"human", "montecarlo"}};

TEST(TerminalDialogue, EnterTakesTheDefaults) {
  std::ostringstream out;
  ScriptedInput input{"", "", ""};
  const auto start = ask_start(input, out, {}, kDefaults, true);
  ASSERT_TRUE(start);
  EXPECT_EQ(start->setup.size, 11);
  EXPECT_THAT(start->players, ElementsAre("human", "montecarlo"));
  EXPECT_THAT(input.prompts,
              ElementsAre(HasSubstr("[11]"), HasSubstr("[10]"), HasSubstr("[black]")));
  EXPECT_THAT(out.str(), HasSubstr("1 learns the game, 10 is as strong as it can"));
}

TEST(TerminalDialogue, TheOpponentIsALevelOrAPlayer) {
  for (const auto& [answer, player] : {std::pair{"4", "montecarlo:level=4"},
                                       {"10", "montecarlo"},
                                       {"mcts", "mcts"},
                                       {"mcts:level=3", "mcts:level=3"}}) {
    std::ostringstream out;
    ScriptedInput input{answer, ""};
    const auto start = ask_start(input, out, {}, kDefaults, false);
    ASSERT_TRUE(start) << answer;
    EXPECT_EQ(start->players[1], player);
  }
  std::ostringstream out;
  ScriptedInput input{"0", "11", "draughts", "1", ""};
  EXPECT_TRUE(ask_start(input, out, {}, kDefaults, false));
  for (const char* told : {"'0' is not a level: type a number from 1 to 10", "'11' is not a level",
                           "player 'draughts' does not play hex"}) {
    EXPECT_THAT(out.str(), HasSubstr(told));
  }
}

TEST(TerminalDialogue, AsksAgainAfterABadAnswer) {
  std::ostringstream out;
  ScriptedInput input{"20",     "seven", "7",    "montecalro", "random:speed=2",
                      "random", "green", "WHITE"};
  const auto start = ask_start(input, out, {}, kDefaults, true);
  ASSERT_TRUE(start);
  EXPECT_EQ(start->setup.size, 7);
  EXPECT_THAT(start->players, ElementsAre("random", "human"));
  for (const char* answer :
       {"'20' is not a size", "'seven' is not a size", "did you mean 'montecarlo'?",
        "unknown setting 'speed'", "'green' is not a colour"}) {
    EXPECT_THAT(out.str(), HasSubstr(answer));
  }
}

TEST(TerminalDialogue, TwoPeopleAreAskedForNoColour) {
  std::ostringstream out;
  ScriptedInput input{"human", "left over"};
  const auto start = ask_start(input, out, {}, kDefaults, false);
  ASSERT_TRUE(start);
  EXPECT_THAT(start->players, ElementsAre("human", "human"));
  EXPECT_EQ(input.unread(), 1u);
}

TEST(TerminalDialogue, QuitLeavesAtEveryQuestion) {
  ScriptedInput first{"quit", "7"}, second{"7", " EXIT ", "x"}, third{"7", "random", "q", "x"};
  for (ScriptedInput* input : {&first, &second, &third}) {
    std::ostringstream out;
    EXPECT_FALSE(ask_start(*input, out, {}, kDefaults, true));
    EXPECT_EQ(input->unread(), 1u);
    EXPECT_THAT(out.str(), testing::Not(HasSubstr("is not a")));
  }
  std::ostringstream out;
  ScriptedInput input{"quit"};
  EXPECT_FALSE(ask_yes(input, out, "Go on?"));
}

TEST(TerminalDialogue, LeavingIsNoAnswer) {
  std::ostringstream out;
  ScriptedInput ended{"5"};
  EXPECT_FALSE(ask_start(ended, out, {}, kDefaults, true));
  ScriptedInput interrupted{"5", ScriptedInput::kInterrupt};
  EXPECT_FALSE(ask_start(interrupted, out, {}, kDefaults, true));
  ScriptedInput asked{"perhaps", "No"};
  EXPECT_EQ(ask_yes(asked, out, "Go on?"), std::optional(false));
  EXPECT_THAT(out.str(), HasSubstr("'perhaps' is not an answer here"));
  ScriptedInput silent{};
  EXPECT_FALSE(ask_yes(silent, out, "Go on?"));
}

TEST(TerminalSeat, NamesWhoSits) {
  EXPECT_EQ(players::Seat::parse("human", "random").name(), "human");
  EXPECT_EQ(players::Seat::parse("human", "random").engine, "random");
  EXPECT_EQ(players::Seat::parse("hybrid:montecarlo:playouts=5", "random").name(),
            "hybrid:montecarlo:playouts=5");
  EXPECT_TRUE(players::Seat::parse("hybrid:random", "random").person);
  EXPECT_FALSE(players::Seat::parse("random", "montecarlo").person);
  EXPECT_THROW(players::Seat::parse("nobody", "random"), base::UserError);
  EXPECT_THROW(players::Seat::parse("hybrid:nobody", "random"), base::UserError);
  EXPECT_EQ(players::side_named("Blue", {}), game::Side::Second);
  EXPECT_EQ(players::side_named("mauve", {}), std::nullopt);
}

TEST(TerminalVerbs, ReadsOrdersAndArguments) {
  EXPECT_EQ(read_order("   ", "f6").verb, Verb::Nothing);
  EXPECT_EQ(read_order(" F6 ", "f6").rest, "f6");
  EXPECT_EQ(read_order("Save  My Game.sgf ", "f6").rest, "My Game.sgf");
  EXPECT_EQ(read_order("?", "f6").verb, Verb::Help);
  EXPECT_EQ(read_order("exit", "f6").verb, Verb::Quit);
  EXPECT_EQ(read_order("swap", "f6").rest, "swap");
  EXPECT_EQ(error_of([] { read_order("f", "f6"); }),
            "'f' is no command and no move: type a move such as f6, or help for the commands");
  EXPECT_EQ(error_of([] { read_order("6", "31-26"); }),
            "'6' is no command and no move: type a move such as 31-26, or help for the commands");
  EXPECT_EQ(error_of([] { read_order("play", "31-26"); }), "play what? For example play 31-26");
}

TEST(TerminalVerbs, HelpNamesEveryCommandWithinEightyColumns) {
  std::istringstream lines(help_text("black|white"));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  for (const char* word :
       {"swap", "undo", "redo", "hint", "switch", "save", "load", "new", "resign", "board", "moves",
        "connections", "clock", "players", "help", "quit"}) {
    EXPECT_THAT(help_text("black|white"), HasSubstr(word));
  }
}

}  // namespace
}  // namespace losange::terminal
