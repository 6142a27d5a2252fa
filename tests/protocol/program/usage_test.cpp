// The program as a newcomer types it: wrong words are named, and the way out is told. Exit code 2 is wrong
// usage, 1 something else that the user can mend.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/system/claim.h"
#include "base/system/file.h"
#include "base/text.h"
#include "json.h"
#include "lone_program.h"
#include "places.h"
#include "shell.h"
#include "solver/known_file.h"
#include "temporary.h"

namespace losange {
namespace {

using testing::HasSubstr;
using testing_files::Json;

class Usage : public testing::Test {
 protected:
  Usage() { std::filesystem::create_directories(folder_); }
  ~Usage() override { std::filesystem::remove_all(folder_); }

  testing_files::Ran run(const std::string& arguments) const {
    return testing_files::run_shell(folder_, program_.path() + " " + arguments + " </dev/null");
  }
  void expect_told(const std::string& arguments, int code, const std::string& told) const {
    const auto ran = run(arguments);
    EXPECT_EQ(ran.code, code) << arguments;
    EXPECT_THAT(ran.err, HasSubstr(told)) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
  }

  // Nothing in the folder but what caught the output.
  void expect_nothing_made() const {
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      const auto name = entry.path().filename();
      EXPECT_TRUE(name == "stdout" || name == "stderr") << name;
    }
  }

  // Examples of command lines may be longer, and so may the name of the program, which is a path here.
  static void expect_eighty_columns(const std::string& page) {
    for (const auto& line : base::split(page, '\n')) {
      if (line.starts_with("  losange ") || line.starts_with("  printf ")) continue;
      if (line.starts_with("Usage: ")) continue;
      EXPECT_LT(line.size(), 80u) << line;
    }
  }

  // Later versions of CLI11 than Debian's refuse a place with the name of an option, and the program with it.
  static void expect_own_names(const std::string& page) {
    const auto places = page.find("\nPositionals:\n"), options = page.find("\nOptions:\n");
    if (places == std::string::npos) return;
    for (const auto& line : base::split(page.substr(places, options - places), '\n')) {
      if (!line.starts_with("  ") || line[2] == ' ') continue;
      const std::string name = line.substr(2, line.find(' ', 2) - 2);
      EXPECT_EQ(page.find("\n  --" + name + " "), std::string::npos) << name;
    }
  }

  testing_places::LoneProgram program_;
  std::filesystem::path folder_ = testing_files::temporary("usage");
};

TEST_F(Usage, AWrongCommandOrOptionIsNamed) {
  expect_told("swim", 2, "there is no command 'swim': losange --help lists them");
  expect_told("mach random random", 2, "there is no command 'mach': did you mean 'match'?");
  expect_told("''", 2, "there is no command ''");
  expect_told("--fast", 2, "--fast");
  expect_told("version --fast", 2, "--fast");
  expect_told("version players", 2, "there is no place for 'players' here");
  expect_told("bench x y", 2, "there is no place for 'x y' here");
  expect_told("solve --size 6 a2 d3", 2,
              "there is no place for 'd3' here: one game at a time, and moves with spaces between "
              "them go in quotes");
  expect_told("play --siz 5", 2, "there is no option --siz: did you mean --size?");
  expect_told("players chess", 2, "there is no player 'chess'");
  expect_told("hlep", 2, "there is no command 'hlep': did you mean 'help'?");
  expect_told("match random random --size 3 --games 2 --out -x", 2, "'-x' reads like an option");
  expect_told("htp --player zero,level=3", 2, "settings come after a colon, as in zero:level=3");
  expect_nothing_made();
}

// CLI11 has words of its own for these, which nobody else understands.
TEST_F(Usage, WhatIsWrongIsSaidInPlainWords) {
  expect_told("play --size 5 --size 6", 2, "--size is given 2 times: once is enough");
  expect_told("play --size", 2, "--size needs a value: 1 to 19");
  expect_told("htp --player", 2, "--player needs a value: SPEC");
  expect_told("play --no-swap=no", 2, "--no-swap takes no value");
  expect_told("train --output x", 2, "--output goes with --plot: give that too");
  expect_told("dxp --connect a --port 5", 2, "--port and --connect cannot be used together");
  expect_told("net", 2, "say what it is to do: info, ");
  expect_nothing_made();
}

// Each process would print all of it: the first one says so. An engine may be started by a match
// that shares its games.
TEST_F(Usage, ProcessesThatShareNothingAreTold) {
  const auto told = [&](const std::string& rank, const std::string& arguments) {
    return testing_files::run_shell(
               folder_, "export OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=" + rank + "; " +
                            program_.path() + " " + arguments + " </dev/null")
        .err;
  };
  EXPECT_THAT(told("0", "players random"),
              HasSubstr("2 processes were started together, and each runs all of losange players"));
  EXPECT_EQ(told("1", "players random"), "");
  EXPECT_EQ(told("0", "htp --player random"), "");
  EXPECT_EQ(told("0", "--version"), "");
}

TEST_F(Usage, HelpIsACommandToo) {
  EXPECT_EQ(run("help").out, run("--help").out);
  EXPECT_EQ(run("help help").out, run("--help").out);
  EXPECT_EQ(run("help book learn").out, run("book learn --help").out);
  EXPECT_THAT(run("help match").out, HasSubstr("Usage: "));
  expect_told("help swim", 2, "there is no command 'swim'");
}

// What was counted before somebody had enough of it is in the file.
TEST_F(Usage, LinesThatWerePrintedOutliveAnInterrupt) {
  testing_files::run_shell(
      folder_, "timeout -s INT 1 " + program_.path() + " perft --depth 30 > counted </dev/null");
  EXPECT_THAT(base::read_file(folder_ / "counted"), HasSubstr("depth  5             27117 "));
}

TEST_F(Usage, WhatCannotBeReadIsSaidWithWhatItWasFor) {
  expect_told("match zero:model=rnd random --size 3 --games 2", 1,
              "player 'zero:model=rnd': cannot open rnd: ");
  base::write_file(folder_ / "picture", std::string("\x89PNG\r\n\0\0(;", 10));
  expect_told("convert picture", 1, "picture: this is no text: the file should hold SGF, PDN");
  expect_told("match random random --no-swap", 2,
              "there is no option --no-swap: matches are played without the swap rule");
}

TEST_F(Usage, OnePlayerIsShownAlone) {
  const auto ran = run("players zero");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("cpuct"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("montecarlo")));
  const Json list(run("players random --json").out);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list.item(0).at("name").text(), "random");
}

TEST_F(Usage, WhatPlayersShareIsSaidOnce) {
  const auto all = run("players").out;
  EXPECT_THAT(all, HasSubstr("losange players NAME shows one alone"));
  for (const std::string setting : {"report_most", "report_lines", "book_visits"}) {
    std::size_t told = 0;
    for (const auto& line : base::split(all, '\n'))
      told += base::trim(line).starts_with(setting + " ") ? 1 : 0;
    EXPECT_EQ(told, 1u) << setting;
    EXPECT_THAT(run("players zero").out, HasSubstr("\n               " + setting));
  }
}

// 2 for every wrong value on the command line, whoever finds it; 1 for what fails in the work.
TEST_F(Usage, EveryWrongValueIsWrongUsage) {
  expect_told("play --game chess", 2, "choose from hex, draughts");
  expect_told("play --game draughts --variant polish", 2, "polish");
  expect_told("play --game draughts --size 11", 2, "11");
  expect_told("perft --variant polish", 2, "polish");
  expect_told("perft --size 11", 2, "11");
  expect_told("endings --size 11", 2, "11");
  expect_told("hub --variant polish", 2, "polish");
  expect_told("play --clock 5", 2, "--clock");
  expect_told("htp --clock x", 2, "--clock");
  expect_told("play --player zero:levl=3", 2, "levl");
  expect_told("review a3 --player nosuch", 2, "there is no player 'nosuch'");
  expect_told("match nosuch random", 2, "there is no player 'nosuch'");
  expect_told("selfplay --player nosuch", 2, "there is no player 'nosuch'");
  expect_told("train --sizes 30", 2, "--sizes");
  expect_told("net bench --runtime nosuch", 2, "choose from all, auto");
  expect_told("study --size 8 --solve 3", 2, "larger than 6x6");
  expect_told("convert a3 --out x.doc", 2, "does not say what to write");
  expect_told("review missing.sgf", 1, "missing.sgf");
  expect_nothing_made();
}

// What can be refused is refused before anything is printed.
TEST_F(Usage, NothingIsPrintedBeforeAnErrorThatIsKnownAtOnce) {
  expect_told("study --size 3 --svg /nosuch/x.svg", 1, "/nosuch/x.svg");
  const std::string net = testing_places::source() + "/models/hex.safetensors";
  expect_told("net bench " + net + " --runtime winograd --device cuda", 1, "winograd");
}

TEST_F(Usage, AHyphenIsStandardInput) {
  base::write_file(folder_ / "g.sgf", "(;GM[11]SZ[5];B[c3];W[b2])");
  const auto piped = [&](const std::string& arguments) {
    return testing_files::run_shell(folder_, program_.path() + " " + arguments + " <g.sgf");
  };
  EXPECT_EQ(piped("convert - --to moves").out, "c3 b2\n");
  EXPECT_EQ(piped("study - --json").out, run("study g.sgf --json").out);
  EXPECT_EQ(piped("solve - --winner --json").code, 0);
  const auto through_a_pipe = testing_files::run_shell(
      folder_, "cat g.sgf | " + program_.path() + " convert - --to hexworld");
  EXPECT_EQ(through_a_pipe.out, run("convert g.sgf --to hexworld").out);
  const auto match = testing_files::run_shell(
      folder_, "echo c3 | " + program_.path() +
                   " match random random --size 5 --games 2 --nodes 1 --openings -");
  EXPECT_EQ(match.code, 0) << match.err;
  EXPECT_THAT(run("convert -").err, HasSubstr("/dev/stdin: no game found"));
}

TEST_F(Usage, WhatWasWrittenIsToldInOneWay) {
  const std::string net = testing_places::source() + "/models/hex-mlp.safetensors";
  for (const auto& [arguments, told] : std::initializer_list<std::pair<std::string, std::string>>{
           {"convert a3 --out a.sgf", "losange: wrote a.sgf\n"},
           {"net seal " + net + " own.safetensors", "losange: wrote own.safetensors\n"}}) {
    const auto ran = run(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, told);
    EXPECT_EQ(ran.out, "");
  }
  const auto map = run("study --size 3 --svg map.svg");
  EXPECT_EQ(map.err, "losange: wrote map.svg\n");
  EXPECT_EQ(base::read_file(folder_ / "own.safetensors"), base::read_file(net));
}

TEST_F(Usage, AnInterruptedStudyTellsWhatItHas) {
  const auto ran = testing_files::run_shell(
      folder_, "timeout --preserve-status -s INT 2 " + testing_places::program() +
                   " study --size 3 --solve 1000000");
  EXPECT_THAT(ran.out, HasSubstr("random positions solved exactly\n"));
  EXPECT_THAT(ran.out, HasSubstr("\nnet "));
  EXPECT_EQ(ran.code, 130) << ran.err;
}

// Some tags are asked for by the standard, and two programs of one name are told apart.
TEST_F(Usage, GamesOfDxpHaveTheTagsOfPdn) {
  const std::string play = program_.path() + " dxp --nodes 20 --player draughts:endings=0";
  const auto ran = testing_files::run_shell(
      folder_,
      play + " --port 0 2>follower >/dev/null & for i in $(seq 100); do "
             "port=$(sed -n 's/.*127.0.0.1://p' follower); "
             "[ -n \"$port\" ] && break; sleep 0.1; done; " +
          play + " --connect 127.0.0.1:$port --games 2 --out games.pdn; wait");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("losange: wrote games.pdn\n"));
  const auto text = base::read_file(folder_ / "games.pdn");
  EXPECT_THAT(text, HasSubstr("[Event \"DXP games against 127.0.0.1:"));
  EXPECT_THAT(text, testing::ContainsRegex("Date \"20[0-9]{2}\\.[0-9]{2}\\.[0-9]{2}\""));
  EXPECT_THAT(text, HasSubstr("[Round \"2\"]"));
  EXPECT_THAT(text, HasSubstr("[White \"Losange (draughts:endings=0)\"]"));
}

TEST_F(Usage, AWrongValueIsNamedWithItsRange) {
  expect_told("play --size 20", 2, "1 to 19");
  expect_told("play --size x", 2, "--size");
  expect_told("play --move-time 0", 2, "--move-time");
  expect_told("play --player chess", 2, "there is no player 'chess'");
  expect_told("match random random --size 5 --games 0 --out m", 2, "--games");
}

// One check for every command, before anything starts or is made.
TEST_F(Usage, APlayerOfAnotherGameIsRefusedAtOnce) {
  const std::string not_hex = "player 'draughts' does not play hex: choose from random";
  expect_told("play --player draughts", 2, not_hex);
  expect_told("play --black hybrid:draughts", 2, not_hex);
  expect_told("window --white draughts", 2, not_hex);
  expect_told("htp --player draughts --log log", 2, not_hex);
  expect_told("match random draughts --size 3 --out out", 2, not_hex);
  expect_told("selfplay --player draughts --games 1 --sizes 5 --output out", 2, not_hex);
  expect_told("dxp --player zero --port 0", 2, "player 'zero' does not play draughts");
  expect_told("dxp --player human --port 0", 2, "a person cannot play over DXP");
  expect_told("match random hub:x --size 3 --out out", 2, "book, htp:COMMAND");
  expect_told("match --game draughts random htp:x --out out", 2, "draughts, hub:COMMAND");
  expect_told("match --game draughts --size 8 random hub:x --out out", 1,
              "play international draughts on 10x10 alone, not on 8x8");
  expect_told("play --game draughts --player mcts:book=x.book", 1, "x.book");
  expect_told("experiment yopt --standard mcts --out out", 2, "give yopt");
  expect_nothing_made();
}

TEST_F(Usage, ANetSaysWhatKindItIs) {
  const std::string models = testing_places::source() + "/models/";
  EXPECT_THAT(run("net info " + models + "hex-mlp.safetensors").out, HasSubstr("perceptron"));
  EXPECT_THAT(run("net info " + models + "hex-gnn.safetensors --json").out, HasSubstr("graph net"));
  expect_told("net check " + models + "hex-mlp.safetensors", 1, "losange net value shows it");
  expect_told("net convert x.pt y.safetensors", 1, "x.pt is TorchScript, which is written but not");
  expect_nothing_made();
}

TEST_F(Usage, AStudyIsWrittenAsJson) {
  const auto ran = run("study 'b2' --size 3 --eval distance --json");
  EXPECT_EQ(ran.code, 0);
  const Json json(ran.out);
  EXPECT_EQ(json.at("to_move").text(), "white");
  EXPECT_EQ(json.at("heat").size(), 8u);
  EXPECT_TRUE(json.at("heat").has("a1"));
  EXPECT_FALSE(json.at("heat").has("b2"));
}

TEST_F(Usage, WhatWouldBeIgnoredIsRefused) {
  expect_told("study b2 --size 3 --solve 5", 2, "--solve");
  expect_told("study --size 3 --solve 5 --svg x.svg", 2, "--solve");
  expect_told("report r.jsonl --html r.html --plies 3", 2, "--html");
  expect_told("train --output x.svg", 2, "--plot");
  expect_told("train --game draughts --sizes 5:1", 2, "--sizes has no say in training draughts");
  expect_told("train --game draughts --blocks 3", 2, "--blocks has no say in training draughts");
  expect_told("train --pull 3", 2, "--pull has no say in training by --method policy");
  for (const std::string option : {"--data x", "--epochs 2", "--hidden 8", "--buffer 9"}) {
    expect_told("train " + option, 2, "has no say in training by --method policy");
  }
  for (const std::string option :
       {"--teacher x", "--truth x", "--blocks 3", "--visits 4", "--train-games 5"}) {
    expect_told("train --method value-fit --data x " + option, 2,
                "has no say in training by --method value-fit");
  }
  for (const std::string option : {"--data x", "--epochs 2", "--positions 9", "--move-nodes 9"}) {
    expect_told("train --method value-rl " + option, 2,
                "has no say in training by --method value-rl");
  }
  expect_told("train --fast-visits 4", 2, "--fast-visits has no say without --visits");
  base::write_file(folder_ / "g7.sgf", "(;GM[11]SZ[7];B[a3])");
  for (const std::string command : {"convert", "study"}) {
    expect_told(command + " g7.sgf --size 5", 2, "--size 5 does not fit the game that was opened");
  }
  expect_told("convert g7.sgf --game draughts", 2, "--game draughts does not fit");
  EXPECT_EQ(run("convert g7.sgf --size 7 --game hex").code, 0);
  std::filesystem::remove(folder_ / "g7.sgf");
  expect_told("match random@time=1,time=2 random", 2, "@time is given twice");
  expect_told("match 'random:book=a,book=b' random", 2, "book is given twice");
  expect_nothing_made();
}

TEST_F(Usage, ATrainingOfDraughtsGoesOnAsItWasBegun) {
  const std::string train = "train --game draughts --folder d --rounds 1 --threads 1 ";
  ASSERT_EQ(run(train + "--round-games 2 --move-nodes 20 --pull 3 --seed 5").code, 0);
  for (const std::string changed : {"--round-games 3", "--move-nodes 30", "--pull 4", "--seed 6"}) {
    const auto ran = run(train + changed);
    EXPECT_EQ(ran.code, 1) << changed;
    EXPECT_THAT(ran.err, HasSubstr("was started with --")) << changed;
  }
  const auto ran = run(train + "--move-nodes 20");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("after 2 rounds and 4 games")) << "not the usual 1000 a round";
  std::filesystem::remove_all(folder_ / "d");
}

TEST_F(Usage, AMatchThatIsBrokenIsSaidWithoutWordsOfJson) {
  for (const std::string content :
       {"{", "{}", "{\"format\": 1, \"settings\": {}, \"program\": \"\"}"}) {
    std::filesystem::create_directories(folder_ / "m");
    base::write_file(folder_ / "m" / "match.json", content);
    const auto ran = run("match --out m");
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("m/match.json"));
    EXPECT_EQ(ran.err.find("json.exception"), std::string::npos) << ran.err;
  }
}

TEST_F(Usage, TheVersionIsTheSameByOptionByCommandAndOverTheProtocols) {
  const auto option = run("--version"), command = run("version");
  EXPECT_EQ(option.code, 0);
  EXPECT_EQ(option.out.substr(0, option.out.find(" (")),
            command.out.substr(0, command.out.find('\n')));
  const auto told = [&](const std::string& protocol, const std::string& line) {
    return testing_files::run_shell(folder_,
                                    "echo " + line + " | " + program_.path() + " " + protocol);
  };
  const std::string version = command.out.substr(8, command.out.find('\n') - 8);
  EXPECT_THAT(told("hub", "hub").out, HasSubstr(" version=" + version + " "));
  EXPECT_EQ(told("htp --player random", "version").out, "= " + version + "\n\n");
}

// Linux has a device that is always full.
TEST_F(Usage, AResultThatCannotBeWrittenIsAnError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  for (const std::string command : {"version", "players", "convert 'a3 b4'", "--help",
                                    "completion bash", "solve --size 3", "perft --depth 3"}) {
    const auto ran = run(command + " >/dev/full");
    EXPECT_EQ(ran.code, 1) << command;
    EXPECT_THAT(ran.err, HasSubstr("No space left on device")) << command;
    EXPECT_EQ(ran.err.find("unexpected"), std::string::npos) << ran.err;
  }
}

// Tables that took hours are seen all the same.
TEST_F(Usage, AnExperimentIsToldWhereItsTablesCannotBeWritten) {
  std::filesystem::create_directories(folder_ / "yopt" / "results.md");
  const auto ran =
      run("experiment yopt --standard yopt:descents=1 --tables 6 --games 2 --out yopt");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("Table 6: shapes in playouts\n"));
  EXPECT_THAT(ran.err, HasSubstr("cannot write yopt/results.md"));
}

TEST_F(Usage, ConnectionsAndLaddersAreToldInWords) {
  const auto ran = run("study --connections 'e9 d9 e10 d10 i10 d11 j1 e11'");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("Black: i10 and the bottom are joined, by h11 i11.\n"));
  EXPECT_THAT(ran.out, HasSubstr("row 2 along the bottom: f10 g10 h10; it arrives, with i10"));
  const Json won(run("study --connections --json --size 3 'a1 b2'").out);
  EXPECT_EQ(won.at("black").at("must_play").text(), "[]");
  EXPECT_EQ(won.at("white").at("must_play").text(), "null");
  const Json ladder(run("study --connections --json 'e9 d9 e10 d10 i10 d11 j1 e11'").out);
  EXPECT_THAT(ladder.at("black").at("joined").text(),
              HasSubstr(R"({"from":"i10","to":"bottom","by":["h11","i11"]})"));
  EXPECT_THAT(ladder.at("black").at("ladders").text(), HasSubstr(R"("escape":"i10")"));
  expect_told("study --connections W:W27,32:B8,19", 1, "connections are of Hex");
  expect_told("study W:W27,32:B8,19", 1, "heat maps are of Hex");
  expect_told("study --connections --size 1 a1", 1, "the game is over");
  expect_told("study --connections --eval mix", 2, "leave out --eval");
}

TEST_F(Usage, AProofThatCannotBeGivenIsAnErrorAfterTheAnswer) {
  const auto ran = run("solve --size 9 --winner --time 0.001 --proof none.proof");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("not decided"));
  EXPECT_THAT(ran.err, HasSubstr("none.proof was not written"));
  expect_nothing_made();
  expect_told("solve W:W27,32:B8,19", 1, "only Hex is solved here");
  // The winner is soon known; all the moves that win take the time that there is, and leave none for a proof.
  const auto late = run("solve --size 7 --time 2 --proof late.proof");
  EXPECT_EQ(late.code, 1);
  EXPECT_THAT(late.err, HasSubstr("late.proof was not written"));
  expect_nothing_made();
}

TEST_F(Usage, WhatPositionsWereTooFewForIsLeftOpen) {
  const auto one = run("solve --size 9 --winner --nodes 3 --json");
  EXPECT_EQ(one.code, 0);
  EXPECT_EQ(Json(one.out).at("winner").text(), "null");
  EXPECT_EQ(Json(one.out).at("nodes").number(), 3);
  const auto few = run("solve --all --size 4 --nodes 1 --keep map");
  EXPECT_EQ(few.code, 0);
  EXPECT_THAT(few.err, HasSubstr(" left: the same command with larger limits goes on"));
  const auto more = run("solve --all --size 4 --keep map");
  EXPECT_THAT(more.err, HasSubstr("going on from map"));
  EXPECT_THAT(more.err, testing::Not(HasSubstr("left")));
  for (const char* bad : {"0", "-1", "1e6", "1000000000000001"}) {
    expect_told(std::string("solve --nodes ") + bad, 2, "--nodes");
  }
}

TEST_F(Usage, WhatIsSolvedIsToldAndKeptWithoutHarm) {
  EXPECT_THAT(run("solve --size 3 'a1 b1 a2 b2 a3'").out,
              HasSubstr("the game is over: Black has won\n"));
  const auto map = run("solve --all --size 2");
  EXPECT_THAT(map.out, HasSubstr("W: who opens there wins, l: loses\n"));
  EXPECT_THAT(run("study --connections --size 5 c3").out,
              HasSubstr("White may swap, which is left out"));
  EXPECT_THAT(run("study --connections --size 5 'c3 swap'").out, testing::Not(HasSubstr("swap")));
  EXPECT_THAT(run("study --connections --size 5").out,
              HasSubstr("White may swap after the first move"));
  EXPECT_THAT(run("solve --size 4 b2").out, HasSubstr("the swap is left out of it\n"));
  EXPECT_THAT(run("solve --size 4 'b2 swap'").out, testing::Not(HasSubstr("swap")));
  expect_told("solve 'https://example.com/#5,c3'", 1, "is not a game. Give a file");
  expect_nothing_made();
  // One file is not written for two things, nor over the game.
  expect_told("solve --size 3 --keep same --proof same", 1, "same is named twice");
  expect_told("solve --size 3 --all --keep same --svg ./same", 1, "named twice");
  expect_nothing_made();
  ASSERT_EQ(run("convert 'a1 b2' --size 3 --to sgf --out game.sgf").code, 0);
  const auto game = base::read_file(folder_ / "game.sgf");
  for (const char* over : {"solve game.sgf --proof game.sgf", "study game.sgf --svg ./game.sgf"}) {
    EXPECT_EQ(run(over).code, 1) << over;
  }
  EXPECT_EQ(base::read_file(folder_ / "game.sgf"), game);
  const std::string report = "play --size 3 --black negamax:report=searches --white random";
  ASSERT_EQ(run(report + " --seed 1").code, 0);
  const auto searches = base::read_file(folder_ / "searches");
  expect_told("report searches --html ./searches", 1, "./searches is named twice");
  EXPECT_EQ(base::read_file(folder_ / "searches"), searches);
  // A file alone is a game to open: in the terminal, since the tests have no display.
  EXPECT_EQ(run("game.sgf").err, run("play --load game.sgf").err);
  // Nor over what is no proof.
  expect_told("solve --size 3 --proof game.sgf", 1, "game.sgf is there and is no proof");
  EXPECT_EQ(base::read_file(folder_ / "game.sgf"), game);
  base::write_file(folder_ / "empty.proof", "");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(run("solve --size 3 --proof empty.proof").code, 0) << i;
  EXPECT_THAT(run("solve --all --size 3 --keep map3").err, testing::Not(HasSubstr("going on")));
  EXPECT_THAT(run("solve --all --size 3 --keep map3").err, HasSubstr("going on from map3"));
  // A proof in words: the winner's moves, the cells they happen in, and where more is left out.
  ASSERT_EQ(run("solve --size 5 a5 --proof a5.proof").code, 0);
  auto cut = base::read_file(folder_ / "a5.proof");
  cut.resize(cut.size() / 2);
  base::write_file(folder_ / "cut.proof", cut);
  EXPECT_THAT(run("proof check cut.proof").err, HasSubstr("cut.proof: the proof is damaged at"));
  EXPECT_THAT(run("proof check cut.proof").err, HasSubstr("it ends too early"));
  const auto shown = run("proof show a5.proof --depth 1");
  EXPECT_THAT(shown.out, HasSubstr("   a b c d e\n 1 . . . . .\n  2 . . . . .\n"));
  EXPECT_THAT(shown.out, HasSubstr("… (--depth 3)"));
  const auto deeper = run("proof show a5.proof --depth 3");
  EXPECT_THAT(deeper.out, HasSubstr(" or elsewhere: Black b3 joins the edges, in "));
  EXPECT_THAT(deeper.out, HasSubstr("\n  White d1: Black b3, in "));
  expect_told("proof verify a5.proof", 2, "there is no 'verify' here: say what it is to do: check");
  EXPECT_THAT(run("proof check /dev/null").err, HasSubstr("/dev/null: "));
}

TEST_F(Usage, AFileThatCannotBeTrueIsNamed) {
  const auto position = hex::Position<1>::from_flat(std::vector<int>(9, 0), game::Side::First);
  solver::KnownTable<1> table(1 << 20);
  // The first move that it names leads elsewhere.
  table.store(position.hash(), {3, 2}, 1, {{7, hex::Move::at(4)}}, 1, {});
  base::write_file(folder_ / "lie.known", solver::to_bytes<1>(3, table));
  expect_told("solve --size 3 --winner --keep lie.known", 1, "lie.known: what an earlier search");
}

// What takes long and goes on from a file is not done twice at a time into the same one.
TEST_F(Usage, TwoRunsDoNotWriteOneFile) {
  const std::vector<std::pair<std::string, std::string>> runs{
      {"map", "solve --all --size 3 --keep map"},
      {"a1.known", "solve --size 3 a1 --keep a1.known"},
      {"games_N3.jsonl", "selfplay --sizes 3 --games 1 --max-pairs 0 --min-pairs 0 --output games"},
      {"my.book", "book learn my.book --size 3 --scenarios 10"},
      {"run/log.jsonl", "train --game draughts --folder run --rounds 1"}};
  for (const auto& [file, arguments] : runs) {
    const base::Claim claim(folder_ / file);
    const auto ran = run(arguments);
    EXPECT_EQ(ran.code, 1) << arguments << ran.out;
    EXPECT_THAT(ran.err, HasSubstr("another run of losange works on")) << arguments;
    EXPECT_FALSE(std::filesystem::exists(folder_ / file)) << arguments;
  }
}

TEST_F(Usage, AGameThatCannotBeSavedIsAnError) {
  const auto ran = testing_files::run_shell(
      folder_, "printf 'b2\\na1\\n' | " + testing_places::program() +
                   " play --size 3 --no-swap --black human --white human --save /proc/game.sgf");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("the game could not be saved: "));
  EXPECT_THAT(ran.out, HasSubstr("The moves of the game: b2 a1"));
}

TEST_F(Usage, EveryCommandOfTheHelpExplainsItself) {
  const std::string help = run("--help").out;
  int commands = 0;
  for (std::size_t at = help.find("\n  "); at != std::string::npos;
       at = help.find("\n  ", at + 1)) {
    const std::string name = help.substr(at + 3, help.find(' ', at + 3) - at - 3);
    if (name.empty() || name[0] == '-') continue;
    const auto explained = run(name + " --help");
    EXPECT_EQ(explained.code, 0) << name;
    EXPECT_THAT(explained.out, HasSubstr("Usage: ")) << name;
    expect_eighty_columns(explained.out);
    expect_own_names(explained.out);
    ++commands;
  }
  expect_eighty_columns(help);
  EXPECT_GE(commands, 15);
}

}  // namespace
}  // namespace losange
