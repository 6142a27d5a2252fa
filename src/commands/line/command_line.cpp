#include "commands/line/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "base/error.h"
#include "base/text.h"

namespace losange::commands {

namespace {

template <class Number>
std::optional<Number> parsed(std::string_view text) {
  if constexpr (std::is_floating_point_v<Number>) {
    return base::parse_real(text);
  } else {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
  }
}

template <class Number>
CLI::Validator range(Number least, Number most) {
  const std::string words = fmt::format("{} to {}", least, most);
  const auto check = [least, most, words](std::string& text) -> std::string {
    const auto number = parsed<Number>(text);
    if (!number || *number < least || *number > most) {
      return fmt::format("'{}' is not possible: give {}", base::printable(text), words);
    }
    // CLI11 would take a zero in front for octal.
    if constexpr (!std::is_floating_point_v<Number>) text = std::to_string(*number);
    return {};
  };
  return CLI::Validator(check, words, kRange);
}

}  // namespace

Option Option::type_name(const std::string& name) const {
  option_->type_name(name);
  return *this;
}
Option Option::capture_default_str() const {
  option_->capture_default_str();
  return *this;
}
Option Option::default_str(const std::string& text) const {
  option_->default_str(text);
  return *this;
}
Option Option::group(const std::string& name) const {
  option_->group(name);
  return *this;
}
Option Option::required() const {
  option_->required();
  return *this;
}
Option Option::one_of(const std::vector<std::string>& words) const {
  const auto check = [words](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    return fmt::format("'{}' is not possible: choose from {}", base::printable(text),
                       base::joined(words, ", "));
  };
  option_->check(CLI::Validator(check, fmt::format("{{{}}}", base::joined(words, ","))));
  return *this;
}
Option Option::excludes(Option other) const {
  option_->excludes(other.option_);
  return *this;
}
Option Option::needs(Option other) const {
  option_->needs(other.option_);
  return *this;
}
Option Option::takes_standard_input() const {
  option_->transform(CLI::Validator(
      [](std::string& text) -> std::string {
        if (text == "-") text = kStandardInput;
        return {};
      },
      ""));
  return *this;
}
Option Option::checked(std::function<void(const std::string&)> check) const {
  option_->check(CLI::Validator(
      [check = std::move(check)](const std::string& text) -> std::string {
        try {
          check(text);
          return {};
        } catch (const base::UserError& error) {
          return error.what();
        }
      },
      ""));
  return *this;
}
Option Option::expected(int least, int most) const {
  option_->expected(least, most);
  return *this;
}
Option Option::delimiter(char sign) const {
  option_->delimiter(sign);
  return *this;
}
bool Option::given() const { return option_->count() > 0; }
std::string Option::name() const { return option_->get_name(); }

Command Command::add_subcommand(const std::string& name, const std::string& description) const {
  CLI::App* added = app_->add_subcommand(name, description);
  added->group("Commands");  // and not in the group that the command above is in
  return Command(*added);
}
Command Command::group(const std::string& name) const {
  app_->group(name);
  return *this;
}
Command Command::footer(const std::string& text) const {
  app_->footer(text);
  return *this;
}
void Command::require_subcommand() const { app_->require_subcommand(1); }
void Command::callback(std::function<void()> action) const { app_->callback(std::move(action)); }

Option Command::add_option(const std::string& name, std::string& value,
                           const std::string& help) const {
  return Option(app_->add_option(name, value, help));
}
Option Command::add_option(const std::string& name, std::vector<std::string>& values,
                           const std::string& help) const {
  return Option(app_->add_option(name, values, help));
}
Option Command::add_flag(const std::string& name, bool& value, const std::string& help) const {
  return Option(app_->add_flag(name, value, help));
}

Option Command::add_switch(const std::string& name, bool& value, const std::string& help) const {
  auto* option = app_->add_option(name, value, help);
  option->type_name("N")->transform(range(0, 1));
  return Option(option);
}

template <class Value>
Option Command::add_number(const std::string& name, Value& value, const std::string& help,
                           typename NumberIn<Value>::Type least,
                           typename NumberIn<Value>::Type most) const {
  auto* option = app_->add_option(name, value, help);
  option->type_name("N")->transform(range(least, most));
  return Option(option);
}
template Option Command::add_number(const std::string&, int&, const std::string&, int, int) const;
template Option Command::add_number(const std::string&, unsigned&, const std::string&, unsigned,
                                    unsigned) const;
template Option Command::add_number(const std::string&, std::int64_t&, const std::string&,
                                    std::int64_t, std::int64_t) const;
template Option Command::add_number(const std::string&, std::uint64_t&, const std::string&,
                                    std::uint64_t, std::uint64_t) const;
template Option Command::add_number(const std::string&, double&, const std::string&, double,
                                    double) const;
template Option Command::add_number(const std::string&, std::optional<int>&, const std::string&,
                                    int, int) const;
template Option Command::add_number(const std::string&, std::optional<std::uint64_t>&,
                                    const std::string&, std::uint64_t, std::uint64_t) const;
template Option Command::add_number(const std::string&, std::vector<int>&, const std::string&, int,
                                    int) const;

template <class Value>
Option Command::add_number(const std::string& name, Value& value, bool& given,
                           const std::string& help, Value least, Value most) const {
  auto* option = app_->add_option_function<Value>(
      name,
      [&value, &given](Value told) {
        value = told;
        given = true;
      },
      help);
  option->type_name("N")->transform(range(least, most));
  return Option(option);
}
template Option Command::add_number(const std::string&, int&, bool&, const std::string&, int,
                                    int) const;
template Option Command::add_number(const std::string&, std::uint64_t&, bool&, const std::string&,
                                    std::uint64_t, std::uint64_t) const;

Option Command::option(const std::string& name) const { return Option(app_->get_option(name)); }

std::vector<std::string> Command::given_options() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options()) {
    if (option->count() > 0) names.push_back(option->get_name());
  }
  return names;
}

void refuse_usage(const std::string& text) { throw CLI::ValidationError(text); }

}  // namespace losange::commands
