// The real program through a pipe: whole games under a referee, and what happens when it is told to
// stop while it thinks.
#include "htp_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "base/system/file.h"
#include "cpu_time.h"
#include "places.h"
#include "players/game/session.h"
#include "temporary.h"

namespace losange::protocol {
namespace {

using game::Side;

constexpr base::Millis kPatience{20'000};  // for a machine under load

const char* colour(Side side) { return side == Side::First ? "b" : "w"; }

// Two programs play a game as benzene's twogtp makes them: each move is asked of one and told to
// the other, and the game goes on until somebody resigns. Every move is checked by the referee.
struct Tournament {
  HtpProgram first;
  HtpProgram second;
  players::Session referee;

  Tournament(const std::string& first_arguments, const std::string& second_arguments, int size,
             bool swap)
      : first(first_arguments), second(second_arguments), referee(setup_of(size, swap)) {
    for (HtpProgram* program : {&first, &second}) {
      program->ask("boardsize " + std::to_string(size) + " " + std::to_string(size));
      program->ask(std::string("param_game allow_swap ") + (swap ? "1" : "0"));
    }
  }

  static game::GameSetup setup_of(int size, bool swap) {
    game::GameSetup setup;
    setup.size = size;
    setup.swap = swap;
    return setup;
  }

  // `seats_change`: a swap changes the programs' colours and leaves the stone.
  void play(bool seats_change) {
    std::array<HtpProgram*, 2> seats{&first, &second};
    for (int turn = 0; turn <= 2 * 19 * 19; ++turn) {
      const Side side = referee.to_move();
      HtpProgram& mover = *seats[static_cast<std::size_t>(game::index(side))];
      HtpProgram& other = *seats[static_cast<std::size_t>(1 - game::index(side))];
      const std::string move = mover.ask(std::string("genmove ") + colour(side));
      ASSERT_TRUE(other.send(std::string("play ") + colour(side) + " " + move).good) << move;
      if (move == "resign") return;
      if (move == "swap-pieces" && seats_change) {
        ASSERT_NO_THROW(referee.play("swap-sides"));
        std::swap(seats[0], seats[1]);
      } else {
        ASSERT_NO_THROW(referee.play(move)) << move;
      }
    }
    FAIL() << "the game does not end";
  }

  void check_end() {
    ASSERT_TRUE(referee.over());
    const std::string score = referee.result().outcome == game::Outcome::FirstWins ? "B+" : "W+";
    for (HtpProgram* program : {&first, &second}) {
      EXPECT_EQ(program->ask("final_score"), score);
      EXPECT_EQ(program->ask("quit"), "");
      EXPECT_TRUE(program->process().ends_within(kPatience));
      EXPECT_EQ(program->process().status().english, "ended with code 0");
    }
  }
};

TEST(HtpProgram, PlaysWholeGamesOnEverySize) {
  for (const int size : {1, 2, 3, 4, 5, 7, 11, 12, 17, 19}) {
    Tournament game("--player montecarlo:playouts=300 --seed 1", "--player random --seed 2", size,
                    false);
    game.play(false);
    game.check_end();
    ASSERT_FALSE(HasFatalFailure()) << size;
  }
}

TEST(HtpProgram, PlaysWhiteAsWellAsBlack) {
  for (const int size : {2, 5, 8}) {
    Tournament game("--player random --seed 3", "--player montecarlo:playouts=300 --seed 4", size,
                    false);
    game.play(false);
    game.check_end();
    ASSERT_FALSE(HasFatalFailure()) << size;
  }
}

// On small boards random players swap often; both meanings of the swap lead to whole games.
TEST(HtpProgram, PlaysWithBothKindsOfSwap) {
  int swaps = 0;
  for (const bool seats_change : {false, true}) {
    for (int seed = 1; seed <= 8; ++seed) {
      const std::string number = std::to_string(seed);
      Tournament game("--player random --seed " + number, "--player random --seed 1" + number, 2,
                      true);
      if (seats_change) {
        game.first.ask("param_game swap_kind sides");
        game.second.ask("param_game swap_kind sides");
      }
      game.play(seats_change);
      game.check_end();
      ASSERT_FALSE(HasFatalFailure()) << seed;
      const auto moves = game.referee.record().moves();
      if (moves.size() > 1 && moves[1].starts_with("swap")) ++swaps;
    }
  }
  EXPECT_GT(swaps, 1);
}

TEST(HtpProgram, KeepsToItsClock) {
  const double before = testing_time::children_cpu_seconds();
  {
    HtpProgram program("--seed 1 --size 7");
    program.ask("time_settings 1 0 0");
    Side side = Side::First;
    while (program.ask(std::string("genmove ") + colour(side)) != "resign")
      side = game::other(side);
  }
  // Two seconds for both sides together, and what it takes to start.
  EXPECT_LT(testing_time::children_cpu_seconds() - before, 2.5);
}

TEST(HtpProgram, AnInterruptEndsASearch) {
  HtpProgram program("--move-time 3600");
  program.write("genmove b");
  std::string line;
  EXPECT_EQ(program.process().read_line(line, base::Clock::now() + base::Millis(300)),
            base::Process::Read::TimedOut);
  program.write("# interrupt");
  EXPECT_TRUE(program.read().good);
  // The next command is not touched by it.
  program.write("genmove w");
  EXPECT_EQ(program.process().read_line(line, base::Clock::now() + base::Millis(300)),
            base::Process::Read::TimedOut);
  program.write("# interrupt");
  EXPECT_TRUE(program.read().good);
}

TEST(HtpProgram, CommandsSentWhileItThinksWait) {
  HtpProgram program("--move-time 0.3");
  program.write("genmove b\nname\nprotocol_version");
  EXPECT_NE(program.read().text, "Losange");
  EXPECT_EQ(program.read().text, "Losange");
  EXPECT_EQ(program.read().text, "2");
}

// In these two the program has answered once before the search begins: what it is sent while it starts
// arrives at once, like a script.
TEST(HtpProgram, QuitEndsASearch) {
  HtpProgram program("--move-time 3600");
  program.ask("name");
  program.write("genmove b");
  std::string line;
  program.process().read_line(line, base::Clock::now() + base::Millis(500));
  program.write("quit");
  EXPECT_TRUE(program.read().good);
  EXPECT_TRUE(program.read().good);
  EXPECT_TRUE(program.process().ends_within(kPatience));
}

TEST(HtpProgram, TheEndOfTheInputEndsASearch) {
  const auto go = testing_files::temporary("go");
  base::Process process("(echo name; while [ ! -e " + go.string() +
                        " ]; do sleep 0.02; done; echo genmove b; sleep 0.5) | " +
                        testing_places::program() + " htp --player mcts --move-time 3600");
  std::string line;
  const auto next_line = [&] { return process.read_line(line, base::Clock::now() + kPatience); };
  ASSERT_EQ(next_line(), base::Process::Read::Line) << "the program starts";
  EXPECT_EQ(line, "= Losange");
  ASSERT_EQ(next_line(), base::Process::Read::Line);
  base::write_file(go, "");
  EXPECT_EQ(next_line(), base::Process::Read::Line);
  EXPECT_TRUE(process.ends_within(kPatience));
  std::filesystem::remove(go);
}

TEST(HtpProgram, AScriptIsWorkedOffToItsEnd) {
  const base::Stopwatch watch;
  base::Process process(std::string("printf 'genmove b\\ngenmove w\\nquit\\n' | ") +
                        testing_places::program() + " htp --player montecarlo --move-time 0.4");
  EXPECT_TRUE(process.ends_within(kPatience));
  EXPECT_GT(watch.seconds(), 0.75);
}

TEST(HtpProgram, ASignalEndsASearchAndTheProgram) {
  const auto signal_now = std::filesystem::temp_directory_path() /
                          ("losange-htp-test-signal-" + std::to_string(::getpid()));
  // The shell would give a program in the background an empty input: descriptor 3 keeps ours.
  base::Process process(std::string("exec 3<&0; ") + testing_places::program() +
                        " htp --move-time 3600 <&3 & p=$!; while [ ! -e " + signal_now.string() +
                        " ]; do sleep 0.02; done; kill -TERM $p; wait $p; echo code $?");
  std::string line;
  ASSERT_TRUE(process.write("name\n"));
  ASSERT_EQ(process.read_line(line, base::Clock::now() + kPatience), base::Process::Read::Line);
  ASSERT_EQ(process.read_line(line, base::Clock::now() + kPatience), base::Process::Read::Line);
  ASSERT_TRUE(process.write("genmove b\n"));
  EXPECT_EQ(process.read_line(line, base::Clock::now() + base::Millis(300)),
            base::Process::Read::TimedOut);
  base::write_file(signal_now, "");
  const auto deadline = base::Clock::now() + kPatience;
  std::string last;
  while (process.read_line(line, deadline) == base::Process::Read::Line) last = line;
  std::filesystem::remove(signal_now);
  EXPECT_EQ(last, "code 130");
}

TEST(HtpProgram, AConfigFileIsRunFirst) {
  const std::string data = testing_places::source() + "/tests/protocol/data/";
  HtpProgram program("--config " + data + "commands.txt 2>/dev/null");
  EXPECT_EQ(program.ask("all_legal_moves"), " resign b1 a2 b2");
  base::Process broken(testing_places::program() + " htp --config " + data +
                       "broken.txt 2>/dev/null");
  EXPECT_TRUE(broken.ends_within(kPatience));
  EXPECT_EQ(broken.status().english, "ended with code 1");
}

// benzene's twogtp adds these two options to the command line of every program.
TEST(HtpProgram, ALogKeepsCommandsAndAnswers) {
  const auto log = testing_files::temporary("session.log");
  for (int session = 0; session < 2; ++session) {
    HtpProgram program("--player random --seed 5 --logfile-name " + log.string());
    program.ask("boardsize 3 3");
    program.send("play  b  z9  # no cell");
    program.ask("quit");
    EXPECT_TRUE(program.process().ends_within(kPatience));
  }
  const std::string text = base::read_file(log);
  std::filesystem::remove(log);
  const std::string commands =
      "boardsize 3 3\n= \n\n"
      "play b  z9\n"
      "? illegal move: black z9 (that is not a cell of this board, nor swap-pieces, nor resign)\n\n"
      "quit\n= \n\n";
  EXPECT_THAT(text, testing::MatchesRegex("# losange [0-9.]+\n(.|\n)*"));
  const std::size_t first = text.find(commands);
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(commands)) << "a second session is appended: " << text;
  EXPECT_LT(first, text.size() - commands.size());
}

TEST(HtpProgram, ALogThatCannotBeWrittenIsToldAtOnce) {
  base::Process process(testing_places::program() + " htp --log /no/such/folder/log 2>&1");
  std::string line;
  ASSERT_EQ(process.read_line(line, base::Clock::now() + kPatience), base::Process::Read::Line);
  EXPECT_NE(line.find("/no/such/folder/log"), std::string::npos) << line;
  EXPECT_TRUE(process.ends_within(kPatience));
  EXPECT_EQ(process.status().english, "ended with code 1");
}

}  // namespace
}  // namespace losange::protocol
