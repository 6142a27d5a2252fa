// Every command line of the documents is one that the program takes: options it has, values in their range, players
// with settings they know. What stands for something else (FILE, N, …) stands for something that would do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/system/file.h"
#include "base/text.h"
#include "draughts/rules/rules.h"
#include "error_of.h"
#include "match/settings.h"
#include "places.h"
#include "players/kinds/settings.h"
#include "read_only_program.h"

namespace losange {
namespace {

struct CommandLine {
  std::string where, text;
  bool whole;  // a line of a block, to be copied; else a phrase, which may name a command alone
};

// Words as a shell would part them, up to the end of the command. Nothing where the shell would compute.
std::optional<std::vector<std::string>> shell_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  const auto end_word = [&] {
    if (inside) words.push_back(word);
    word.clear();
    inside = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '$' && quote != '\'') return std::nullopt;
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if ((c == '#' && !inside) || c == '|' || c == ';' || c == '>' || c == '<' || c == '&') {
      break;
    } else if (c == ' ') {
      end_word();
    } else {
      word += c;
      inside = true;
    }
  }
  end_word();
  return words;
}

// A part of capitals alone is a name for what the reader puts there: N, FILE, depth=D.
bool stands_for_something(std::string_view text) {
  std::string part;
  for (const char c : std::string(text) + ",") {
    if (c != ',' && c != ':' && c != '=') {
      part += c;
      continue;
    }
    const bool capitals = std::all_of(part.begin(), part.end(),
                                      [](char letter) { return letter >= 'A' && letter <= 'Z'; });
    if (capitals && !part.empty()) return true;
    part.clear();
  }
  return false;
}

bool begins_a_command(std::string_view text) {
  return text == "losange" || text == "./losange" || text.starts_with("losange ") ||
         text.starts_with("./losange ");
}

void add_phrases(const std::string& where, const std::string& line,
                 std::vector<CommandLine>& found) {
  const auto parts = base::split(line, '`');
  for (std::size_t i = 1; i < parts.size(); i += 2) {
    if (begins_a_command(parts[i])) found.push_back({where, parts[i], false});
  }
}

// Lines of code blocks, fenced or indented, joined where a backslash ends them; and phrases in the text.
std::vector<CommandLine> command_lines(const std::filesystem::path& file) {
  std::vector<CommandLine> found;
  bool fenced = false;
  int number = 0;
  std::string open;  // a command that the next line goes on with
  for (const auto& line : base::split(base::read_file(file), '\n')) {
    ++number;
    const std::string where = file.filename().string() + ":" + std::to_string(number);
    if (line.starts_with("```")) {
      fenced = !fenced;
      continue;
    }
    std::string text(base::trim(line));
    if (!fenced && !line.starts_with("    ")) {
      add_phrases(where, line, found);
      continue;
    }
    if (open.empty() && text.find("| losange ") != text.npos) {
      text = text.substr(text.find("| losange ") + 2);
    }
    if (open.empty() && text.starts_with("mpirun ") && text.find(" losange ") != text.npos) {
      text = text.substr(text.find(" losange ") + 1);
    }
    if (open.empty() && !begins_a_command(text)) continue;
    const bool goes_on = text.ends_with('\\');
    if (goes_on) text.pop_back();
    open += text;
    if (goes_on) continue;
    found.push_back({where, open, true});
    open.clear();
  }
  return found;
}

class Documents : public testing::Test {
 protected:
  // What is wrong with a command line; empty: nothing.
  std::string problem(const CommandLine& line) {
    auto words = shell_words(line.text);
    if (!words) return "";
    words->erase(words->begin());  // the program
    std::erase(*words, "…");
    std::erase(*words, "...");
    if (words->empty() || words->front() == "COMMAND") return "";
    if (words->front() == "package" && line.text.starts_with("./")) return "";  // the script's own
    for (auto& word : *words) {
      if (word.size() == 1 && stands_for_something(word)) word = "3";  // a number N, a player A
    }
    std::vector<std::string> reversed(words->rbegin(), words->rend());
    try {
      program_.parse(reversed);
    } catch (const testing_program::WouldRun&) {
      return problem_of_players();
    } catch (const CLI::Success&) {  // help and the version
    } catch (const CLI::RequiredError& error) {
      if (line.whole) return error.what();
    } catch (const CLI::ParseError& error) {
      return error.what();
    }
    return "";
  }

  // The players that the line read last names.
  std::string problem_of_players() {
    const CLI::App* app = &program_;
    while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
    const bool match = app->get_name() == "match";
    for (const CLI::Option* option : app->get_options()) {
      const std::string name = option->get_name();
      const bool names_players = (match && option->get_positional()) || name == "--player" ||
                                 name == "--black" || name == "--white" || name == "--standard";
      if (!names_players) continue;
      for (const auto& spec : option->results()) {
        if (spec == "3" || stands_for_something(spec)) continue;
        std::string told = testing_errors::error_of([&] { match::parse_entrant(spec, {}); });
        if (!told.empty()) return told;
      }
    }
    return "";
  }

  testing_program::ReadOnly program_;
};

std::vector<std::filesystem::path> documents() {
  const std::filesystem::path source = testing_places::source();
  std::vector<std::filesystem::path> files{source / "README.md", source / "CONTRIBUTING.md"};
  for (const auto& entry : std::filesystem::directory_iterator(source / "docs")) {
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  }
  return files;
}

TEST_F(Documents, EveryCommandLineIsOneTheProgramTakes) {
  int lines = 0;
  for (const auto& file : documents()) {
    for (const auto& line : command_lines(file)) {
      EXPECT_EQ(problem(line), "") << line.where << ": " << line.text;
      ++lines;
    }
  }
  EXPECT_GE(lines, 150);
}

TEST_F(Documents, WhatIsWrongWouldBeSeen) {
  const auto wrong = [&](const std::string& text) { return problem({"", text, true}); };
  EXPECT_NE(wrong("losange play --second negamax-mlp"), "");
  EXPECT_NE(wrong("losange play --size 20"), "");
  EXPECT_NE(wrong("losange match mcts:descent=5 random"), "");
  EXPECT_NE(wrong("losange net convert one.pt"), "");
  EXPECT_NE(wrong("losange swim"), "");
  EXPECT_EQ(wrong("losange match mcts \"htp:mohex --quiet@name=mohex\" --size 5   # a comment"),
            "");
}

// A board of another size is not another set of rules.
TEST(Claims, AllNameAsManySetsOfRulesAsThereAre) {
  const std::vector<std::string> numbers{"none", "one", "two",   "three", "four",
                                         "five", "six", "seven", "eight", "nine"};
  const std::string truth = numbers.at(draughts::all_rules().size());
  auto files = documents();
  files.push_back(std::filesystem::path(testing_places::source()) / "CHANGELOG.md");
  int claims = 0;
  for (const auto& file : files) {
    const auto words = base::split_words(base::read_file(file));
    for (std::size_t i = 1; i + 2 < words.size(); ++i) {
      if (words[i] != "sets" || words[i + 1] != "of" || !words[i + 2].starts_with("rules") ||
          std::find(numbers.begin(), numbers.end(), words[i - 1]) == numbers.end())
        continue;
      EXPECT_EQ(words[i - 1], truth) << file;
      ++claims;
    }
  }
  EXPECT_GE(claims, 4);
}

// The examples of --help are command lines too.
TEST_F(Documents, EveryExampleOfTheHelpIsOneTheProgramTakes) {
  int lines = 0;
  for (const CLI::App* command : program_.get_subcommands({})) {
    std::vector<const CLI::App*> all{command};
    for (const CLI::App* sub : command->get_subcommands({})) all.push_back(sub);
    for (const CLI::App* app : all) {
      for (const auto& line : base::split(app->get_footer(), '\n')) {
        const std::string text(base::trim(line));
        if (!text.starts_with("losange ")) continue;
        EXPECT_EQ(problem({app->get_name(), text, true}), "") << text;
        ++lines;
      }
    }
  }
  EXPECT_GE(lines, 8);
}

}  // namespace
}  // namespace losange
