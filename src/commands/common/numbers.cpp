#include "commands/common/numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string_view>

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

}  // namespace

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

template CLI::Validator range(int least, int most);
template CLI::Validator range(unsigned least, unsigned most);
template CLI::Validator range(std::int64_t least, std::int64_t most);
template CLI::Validator range(std::uint64_t least, std::uint64_t most);
template CLI::Validator range(double least, double most);

}  // namespace losange::commands
