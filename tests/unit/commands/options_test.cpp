// Every option of every command, found by walking the program itself: numbers have a range, keep to it and show it;
// no option takes an empty text. Nothing is run here: the values are read as main() would read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "base/text.h"
#include "commands/line/command_line.h"
#include "commands/start/twins.h"
#include "read_only_program.h"

namespace losange {
namespace {

using testing::HasSubstr;

// The words that lead to a command, "net bench", and the command.
using Visit = std::function<void(const std::vector<std::string>&, CLI::App&)>;

void for_each_command(CLI::App& app, std::vector<std::string> words, const Visit& visit) {
  visit(words, app);
  for (CLI::App* command : app.get_subcommands({})) {
    words.push_back(command->get_name());
    for_each_command(*command, words, visit);
    words.pop_back();
  }
}

class EveryOption : public testing::Test {
 protected:
  // What the program says of this value of an option; nothing when it takes it. That the command line lacks
  // something else is no matter of the value.
  std::string refusal(std::vector<std::string> words, const CLI::Option& option,
                      const std::string& value) {
    if (option.get_positional()) {
      const auto all =
          app_of(words).get_options([](const CLI::Option* o) { return o->get_positional(); });
      const auto place = std::find(all.begin(), all.end(), &option) - all.begin();
      words.insert(words.end(), static_cast<std::size_t>(place), "earlier");
    } else {
      words.push_back(option.get_name());
    }
    words.push_back(value);
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
      program_.parse(reversed);
    } catch (const testing_program::WouldRun&) {
    } catch (const CLI::RequiredError&) {
    } catch (const CLI::RequiresError&) {
    } catch (const CLI::ParseError& error) {
      return commands::usage_error(program_, error);
    }
    return "";
  }

  CLI::App& app_of(const std::vector<std::string>& words) {
    CLI::App* app = &program_;
    for (const auto& word : words) app = app->get_subcommand(word);
    return *app;
  }

  // Calls f(words, option) for every option that takes a value.
  void for_each_option(
      const std::function<void(const std::vector<std::string>&, CLI::Option&)>& f) {
    for_each_command(program_, {}, [&](const auto& words, CLI::App& app) {
      for (CLI::Option* option : app.get_options()) {
        if (option->get_items_expected_max() == 0) continue;
        const std::string name = option->get_name();
        SCOPED_TRACE("losange " + (words.empty() ? "" : words.front() + " … ") + name);
        f(words, *option);
      }
    });
  }

  void expect_refused(const std::vector<std::string>& words, const CLI::Option& option,
                      const std::string& value) {
    const std::string told = refusal(words, option, value);
    EXPECT_NE(told, "") << "it takes '" << value << "'";
    EXPECT_THAT(told, HasSubstr(option.get_name()));
    EXPECT_EQ(told.find('\n'), std::string::npos) << told;
  }

  testing_program::ReadOnly program_;
};

// "1 to 19", as the range of an option describes itself.
struct Range {
  std::string least, most;
};

std::optional<Range> range_of(CLI::Option& option) {
  try {
    const std::string words = option.get_validator(commands::kRange)->get_description();
    const auto between = words.find(" to ");
    return Range{words.substr(0, between), words.substr(between + 4)};
  } catch (const CLI::OptionNotFound&) {
    return std::nullopt;
  }
}

// A number that is a step above or below one written in decimal; whole numbers may have any length.
std::string beside(const std::string& text, int step) {
  if (text.find_first_of(".e") != std::string::npos || text.size() < 18) {
    return std::to_string(std::stold(text) + 1e-6L * step);
  }
  std::string digits = text;
  std::size_t i = digits.size();
  while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
  if (i == 0) return "1" + digits;
  ++digits[i - 1];
  return digits;
}

TEST_F(EveryOption, WithANumberHasARangeAndKeepsToIt) {
  int numbers = 0;
  for_each_option([&](const auto& words, CLI::Option& option) {
    const auto range = range_of(option);
    if (!range) {
      // What takes a number but no word is a number, whatever it was declared as; what takes neither is a choice.
      const bool takes_numbers =
          refusal(words, option, "1") == "" || refusal(words, option, "0.5") == "";
      EXPECT_FALSE(takes_numbers && refusal(words, option, "word") != "")
          << "a number without a range: declare it with add_number()";
      return;
    }
    ++numbers;
    EXPECT_EQ(refusal(words, option, range->least), "");
    EXPECT_EQ(refusal(words, option, range->most), "");
    const bool whole = refusal(words, option, range->least + ".0") != "";
    const auto one_off = [&](const std::string& end, int step) {
      return whole && end.size() < 18 ? std::to_string(std::stoll(end) + step) : beside(end, step);
    };
    expect_refused(words, option, one_off(range->least, -1));
    expect_refused(words, option, one_off(range->most, +1));
    for (const char* value : {"word", "1x", "nan", "inf", "-inf", "0x1", " ", "--5", "1e999",
                              "99999999999999999999999999", "-99999999999999999999999999"}) {
      expect_refused(words, option, value);
    }
    EXPECT_EQ(refusal(words, option, "00" + range->most), "") << "a zero in front is no octal";
  });
  EXPECT_GE(numbers, 60);
}

TEST_F(EveryOption, RefusesAnEmptyText) {
  for_each_option(
      [&](const auto& words, CLI::Option& option) { expect_refused(words, option, ""); });
}

TEST_F(EveryOption, ShowsItsRangeInTheHelp) {
  for_each_command(program_, {}, [&](const auto&, CLI::App& app) {
    std::string page;
    for (const auto& word : base::split_words(app.help())) page += word + " ";
    for (CLI::Option* option : app.get_options()) {
      if (const auto range = range_of(*option)) {
        EXPECT_THAT(page, HasSubstr(":" + range->least + " to " + range->most))
            << option->get_name();
      }
    }
  });
}

// A default outside the range would make "give what --help shows" wrong.
TEST_F(EveryOption, TakesItsOwnDefault) {
  for_each_option([&](const auto& words, CLI::Option& option) {
    const std::string value = option.get_default_str();
    if (value.empty() || value.starts_with('[')) return;
    EXPECT_EQ(refusal(words, option, value), "") << value;
  });
}

TEST_F(EveryOption, IsRefusedInPlainWords) {
  const auto told = [&](std::vector<std::string> words) -> std::string {
    std::reverse(words.begin(), words.end());
    try {
      program_.parse(words);
    } catch (const CLI::ParseError& error) {
      return commands::usage_error(program_, error);
    }
    return "";
  };
  EXPECT_THAT(told({"train", "--game", "chess"}),
              HasSubstr("--game: 'chess' is not possible: choose from hex, draughts"));
  EXPECT_THAT(told({"convert"}), HasSubstr("input is not given: A file (SGF, .hsgf, PDN), a "));
  EXPECT_THAT(told({"book", "merge", "a", "b", "--outpu", "c"}),
              HasSubstr("there is no option --outpu: did you mean --out"));
  EXPECT_THAT(told({"book", "merge", "a", "b"}),
              HasSubstr("--out is not given: The book to write"));
  EXPECT_THAT(
      told({"play", "--level", "5"}),
      HasSubstr("there is no option --level: it is a setting of the player, as in zero:level=5"));
  EXPECT_THAT(told({"play", "--level=5"}), HasSubstr("zero:level=5"));
  EXPECT_THAT(told({"play", "--size", "9", "--size", "8"}), HasSubstr("--size is given 2 times"));
}

// Where a command writes is called the same in every command.
TEST_F(EveryOption, NamesItsOutputByEitherWord) {
  int commands = 0;
  for_each_command(program_, {}, [&](const auto&, CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
      const auto& names = option->get_lnames();
      const auto has = [&](const char* name) {
        return std::find(names.begin(), names.end(), name) != names.end();
      };
      commands += has("out") ? 1 : 0;
      EXPECT_EQ(has("out"), has("output")) << app.get_name();
    }
  });
  EXPECT_GE(commands, 9);
}

TEST(TorchProgram, IsTakenOnlyByWhatMayUseIt) {
  using Words = std::vector<std::string_view>;
  EXPECT_TRUE(commands::may_use_torch("train", Words{"--folder", "draughts"}));
  EXPECT_TRUE(commands::may_use_torch("gate", Words{}));
  EXPECT_TRUE(commands::may_use_torch("net", Words{"bench"}));
  EXPECT_FALSE(commands::may_use_torch("net", Words{"info"}));
  EXPECT_TRUE(commands::may_use_torch("play", Words{"--player", "zero:runtime=cuda"}));
  EXPECT_FALSE(commands::may_use_torch("train", Words{"--minutes", "1", "--game", "draughts"}));
  EXPECT_FALSE(commands::may_use_torch("train", Words{"--game=draughts"}));
  EXPECT_FALSE(commands::may_use_torch("play", Words{"--game", "draughts"}));
}

}  // namespace
}  // namespace losange
