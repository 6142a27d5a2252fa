// Options that are numbers. Each is declared together with its range: --help shows it, and a value outside it is
// refused while the command line is read, before anything is made. tests/unit/commands/options_test.cpp walks the program
// itself, tries every range at its ends, and fails for a number that has none.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace losange::commands {

// The range of an option is the validator of this name; its description is the range as text, "1 to 19".
inline constexpr const char* kRange = "range";

// A number from `least` to `most`, both allowed: int, std::int64_t, std::uint64_t or double. Whole numbers are read
// in decimal only, reals must be finite. For options that add_number() cannot add; use it with transform().
template <class Number>
CLI::Validator range(Number least, Number most);

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

// Adds an option for a number, an optional one or a list of them, whose value lies from `least` to `most`.
template <class Value>
CLI::Option* add_number(CLI::App& app, const std::string& name, Value& value,
                        const std::string& help, typename NumberIn<Value>::Type least,
                        typename NumberIn<Value>::Type most) {
  return app.add_option(name, value, help)->type_name("N")->transform(range(least, most));
}

}  // namespace losange::commands
