// Bounded random runs of the HTP server; fuzz/htp_fuzz.cpp goes on from here without a bound.
#include <gtest/gtest.h>

#include "base/random.h"
#include "htp_replies.h"

namespace losange {
namespace {

TEST(HtpFuzz, RandomBytes) {
  base::Random random(7);
  const std::string_view likely = "\n\n # \"\\01play b\tgenmove";
  for (int run = 0; run < 1500; ++run) {
    std::string input;
    for (std::uint32_t i = random.below(120); i > 0; --i) {
      input += random.below(3) == 0
                   ? static_cast<char>(random.below(256))
                   : likely[random.below(static_cast<std::uint32_t>(likely.size()))];
    }
    ASSERT_EQ(testing_formats::htp_problem(input, false), "");
  }
}

TEST(HtpFuzz, RandomCommands) {
  // File commands are left out: what files hold is not this test's to choose.
  const std::vector<std::string> commands{"protocol_version",
                                          "name",
                                          "version",
                                          "known_command",
                                          "list_commands",
                                          "help",
                                          "boardsize",
                                          "clear_board",
                                          "play",
                                          "play",
                                          "play",
                                          "play",
                                          "undo",
                                          "genmove",
                                          "genmove",
                                          "genmove",
                                          "reg_genmove",
                                          "showboard",
                                          "final_score",
                                          "all_legal_moves",
                                          "play-game",
                                          "time_left",
                                          "time_settings",
                                          "hexgui-analyze_commands",
                                          "losange-values",
                                          "losange-pv",
                                          "param_game",
                                          "param_random",
                                          "get_random_seed",
                                          "set_random_seed",
                                          "echo",
                                          "cputime",
                                          "gogui-interrupt",
                                          "loadsgf",
                                          "exec",
                                          "quit",
                                          "nothing",
                                          "# interrupt",
                                          "#"};
  const std::vector<std::string> words{"b",
                                       "w",
                                       "black",
                                       "WHITE",
                                       "a1",
                                       "a2",
                                       "a3",
                                       "b1",
                                       "B2",
                                       "b3",
                                       "c1",
                                       "c2",
                                       "c3",
                                       "z99",
                                       "swap",
                                       "swap-pieces",
                                       "swap-sides",
                                       "resign",
                                       "pass",
                                       "0",
                                       "1",
                                       "2",
                                       "3",
                                       "5",
                                       "19",
                                       "20",
                                       "-1",
                                       "1e9",
                                       "0.01",
                                       "allow_swap",
                                       "swap_kind",
                                       "sides",
                                       "mirror",
                                       "game_time",
                                       "on_little_golem",
                                       "max_time",
                                       "nodes",
                                       "threads",
                                       "99999999999999999999",
                                       "\"\"",
                                       "# x"};
  const auto pick = [](const auto& from, base::Random& random) {
    return from[random.below(static_cast<std::uint32_t>(from.size()))];
  };
  base::Random random(11);
  for (int run = 0; run < 1500; ++run) {
    std::string input;
    for (std::uint32_t line = random.below(60); line > 0; --line) {
      if (random.below(3) == 0) input += std::to_string(random.below(1000)) + " ";
      const std::string name = pick(commands, random);
      if (name == "quit" && random.below(4) != 0) continue;
      input += name;
      const bool move = name == "play" || name.ends_with("genmove");
      if (move) input += random.below(2) == 0 ? " b" : " w";
      for (std::uint32_t i = move ? (name == "play" ? 1 : 0) : random.below(4); i > 0; --i) {
        input += " " + pick(words, random);
      }
      input += "\n";
    }
    ASSERT_EQ(testing_formats::htp_problem(input, run % 2 == 0), "");
  }
}

}  // namespace
}  // namespace losange
