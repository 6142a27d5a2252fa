// Options that are no numbers, with values that cannot be: real processes, for what only running shows. Exit code 1 or
// 2, one line that says what is wrong, and nothing left behind. The options are found by walking the program; numbers
// and empty texts are tried there without processes (tests/unit/commands/options_test.cpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/text.h"
#include "lone_program.h"
#include "read_only_program.h"
#include "shell.h"
#include "temporary.h"

namespace losange {
namespace {

// A path that can neither be read nor made: /dev/null is no folder.
constexpr const char* kNoPath = "/dev/null/none";

// What cannot be, by the kind of value that --help shows.
const std::map<std::string, std::string>& impossible() {
  static const std::map<std::string, std::string> values{
      {"FILE", kNoPath},      {"DIR", kNoPath},      {"FOLDER", kNoPath},
      {"LOG", kNoPath},       {"PAGE", kNoPath},     {"GAME", kNoPath},
      {"INPUT", kNoPath},     {"POSITION", kNoPath}, {"SET", kNoPath},
      {"PLAYER", "chess"},    {"SPEC", "chess"},     {"CLOCK", "never"},
      {"RULES", "chess"},     {"LIST", "x"},         {"FEN", "x"},
      {"HOST[:PORT]", "a:b"}, {"ADDRESS", "::g"},    {"RUNTIME", "abacus"},
      {"", "chess"},          {"LEAST-MOST", "x"},   {"SIZES", "x"},
      {"FORM", "x"},          {"TREE", "x"},         {"ELO0,ELO1[,ALPHA,BETA]", "x"}};
  return values;
}

// What a command needs beside the option in order to get to it, and to be quick if it should pass.
const std::map<std::string, std::string>& beside() {
  static const std::map<std::string, std::string> words{
      {"match", "random random --size 3 --games 2"},
      {"match --plot", "random random random --tournament --size 3 --games 2"},
      {"match SPEC", "--size 3 --games 2"},
      {"play", "--size 3 --no-swap --quiet --black random --white random"},
      {"play --player", "--size 3"},
      {"play --black", "--size 3"},
      {"play --white", "--size 3"},
      {"perft", "--depth 1"},
      {"study", "--size 3"},
      {"solve", "--size 3"},
      {"review", "b2 --size 3 --visits 1 --player mcts"},
      {"review --player", "b2 --size 3"},
      {"review file", "--size 3 --player mcts"},
      {"solve --svg", "--size 3 --all"},
      {"web", "--port 0 --no-browser"},
      {"endings", "--pieces 2"},
      {"selfplay", "--games 1 --sizes 3 --nodes 1"},
      {"train", "--rounds 1 --sizes 3:1 --blocks 1 --channels 4 --games 2 --steps 2 --batch 2"},
      {"train --variant", "--game draughts --minutes 0.001"},
      {"train --sizes", "--rounds 1"},
      {"train --data", "--method value-fit"},
      {"book learn", "--scenarios 1 --size 2"},
      {"book merge", "a.book"},
      {"convert --out", "a3"},
      {"openings", "--size 3 --count 1 --visits 1"},
      {"openings --stones", "--size 3 --count 1 --visits 1 --output made.txt"},
      {"dxp --fen", "--connect localhost:1"},
      {"dxp", "--port 0"},
      {"dxp --out", "--connect localhost:1 --patience 1"},
      {"dxp --connect", ""},
  };
  return words;
}

struct TextOption {
  std::string command, option, kind;
};

void add_texts(CLI::App& app, const std::string& words, std::vector<TextOption>& found) {
  for (CLI::Option* option : app.get_options()) {
    const std::string kind = option->get_type_name();
    const bool flag = option->get_items_expected_max() == 0;
    const bool number_or_choice = kind.find(":{") != kind.npos || kind.find(" to ") != kind.npos ||
                                  kind.starts_with("INT") || kind.starts_with("UINT") ||
                                  kind.starts_with("FLOAT") || kind.starts_with("BOOLEAN") ||
                                  kind.starts_with("N:");
    if (!flag && !number_or_choice) found.push_back({words, option->get_name(), kind});
  }
  for (CLI::App* command : app.get_subcommands({})) {
    add_texts(*command, words + (words.empty() ? "" : " ") + command->get_name(), found);
  }
}

TEST(BadTexts, EveryKindOfValueHasOneThatCannotBe) {
  testing_program::ReadOnly program;
  std::vector<TextOption> texts;
  add_texts(program, "", texts);
  for (const auto& text : texts) {
    EXPECT_TRUE(impossible().contains(text.kind))
        << text.command << " " << text.option << ": declare what '" << text.kind
        << "' is with type_name(), and give a bad value of that kind here";
  }
  EXPECT_GE(texts.size(), 60u);
}

class BadTexts : public testing::TestWithParam<std::string> {
 protected:
  BadTexts() { std::filesystem::create_directories(folder_); }
  ~BadTexts() override { std::filesystem::remove_all(folder_); }

  std::string words_for(const TextOption& text) const {
    for (const auto& key : {text.command + " " + text.option, text.command}) {
      const auto found = beside().find(key);
      if (found != beside().end()) return found->second;
    }
    return "";
  }

  void try_one(const TextOption& text) const {
    const bool positional = !text.option.starts_with("-");
    const std::string value = impossible().at(text.kind);
    const std::string line =
        text.command + " " + words_for(text) + (positional ? " " : " " + text.option + " ") + value;
    const auto ran =
        testing_files::run_shell(folder_, program_.path() + " " + line + " </dev/null");
    EXPECT_TRUE(ran.code == 1 || ran.code == 2) << line << ": code " << ran.code;
    EXPECT_EQ(base::split(ran.err, '\n').size(), 2u) << line << ": " << ran.err;
    EXPECT_TRUE(ran.err.starts_with("losange: ")) << line << ": " << ran.err;
    EXPECT_EQ(ran.err.find("unexpected"), std::string::npos) << line << ": " << ran.err;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      const auto name = entry.path().filename();
      EXPECT_TRUE(name == "stdout" || name == "stderr") << line << " left " << name;
      if (name != "stdout" && name != "stderr") std::filesystem::remove_all(entry.path());
    }
  }

  testing_places::LoneProgram program_;
  std::filesystem::path folder_ = testing_files::temporary("bad_texts");
};

TEST_P(BadTexts, AreRefusedInOneLineAndLeaveNothing) {
  testing_program::ReadOnly program;
  std::vector<TextOption> texts;
  add_texts(*program.get_subcommand(GetParam()), GetParam(), texts);
  for (const auto& text : texts) {
    if (impossible().contains(text.kind)) try_one(text);
  }
}

// All that take one, so that a new one is not forgotten.
std::vector<std::string> commands_with_texts() {
  testing_program::ReadOnly program;
  std::vector<std::string> names;
  for (CLI::App* command : program.get_subcommands({})) {
    std::vector<TextOption> texts;
    add_texts(*command, command->get_name(), texts);
    if (!texts.empty()) names.push_back(command->get_name());
  }
  return names;
}
INSTANTIATE_TEST_SUITE_P(Commands, BadTexts, testing::ValuesIn(commands_with_texts()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace losange
