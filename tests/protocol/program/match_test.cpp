// `losange match` as people run it, against outside programs that speak HTP, well or badly.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "base/system/file.h"
#include "base/text.h"
#include "json.h"
#include "places.h"
#include "shell.h"
#include "surroundings.h"

namespace losange {
namespace {

using testing_files::Json;
using testing_files::Ran;

// A program that knows a few commands and answers genmove with the first cell of a list that is free.
constexpr const char* kGoodProgram = R"(#!/bin/sh
cells="a1 b1 c1 a2 b2 c2 a3 b3 c3"
used=" "
while read -r command first second; do
  reply=""
  case "$command" in
    name) reply="simple" ;;
    boardsize) ;;
    clear_board) used=" " ;;
    play) used="$used$second " ;;
    genmove)
      for cell in $cells; do
        case "$used" in *" $cell "*) ;; *) reply=$cell; break ;; esac
      done
      used="$used$reply " ;;
    quit) echo "="; echo; exit 0 ;;
    *) echo "? unknown command"; echo; continue ;;
  esac
  echo "= $reply"; echo
done
)";

class MatchCommand : public testing::Test {
 protected:
  MatchCommand()
      : folder_(std::filesystem::temp_directory_path() /
                ("losange_match_command_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
    write_program("good", kGoodProgram);
    std::string crashing = kGoodProgram, illegal = kGoodProgram;
    crashing.replace(crashing.find("    genmove)\n"), 13, "    genmove) exit 7\n");
    illegal.replace(illegal.find("      used=\"$used$reply \""), 0, "      reply=z99\n");
    write_program("crashing", crashing);
    write_program("illegal", illegal);
  }
  ~MatchCommand() override { std::filesystem::remove_all(folder_); }

  void write_program(const std::string& name, const std::string& text) const {
    base::write_file(folder_ / name, text);
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }

  Ran run(const std::string& arguments, const std::string& before = "") const {
    return testing_files::run_shell(folder_,
                                    before + testing_places::program() + " match " + arguments);
  }
  std::size_t games_in(const std::string& match) const {
    return base::split(base::read_file(folder_ / match / "games.jsonl"), '\n').size() - 1;
  }

  std::filesystem::path folder_;
};

TEST_F(MatchCommand, PlaysOutsidePrograms) {
  const auto ran = run("random htp:./good@name=simple --size 3 --games 6 --seed 1 --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json result(ran.out);
  EXPECT_EQ(result.at("finished").text(), "true");
  EXPECT_EQ(result.at("games").number(), 6);
  EXPECT_EQ(result.at("players").item(1).at("name").text(), "simple");
  EXPECT_EQ(result.at("players").item(1).at("lost_by").at("crash").number(), 0);
  EXPECT_EQ(result.at("players").item(1).at("lost_by").at("illegal").number(), 0);
}

TEST_F(MatchCommand, BrokenProgramsLoseAndTheMatchGoesOn) {
  const auto ran = run(
      "--tournament htp:./good@name=good htp:./crashing@name=crashing htp:./illegal@name=illegal "
      "--size 3 --games 4 --json --out broken");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json result(ran.out);
  EXPECT_EQ(result.at("games").number(), 12);
  const Json players = result.at("players");
  EXPECT_EQ(players.item(0).at("won").number(), 8);
  EXPECT_EQ(players.item(1).at("lost"), players.item(1).at("lost_by").at("crash"));
  EXPECT_EQ(players.item(2).at("lost"), players.item(2).at("lost_by").at("illegal"));
  EXPECT_NE(players.item(1).at("first_failure").text().find("ended with code 7"),
            std::string::npos);
  EXPECT_GT(players.item(0).at("rating").number(), players.item(1).at("rating").number());
  EXPECT_EQ(games_in("broken"), 12u);
  const auto text = run("--out broken");
  EXPECT_NE(text.out.find("by crashes"), std::string::npos) << text.out;
}

// A program that falls silent in mid-game, with a limit of nodes alone: it loses, is started again, and the match ends.
TEST_F(MatchCommand, ASilentProgramLosesWithinTheReplyTimeout) {
  std::string silent = kGoodProgram;
  silent.replace(silent.find("    genmove)\n"), 13,
                 "    genmove) test \"$used\" = \"${used#* * * }\" || exec sleep 1000\n");
  write_program("silent", silent);
  write_program("silent_hub",
                "#!/bin/sh\nwhile read -r a b; do case $a in hub) echo wait;; init) echo ready;; "
                "go) exec sleep 1000;; esac; done\n");
  const auto hex = run(
      "random htp:./silent@name=silent --size 3 --games 4 --seed 1 --nodes 50 --reply-timeout 0.5 "
      "--json");
  const auto draughts = run(
      "--game draughts random hub:./silent_hub@name=silent --openings 32-28 --games 2 --nodes 50 "
      "--reply-timeout 0.5 --json");
  for (const auto& [ran, games] : {std::pair(hex, 4), std::pair(draughts, 2)}) {
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json result(ran.out);
    EXPECT_EQ(result.at("games").number(), games);
    const Json player = result.at("players").item(1);
    EXPECT_EQ(player.at("lost_by").at("hang"), player.at("lost")) << ran.out;
    EXPECT_GT(player.at("lost").number(), 0);
    EXPECT_NE(player.at("first_failure").text().find("did not answer"), std::string::npos)
        << ran.out;
  }
}

// It would lose them all without a move, which says nothing of how it plays.
TEST_F(MatchCommand, AProgramThatCannotSetUpAnyGameEndsTheMatch) {
  std::string refusing = kGoodProgram, leaving = kGoodProgram, tired = kGoodProgram;
  const std::string branch = "    clear_board) used=\" \" ;;\n";
  refusing.replace(refusing.find(branch), branch.size(),
                   "    clear_board) echo '? no'; echo; continue ;;\n");
  leaving.replace(leaving.find(branch), branch.size(), "    clear_board) exit 7 ;;\n");
  tired.replace(tired.find(branch), branch.size(),
                "    clear_board) used=\" \"; games=$((games + 1))\n"
                "      if [ $games = 3 ]; then echo '? enough'; echo; continue; fi ;;\n");
  write_program("refusing", refusing);
  write_program("leaving", leaving);
  write_program("tired", tired);
  for (const auto& [name, why] : {std::pair("refusing", "answered 'clear_board' with an error: no"),
                                  std::pair("leaving", "ended with code 7 at 'clear_board'")}) {
    const auto ran = run(std::string("random htp:./") + name +
                         "@name=it --size 3 --games 4 --out " + name + "_kept");
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_NE(ran.err.find("player 'it' cannot be set up for a game: "), std::string::npos)
        << ran.err;
    EXPECT_NE(ran.err.find(why), std::string::npos) << ran.err;
    EXPECT_EQ(games_in(std::string(name) + "_kept"), 0u);
  }
  // One that has played before has lost, and not by a crash.
  const auto ran = run("random htp:./tired@name=tired --size 3 --games 6 --concurrency 1 --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json lost = Json(ran.out).at("players").item(1).at("lost_by");
  EXPECT_EQ(lost.at("protocol").number(), 2) << ran.out;
  EXPECT_EQ(lost.at("crash").number(), 0) << ran.out;
}

// Nor does a program that says nothing from the start hold anybody up for longer.
TEST_F(MatchCommand, AProgramThatNeverStartsIsRefusedWithinTheReplyTimeout) {
  write_program("mute", "#!/bin/sh\nexec sleep 1000\n");
  for (const std::string match : {"random htp:./mute@name=mute --size 3",
                                  "--game draughts random hub:./mute@name=mute --openings 32-28"}) {
    const auto ran = run(match + " --games 2 --reply-timeout 0.2", "timeout 15 ");  // not 20 s
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.err.find("player 'mute' cannot start"), std::string::npos) << ran.err;
  }
}

TEST_F(MatchCommand, SaysBeforehandThatGamesWillRepeatAndCountsThemOnce) {
  const std::string players =
      "negamax:depth=1,table=1 negamax:depth=2,table=1 --size 3 --openings a1,b1,a2 ";
  const auto ran = run(players + "--games 24 --out repeated");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("18 of these 24 games will repeat others"), std::string::npos) << ran.err;
  EXPECT_NE(ran.out.find("24 of 24 games, 6 different"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("interval from 3 pairs"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("superiority  too few games to tell"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("18 of these games played before"), std::string::npos) << ran.out;
  const Json again(run("--out repeated --json").out);
  EXPECT_EQ(again.at("different").number(), 6);
  EXPECT_EQ(again.at("pairings").item(0).at("estimate").at("units").number(), 3);
  // A test goes on with different games only.
  const auto test = run(players + "--sprt 0,20 --json");
  EXPECT_EQ(Json(test.out).at("games").number(), 6);
  EXPECT_EQ(test.err.find("will repeat"), std::string::npos) << test.err;
  const auto random = run("random random --size 7 --openings a1 --games 24");
  EXPECT_EQ(random.err.find("will repeat"), std::string::npos) << random.err;
  EXPECT_NE(random.out.find("24 of 24 games, all different"), std::string::npos) << random.out;
  EXPECT_EQ(random.out.find("hex 7x7, openings a1"), 0u) << random.out;
  const auto timed = run("random random --size 3 --openings a1 --games 2 --clock 5+1 --threads 2");
  EXPECT_EQ(timed.out.find("hex 3x3, clock 5+1, 2 threads, openings a1"), 0u) << timed.out;
  const auto unlike = run("random@time=2 random@nodes=9,name=two --size 3 --openings a1 --games 2");
  EXPECT_NE(unlike.out.find("\nlimits       random@time=2: 2 s a move; two: 9 nodes a move\n"),
            std::string::npos)
      << unlike.out;
}

TEST_F(MatchCommand, StopsAtOnceWhenAPlayerCannotStart) {
  const auto hub = run("--game draughts draughts hub:/nonexistent --nodes 50 --out none");
  EXPECT_EQ(hub.code, 1);
  EXPECT_NE(hub.err.find("player 'hub:/nonexistent' cannot start"), std::string::npos) << hub.err;
  const auto ran = run("random htp:./missing --size 3 --out none");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("player 'htp:./missing' cannot start"), std::string::npos) << ran.err;
  // Nothing was played, so the mistake can be mended in the same folder.
  EXPECT_EQ(run("random htp:./good --size 3 --games 2 --out none").code, 0);
}

TEST_F(MatchCommand, AnInterruptKeepsTheGamesAndSaysHowToGoOn) {
  const auto ran = run("montecarlo:playouts=300 random --size 4 --games 100000 --out 'long one'",
                       "timeout --preserve-status -s INT 1 ");
  EXPECT_EQ(ran.code, 130) << ran.err;
  EXPECT_NE(ran.err.find("To go on: losange match --out 'long one'"), std::string::npos) << ran.err;
  EXPECT_NE(ran.out.find(", stopped"), std::string::npos) << ran.out;
  const auto games = games_in("long one");
  EXPECT_GT(games, 0u);
  const auto again = run("--out 'long one' --size 5");
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("--size belongs to a new match"), std::string::npos);
  run("--out 'long one'", "timeout --preserve-status -s INT 1 ");
  EXPECT_GT(games_in("long one"), games);
}

TEST_F(MatchCommand, AFullDiskStopsItWithNothingTorn) {
  if (!testing_files::kBeginsWithSmallFiles) GTEST_SKIP() << "the sanitizer needs a file";
  // Files may not grow beyond 4 blocks of 512 bytes here: a write then ends in the middle of a line.
  const auto ran =
      run("random random --size 3 --games 60 --seed 5 --out full --concurrency 1 "
          "--openings a1",
          "trap '' XFSZ; ulimit -f 4; ");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("cannot write"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("of 60 games. To go on: losange match --out full\n"), std::string::npos)
      << ran.err;
  EXPECT_NE(ran.out.find(" of 60 games, "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("score        "), std::string::npos) << ran.out;
  const std::string text = base::read_file(folder_ / "full" / "games.jsonl");
  EXPECT_TRUE(text.empty() || text.back() == '\n');
  EXPECT_EQ(run("--out full").code, 0);
  EXPECT_EQ(games_in("full"), 60u);
}

TEST_F(MatchCommand, ExplainsWrongUsage) {
  EXPECT_EQ(run("random").code, 2);
  EXPECT_EQ(run("random random random").code, 2);
  EXPECT_EQ(run("random random --tournament").code, 2);
  for (const std::string players :
       {"random random", "random random random", "--tournament random random"}) {
    const auto plot = run(players + " --size 3 --plot q.svg");
    EXPECT_EQ(plot.code, 2);
    EXPECT_NE(plot.err.find("name three players or more, and add --tournament"), std::string::npos)
        << plot.err;
  }
  EXPECT_EQ(run("random random --sprt 5").code, 2);
  EXPECT_EQ(run("random random --sprt 20,0").code, 2);
  EXPECT_EQ(run("random random --move-time 1 --clock 60+1").code, 2);
  EXPECT_EQ(run("random human").code, 1);
  EXPECT_EQ(run("--out nowhere").code, 1);
  EXPECT_NE(run("random random --size 3 --games 3").err.find("4 games instead of 3"),
            std::string::npos);
}

// Both sides of the conversation and the standard error, a file for each process, whoever plays and
// however often.
TEST_F(MatchCommand, KeepsTheConversationsWithOutsidePrograms) {
  std::string noisy = kGoodProgram;
  noisy.replace(noisy.find("    genmove)\n"), 13, "    genmove) echo \"I think\" >&2\n");
  write_program("noisy", noisy);
  const std::string match = "random 'htp:./noisy@name=my engine/1' --size 3 --games 4 --seed 1 ";
  const auto ran = run(match + "--concurrency 2 --out kept --log logs");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err.find("I think"), std::string::npos) << ran.err;
  const auto text = base::read_file(folder_ / "logs" / "my_engine_1-1.log");
  const auto second = base::read_file(folder_ / "logs" / "my_engine_1-2.log");
  EXPECT_EQ(text.find("# my engine/1: ./noisy\n"), 0u) << text;
  for (const char* part : {" > name\n", " < = simple\n", " # game ", " > boardsize 3 3\n",
                           " > genmove ", " ! I think\n", " > quit\n"}) {
    EXPECT_NE((text + second).find(part), std::string::npos) << part << text << second;
  }
  // Every move of every game is there once.
  std::size_t asked = 0;
  for (const auto& log : {text, second}) {
    for (auto at = log.find(" > genmove "); at != log.npos; at = log.find(" > genmove ", at + 1))
      ++asked;
  }
  std::size_t played = 0;
  const auto games = base::read_file(folder_ / "kept" / "games.jsonl");
  for (const auto& line : base::split(base::trim(games), '\n')) {
    const Json game(line);
    const bool begins = game.at("first").text() == "my engine/1";
    // Without the one of the opening.
    const auto moves = static_cast<std::size_t>(game.at("plies").number()) - 1;
    played += begins ? moves / 2 : (moves + 1) / 2;
  }
  EXPECT_EQ(asked, played);
  // A match that goes on writes new files beside the old ones.
  EXPECT_EQ(run("--out kept --games 8 --log logs").code, 0);
  EXPECT_EQ(base::read_file(folder_ / "logs" / "my_engine_1-1.log"), text);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "logs" / "my_engine_1-3.log"));
  // Without a folder it is shown after the name of who said it.
  const auto shown = run(match);
  EXPECT_NE(shown.err.find("my engine/1: I think\n"), std::string::npos) << shown.err;
}

TEST_F(MatchCommand, KeepsTheConversationWithAProgramBehindHubAndWhyItFailed) {
  write_program("silent_hub",
                "#!/bin/sh\nwhile read -r a b; do case $a in hub) echo wait;; init) echo ready;; "
                "go) printf 'done mo'; exec sleep 1000;; esac; done\n");
  const auto ran = run(
      "--game draughts random hub:./silent_hub@name=silent --openings 32-28 --games 2 --nodes 50 "
      "--reply-timeout 0.3 --log logs --concurrency 1");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto text = base::read_file(folder_ / "logs" / "silent-1.log");
  for (const char* part : {" > go think\n", " < ready\n", "a line without its end: done mo\n",
                           "did not answer 'go think' within 0.3 s", "(hang)"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  }
  EXPECT_TRUE(std::filesystem::exists(folder_ / "logs" / "silent-2.log"));
}

// The test takes games in the order of the plan: one that is late must not have hundreds played
// after it in vain.
TEST_F(MatchCommand, ASequentialTestDoesNotPlayFarAheadOfALateGame) {
  std::string late = kGoodProgram;
  late.replace(late.find("while read"), 0, "mkdir late_once 2>/dev/null || sleep 2\n");
  write_program("late", late);
  const auto ran =
      run("htp:./late@name=late mcts:descents=100 --size 5 --sprt 0,50 --games 4000 "
          "--concurrency 2 --seed 1 --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json result(ran.out);
  EXPECT_NE(result.at("sprt").at("accepted").text(), "undecided");
  EXPECT_LE(result.at("games").number(), 2 * result.at("sprt").at("pairs").number() + 8);
}

TEST_F(MatchCommand, LimitsThatNobodySetAreTold) {
  const std::string end = " --size 3 --games 2 --openings a1 --seed 1";
  const auto unlike = run("negamax mcts" + end + " --json");
  EXPECT_NE(unlike.err.find("(negamax: 1 s a move, mcts: 50000 descents a move): they get 1 s a "
                            "move each"),
            std::string::npos)
      << unlike.err;
  EXPECT_EQ(Json(unlike.out).at("settings").at("players").item(1).at("move_time_s").number(), 1);
  const auto alike = run("mcts mcts:rave=100" + end);
  EXPECT_EQ(alike.err.find("limit"), std::string::npos) << alike.err;
  EXPECT_NE(alike.out.find("mcts:rave=100: 50000 descents a move by default"), std::string::npos)
      << alike.out;
  const auto one = run("mcts:descents=100 negamax" + end);
  EXPECT_NE(one.err.find("players without a limit use their own: negamax: 1 s a move"),
            std::string::npos)
      << one.err;
  EXPECT_NE(one.out.find("limits       negamax: 1 s a move by default\n"), std::string::npos)
      << one.out;
  const auto set = run("negamax mcts --nodes 100" + end);
  EXPECT_EQ(set.err.find("limit"), std::string::npos) << set.err;
}

}  // namespace
}  // namespace losange
