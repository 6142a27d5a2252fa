// `losange openings` as people type it, with the net that ships.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/system/file.h"
#include "base/text.h"
#include "places.h"
#include "shell.h"
#include "temporary.h"

namespace losange {
namespace {

using testing::HasSubstr;

class OpeningsCommand : public testing::Test {
 protected:
  OpeningsCommand() { std::filesystem::create_directories(folder_); }
  ~OpeningsCommand() override { std::filesystem::remove_all(folder_); }

  testing_files::Ran run(const std::string& arguments) const {
    return testing_files::run_shell(folder_, testing_places::program() + " " + arguments);
  }

  std::filesystem::path folder_ = testing_files::temporary("openings_command");
};

TEST_F(OpeningsCommand, MakesAFileThatMatchesRead) {
  const std::string command = "openings --size 7 --count 4 --visits 4 --within 30 --seed 3";
  const auto made = run(command + " --threads 2 --output even.txt");
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out,
              HasSubstr("4 openings (1 of 2 stones, 1 of 3 stones, 1 of 4 stones, 1 of 5 stones)"));
  ASSERT_EQ(run(command + " --threads 1 --output again.txt").code, 0);
  EXPECT_EQ(base::read_file(folder_ / "even.txt"), base::read_file(folder_ / "again.txt"));
  const auto match = run("match random random --size 7 --openings even.txt --seed 1");
  EXPECT_THAT(match.out, HasSubstr("openings even.txt (4), 8 of 8 games"));
  const auto judged = run("openings --size 7 --visits 4 --judge even.txt");
  ASSERT_EQ(judged.code, 0) << judged.err;
  // The same openings with the same chances, and a line about all of them.
  const std::string file = base::read_file(folder_ / "even.txt");
  const auto first = base::split(judged.out, '\n').front();
  EXPECT_THAT(file, HasSubstr("\n" + first + "\n"));
  EXPECT_THAT(judged.out, HasSubstr("# 4 openings"));
}

TEST_F(OpeningsCommand, ExplainsWrongUsage) {
  const auto expect_told = [&](const std::string& arguments, int code, const std::string& told) {
    const auto ran = run("openings " + arguments);
    EXPECT_EQ(ran.code, code) << arguments;
    EXPECT_THAT(ran.err, HasSubstr(told)) << arguments;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "x")) << arguments;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "no")) << arguments;
  };
  expect_told("", 2, "--output FILE");
  expect_told("--output x --judge y", 2, "--output and --judge cannot be used together");
  expect_told("--output x --threads 1000 --model none.safetensors", 1,
              "--threads 1000 is more than");
  for (const char* stones : {"5-2", "0-2", "2-21", "x", "2-3-4", "''", "-3"}) {
    expect_told(std::string("--output x --stones=") + stones, 2, "--stones");
  }
  for (const char* count : {"0", "100001", "-1", "many"}) {
    expect_told(std::string("--output x --count=") + count, 2, "--count");
  }
  expect_told("--output x --visits 0", 2, "--visits");
  expect_told("--output x --within 0", 2, "--within");
  expect_told("--output x --within 50.1", 2, "--within");
  expect_told("--output x --model nothing.safetensors", 1, "nothing.safetensors");
  expect_told("--output no/such/folder/x --size 3 --count 1 --visits 1", 1, "no/such/folder");
  expect_told("--judge z99 --size 5", 1, "z99");
}

}  // namespace
}  // namespace losange
