// The real program at a pseudo-terminal: keys go in, what a person would see comes out.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/system/file.h"
#include "places.h"
#include "players/files/open_game.h"

namespace losange {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kPatience_s = 20;  // for a machine under load
constexpr const char* kInterruptKey = "\x03";
constexpr int kInterrupted = 130;  // the exit code of a program that Ctrl-C ended, by its own hand
constexpr const char* kEndKey = "\x04";
constexpr const char* kUpKey = "\x1b[A";

// One run of the program with a terminal of its own, 80x40.
class AtTerminal {
 public:
  AtTerminal(std::vector<std::string> arguments, const std::filesystem::path& data) {
    master_ = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0) std::abort();
    const std::string slave = ::ptsname(master_);
    const winsize size{40, 80, 0, 0};
    ::ioctl(master_, TIOCSWINSZ, &size);
    arguments.insert(arguments.begin(), testing_places::program());
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (auto& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::setsid();
      const int terminal = ::open(slave.c_str(), O_RDWR);  // becomes the controlling terminal
      for (const int fd : {0, 1, 2}) ::dup2(terminal, fd);
      ::setenv("XDG_DATA_HOME", data.c_str(), 1);
      ::setenv("TERM", "xterm-256color", 1);
      ::setenv("LC_ALL", "C.UTF-8", 1);
      ::unsetenv("NO_COLOR");
      ::unsetenv("DISPLAY");  // else the program opens its window
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    slave_ = ::open(slave.c_str(), O_RDWR | O_NOCTTY);  // kept, to look at the modes afterwards
  }
  ~AtTerminal() {
    if (!waited_) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    ::close(master_);
    ::close(slave_);
  }

  void type(const std::string& keys) {
    ASSERT_EQ(::write(master_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }

  // Ctrl-D at the prompt. A key typed before the program reads keys one by one is turned into the end of
  // a line by the terminal itself, so this waits until it does (a second at most: without line editing it
  // never will, and the terminal's way is right).
  void type_end() {
    termios modes{};
    for (const base::Stopwatch watch; watch.seconds() < 1;) {
      if (::tcgetattr(slave_, &modes) == 0 && (modes.c_lflag & ICANON) == 0) break;
      read_some();
    }
    type(kEndKey);
  }

  // Reads until the text has come since the last call; false when it does not come.
  bool expect(const std::string& text) {
    const base::Stopwatch watch;
    while (watch.seconds() < kPatience_s) {
      if (const auto at = seen_.find(text, from_); at != std::string::npos) {
        from_ = at + text.size();
        return true;
      }
      if (read_some() == Read::End) break;
    }
    ADD_FAILURE() << "did not see '" << text << "' in:\n" << seen_.substr(from_);
    return false;
  }

  // The exit code, or -1 when it had to be killed.
  int wait() {
    const base::Stopwatch watch;
    int status = 0;
    while (watch.seconds() < kPatience_s) {
      read_some();
      if (::waitpid(pid_, &status, WNOHANG) == pid_) {
        waited_ = true;
        while (read_some(0) == Read::Some) continue;  // what it said last
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      }
    }
    return -1;
  }

  // True when the terminal shows what is typed and gives it line by line, as a shell expects it.
  bool as_a_shell_left_it() const {
    termios modes{};
    return ::tcgetattr(slave_, &modes) == 0 && (modes.c_lflag & (ICANON | ECHO)) == (ICANON | ECHO);
  }
  const std::string& seen() const { return seen_; }

 private:
  enum class Read { Some, NothingYet, End };
  Read read_some(int patience_ms = 50) {
    pollfd waiting{master_, POLLIN, 0};
    if (::poll(&waiting, 1, patience_ms) <= 0) return Read::NothingYet;
    char chunk[4096];
    const ssize_t count = ::read(master_, chunk, sizeof chunk);
    if (count <= 0) return Read::End;
    seen_.append(chunk, static_cast<std::size_t>(count));
    return Read::Some;
  }

  int master_ = -1;
  int slave_ = -1;
  pid_t pid_ = -1;
  bool waited_ = false;
  std::string seen_;
  std::size_t from_ = 0;
};

class TerminalPty : public testing::Test {
 protected:
  void SetUp() override {
    data_ = std::filesystem::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(data_);
  }
  void TearDown() override { std::filesystem::remove_all(data_); }

  std::vector<std::string> saved_moves() const {
    return players::open_game((data_ / "losange" / "autosave.sgf").string(), {}).moves();
  }

  std::filesystem::path data_;
};

TEST_F(TerminalPty, AGameOutlivesAProgramThatIsKilled) {
  {
    AtTerminal terminal({"play", "--size", "5", "--no-swap", "--player", "random"}, data_);
    ASSERT_TRUE(terminal.expect("Red, move 1> "));
    terminal.type("c3\n");
    ASSERT_TRUE(terminal.expect("Red, move 3> "));
  }  // SIGKILL
  AtTerminal again({"play", "--size", "4", "--player", "random"}, data_);
  ASSERT_TRUE(
      again.expect("A game that was cut off is kept; go on with it: losange play --resume"));
  ASSERT_TRUE(again.expect("Red, move 1> "));
  ASSERT_EQ(saved_moves().size(), 2u);
  EXPECT_EQ(saved_moves()[0], "c3");
  again.type("quit\n");
  EXPECT_EQ(again.wait(), 0);
  EXPECT_EQ(again.seen().find("could not"), std::string::npos);
  for (const auto& entry : std::filesystem::directory_iterator(data_ / "losange")) {
    const auto name = entry.path().filename();
    EXPECT_TRUE(name == "autosave.sgf" || name == "history") << name << " is left";
  }
}

// As quit does: what was left before lies beside it. A game that was gone on with is no second one.
TEST_F(TerminalPty, TheGameThatIsResumedIsTheOneThatWasKilled) {
  const auto games = [this] {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(data_ / "losange"))
      count += entry.path().extension() == ".sgf" ? 1 : 0;
    return count;
  };
  {
    AtTerminal left({"play", "--size", "5", "--no-swap", "--player", "random"}, data_);
    ASSERT_TRUE(left.expect("Red, move 1> "));
    left.type("c3\nquit\n");
    EXPECT_EQ(left.wait(), 0);
  }
  {
    AtTerminal killed({"play", "--size", "4", "--no-swap", "--player", "random"}, data_);
    ASSERT_TRUE(killed.expect("Red, move 1> "));
    killed.type("b2\n");
    ASSERT_TRUE(killed.expect("Red, move 3> "));
  }
  {
    AtTerminal again({"play", "--resume"}, data_);
    ASSERT_TRUE(again.expect("An earlier game is kept; go on with it: losange play --load"));
    ASSERT_TRUE(again.expect("Red, move 3> "));
    EXPECT_EQ(saved_moves()[0], "b2");
    const auto moves = saved_moves();
    again.type(std::string(1, moves[1][0] == 'a' ? 'd' : 'a') + "1\n");
    ASSERT_TRUE(again.expect("Red, move 5> "));
  }
  EXPECT_EQ(saved_moves().size(), 4u);
  EXPECT_EQ(games(), 2u);
}

TEST_F(TerminalPty, CtrlCAtThePromptSavesAndResumeGoesOn) {
  {
    AtTerminal terminal({"play", "--size", "5", "--no-swap", "--player", "random"}, data_);
    ASSERT_TRUE(terminal.expect("Red, move 1> "));
    terminal.type("c3\n");
    ASSERT_TRUE(terminal.expect("Red, move 3> "));
    terminal.type(std::string("half a line") + kInterruptKey);
    ASSERT_TRUE(terminal.expect("losange play --resume"));
    EXPECT_EQ(terminal.wait(), kInterrupted);
    EXPECT_TRUE(terminal.as_a_shell_left_it());
    EXPECT_THAT(terminal.seen(), HasSubstr("\x1b[38;5;")) << "a terminal gets colours";
  }
  ASSERT_EQ(saved_moves().size(), 2u);
  EXPECT_EQ(saved_moves()[0], "c3");
  AtTerminal again({"play", "--resume"}, data_);
  ASSERT_TRUE(again.expect("Blue\x1b[0m: random"));
  ASSERT_TRUE(again.expect("Red, move 3> "));
  again.type("undo\n");
  ASSERT_TRUE(again.expect("Red, move 1> "));
  again.type_end();
  EXPECT_EQ(again.wait(), 0);
}

TEST_F(TerminalPty, CtrlCWhileAnEngineThinksSavesTheGame) {
  AtTerminal terminal({"play", "--player", "montecarlo:playouts=1000000000000"}, data_);
  ASSERT_TRUE(terminal.expect("Red, move 1> "));
  terminal.type("a2\n");
  ASSERT_TRUE(terminal.expect("is thinking"));
  terminal.type(kInterruptKey);
  EXPECT_EQ(terminal.wait(), kInterrupted);
  EXPECT_TRUE(terminal.as_a_shell_left_it());
  EXPECT_THAT(saved_moves(), ElementsAre("a2"));
}

TEST_F(TerminalPty, QuitLeavesAtTheFirstQuestion) {
  AtTerminal terminal({}, data_);
  ASSERT_TRUE(terminal.expect("[11]: "));
  terminal.type("quit\n");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_TRUE(terminal.as_a_shell_left_it());
}

TEST_F(TerminalPty, AsksWhatItWasNotTold) {
  AtTerminal terminal({}, data_);
  ASSERT_TRUE(terminal.expect("[11]: "));
  terminal.type("4\n");
  ASSERT_TRUE(terminal.expect("[10]: "));
  terminal.type("nobody\n");
  ASSERT_TRUE(terminal.expect("there is no player 'nobody'"));
  terminal.type("random\n");
  ASSERT_TRUE(terminal.expect("[red]: "));
  terminal.type("\n");
  ASSERT_TRUE(terminal.expect("Red, move 1> "));
  terminal.type("d4\n");
  ASSERT_TRUE(terminal.expect("Red, move 3> "));
  terminal.type("quit\n");
  EXPECT_EQ(terminal.wait(), 0);

  AtTerminal again({"play"}, data_);
  ASSERT_TRUE(again.expect("There is an unfinished game, 4x4 with 2 moves"));
  again.type("\n");
  ASSERT_TRUE(again.expect("Red, move 3> "));
  again.type(kInterruptKey);
  EXPECT_EQ(again.wait(), kInterrupted);
}

TEST_F(TerminalPty, AsksAboutTheGameThatWasOpened) {
  std::filesystem::create_directories(data_);
  const auto file = data_ / "opened.pdn";
  base::write_file(file, "[GameType \"20\"]\n1. 32-28 19-23 *\n");
  AtTerminal terminal({"play", "--load", file.string()}, data_);
  ASSERT_TRUE(terminal.expect("[10]: "));
  terminal.type("random\n");
  ASSERT_TRUE(terminal.expect("[white]: "));
  terminal.type("\n");
  ASSERT_TRUE(terminal.expect("White, move 3> "));
  terminal.type("quit\n");
  EXPECT_EQ(terminal.wait(), 0);
}

TEST_F(TerminalPty, AGameThatWasPlayedHereIsNotAskedAbout) {
  std::filesystem::create_directories(data_);
  const auto going_on = data_ / "on.sgf", over = data_ / "over.sgf";
  base::write_file(going_on, "(;FF[4]GM[11]SZ[5]PB[Ann]PW[random];B[c3];W[a1])");
  base::write_file(over, "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob]RE[B+R];B[c3];W[a1])");
  AtTerminal terminal({"play", "--load", going_on.string()}, data_);
  ASSERT_TRUE(terminal.expect("Blue\x1b[0m: random"));
  ASSERT_TRUE(terminal.expect("Red, move 3> "));
  terminal.type("quit\n");
  EXPECT_EQ(terminal.wait(), 0);
  AtTerminal finished({"play", "--load", over.string()}, data_);
  ASSERT_TRUE(finished.expect("game over> "));
  finished.type("undo\n");
  ASSERT_TRUE(finished.expect("Red, move 3> "));
  finished.type("quit\n");
  EXPECT_EQ(finished.wait(), 0);
}

TEST_F(TerminalPty, AHintIsEndedByAKeyAndTheGameGoesOn) {
  AtTerminal terminal({"play", "--black", "human", "--white", "human", "--clock", "5400+0"}, data_);
  ASSERT_TRUE(terminal.expect("Red, move 1, "));
  terminal.type("hint\n");
  ASSERT_TRUE(terminal.expect("is thinking"));
  terminal.type(kInterruptKey);
  ASSERT_TRUE(terminal.expect("Best moves: "));
  ASSERT_TRUE(terminal.expect("Red, move 1, "));
  terminal.type("hint\n");
  ASSERT_TRUE(terminal.expect("is thinking"));
  terminal.type("a2\n");
  ASSERT_TRUE(terminal.expect("Best moves: "));
  ASSERT_TRUE(terminal.expect("Blue, move 2, "));
  terminal.type("quit\n");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_TRUE(terminal.as_a_shell_left_it());
  EXPECT_THAT(saved_moves(), ElementsAre("a2"));
}

TEST_F(TerminalPty, LinesCanBeEditedCompletedAndCalledBack) {
  AtTerminal about({"version"}, data_);
  EXPECT_EQ(about.wait(), 0);
  if (about.seen().find("libedit    built in") == std::string::npos) {
    GTEST_SKIP() << "this build has no line editing";
  }
  {
    AtTerminal terminal({"play", "--size", "5", "--black", "human", "--white", "human"}, data_);
    ASSERT_TRUE(terminal.expect("Red, move 1> "));
    terminal.type(
        "c4\x7f"
        "3\n");  // backspace
    ASSERT_TRUE(terminal.expect("Blue, move 2, may swap> "));
    terminal.type("pla\t\n");  // "play" and "players" part after "play"
    ASSERT_TRUE(terminal.expect("play what?"));
    terminal.type("e5\n");
    ASSERT_TRUE(terminal.expect("Red, move 3> "));
    terminal.type("quit\n");
    EXPECT_EQ(terminal.wait(), 0);
  }
  EXPECT_THAT(saved_moves(), ElementsAre("c3", "e5"));
  AtTerminal again({"play", "--resume"}, data_);
  ASSERT_TRUE(again.expect("Red, move 3> "));
  again.type(std::string(kUpKey) + kUpKey + "\n");  // quit, then e5
  ASSERT_TRUE(again.expect("e5 is taken"));
  again.type_end();
  EXPECT_EQ(again.wait(), 0);
}

TEST_F(TerminalPty, AFileCommandsNoTerminal) {
  std::filesystem::create_directories(data_);
  const auto file = data_ / "odd.sgf";
  base::write_file(file, "(;FF[4]GM[11]SZ[5]PB[a\x1b[31mred];B[c3])");
  AtTerminal terminal({"convert", file.string()}, data_);
  ASSERT_TRUE(terminal.expect("PB[a\\x1b[31mred"));
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(terminal.seen().find('\x1b'), std::string::npos);
}

TEST_F(TerminalPty, AReviewThatIsStoppedTellsWhatIsKnown) {
  AtTerminal terminal(
      {"review", "c3 d4 b5 d2", "--size", "6", "--player", "mcts", "--move-time", "0.5"}, data_);
  ASSERT_TRUE(terminal.expect("positions: 1, "));
  terminal.type(kInterruptKey);
  ASSERT_TRUE(terminal.expect("Black c3"));
  ASSERT_TRUE(terminal.expect("a part of the game is judged"));
  EXPECT_EQ(terminal.wait(), kInterrupted);
}

TEST_F(TerminalPty, AFlagFallsWhileThePersonThinks) {
  AtTerminal terminal({"play", "--size", "5", "--player", "random", "--clock", "0.5/move"}, data_);
  ASSERT_TRUE(terminal.expect("Red, move 1, "));
  ASSERT_TRUE(terminal.expect("Red ran out of time"));
  terminal.type("quit\n");
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_TRUE(terminal.as_a_shell_left_it());
}

}  // namespace
}  // namespace losange
