// HTP: every command is answered whatever happens inside the player, and the next one finds the game whole.
#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

#include "protocol/htp/server.h"
#include "scripted_player.h"

namespace losange::protocol {
namespace {

std::string replies(const testing_players::Choice& choice, const std::string& commands) {
  HtpSetup setup;
  setup.player = players::PlayerSpec::parse("random");
  setup.size = 3;
  setup.make_player = [&](const auto&) { return testing_players::scripted(choice); };
  std::ostringstream log, out;
  HtpEngine engine(setup, "test", log);
  std::istringstream in(commands);
  StreamSource source(in);
  Inbox inbox(source, {});
  serve_htp(engine, inbox, out);
  return out.str();
}

TEST(HtpAnswers, APlayerThatFailsIsAnswered) {
  const std::string searches =
      "1 genmove b\n2 reg_genmove w\n3 losange-values b\n4 losange-pv w\n5 gogui-gfx-analyze b\n"
      "6 name\n";
  const auto told = [](const std::string& text) {
    std::string all;
    for (const char* id : {"1", "2", "3", "4", "5"}) all += "?" + (id + (" " + text)) + "\n\n";
    return all + "=6 Losange\n\n";
  };
  EXPECT_EQ(
      replies([](auto&&...) -> players::Answer { throw std::runtime_error("broken"); }, searches),
      told("broken"));
  EXPECT_EQ(replies([](auto&&...) -> players::Answer { throw 7; }, searches),
            told("unexpected error"));
  // A move against the rules is not played.
  EXPECT_EQ(replies([](auto&&...) { return testing_players::answer("z9"); },
                    "genmove b\nall_legal_moves\n")
                .substr(0, 2),
            "? ");
}

TEST(HtpAnswers, ABoundIsNotSaidAsAChance) {
  const auto text = replies(
      [](auto&&...) {
        auto answer = testing_players::answer("a1");
        answer.report.lines = {{"a1", 0.2, 5, false, {"a1"}},
                               {"b2", -0.04, 5, false, {"b2"}, true}};
        return answer;
      },
      "losange-values b\ngogui-gfx-analyze b\n");
  EXPECT_TRUE(text.starts_with("= a1 60 b2 <=48\n\n")) << text;
  EXPECT_NE(text.find("move a1 visits 5 winrate 0.6000"), std::string::npos) << text;
  EXPECT_EQ(text.find("move b2"), std::string::npos) << "the live format has no word for a bound";
}

TEST(HtpAnswers, PonderingThatFailsHarmsNobody) {
  int calls = 0;
  const auto text = replies(
      [&](auto&&...) -> players::Answer {
        if (++calls % 2 == 0) throw 7;  // every second call ponders
        return testing_players::answer(calls == 1 ? "a1" : "b2");
      },
      "param_game ponder 1\ngenmove b\ngenmove w\n");
  EXPECT_EQ(text, "= \n\n= a1\n\n= b2\n\n");
}

}  // namespace
}  // namespace losange::protocol
