#include "protocol/lines/framing.h"

#include <algorithm>

#include "base/text.h"

namespace losange::protocol {

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// As GTP 2 asks: a tab is a space, other control characters do not exist.
std::string without_controls(std::string_view line) {
  std::string clean;
  for (const char c : line) {
    if (c == '\t') {
      clean += ' ';
    } else if (!is_control(c)) {
      clean += c;
    }
  }
  return clean;
}

struct Word {
  std::string text;
  std::size_t end = 0;  // in the line, one past its last character
};

// The words of a line up to a comment; `line` is cut where the comment begins.
std::vector<Word> split_line(std::string_view& line) {
  std::vector<Word> words;
  std::size_t i = 0;
  while (true) {
    while (i < line.size() && line[i] == ' ') ++i;
    if (i < line.size() && line[i] == '#') line = line.substr(0, i);
    if (i == line.size()) return words;
    Word word;
    bool quoted = false;
    for (; i < line.size() && (quoted || line[i] != ' '); ++i) {
      if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '"') {
        word.text += line[++i];
      } else if (line[i] == '"') {
        quoted = !quoted;
      } else {
        word.text += line[i];
      }
    }
    word.end = i;
    words.push_back(std::move(word));
  }
}

bool is_number(std::string_view word) {
  return !word.empty() &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<Command> parse_command(std::string_view line) {
  const std::string clean = without_controls(line);
  std::string_view text = clean;
  auto words = split_line(text);
  if (words.empty()) return std::nullopt;

  Command command;
  std::size_t name = 0;
  if (words.size() >= 2 && is_number(words[0].text)) {
    command.id = std::move(words[0].text);
    name = 1;
  }
  command.name = std::move(words[name].text);
  command.rest = base::trim(text.substr(words[name].end));
  for (std::size_t i = name + 1; i < words.size(); ++i) {
    command.arguments.push_back(std::move(words[i].text));
  }
  return command;
}

bool is_interrupt(std::string_view line) { return base::trim(line) == "# interrupt"; }

std::string format_reply(std::string_view id, const Reply& reply) {
  std::string framed(1, reply.good ? '=' : '?');
  framed += id;
  framed += ' ';
  bool line_is_empty = false;  // the first line holds the sign at least
  for (const char c : reply.text) {
    if (c == '\n') {
      if (line_is_empty) framed += ' ';
      line_is_empty = true;
    } else if (is_control(c) && c != '\t') {
      continue;
    } else {
      line_is_empty = false;
    }
    framed += c;
  }
  framed += line_is_empty ? "\n" : "\n\n";
  return framed;
}

}  // namespace losange::protocol
