// Hub: what one session answers of boards that made trouble, one search after the other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "protocol/hub/engine.h"

namespace losange::protocol {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Session {
 public:
  explicit Session(const std::string& variant) {
    answers_to({"set-param name=variant value=" + variant, "init"});
  }
  // Searches finished.
  std::string answers_to(std::initializer_list<std::string> lines) {
    out_.str("");
    for (const auto& line : lines) engine_.handle(line);
    engine_.finish();
    return out_.str();
  }

 private:
  std::ostringstream out_;
  HubEngine engine_{out_, "1.2.3", {.endings = 0, .table_mib = 4}};
};

// The board alone is won in seven plies; this game is drawn after three more.
TEST(HubSession, AWonBoardBeforeTheEndOfTheCountIsNoWin) {
  Session session("english");
  EXPECT_THAT(session.answers_to(
                  {"pos pos=BeeeeeeeeeeBWBeeeeeeeeeeeWeeeeeee", "level depth=12", "go think"}),
              HasSubstr("score=999.00"));
  EXPECT_THAT(
      session.answers_to(
          {"pos pos=WeeWeeBeeeeeBeeeeeeeeeeeWeeeeeeee moves=\""
           "24-27 6-10 27-32 12-16 32-27 16-11 27-24 10-15 24-28 15-10 28-32 11-7 32-27 7-2 27-23 "
           "2-7 23-18 7-2 3-8 10-6 18-22 2-7 22-18 7-10 18-22 6-1 22-18 10-6 8-3 1-5 18-15 6-1 3-7 "
           "5-9 7-10 1-5 10-7 9-6 15-19 5-1 7-11 6-2 19-15 1-5 15-18 2-6 18-15 5-9 11-16 6-2 15-18 "
           "9-13 18-23 2-6 23-18 6-1 18-23 13-17 16-11 1-6 23-19 6-2 19-15 2-6 15-18 6-2 11-8 "
           "17-13 "
           "18-14 2-7 8-12 7-11 14-18 13-9 18-22 9-13 22-25\"",
           "level depth=12", "go think"}),
      AllOf(HasSubstr("info depth=12 score=0.00 "), Not(HasSubstr("999.00")),
            HasSubstr("done move=")));
}

// Captures that can be made in millions of orders: who walks them all is at it for minutes.
TEST(HubSession, CapturesInMillionsOfOrdersAreAnswered) {
  Session session("frisian");
  EXPECT_THAT(session.answers_to({"pos pos=WbeebeebebbbbbebbebebbeebeebebeebbbbbebebebbbeeeeeW",
                                  "level depth=2", "go think"}),
              HasSubstr("done move=50x"));
}

}  // namespace
}  // namespace losange::protocol
