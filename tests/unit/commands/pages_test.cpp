// What shells complete and what the manual page says, held against the program's own commands and options: bash itself
// is asked.
#include "commands/pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>

#include "base/system/file.h"
#include "base/text.h"
#include "read_only_program.h"
#include "shell.h"
#include "temporary.h"

namespace losange {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Pages : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    base::write_file(folder_ / "bash", commands::bash_completion(program_));
  }
  void TearDown() override { fs::remove_all(folder_); }

  // What bash offers after each of these lines, whose last word is the one being typed.
  std::vector<std::vector<std::string>> offers(const std::vector<std::string>& lines) {
    std::string script = ". ./bash\n";
    for (const auto& line : lines) {
      script += "COMP_WORDS=(" + line +
                ") COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _losange; echo \"${COMPREPLY[*]}\"\n";
    }
    base::write_file(folder_ / "ask", script);
    const auto ran = testing_files::run_shell(folder_, "bash ask");
    EXPECT_EQ(ran.err, "");
    std::vector<std::vector<std::string>> all;
    for (const auto& line : base::split(ran.out, '\n')) all.push_back(base::split_words(line));
    all.resize(lines.size());
    return all;
  }

  testing_program::ReadOnly program_;
  fs::path folder_ = testing_files::temporary("pages");
};

void for_each_command(const CLI::App& app, const std::string& words,
                      const std::function<void(const std::string&, const CLI::App&)>& visit) {
  visit(words, app);
  for (const CLI::App* command : app.get_subcommands({})) {
    for_each_command(*command, words + " " + command->get_name(), visit);
  }
}

TEST_F(Pages, BashOffersEveryCommandAndEveryOption) {
  std::vector<std::string> lines;
  std::vector<std::vector<std::string>> expected;
  for_each_command(program_, "losange", [&](const std::string& words, const CLI::App& app) {
    lines.push_back(words + " ''");
    auto& all = expected.emplace_back();
    for (const CLI::App* command : app.get_subcommands({})) all.push_back(command->get_name());
    for (const CLI::Option* option : app.get_options()) {
      for (const auto& name : option->get_lnames()) all.push_back("--" + name);
    }
  });
  const auto offered = offers(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const auto& word : expected[i]) EXPECT_THAT(offered[i], Contains(word)) << lines[i];
  }
}

TEST_F(Pages, BashKnowsWhatIsBeingTyped) {
  const auto seen =
      offers({"losange ma", "losange match --strict", "losange match --game ''", "losange net b",
              "losange match --out ''", "losange completion ''", "losange train --game d"});
  EXPECT_THAT(seen[0], ElementsAre("match", "manual"));
  EXPECT_THAT(seen[1], ElementsAre("--strict-time"));
  EXPECT_THAT(seen[2], ElementsAre("hex", "draughts"));
  EXPECT_THAT(seen[3], ElementsAre("bench"));
  EXPECT_THAT(seen[4], IsEmpty());  // bash then completes the names of files
  EXPECT_THAT(seen[5], Contains("zsh"));
  EXPECT_THAT(seen[6], ElementsAre("draughts"));
}

TEST_F(Pages, ZshNamesEveryCommandAndIsWellFormedWhereThereIsZsh) {
  const std::string text = commands::zsh_completion(program_);
  for_each_command(program_, "", [&](const std::string&, const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
      for (const auto& name : option->get_lnames())
        EXPECT_THAT(text, HasSubstr("'--" + name + ":"));
    }
  });
  base::write_file(folder_ / "zsh", text);
  const auto ran =
      testing_files::run_shell(folder_, "command -v zsh >/dev/null || exit 0; zsh -n zsh");
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(Pages, TheManualPageExplainsEveryCommand) {
  const std::string text = commands::manual_page(program_);
  for_each_command(program_, "losange", [&](const std::string& words, const CLI::App& app) {
    if (&app == &program_) return;
    EXPECT_THAT(text, HasSubstr(".SS " + words + "\n"));
  });
  EXPECT_THAT(text, HasSubstr("\\-\\-strict\\-time"));
  for (const auto& line : base::split(text, '\n')) {
    if (!line.starts_with('.')) continue;
    EXPECT_THAT(
        (std::vector<std::string>{".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I", ".nf", ".fi"}),
        Contains(base::split_words(line).front()))
        << line;
  }
}

}  // namespace
}  // namespace losange
