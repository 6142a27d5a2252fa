// The Hex Text Protocol as text: how a line becomes a command and how an answer is framed. HTP is
// GTP 2 with the moves of Hex. Knows no command and no game. A framed reply always ends at its
// first empty line, whatever the text in it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace losange::protocol {

// Longer lines are cut by the readers and refused by the server; no command comes near it.
inline constexpr std::size_t kLongestHtpLine = 1u << 16;

struct Command {
  std::string id;  // digits as they were sent, or empty
  std::string name;
  std::vector<std::string> arguments;
  std::string rest;  // everything after the name, as it was written

  bool operator==(const Command&) const = default;
};

struct Reply {
  bool good = true;
  std::string text;

  bool operator==(const Reply&) const = default;
};

// Nothing for lines that get no reply: empty ones and comments. A comment begins at a word that
// begins with '#'. "..." holds words together, and \" stands for a quote inside. The first of two
// or more words is the id when it is a number.
std::optional<Command> parse_command(std::string_view line);

// The comment that stops a running search.
bool is_interrupt(std::string_view line);

// "=7 text\n\n" or "?7 text\n\n". Empty lines inside the text become lines with one space.
std::string format_reply(std::string_view id, const Reply& reply);

}  // namespace losange::protocol
