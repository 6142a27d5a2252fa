// Bounded random runs of the HTP server: whatever comes in, every command gets exactly one reply with
// exact framing, in order, and the server lives. fuzz/htp_fuzz.cpp goes on from here without a bound.
#include <gtest/gtest.h>

#include <sstream>

#include "base/random.h"
#include "protocol/htp_server.h"

namespace losange::protocol {
namespace {

std::string serve(const std::string& input, bool swap) {
  HtpSetup setup;
  setup.player = players::PlayerSpec::parse("random");
  setup.size = 3;
  setup.swap = swap;
  std::ostringstream log, out;
  HtpEngine engine(setup, "test", log);
  std::istringstream in(input);
  StreamSource source(in);
  serve_htp(engine, source, out);
  return out.str();
}

// The first lines of the replies, or a failure of the test where the framing is wrong.
std::vector<std::string> split_replies(const std::string& out) {
  std::vector<std::string> replies;
  std::istringstream lines(out);
  std::string line;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (!inside) {
      EXPECT_TRUE(!line.empty() && (line[0] == '=' || line[0] == '?')) << out;
      EXPECT_NE(line.find(' '), std::string::npos) << out;
      replies.push_back(line);
    }
    inside = !line.empty();
  }
  EXPECT_FALSE(inside) << out;
  EXPECT_TRUE(out.empty() || out.ends_with("\n\n")) << out;
  return replies;
}

// The ids of the commands that must be answered, up to quit.
std::vector<std::string> expected_ids(const std::string& input) {
  std::vector<std::string> ids;
  std::istringstream lines(input);
  std::string line;
  while (std::getline(lines, line)) {
    const auto command = parse_command(line);
    if (!command) continue;
    ids.push_back(command->id);
    if (command->name == "quit" && command->arguments.empty()) break;
  }
  return ids;
}

void check(const std::string& input, bool swap) {
  const auto replies = split_replies(serve(input, swap));
  const auto ids = expected_ids(input);
  ASSERT_EQ(replies.size(), ids.size()) << input;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    EXPECT_EQ(replies[i].substr(1, replies[i].find(' ') - 1), ids[i]) << input;
  }
}

TEST(HtpFuzz, RandomBytes) {
  base::Random random(7);
  const std::string_view likely = "\n\n # \"\\01play b\tgenmove";
  for (int run = 0; run < 1500; ++run) {
    std::string input;
    for (std::uint32_t i = random.below(120); i > 0; --i) {
      input += random.below(3) == 0 ? static_cast<char>(random.below(256))
                                    : likely[random.below(static_cast<std::uint32_t>(likely.size()))];
    }
    check(input, false);
    ASSERT_FALSE(HasFailure());
  }
}

TEST(HtpFuzz, RandomCommands) {
  // File commands are left out: what files hold is not this test's to choose.
  const std::vector<std::string> commands{
      "protocol_version", "name", "version", "known_command", "list_commands", "help", "boardsize",
      "clear_board", "play", "play", "play", "play", "undo", "genmove", "genmove", "genmove",
      "reg_genmove", "showboard", "final_score", "all_legal_moves", "play-game", "time_left",
      "time_settings", "hexgui-analyze_commands", "losange-values", "losange-pv", "param_game",
      "param_random", "get_random_seed", "set_random_seed", "echo", "cputime", "gogui-interrupt",
      "loadsgf", "exec", "quit", "nothing", "# interrupt", "#"};
  const std::vector<std::string> words{
      "b", "w", "black", "WHITE", "a1", "a2", "a3", "b1", "B2", "b3", "c1", "c2", "c3", "z99", "swap",
      "swap-pieces", "swap-sides", "resign", "pass", "0", "1", "2", "3", "5", "19", "20", "-1", "1e9",
      "0.01", "allow_swap", "swap_kind", "sides", "mirror", "game_time", "on_little_golem", "max_time",
      "nodes", "threads", "99999999999999999999", "\"\"", "# x"};
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
    check(input, run % 2 == 0);
    ASSERT_FALSE(HasFailure());
  }
}

}  // namespace
}  // namespace losange::protocol
