#include "window/words/words.h"

namespace losange::window {

namespace {

using Texts = std::array<std::string, static_cast<std::size_t>(Word::Count)>;

Texts indexed(const WordTable& table) {
  Texts texts;
  for (const auto& [word, text] : table) texts[static_cast<std::size_t>(word)] = text;
  return texts;
}

}  // namespace

const std::string& word(Language language, Word word) {
  static const std::array<Texts, 2> texts{indexed(english_words()), indexed(french_words())};
  return texts[static_cast<std::size_t>(language)][static_cast<std::size_t>(word)];
}

}  // namespace losange::window
