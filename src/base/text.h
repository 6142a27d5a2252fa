// Small text tools used wherever text from a person, a file or a protocol is read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"

namespace losange::base {

std::string_view trim(std::string_view text);
std::string lower(std::string_view text);
std::vector<std::string> split_words(std::string_view text);            // on white space
std::vector<std::string> split(std::string_view text, char separator);  // keeps empty parts

// The words in one, with something between them. (fmt::join does it for all types, by much code at each call.)
std::string joined(std::span<const std::string> words, std::string_view between);

// The whole text as a number, or nothing. No sign but '-', no white space, no trailing characters.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<double> parse_real(std::string_view text);  // finite, '.' whatever the locale

// A number of things as people say it: 1 round, 2 rounds.
std::string counted(std::uint64_t number, std::string_view thing);
// The known word that was begun, else the nearest (edit distance, where two letters that changed places are one mistake), for "did you mean"; empty when none is near.
std::string nearest_word(std::string_view typed, std::span<const std::string> known);

// Text from outside made safe to print in one line: control characters and what is no UTF-8 escaped, cut at max_length.
std::string printable(std::string_view text, std::size_t max_length = 60);

// The same for a text of several lines: their ends and tabs stay, and nothing is cut.
std::string printable_lines(std::string_view text);

// A line of so many characters at most: what is longer ends in dots.
std::string in_columns(std::string_view text, std::size_t columns);

// Text as one word of a shell command line, quoted where it must be.
std::string shell_quoted(std::string_view text);

// Throws ParseError for the place of an offset in a text; columns are counted in characters of UTF-8.
[[noreturn]] void fail_at(std::string_view text, std::size_t offset, const Message& message);

// The whole character of UTF-8 that begins at an offset, for error messages.
std::string_view first_character(std::string_view text, std::size_t offset);

// Text from a file as UTF-8: as it is when it is valid, otherwise each byte taken as Latin-1.
std::string to_utf8(std::string_view text);

// "3.2 s", "4 min 10 s", "2 h 05 min".
std::string format_duration(double seconds);

}  // namespace losange::base
