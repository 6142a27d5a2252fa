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

}  // namespace losange::window
