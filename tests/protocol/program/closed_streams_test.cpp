// Programs whose standard input or output is closed, a folder, or nothing: they end, and say what was lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "places.h"
#include "shell.h"
#include "temporary.h"

namespace losange {
namespace {

using testing::HasSubstr;

class ClosedStreams : public testing::Test {
 protected:
  ClosedStreams() { std::filesystem::create_directories(folder_); }
  ~ClosedStreams() override { std::filesystem::remove_all(folder_); }

  // 124 where it hangs.
  testing_files::Ran run(const std::string& arguments) const {
    const std::string home = folder_.string();
    return testing_files::run_shell(folder_, "export XDG_DATA_HOME=" + home +
                                                 " XDG_CONFIG_HOME=" + home + "; timeout 60 " +
                                                 testing_places::program() + " " + arguments);
  }

  const std::string programs_[3] = {"htp --player random", "hub", "play --size 3 --player random"};
  std::filesystem::path folder_ = testing_files::temporary("closed");
};

TEST_F(ClosedStreams, AnInputThatIsClosedOrEmptyIsAtItsEnd) {
  for (const auto& program : programs_) {
    for (const char* input : {" <&-", " </dev/null", " <&- 2>&-"}) {
      const auto ran = run(program + input);
      EXPECT_EQ(ran.code, 0) << program << input << ran.err;
    }
  }
}

TEST_F(ClosedStreams, AFolderIsNoInput) {
  for (const auto& program : programs_) {
    const auto ran = run(program + " </");
    EXPECT_EQ(ran.code, 1) << program;
    EXPECT_THAT(ran.err, HasSubstr("standard input is a folder")) << program;
  }
}

TEST_F(ClosedStreams, AnOutputThatIsClosedIsTold) {
  base::write_file(folder_ / "commands", "hub\n");
  for (const auto& program : {"htp --player random", "hub"}) {
    const auto ran = run(std::string(program) + " >&- <commands");
    EXPECT_EQ(ran.code, 1) << program;
    EXPECT_THAT(ran.err, HasSubstr("cannot write")) << program;
  }
}

// Progress and remarks have no listener then; results and files are what they would be.
TEST_F(ClosedStreams, WordsBesideTheResultAreNotNeeded) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  for (const std::string nowhere : {" 2>/dev/full", " 2>&-"}) {
    const auto match = run("match random random --size 3 --games 5 --seed 1" + nowhere);
    EXPECT_EQ(match.code, 0) << nowhere;
    EXPECT_THAT(match.out, HasSubstr("6 (")) << nowhere << ": the games are told";
    const auto solved = run("solve --all --size 3 --keep map" + nowhere);
    EXPECT_EQ(solved.code, 0) << nowhere;
    EXPECT_THAT(solved.out, HasSubstr("2 W W W")) << nowhere;
    std::filesystem::remove(folder_ / "map");
    EXPECT_EQ(run("book learn b.book --size 3 --scenarios 300" + nowhere).code, 0) << nowhere;
    EXPECT_THAT(run("book show b.book").out, HasSubstr("300")) << nowhere << ": all was kept";
    std::filesystem::remove(folder_ / "b.book");
    EXPECT_EQ(run("selfplay --games 2 --sizes 5 --output data" + nowhere).code, 0) << nowhere;
    std::filesystem::remove_all(folder_ / "data");
  }
}

TEST_F(ClosedStreams, TheReasonIsTheRightOne) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  for (const std::string program : {"play --size 3 --black random --white random", "players"}) {
    const auto ran = run(program + " >/dev/full");
    EXPECT_EQ(ran.code, 1) << program;
    EXPECT_THAT(ran.err, HasSubstr("cannot write the result: No space left")) << program;
  }
}

// What is opened must not get the number of a stream that is closed.
TEST_F(ClosedStreams, NothingIsReadOrWrittenInTheirPlace) {
  const auto ran = run("htp --player random --log log <&- >&-");
  EXPECT_NE(ran.code, 124);
  EXPECT_THAT(base::read_file(folder_ / "log"), testing::StartsWith("# losange"));
}

TEST_F(ClosedStreams, DxpNeedsNoStreams) {
  const auto ran = run("dxp --connect 127.0.0.1:1 --player random <&- >&-");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("no follower at"));
}

}  // namespace
}  // namespace losange
