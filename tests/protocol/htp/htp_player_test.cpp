// Outside programs as players: one that behaves, and all the ways not to.
#include "players/outside/htp_player.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <thread>

#include "base/clock.h"
#include "base/system/file.h"
#include "base/text.h"
#include "places.h"
#include "players/game/session.h"
#include "temporary.h"

namespace losange::players {
namespace {

using base::Millis;
using Kind = PlayerFailure::Kind;

// What never comes is waited for a short while; what does come has the patience of players, which a loaded machine may
// need.
constexpr ProgramPatience kNoName{.startup = Millis(300)}, kNoMove{.unlimited = Millis(300)};

// A program in sh: `answers` are branches of a case over the command's name; what they do not know
// gets an empty good reply. Its process number goes to a file, to see that nothing is left of it.
class Script {
 public:
  explicit Script(const std::string& answers)
      : path_(std::filesystem::temp_directory_path() /
              ("losange-external-test-" + std::to_string(::getpid()))) {
    base::write_file(path_.string() + ".sh",
                     "echo $$ > " + path_.string() + ".pid\n" +
                         "while read -r name one two rest; do\ncase $name in\n" + answers +
                         "\n*) printf '= \\n\\n';;\nesac\ndone\n");
  }
  ~Script() {
    std::filesystem::remove(path_.string() + ".sh");
    std::filesystem::remove(path_.string() + ".pid");
  }

  std::string command_line() const { return "exec sh " + path_.string() + ".sh"; }

  // A killed program is reaped by its player, so its number is free at once. On a loaded machine it may be killed before it
  // came to write that number; one that is left would write it yet.
  bool left_behind() const {
    const std::string file = path_.string() + ".pid";
    const base::Stopwatch since;
    while (!std::filesystem::exists(file) || std::filesystem::is_empty(file)) {
      if (since.seconds() > 1) return false;
      std::this_thread::sleep_for(Millis(10));
    }
    const auto pid = base::parse_integer(base::trim(base::read_file(file)));
    return pid && ::kill(static_cast<pid_t>(*pid), 0) == 0;
  }

 private:
  std::filesystem::path path_;
};

game::GameRecord small_game(bool swap = false) {
  game::GameSetup setup;
  setup.size = 3;
  setup.swap = swap;
  return game::GameRecord(setup);
}

struct Failure {
  Kind kind;
  std::string message;
};

Failure failure_of(Player& player, const game::GameRecord& record = small_game(),
                   const search::Limits& limits = {}) {
  try {
    const Answer answer = player.choose(record, limits, {}, {});
    ADD_FAILURE() << "it played " << answer.move;
  } catch (const PlayerFailure& failure) {
    return {failure.kind, failure.what()};
  } catch (const std::exception& other) {
    ADD_FAILURE() << "another error: " << other.what();
  }
  return {};
}

// The program fails as it should, and nothing of it is left, which would sleep for minutes.
void expect_failure(const std::string& answers, Kind kind, const std::string& message,
                    const ProgramPatience& patience = {}) {
  const Script script(answers);
  const auto player = make_htp_player(script.command_line(), patience);
  const Failure failure = failure_of(*player);
  EXPECT_EQ(failure.kind, kind) << failure.message;
  EXPECT_NE(failure.message.find(message), std::string::npos) << failure.message;
  EXPECT_FALSE(script.left_behind());
}

TEST(HtpPlayer, ACommandThatDoesNotExist) {
  const auto player = make_htp_player("/nowhere/losange-no-such-program 2>/dev/null");
  const Failure failure = failure_of(*player);
  EXPECT_EQ(failure.kind, Kind::Crash);
  EXPECT_NE(failure.message.find("cannot be started: check the command line"), std::string::npos)
      << failure.message;
}

TEST(HtpPlayer, DiesAtTheStart) {
  expect_failure("name) exit 3;;", Kind::Crash, "ended with code 3 at 'name'");
}

TEST(HtpPlayer, DiesWhenAskedForAMove) {
  expect_failure("genmove) kill -SEGV $$;;", Kind::Crash,
                 "was ended by signal 11 at 'genmove black'");
}

TEST(HtpPlayer, ClosesItsOutputAndStays) {
  expect_failure("name) exec sleep 60 >/dev/null;;", Kind::Crash, "closed its output, at 'name'");
}

TEST(HtpPlayer, NeverAnswers) {
  expect_failure("name) sleep 60;;", Kind::Hang, "did not answer 'name' within 0.3 s", kNoName);
  expect_failure("genmove) sleep 60;;", Kind::Hang, "did not answer 'genmove black' within 0.3 s",
                 kNoMove);
}

TEST(HtpPlayer, IsKilledBeforeItBegan) {
  expect_failure("name) sleep 60;;", Kind::Hang, "did not answer 'name'", {.startup = Millis(0)});
}

TEST(HtpPlayer, AnswersHalf) {
  const std::string unended = "; it said '= a1', without the empty line that ends an answer";
  expect_failure("genmove) printf '= a1\\n'; sleep 60;;", Kind::Hang,
                 "did not answer 'genmove black' within 0.3 s" + unended, kNoMove);
  expect_failure("genmove) printf '= a1\\n'; exit 0;;", Kind::Crash,
                 "ended with code 0 at 'genmove black'" + unended);
}

TEST(HtpPlayer, PrintsGarbage) {
  const ProgramPatience patience{.startup = Millis(1000)};
  expect_failure("name) echo hello; sleep 60;;", Kind::Hang, "it said 'hello', which is not HTP",
                 patience);
  expect_failure("name) while :; do echo hello; done;;", Kind::Hang, "which is not HTP", patience);
  expect_failure("genmove) printf '= \\001\\377 x\\n\\n';;", Kind::Illegal, "\\x01");
}

TEST(HtpPlayer, SendsALineOrAReplyWithoutEnd) {
  expect_failure("name) printf '= '; while :; do printf '%0999d' 1; done;;", Kind::Protocol,
                 "sent a line that does not end");
  expect_failure("genmove) printf '= '; yes $(printf '%0999d' 1);;", Kind::Protocol,
                 "sent a reply that does not end");
}

TEST(HtpPlayer, PlaysIllegalMoves) {
  for (const char* move : {"d1", "pass", "swap-pieces", "", "a1 b2", "resigned"}) {
    expect_failure(std::string("genmove) printf '= ") + move + "\\n\\n';;", Kind::Illegal,
                   "which is not legal");
  }
}

TEST(HtpPlayer, RefusesALegalMove) {
  const Script script("play) printf '? illegal move\\n\\n';;");
  const auto player = make_htp_player(script.command_line());
  auto record = small_game();
  record.play({game::Side::First, "b2"});
  const Failure failure = failure_of(*player, record);
  EXPECT_EQ(failure.kind, Kind::Illegal);
  EXPECT_NE(failure.message.find("refused 'play black b2'"), std::string::npos) << failure.message;
}

TEST(HtpPlayer, CannotPlayOnTheBoard) {
  expect_failure("boardsize) printf '? too small\\n\\n';;", Kind::Protocol,
                 "answered 'boardsize 3 3' with an error: too small");
}

TEST(HtpPlayer, TheTimeOfTheMoveBoundsTheWait) {
  const Script script("genmove) sleep 60;;");
  const auto player = make_htp_player(script.command_line(), {.grace = Millis(200)});
  search::Limits limits;
  limits.time = Millis(100);
  EXPECT_NE(failure_of(*player, small_game(), limits).message.find("within 0.3 s"),
            std::string::npos);
}

TEST(HtpPlayer, GraphicsBeforeAReplyAreSkipped) {
  const Script script("genmove) printf 'gogui-gfx:\\nuct\\nVAR B a1\\n\\n= B2\\r\\n\\r\\n';;");
  const auto player = make_htp_player(script.command_line());
  EXPECT_EQ(player->choose(small_game(), {}, {}, {}).move, "b2");
}

TEST(HtpPlayer, BothWordsForTheSwapAreUnderstood) {
  for (const char* word : {"swap", "swap-pieces", "swap-sides"}) {
    const Script script(std::string("genmove) printf '= ") + word + "\\n\\n';;");
    const auto player = make_htp_player(script.command_line());
    auto record = small_game(true);
    record.play({game::Side::First, "b2"});
    EXPECT_EQ(player->choose(record, {}, {}, {}).move, "swap-pieces") << word;
  }
}

TEST(HtpPlayer, Resigns) {
  const Script script("genmove) printf '= Resign\\n\\n';;");
  const auto player = make_htp_player(script.command_line());
  EXPECT_TRUE(player->choose(small_game(), {}, {}, {}).resign);
}

TEST(HtpPlayer, StartsAFreshProgramAfterAFailure) {
  // It dies once: the file tells it that it has done so.
  const auto flag = testing_files::temporary("died");
  std::filesystem::remove(flag);
  const Script script("genmove) if [ -e " + flag.string() +
                      " ]; then printf '= c3\\n\\n'; else : > " + flag.string() + "; exit 1; fi;;");
  const auto player = make_htp_player(script.command_line());
  EXPECT_EQ(failure_of(*player).kind, Kind::Crash);
  EXPECT_EQ(player->choose(small_game(), {}, {}, {}).move, "c3");
  std::filesystem::remove(flag);
}

// What a program that lists time_settings is told of its time in so many moves of a game.
class ToldOfTime {
 public:
  // `refused` is a pattern of the shell for arguments that it answers with an error.
  explicit ToldOfTime(const std::string& refused = "")
      : script_(
            "list_commands) printf '= play\\ntime_settings\\ntime_left\\n\\n';;\n"
            "time_*) echo $name $one $two $rest >> " +
            told_.string() + "; case \"$one $two $rest\" in " + (refused.empty() ? "-" : refused) +
            ") printf '? no\\n\\n';; *) printf '= \\n\\n';; esac;;" +
            "\ngenmove) move=${move:+a2}; move=${move:-c3}; printf '= %s\\n\\n' $move;;") {}

  std::string in(const search::Limits& limits, int moves) {
    base::write_file(told_, "");
    const auto player = make_htp_player(script_.command_line());
    auto record = small_game();
    for (const char* answer : {"a1", "b1"}) {
      if (moves-- == 0) break;
      record.play({game::Side::First, player->choose(record, limits, {}, {}).move});
      record.play({game::Side::Second, answer});
    }
    return base::read_file(told_);
  }

 private:
  std::filesystem::path told_ = testing_files::temporary("told");
  Script script_;
};

TEST(HtpPlayer, IsToldItsClockWhereItReadsOne) {
  ToldOfTime told;
  search::Limits limits;
  EXPECT_EQ(told.in(limits, 2), "");
  limits.time = Millis(2700);
  EXPECT_EQ(told.in(limits, 2), "time_settings 0 2.7 1\n") << "once a game";
  limits.clock = search::ClockState{Millis(10'500), Millis(0)};
  EXPECT_EQ(told.in(limits, 2),
            "time_settings 10 0 0\ntime_left black 10 0\ntime_left black 10 0\n");
  limits.clock->increment = Millis(3'000);
  EXPECT_EQ(told.in(limits, 1), "time_settings 10 0 0\ntime_left black 10 0\n")
      << "it comes after the move, a period during it";
  limits.clock->left = Millis(800);
  EXPECT_EQ(told.in(limits, 1), "time_settings 0.8 0 0\ntime_left black 0.8 0\n");
}

TEST(HtpPlayer, IsToldWholeSecondsOnceItRefusesParts) {
  ToldOfTime told("*.*");
  search::Limits limits;
  limits.time = Millis(2700);
  EXPECT_EQ(told.in(limits, 2), "time_settings 0 2.7 1\ntime_settings 0 2 1\n");
  limits.clock = search::ClockState{Millis(1'900), Millis(0)};
  EXPECT_EQ(
      told.in(limits, 2),
      "time_settings 1.9 0 0\ntime_settings 1 0 0\ntime_left black 1 0\ntime_left black 1 0\n");
  limits.clock->left = Millis(800);
  EXPECT_EQ(told.in(limits, 1), "time_settings 0.8 0 0\ntime_left black 0 0\n")
      << "nothing in all would be no clock";
}

// Gives `check` limits and a token that says stop while the program thinks.
template <class Check>
void stop_while_thinking(Check check) {
  std::stop_source stop;
  std::jthread later([&] {
    std::this_thread::sleep_for(Millis(150));
    stop.request_stop();
  });
  search::Limits limits;
  limits.time = Millis(3'600'000);  // it ends because it is stopped
  check(limits, stop.get_token());
}

TEST(HtpPlayer, IsToldTimeLeftInTheFormThatItTakes) {
  search::Limits limits;
  limits.clock = search::ClockState{Millis(11'000), Millis(0)};
  EXPECT_EQ(ToldOfTime("black*' 0'").in(limits, 2),
            "time_settings 11 0 0\ntime_left black 11 0\ntime_left black 11\ntime_left black 11\n");
  limits.clock->left = Millis(1'900);
  EXPECT_EQ(ToldOfTime("black*' 0'|*.*").in(limits, 2),
            "time_settings 1.9 0 0\ntime_settings 1 0 0\ntime_left black 1 0\n"
            "time_left black 1.9 0\ntime_left black 1\ntime_left black 1\n");
  EXPECT_EQ(ToldOfTime("black*").in(limits, 2),
            "time_settings 1.9 0 0\ntime_left black 1.9 0\ntime_left black 1 0\n"
            "time_left black 1.9\ntime_left black 1\n")
      << "then it is not asked again";
}

// Before the clock of the first move runs, however long a program takes.
TEST(HtpPlayer, IsStartedAndSetUpAheadOfItsMoves) {
  const Script script("boardsize|play|genmove) echo $name $one >> " +
                      testing_files::temporary("set-up").string() +
                      "; [ $name = genmove ] && printf '= c3\\n\\n' || printf '= \\n\\n';;");
  const auto said = [] { return base::read_file(testing_files::temporary("set-up")); };
  base::write_file(testing_files::temporary("set-up"), "");
  const auto player = make_htp_player(script.command_line());
  auto record = small_game();
  record.play({game::Side::First, "b2"});
  record.play({game::Side::Second, "a1"});
  player->new_game();
  player->set_up(record, {});
  EXPECT_EQ(said(), "boardsize 3\nplay black\nplay white\n");
  player->choose(record, {}, {}, {});
  EXPECT_EQ(said(), "boardsize 3\nplay black\nplay white\ngenmove black\n");
  std::filesystem::remove(testing_files::temporary("set-up"));
}

TEST(HtpPlayer, IsKilledWhenStoppedWhileItStarts) {
  for (const char* slow : {"name) sleep 60;;", "boardsize) sleep 60;;"}) {
    const Script script(slow);
    const auto player = make_htp_player(script.command_line());
    stop_while_thinking([&](const search::Limits& limits, std::stop_token stop) {
      EXPECT_THROW(player->choose(small_game(), limits, {}, stop), base::UserError);
    });
    EXPECT_FALSE(script.left_behind());
  }
}

// It is told the one stone that a swap leaves, and would take it for one to swap.
TEST(HtpPlayer, BelievesInASwapOnlyAsLongAsOneMayCome) {
  const auto told = testing_files::temporary("swap-told");
  const auto allowed_after = [&](std::initializer_list<const char*> moves) {
    base::write_file(told, "");
    const Script script("list_commands) printf '= play\\nparam_game\\n\\n';;\n"
                        "param_game) echo $two >> " +
                        told.string() +
                        "; printf '= \\n\\n';;\ngenmove) printf '= c3\\n\\n';;");
    Session session(small_game(true).setup);
    for (const char* move : moves) session.play(move);
    make_htp_player(script.command_line())->choose(session.record(), {}, {}, {});
    return base::read_file(told);
  };
  EXPECT_EQ(allowed_after({}), "1\n");
  EXPECT_EQ(allowed_after({"b2"}), "1\n");
  EXPECT_EQ(allowed_after({"b1", "swap-pieces"}), "0\n");
  EXPECT_EQ(allowed_after({"b2", "a1"}), "0\n");
  std::filesystem::remove(told);
}

TEST(HtpPlayer, IsKilledWhenStoppedAndDeafToInterrupts) {
  const Script script("genmove) sleep 60;;");
  const auto player = make_htp_player(script.command_line());
  stop_while_thinking([&](const search::Limits& limits, std::stop_token stop) {
    EXPECT_THROW(player->choose(small_game(), limits, {}, stop), base::UserError);
  });
  EXPECT_FALSE(script.left_behind());
}

std::string own_program(const std::string& arguments) {
  return std::string("exec ") + testing_places::program() + " htp " + arguments;
}

TEST(HtpPlayer, GivesItsBestMoveWhenInterrupted) {
  const auto player = make_htp_player(own_program("--player montecarlo"));
  player->set_up(small_game(), {});  // who is stopped while it starts has no move to give
  stop_while_thinking([&](const search::Limits& limits, std::stop_token stop) {
    EXPECT_FALSE(player->choose(small_game(), limits, {}, stop).move.empty());
  });
}

TEST(HtpPlayer, OurOwnProgramPlaysWholeGames) {
  for (const bool swap : {false, true}) {
    for (int seed = 1; seed <= 4; ++seed) {
      game::GameSetup setup;
      setup.size = 4;
      setup.swap = swap;
      Session session(setup);
      const std::string number = std::to_string(seed);
      session.set_player(game::Side::First,
                         make_htp_player(own_program("--player random --seed " + number)), "one");
      session.set_player(game::Side::Second,
                         make_htp_player(own_program("--player random --seed 9" + number)), "two");
      session.base_limits().time = Millis(50);
      while (!session.over()) {
        const Answer answer = session.ask();
        ASSERT_FALSE(answer.resign);
        session.play(answer.move);
      }
    }
  }
}

TEST(HtpPlayer, OurOwnProgramKeepsTheTimeOfTheMove) {
  const auto player = make_htp_player(own_program("--player montecarlo"));
  search::Limits limits;
  limits.time = Millis(100);
  player->choose(small_game(), limits, {}, {});  // starts the program
  const base::Stopwatch watch;
  player->choose(small_game(), limits, {}, {});
  EXPECT_GE(watch.seconds(), 0.09);
  EXPECT_LT(watch.seconds(), 30);  // not in another unit
}

// An engine may end at a command that it does not know.
TEST(HtpPlayer, IsSentNoOptionalCommandThatItDoesNotList) {
  const Script script("name|boardsize|clear_board|play) printf '= \\n\\n';;\n"
                      "list_commands) printf '= name\\nplay\\ngenmove\\n\\n';;\n"
                      "genmove) printf '= c3\\n\\n';;\n*) exit 5;;");
  const auto player = make_htp_player(script.command_line());
  search::Limits limits;
  limits.clock = search::ClockState{.left = Millis(9000)};
  EXPECT_EQ(player->choose(small_game(true), limits, {}, {}).move, "c3");
}

TEST(HtpPlayer, AnswersWithMoreLinesThanAMoveHas) {
  expect_failure("genmove) printf '= a2\\nscore 0.5\\n\\n';;", Kind::Protocol,
                 "answered with 2 lines where one move was expected: a2\\x0ascore 0.5");
}

}  // namespace
}  // namespace losange::players
