#include "window/words/sentences.h"

#include <map>
#include <string_view>

namespace losange::window {

namespace {

using Index = std::map<std::string_view, std::string_view>;

const Index& french_sentences() {
  static const Index index = [] {
    Index all;
    for (const auto& [key, text] : french_of_games()) all.emplace(key, text);
    for (const auto& [key, text] : french_of_players()) all.emplace(key, text);
    return all;
  }();
  return index;
}

bool in_english_alone(Language language, const base::Message& message) {
  return language == Language::French && !french_sentences().contains(message.key);
}

}  // namespace

std::string sentence(Language language, const base::Message& message) {
  if (language == Language::English || in_english_alone(language, message)) return message.english;
  std::vector<std::string> values;
  for (const auto& value : message.values) values.push_back(sentence(language, value));
  return base::filled(french_sentences().at(message.key), values);
}

std::string error_text(Language language, const base::Message& message) {
  if (!in_english_alone(language, message)) return sentence(language, message);
  return base::filled(word(language, Word::ErrorInEnglish), {message.english});
}

base::Message unexpected_error(const std::exception& error) {
  return {"window.unexpected", "unexpected error: {}", error.what()};
}

}  // namespace losange::window
