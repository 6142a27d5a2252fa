// Endings that nobody has solved yet: the program plays without them as long as its clock runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "places.h"
#include "shell.h"
#include "temporary.h"

namespace losange {
namespace {

using testing::HasSubstr;
using testing::Not;

// A user who has none. The endings of 10x10 take many seconds: where no file is left, no move waited for them.
class EndingsOfANewUser : public testing::Test {
 protected:
  EndingsOfANewUser() { std::filesystem::create_directories(folder_); }
  ~EndingsOfANewUser() override { std::filesystem::remove_all(folder_); }

  testing_files::Ran run(const std::string& input, const std::string& arguments) const {
    return testing_files::run_shell(folder_, "export XDG_DATA_HOME=" + folder_.string() +
                                                 "; printf '" + input + "' | " +
                                                 testing_places::program() + " " + arguments);
  }
  bool solved() const { return std::filesystem::exists(folder_ / "losange" / "endings"); }

  const std::string kings_ = "pos pos=WB" + std::string(46, 'e') + "WWe\\n";
  std::filesystem::path folder_ = testing_files::temporary("new_user");
};

TEST_F(EndingsOfANewUser, AMoveOnAClockDoesNotWait) {
  for (const char* level : {"level move-time=0.02", "level time=2 inc=0", "level moves=9 time=1"}) {
    const auto ran = run("init\\n" + kings_ + level + "\\ngo think\\n", "hub");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("done move=")) << level;
    EXPECT_FALSE(solved()) << level;
  }
}

TEST_F(EndingsOfANewUser, AMoveThatIsStoppedDoesNotWait) {
  const auto ran = run("init\\n" + kings_ + "level nodes=100000000000\\ngo think\\nstop\\n" +
                           kings_ + "level infinite\\ngo analyze\\nstop\\nquit\\n",
                       "hub");
  EXPECT_NE(ran.out.find("done move="), ran.out.rfind("done move=")) << ran.out;
  EXPECT_FALSE(solved());
}

TEST_F(EndingsOfANewUser, AreSolvedAheadByACommand) {
  EXPECT_THAT(run("", "endings --size 6 --pieces 3").out, HasSubstr("up to 3 pieces solved\n"));
  EXPECT_TRUE(solved());
  EXPECT_THAT(run("", "endings --size 6 --pieces 3").out, HasSubstr("were solved before\n"));
  EXPECT_THAT(run("", "endings --variant frisian").err, HasSubstr("has no solved endings"));
}

// Its plies are few, and were measured without endings.
TEST_F(EndingsOfANewUser, AMatchOfLevelsWithoutAClockSolvesNone) {
  const auto ran = run("",
                       "match --game draughts draughts:level=3,table=1 draughts:level=1,table=1 "
                       "--games 2 --seed 1");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_FALSE(solved());
  EXPECT_THAT(ran.err, Not(HasSubstr("endings")));
}

TEST_F(EndingsOfANewUser, AMatchIsNotLostOnTime) {
  // This level needs next to no time, and less than endings do.
  const auto ran = run("",
                       "match --game draughts draughts:level=2,table=1 random --games 2 --seed 1 "
                       "--clock 8+0 --out match");
  EXPECT_EQ(ran.code, 0) << ran.err;
  const auto games = base::read_file(folder_ / "match" / "games.jsonl");
  EXPECT_THAT(games, Not(HasSubstr("\"time\"")));
}

}  // namespace
}  // namespace losange
