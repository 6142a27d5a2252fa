// Where one writes in a text: the caret, and where the selection began. Plain functions over UTF-8, used by fields; places
// are bytes at which a character starts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace losange::window {

struct TextCursor {
  std::size_t caret = 0, anchor = 0;  // the same where nothing is selected
  bool operator==(const TextCursor&) const = default;
  std::size_t from() const { return std::min(caret, anchor); }
  std::size_t to() const { return std::max(caret, anchor); }
  bool selects() const { return caret != anchor; }
};

std::size_t next_character(std::string_view text, std::size_t at);
std::size_t previous_character(std::string_view text, std::size_t at);
// The end of the word after a place, and the start of the one before it.
std::size_t next_word(std::string_view text, std::size_t at);
std::size_t previous_word(std::string_view text, std::size_t at);
// The word around a place is selected, or the signs between two words.
TextCursor word_at(std::string_view text, std::size_t at);
// The same cursor in a text that may have changed meanwhile.
TextCursor within(TextCursor cursor, std::string_view text);
// What is selected makes room for `with`; the caret stands behind it.
void replace_selection(std::string& text, TextCursor& cursor, std::string_view with);

}  // namespace losange::window
