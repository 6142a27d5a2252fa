// Solved endings as players get them: read, solved in the background, damaged, and never waited for on a clock.
#include "players/told/endings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/system/file.h"
#include "draughts/text/draughts.h"
#include "draughts/text/fen.h"
#include "players/registry.h"
#include "temporary.h"

namespace losange::players {
namespace {

using testing::HasSubstr;

// A folder of this user that is empty.
class EndingsOfAUser : public testing::Test {
 protected:
  EndingsOfAUser() { ::setenv("XDG_DATA_HOME", folder_.c_str(), 1); }
  ~EndingsOfAUser() override {
    listen_to_endings({});
    ::unsetenv("XDG_DATA_HOME");
    std::filesystem::remove_all(folder_);
  }

  static const Endings::Variant& small_board() {
    return draughts::variant<draughts::Bits64>(draughts::find_rules("international"), 6);
  }

  std::filesystem::path folder_ = testing_files::temporary("endings");
};

TEST_F(EndingsOfAUser, AreSolvedOnceAndKept) {
  const auto file = draughts::Bitbase::file(small_board(), 3);
  std::atomic<std::uint64_t> done = 0, total = 0;
  listen_to_endings({.progress = [&](const EndingsNews& news) {
    done = news.done;
    total = news.total;
    EXPECT_EQ(news.name, "international draughts on 6x6, 3 pieces");
  }});
  const auto base = Endings::of(small_board(), 3)->wait({});
  ASSERT_TRUE(base);
  EXPECT_EQ(total, base->slots());
  EXPECT_EQ(done, total);
  EXPECT_TRUE(std::filesystem::exists(file));
  done = 0;
  EXPECT_TRUE(Endings::of(small_board(), 3)->wait({}));
  EXPECT_EQ(done, 0u) << "nothing was solved again";
}

TEST_F(EndingsOfAUser, ADamagedFileIsToldAndMadeAgain) {
  const auto file = draughts::Bitbase::file(small_board(), 2);
  std::filesystem::create_directories(file.parent_path());
  base::write_file(file, "no endings");
  std::string told;
  listen_to_endings({.trouble = [&](const std::string& text) { told += text; }});
  EXPECT_TRUE(Endings::of(small_board(), 2)->wait({}));
  EXPECT_THAT(told, HasSubstr(file.string()));
  EXPECT_NO_THROW(draughts::Bitbase::read(small_board(), 2, base::read_file(file)));
}

TEST_F(EndingsOfAUser, AFolderThatCannotBeWrittenIsTold) {
  base::write_file(folder_, "a file where a folder should be");
  std::string told;
  listen_to_endings({.trouble = [&](const std::string& text) { told += text; }});
  // Of a board that no other test has: its endings may still be at hand.
  const auto& board = draughts::variant<draughts::Bits64>(draughts::find_rules("english"), 8);
  EXPECT_TRUE(Endings::of(board, 2)->wait({})) << "they serve all the same";
  EXPECT_NE(told, "");
}

// Without a clock the answer is the same whether they were there or had to be solved first.
TEST_F(EndingsOfAUser, WithoutAClockTheAnswerRepeats) {
  const draughts::Config config{&draughts::find_rules("international"), 6};
  game::GameRecord record(draughts::setup_of(config));
  draughts::set_start(record, config, "W:WK16,K17:BK2");
  search::Limits limits;
  limits.nodes = 300;
  const auto report = [&](const char* spec) {
    const auto answer = make_player(spec)->choose(record, limits, {}, {});
    return std::tuple(answer.move, answer.report.score, answer.report.nodes);
  };
  const auto before = report("draughts:endings=3,table=1");
  EXPECT_EQ(report("draughts:endings=3,table=1"), before);
  EXPECT_NE(report("draughts:endings=0,table=1"), before) << "they were looked up";
}

}  // namespace
}  // namespace losange::players
