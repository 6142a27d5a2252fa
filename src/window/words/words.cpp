#include "window/words/words.h"

namespace losange::window {

namespace {

using Index = std::array<std::string, static_cast<std::size_t>(Word::Count)>;

Index indexed(const WordTable& table) {
  Index index;
  for (const auto& [word, text] : table) index[static_cast<std::size_t>(word)] = text;
  return index;
}

}  // namespace

const std::string& word(Language language, Word word) {
  static const std::array<Index, 2> indices{indexed(english_words()), indexed(french_words())};
  return indices[static_cast<std::size_t>(language)][static_cast<std::size_t>(word)];
}

std::string filled(std::string_view pattern, const std::vector<std::string>& values) {
  std::string text;
  std::size_t next = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern.substr(i, 2) == "{}" && next < values.size()) {
      text += values[next++];
      ++i;
    } else {
      text += pattern[i];
    }
  }
  return text;
}

}  // namespace losange::window
