// `losange convert` as a person runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "base/system/file.h"
#include "places.h"
#include "temporary.h"

namespace losange {
namespace {

using ::testing::HasSubstr;

struct Ran {
  int code;
  std::string output;  // both streams
};

Ran convert(const std::string& arguments) {
  const std::string command = testing_places::program() + " convert " + arguments + " 2>&1";
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string output;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) {
    output.append(buffer, count);
  }
  const int status = ::pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

TEST(Convert, TurnsEachFormIntoTheOthers) {
  const std::string sgf = "(;FF[4]CA[UTF-8]AP[Losange]GM[11]SZ[9];B[a3];W[swap-pieces];B[f6])\n";
  EXPECT_EQ(convert("'a3 swap f6' --size 9").output, sgf);
  EXPECT_EQ(convert("'#9,a3:sf6' --to moves").output, "a3 swap f6\n");
  EXPECT_EQ(convert("'" + sgf + "' --to hexworld").output,
            "https://hexworld.org/board/#9,a3:sf6\n");
}

TEST(Convert, WritesToAFileAndReadsItAgain) {
  const auto path = testing_files::temporary("convert.sgf");
  const Ran ran = convert("'#11r9c1,a3b4,c5:rw' --out " + path.string());
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.output, "losange: wrote " + path.string() + "\n");
  EXPECT_THAT(base::read_file(path), HasSubstr("RE[B+Resign]"));
  EXPECT_EQ(convert(path.string() + " --to hexworld").output,
            "https://hexworld.org/board/#11r9c1,a3b4c5:rw\n");
  std::filesystem::remove(path);
}

TEST(Convert, TakesEveryGameOfAFileOrTheOneThatIsPicked) {
  const auto sgf = testing_files::temporary("two.sgf"), pdn = testing_files::temporary("two.pdn");
  base::write_file(sgf, "(;GM[11]SZ[5];B[a3];W[c3])\n(;GM[11]SZ[4];B[b2])\n");
  base::write_file(pdn, "[GameType \"20\"]\n1. 32-28 19-23 *\n\n[GameType \"20\"]\n1. 34-30 *\n");
  EXPECT_EQ(convert(sgf.string()).output,
            "(;FF[4]CA[UTF-8]AP[Losange]GM[11]SZ[5];B[a3];W[c3])\n"
            "(;FF[4]CA[UTF-8]AP[Losange]GM[11]SZ[4];B[b2])\n");
  EXPECT_EQ(convert(sgf.string() + " --to moves").output, "a3 c3\nb2\n");
  EXPECT_EQ(convert(sgf.string() + " --to hexworld --pick 2").output,
            "https://hexworld.org/board/#4,b2\n");
  EXPECT_EQ(convert(pdn.string() + " --to moves").output, "32-28 19-23\n34-30\n");
  const auto again = testing_files::temporary("again.pdn");
  base::write_file(again, convert(pdn.string()).output);
  EXPECT_EQ(convert(again.string() + " --to moves").output, "32-28 19-23\n34-30\n");
  const Ran none = convert(sgf.string() + " --pick 3");
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.output, HasSubstr("there is no game 3: choose one from 1 to 2"));
  // The second is broken: all of them cannot be had, the first can.
  base::write_file(sgf, "(;GM[11]SZ[5];B[a3];W[c3])\n(;GM[11]SZ[4];B[z9])\n");
  EXPECT_EQ(convert(sgf.string()).code, 1);
  EXPECT_EQ(convert(sgf.string() + " --pick 1 --to moves").output, "a3 c3\n");
  for (const auto& path : {sgf, pdn, again}) std::filesystem::remove(path);
}

TEST(Convert, SaysWhatStaysBehind) {
  const Ran ran = convert("'(;SZ[5];B[a1](;W[b2])(;W[b3]))' --to moves");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.output, HasSubstr("a1 b2\n"));
  EXPECT_THAT(ran.output, HasSubstr("need --to sgf"));
}

TEST(Convert, WritesWhatTheNameOfTheFileSays) {
  const auto svg = testing_files::temporary("end.svg"), png = testing_files::temporary("end.png");
  const auto game = testing_files::temporary("game.sgf");
  EXPECT_EQ(convert("'a3 f6 b2' --size 7 --out " + svg.string()).output,
            "losange: wrote " + svg.string() + "\n");
  const std::string picture = base::read_file(svg);
  EXPECT_THAT(picture, HasSubstr("<svg "));
  EXPECT_THAT(picture, HasSubstr("Hex 7x7, 3 moves"));
  const Ran refused = convert("'a3 f6' --out " + png.string());
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.output, HasSubstr("name a file .sgf, .pdn, .fen or .svg"));
  EXPECT_FALSE(std::filesystem::exists(png));
  EXPECT_EQ(convert("'a3 f6' --to moves --out " + png.string()).code, 0);
  EXPECT_EQ(base::read_file(png), "a3 f6\n");
  EXPECT_EQ(convert("'32-28 18-22' --game draughts --out " + svg.string()).code, 0);
  EXPECT_THAT(base::read_file(svg), HasSubstr(">international draughts 10x10, 2 moves</text>"));

  const std::string two = "(;GM[11]SZ[5];B[a3];W[c3])\n(;GM[11]SZ[4];B[b2])\n";
  base::write_file(game, two);
  EXPECT_THAT(convert(game.string() + " --out " + svg.string()).output, HasSubstr("--pick"));
  EXPECT_EQ(convert(game.string() + " --pick 2 --out " + svg.string()).code, 0);
  EXPECT_THAT(convert(game.string() + " --pick 2 --out " + game.string()).output,
              HasSubstr("named twice"));
  EXPECT_EQ(base::read_file(game), two);
}

TEST(Convert, TellsMistakesFromWrongUse) {
  EXPECT_EQ(convert("missing.sgf").code, 1);
  EXPECT_EQ(convert("'a3 a3'").code, 1);
  EXPECT_EQ(convert("a3 --out /no/such/folder/x.sgf").code, 1);
  EXPECT_EQ(convert("a3 --to pdf").code, 2);
  EXPECT_EQ(convert("").code, 2);
}

}  // namespace
}  // namespace losange
