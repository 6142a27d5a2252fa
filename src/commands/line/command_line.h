// What commands declare themselves with: a cover over CLI11, whose templates cost every source that sees them seconds
// to compile; only command_line.cpp, and those that walk or fill the whole program, see them. The words are CLI11's
// own.
//
// Every number is declared together with its range: --help shows it, and a value outside it is refused while the
// command line is read, before anything is made. tests/unit/commands/options_test.cpp walks the program itself, tries
// every range at its ends, and fails for a number that has none.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace losange::commands {

// The range of an option is the validator of this name; its description is the range as text, "1 to 19".
inline constexpr const char* kRange = "range";

// What "-" stands for where a file is read.
inline constexpr const char* kStandardInput = "/dev/stdin";

// One option of a command. Copies are the same option.
class Option {
 public:
  explicit Option(CLI::Option* option = nullptr) : option_(option) {}

  Option type_name(const std::string& name) const;
  Option capture_default_str() const;  // --help shows the value that the variable has now
  Option default_str(const std::string& text) const;
  Option group(const std::string& name) const;  // where --help lists it
  Option required() const;
  Option one_of(const std::vector<std::string>& words) const;
  Option excludes(Option other) const;
  Option needs(Option other) const;
  // "-" is standard input: for what is read as a file.
  Option takes_standard_input() const;
  // A value with which `check` throws base::UserError is wrong usage.
  Option checked(std::function<void(const std::string&)> check) const;
  Option expected(int least, int most) const;  // values
  Option delimiter(char sign) const;
  bool given() const;
  std::string name() const;

 private:
  CLI::Option* option_;
};

template <class Value>
struct NumberIn {
  using Type = Value;
};
template <class Value>
struct NumberIn<std::optional<Value>> {
  using Type = Value;
};
template <class Value>
struct NumberIn<std::vector<Value>> {
  using Type = Value;
};

// A command, or the whole program. Copies are the same command; variables must outlive it.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  Command add_subcommand(const std::string& name, const std::string& description) const;
  Command group(const std::string& name) const;
  Command footer(const std::string& text) const;
  void require_subcommand() const;
  void callback(std::function<void()> action) const;

  Option add_option(const std::string& name, std::string& value, const std::string& help) const;
  Option add_option(const std::string& name, std::vector<std::string>& values,
                    const std::string& help) const;
  Option add_flag(const std::string& name, bool& value, const std::string& help) const;
  // 0 or 1.
  Option add_switch(const std::string& name, bool& value, const std::string& help) const;
  // A number, an optional one or a list of them, from `least` to `most`, both allowed. Whole numbers are read in
  // decimal only, reals must be finite.
  template <class Value>
  Option add_number(const std::string& name, Value& value, const std::string& help,
                    typename NumberIn<Value>::Type least,
                    typename NumberIn<Value>::Type most) const;
  // The same, and `given` tells whether the command line had it.
  template <class Value>
  Option add_number(const std::string& name, Value& value, bool& given, const std::string& help,
                    Value least, Value most) const;

  Option option(const std::string& name) const;
  bool given(const std::string& name) const { return option(name).given(); }
  std::vector<std::string> given_options() const;

 private:
  CLI::App* app_;
};

// Wrong usage that only shows when options are seen together: exit code 2, with the way to --help.
[[noreturn]] void refuse_usage(const std::string& text);

// What is wrong with the values of options together, told by a base::UserError, is wrong usage.
template <class Read>
auto as_usage(Read&& read) -> decltype(read()) {
  try {
    return read();
  } catch (const base::UserError& error) {
    refuse_usage(error.what());
  }
}

}  // namespace losange::commands
