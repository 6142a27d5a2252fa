#include "window/draw/text_cursor.h"

#include <cctype>

namespace losange::window {

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Letters of every script but ASCII's signs and spaces.
bool in_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0;
}

}  // namespace

std::size_t next_character(std::string_view text, std::size_t at) {
  if (at < text.size()) ++at;
  while (at < text.size() && continues(text[at])) ++at;
  return std::min(at, text.size());
}

std::size_t previous_character(std::string_view text, std::size_t at) {
  at = std::min(at, text.size());
  if (at > 0) --at;
  while (at > 0 && continues(text[at])) --at;
  return at;
}

std::size_t next_word(std::string_view text, std::size_t at) {
  while (at < text.size() && !in_word(text[at])) ++at;
  while (at < text.size() && in_word(text[at])) ++at;
  return at;
}

std::size_t previous_word(std::string_view text, std::size_t at) {
  while (at > 0 && !in_word(text[at - 1])) --at;
  while (at > 0 && in_word(text[at - 1])) --at;
  return at;
}

TextCursor word_at(std::string_view text, std::size_t at) {
  if (text.empty()) return {};
  const bool word = in_word(text[std::min(at, text.size() - 1)]);
  const auto same = [&](char c) { return in_word(c) == word && c != '\n'; };
  std::size_t from = at, to = at;
  while (from > 0 && same(text[from - 1])) --from;
  while (to < text.size() && same(text[to])) ++to;
  return {to, from};
}

TextCursor within(TextCursor cursor, std::string_view text) {
  for (std::size_t* at : {&cursor.caret, &cursor.anchor}) {
    *at = std::min(*at, text.size());
    while (*at > 0 && *at < text.size() && continues(text[*at])) --*at;
  }
  return cursor;
}

void replace_selection(std::string& text, TextCursor& cursor, std::string_view with) {
  cursor = within(cursor, text);
  const std::size_t from = cursor.from();
  text.replace(from, cursor.to() - from, with);
  cursor.caret = cursor.anchor = from + with.size();
}

}  // namespace losange::window
