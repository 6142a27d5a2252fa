// Scripts in, exact text out: every tests/protocol/data/NAME.htp has its NAME.expected beside it.
// The hash of a position and the processor time are the only things that may differ.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "base/system/file.h"
#include "places.h"
#include "protocol/htp/server.h"
#include "temporary.h"

namespace losange::protocol {
namespace {

const std::filesystem::path kData =
    std::filesystem::path(testing_places::source()) / "tests/protocol/data";

std::string run_script(const std::string& script,
                       const std::string& player = "montecarlo:playouts=200") {
  HtpSetup setup;
  setup.player = players::PlayerSpec::parse(player);
  setup.limits.seed = 1;
  std::ostringstream log, out;
  HtpEngine engine(setup, "1.2.3", log);
  std::istringstream in(std::regex_replace(script, std::regex("DATA"), kData.string()));
  StreamSource source(in);
  Inbox inbox(source, {});
  serve_htp(engine, inbox, out);
  return out.str();
}

std::string without_what_varies(std::string text) {
  text = std::regex_replace(text, std::regex("(^|\n)  [0-9a-f]{16}\n"), "$1  HASH\n");
  text = std::regex_replace(text, std::regex("= [0-9]+\\.[0-9]{3}\n"), "= CPUTIME\n");
  return std::regex_replace(text, std::regex(kData.string()), "DATA");
}

class HtpScript : public testing::TestWithParam<std::string> {};

TEST_P(HtpScript, AnswersExactly) {
  const std::string script = base::read_file(kData / (GetParam() + ".htp"));
  const std::string expected = base::read_file(kData / (GetParam() + ".expected"));
  EXPECT_EQ(without_what_varies(run_script(script)), expected);
}

std::vector<std::string> scripts() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kData)) {
    if (entry.path().extension() == ".htp") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Data, HtpScript, testing::ValuesIn(scripts()),
                         [](const auto& info) { return info.param; });

std::string protocol_page() {
  return base::read_file(std::filesystem::path(testing_places::source()) / "docs/protocol.md");
}

// An example is a block marked htp: lines after "> " are sent to a fresh server, the rest is its
// output.
TEST(HtpServer, AnswersAsTheExamplesOfTheProtocolPage) {
  std::istringstream page(protocol_page());
  std::string line, script, expected;
  bool inside = false;
  int examples = 0;
  const auto comparable = [](const std::string& text) {
    return std::regex_replace(without_what_varies(text), std::regex("= [0-9]+(\\.[0-9]+){2}\n"),
                              "= VERSION\n");
  };
  while (std::getline(page, line)) {
    if (line == "```htp") {
      inside = true;
      script = expected = "";
    } else if (inside && line == "```") {
      inside = false;
      ++examples;
      EXPECT_EQ(comparable(run_script(script)), comparable(expected + "\n")) << script;
    } else if (inside) {
      const bool sent = line.starts_with("> ");
      (sent ? script : expected) += line.substr(sent ? 2 : 0) + "\n";
    }
  }
  EXPECT_GT(examples, 20);
}

TEST(HtpServer, ListsExactlyTheCommandsOfTheProtocolPage) {
  const std::string page = protocol_page();
  std::istringstream list(run_script("list_commands"));
  std::string name, sign;
  list >> sign;
  int count = 0;
  while (list >> name) {
    ++count;
    if (name == "param_montecarlo") name = "param_PLAYER";
    EXPECT_NE(page.find("### `" + name), std::string::npos) << name << " is not described";
  }
  int described = 0;
  for (auto at = page.find("\n### `"); at != std::string::npos; at = page.find("\n### `", at + 1)) {
    ++described;
  }
  EXPECT_EQ(described, count);
}

TEST(HtpServer, ReadsNothingAfterQuit) {
  EXPECT_EQ(run_script("quit\nname\n"), "= \n\n");
  EXPECT_EQ(run_script("quit now\nname\n"), "? no arguments allowed\n\n= Losange\n\n");
}

TEST(HtpServer, TheLastLineNeedsNoNewline) { EXPECT_EQ(run_script("3 name"), "=3 Losange\n\n"); }

TEST(HtpServer, RefusesALineThatIsTooLong) {
  EXPECT_EQ(run_script("5 echo " + std::string(kLongestHtpLine, 'x') + "\nname\n"),
            "?5 the line is longer than 65536 characters\n\n= Losange\n\n");
}

// Each of these ends because the interrupt ends a search of an hour.
TEST(HtpServer, AnInterruptStopsWhatWasSentBeforeIt) {
  const std::string out = run_script(
      "boardsize 5\nparam_montecarlo max_time 3600\ngenmove b\n# interrupt\nname\n", "montecarlo");
  EXPECT_TRUE(out.ends_with("= Losange\n\n")) << out;
}

// The blocks of live graphics in an answer, each without its first two lines.
std::vector<std::string> live_blocks(const std::string& out) {
  const std::string start = "gogui-gfx:\nkata\n";
  std::vector<std::string> blocks;
  for (auto at = out.find(start); at != std::string::npos; at = out.find(start, at + 1)) {
    const auto begin = at + start.size();
    blocks.push_back(out.substr(begin, out.find("\n\n", begin) - begin));
  }
  return blocks;
}

TEST(HtpServer, ShowsASearchWhileItRuns) {
  const std::string out = run_script(
      "boardsize 9\nparam_mcts max_time 0.5\ngogui-gfx-analyze b\nname\n", "mcts:early=false");
  EXPECT_TRUE(out.ends_with("\n\n= \n\n= Losange\n\n")) << out;
  const auto blocks = live_blocks(out);
  EXPECT_GE(blocks.size(), 2u);
  const std::regex tokens(
      "(info move [a-i][1-9] visits [0-9]+ winrate [01]\\.[0-9]{4} scoreLead 0 order [0-9]+ ?)+");
  for (const auto& block : blocks) EXPECT_TRUE(std::regex_match(block, tokens)) << block;
}

TEST(HtpServer, AnInterruptEndsTheAnalysis) {
  const std::string out = run_script(
      "boardsize 9\nparam_mcts max_time 3600\ngogui-gfx-analyze w\n# interrupt\nname\n", "mcts");
  EXPECT_TRUE(out.ends_with("\n\n= \n\n= Losange\n\n")) << out;
  EXPECT_FALSE(live_blocks(out).empty());
}

TEST(HtpServer, ListsVisitsOfThePlayerInForce) {
  const std::string out =
      run_script("boardsize 4\nplay b b2\nparam_mcts inferior 0\nlosange-visits w\n", "mcts");
  EXPECT_TRUE(std::regex_search(out, std::regex("\n= ([a-d][1-4] [0-9]+[kM]? ?)+\n\n$"))) << out;
}

TEST(HtpServer, MarksInferiorCellsForEitherColour) {
  const std::string board = "boardsize 5\nplay-game c3 b4 d2\n";
  const std::string white = run_script(board + "compute-inferior w\n");
  EXPECT_NE(white.find(" e2 iv[d3] "), std::string::npos) << white;
  const std::string black = run_script(board + "compute-inferior b\n");
  EXPECT_NE(black.find(" d3 id[e3] "), std::string::npos) << black;
  EXPECT_EQ(black.find("c3"), std::string::npos) << "a stone is no inferior cell: " << black;
  EXPECT_TRUE(run_script("boardsize 2\nplay b b1\nplay b b2\ncompute-inferior w\n")
                  .ends_with("? the game is over: no cell matters any more\n\n"));
}

TEST(HtpServer, AFileThatRunsItselfEnds) {
  const auto path = testing_files::temporary("itself.txt");
  base::write_file(path, "exec " + path.string() + "\n");
  const std::string out = run_script("exec " + path.string() + "\nname\n");
  std::filesystem::remove(path);
  EXPECT_TRUE(out.starts_with("? ")) << out;
  EXPECT_TRUE(out.ends_with("8 deep\n\n= Losange\n\n")) << out;
}

TEST(HtpServer, APersonCannotPlay) {
  EXPECT_THROW(run_script("name", "human"), base::UserError);
  EXPECT_THROW(run_script("name", "hybrid:random"), base::UserError);
}

}  // namespace
}  // namespace losange::protocol
