// `losange play` as people type it, and the command line it tells them at the end, typed in turn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "base/system/file.h"
#include "base/text.h"
#include "places.h"
#include "shell.h"
#include "temporary.h"

namespace losange {
namespace {

using testing::HasSubstr;

// Each program starts the other for what it lacks. A file is for both, so neither starts the other
// for ever where a window cannot open.
TEST(PlayProgramFile, AFileEndsNoProgramInACircle) {
  const auto folder = testing_files::temporary("play_file");
  std::filesystem::create_directories(folder);
  base::write_file(folder / "game.sgf", "(;FF[4]GM[11]SZ[5];B[a1];W[b2])");
  const auto beside = std::filesystem::path(testing_places::program()).parent_path();
  for (const char* program : {"losange", "losange-window"}) {
    for (const char* display : {"", ":987654"}) {
      const auto ran = testing_files::run_shell(
          folder, "DISPLAY=" + std::string(display) + " XDG_DATA_HOME=" + folder.string() +
                      " timeout 60 " + (beside / program).string() + " game.sgf </dev/null");
      EXPECT_NE(ran.code, 124) << program << " " << display;
      EXPECT_EQ(ran.err.find("no command"), std::string::npos) << ran.err;
    }
  }
  std::filesystem::remove_all(folder);
}

class PlayProgram : public testing::Test {
 protected:
  PlayProgram() { std::filesystem::create_directories(folder_); }
  ~PlayProgram() override { std::filesystem::remove_all(folder_); }

  // The lines are typed one after the other; then input ends.
  testing_files::Ran run(const std::string& command, const std::string& lines) const {
    base::write_file(folder_ / "lines", lines);
    return testing_files::run_shell(folder_, "export XDG_DATA_HOME=" + folder_.string() +
                                                 "/data; losange() { " + testing_places::program() +
                                                 " \"$@\"; }; " + command + " <lines");
  }
  static std::string advised(const std::string& out) {
    const std::string mark = "Go on with it: ";
    const auto at = out.find(mark);
    if (at == std::string::npos) return "";
    return out.substr(at + mark.size(), out.find('\n', at) - at - mark.size());
  }
  void expect_told(const std::string& arguments, int code, const std::string& told) const {
    const auto ran = run("losange play " + arguments, "");
    EXPECT_EQ(ran.code, code) << arguments << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(told)) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
  }
  std::string file(const std::string& name, const std::string& content) const {
    base::write_file(folder_ / name, content);
    return name;
  }

  std::filesystem::path folder_ = testing_files::temporary("play");
};

// Nothing is played in the second run, so it must leave the same file and tell the same command.
TEST_F(PlayProgram, TheAdvisedCommandGoesOnWithTheSameGame) {
  struct Case {
    std::string command, lines, file;
    std::vector<std::string> shown;  // by `players` and `clock`, of the game that goes on
  };
  const std::string data = "data/losange/";
  for (const auto& [command, lines, file, shown] : {
           Case{"--size 7 --no-swap --black random --white human --seed 3 --save g7.sgf",
                "b2\n",
                "g7.sgf",
                {"Black: random\n", "White: you\n", "There is no clock"}},
           Case{"--size 5 --black human --white montecarlo:playouts=50 --clock 300+2 --threads 2 "
                "--ponder --ascii --save 'my game.sgf'",
                "c3\n",
                "my game.sgf",
                {"Black: you\n", "White: montecarlo:playouts=50\n", "Clock 300+2"}},
           Case{"--size 5 --player random --move-time 0.25 --seed 1",
                "c3\n",
                data + "autosave.sgf",
                {"Black: you\n", "White: random\n"}},
           Case{"--game draughts --variant russian --black random --white human --save d.pdn",
                "c3-d4\n",
                "d.pdn",
                {"Black: random\n", "White: you\n"}},
           Case{"--game draughts --size 6 --white random --black human",
                "",
                data + "autosave.pdn",
                {"Black: you\n", "White: random\n"}},
       }) {
    const auto first = run("losange play " + command, lines);
    ASSERT_EQ(first.code, 0) << first.err;
    const std::string line = advised(first.out);
    ASSERT_NE(line, "") << first.out;
    // But for the time of the turn under way, which goes on, and where that breaks the lines.
    const auto held = [&, file = file] {
      return std::regex_replace(base::read_file(folder_ / file),
                                std::regex("TURN\\[[0-9. ]+\\]|\n"), "");
    };
    const std::string kept = held();
    const auto second = run(line, "players\nclock\nquit\n");
    EXPECT_EQ(second.code, 0) << line << "\n" << second.err;
    for (const auto& words : shown) EXPECT_THAT(second.out, HasSubstr(words)) << line;
    EXPECT_EQ(advised(second.out), line) << command;
    EXPECT_EQ(held(), kept) << line;
    std::filesystem::remove(folder_ / file);
  }
}

TEST_F(PlayProgram, ASideThatChangedHandsStaysWithWhoHasItInTheAdvisedCommand) {
  for (const std::string save : {"", " --save g.sgf"}) {
    const auto first = run("losange play --size 5 --player random" + save,
                           "c3\nswitch white\nswitch black random\n");
    const auto second = run(advised(first.out), "players\n");
    EXPECT_THAT(second.out, HasSubstr("Black: random\n")) << first.out;
    EXPECT_THAT(second.out, HasSubstr("White: you\n")) << first.out;
  }
}

TEST_F(PlayProgram, AProgramThatCannotStartIsToldBeforeTheFirstMove) {
  expect_told("--black htp:/nonexistent --white human", 1,
              "player 'htp:/nonexistent' cannot start");
  expect_told("--player htp:/nonexistent", 1, "cannot start");
  expect_told("--game draughts --black hub:/nonexistent --white human", 1,
              "player 'hub:/nonexistent' cannot start");
  const auto ran = run("losange play --size 3 --black human --white random --quiet",
                       "switch white htp:/nonexistent\nquit\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("cannot start")) << "and random stays";
}

TEST_F(PlayProgram, OptionsThatContradictEachOtherAreRefused) {
  expect_told("--player random --black human --white random", 2, "--player beside --black and");
  expect_told("--player random --black mcts", 2, "--player is the opponent of a person");
  const auto hex = file("g7.sgf", "(;GM[11]SZ[7];B[a3])");
  const auto english = file("e.pdn", "[GameType \"21\"]\n1. 11-15 *\n");
  expect_told("--load g7.sgf --size 9", 2, "--size 9 does not fit the game that was opened");
  expect_told("--load g7.sgf --game draughts", 2, "which is Hex: leave it out");
  expect_told("--load g7.sgf --no-swap", 2, "which is played with the swap rule");
  expect_told("--load e.pdn --game hex", 2, "which is english draughts: leave it out");
  expect_told("--load e.pdn --game draughts --variant russian", 2, "which is english draughts");
  for (const char* option : {"--size 9", "--game draughts", "--no-swap"}) {
    const auto ran = run(std::string("losange window g7.sgf ") + option, "");
    EXPECT_EQ(ran.code, 2) << option;
    EXPECT_THAT(ran.err, HasSubstr("does not fit the game that was opened")) << option;
  }
  // The same said twice is no contradiction, and a list of moves needs to be told.
  for (const char* fitting : {"--player random --load g7.sgf --size 7 --game hex",
                              "--player random --load 'a3 b4' --size 5 --no-swap",
                              "--player random --load e.pdn --game draughts --variant english",
                              "--player random --white human"}) {
    EXPECT_EQ(run(std::string("losange play --quiet ") + fitting, "").code, 0) << fitting;
  }
}

TEST_F(PlayProgram, AnEngineThatIsNamedTakesTheEnginesSeatOfASavedGame) {
  run("losange play --size 5 --black random --white human --seed 1", "board\n");
  const auto ran = run("losange play --resume --player montecarlo:playouts=10", "players\n");
  EXPECT_THAT(ran.out, HasSubstr("Black: montecarlo:playouts=10\n"));
  EXPECT_THAT(ran.out, HasSubstr("White: you\n"));
}

TEST_F(PlayProgram, WhatIsStudiedAndSolvedIsThePositionAtWhichPlayWasLeft) {
  const auto left = run("losange play --size 4 --no-swap --black human --white human --save g.sgf",
                        "b2\nc3\nundo\nquit\n");
  ASSERT_EQ(left.code, 0) << left.err;
  EXPECT_THAT(run("losange study --json g.sgf", "").out, HasSubstr("\"to_move\": \"white\""));
  EXPECT_THAT(run("losange solve --winner g.sgf", "").out, HasSubstr("White to move"));
  EXPECT_THAT(run("losange play --load g.sgf", "quit\n").out, HasSubstr("White, move 2> "));
}

TEST_F(PlayProgram, AGameThatIsLoadedKeepsItsPlayersAndItsClock) {
  file("g.sgf", "(;GM[11]SZ[5]OT[300+2]PB[Ann]PW[random:level=4];B[c3]BL[250];W[a1]WL[240])");
  const auto shown = [&](const std::string& arguments) {
    return run("losange play --load g.sgf " + arguments, "players\nclock\n").out;
  };
  EXPECT_THAT(shown(""), HasSubstr("Black: you\n"));
  EXPECT_THAT(shown(""), HasSubstr("White: random:level=4\n"));
  EXPECT_THAT(shown(""), testing::ContainsRegex("Clock 300.2: Black 4:(09|10) White 4:00"));
  EXPECT_THAT(shown("--clock 15+0"),
              testing::ContainsRegex("Clock 15.0: Black (15.0|14.9) s White 15.0 s"));
  EXPECT_THAT(shown("--clock none"), HasSubstr("There is no clock"));
  EXPECT_THAT(shown("--player montecarlo"), HasSubstr("White: montecarlo\n"));
  EXPECT_THAT(shown("--white human"), HasSubstr("White: a person\n"));
  file("people.sgf", "(;GM[11]SZ[5]PB[human]PW[human];B[c3];W[a1])");
  EXPECT_THAT(run("losange play --load people.sgf --player random", "players\n").out,
              HasSubstr("White: random\n"));
}

// Whoever sent the file would run it.
TEST_F(PlayProgram, AProgramThatAFileNamesIsNotStarted) {
  file("evil.sgf", "(;GM[11]SZ[5]PB[human]PW[htp:touch ran];B[c3])");
  const auto ran = run("losange play --load evil.sgf", "players\nswitch white\nmoves\n");
  EXPECT_THAT(ran.out, HasSubstr("Black: you\n"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("touch")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "ran"));
}

TEST_F(PlayProgram, AGameThatWasLeftIsNotLostToAnother) {
  run("losange play --size 5 --player random", "c3\n");
  const auto ran = run("losange play --size 4 --player random", "b2\n");
  const std::string mark = "go on with it: ";
  const auto at = ran.out.find(mark);
  ASSERT_NE(at, std::string::npos) << ran.out;
  const auto line = ran.out.substr(at + mark.size(), ran.out.find('\n', at) - at - mark.size());
  EXPECT_THAT(run(line, "moves\n").out, HasSubstr("1. c3"));
  EXPECT_THAT(run("losange play --resume", "moves\n").out, HasSubstr("1. b2"));
  const auto again = run("losange play --resume", "undo\nb3\n");
  EXPECT_THAT(again.out, testing::Not(HasSubstr(mark))) << "its own place";
}

TEST_F(PlayProgram, AGameThatIsThereIsNotLostToAnother) {
  const std::string theirs = "(;GM[11]SZ[7];B[a3])";
  file("g7.sgf", theirs);
  file("other.sgf", "(;GM[11]SZ[5];B[c3])");
  const std::string told = "g7.sgf is there already: add --load g7.sgf to go on with its game";
  expect_told("--size 5 --player random --save g7.sgf", 1, told);
  expect_told("--load other.sgf --player random --save g7.sgf", 1, told);
  EXPECT_EQ(base::read_file(folder_ / "g7.sgf"), theirs);
  EXPECT_EQ(run("losange play --load g7.sgf --player random --save ./g7.sgf", "").code, 0);
}

TEST_F(PlayProgram, APlaceToSaveInIsLookedAtBeforeTheGame) {
  expect_told("--save typo/g.sgf", 1, "there is no folder typo: make it, or save elsewhere");
  expect_told("--save .", 1, ". is a folder: name a file in it");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "typo"));
}

}  // namespace
}  // namespace losange
