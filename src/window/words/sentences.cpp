#include "window/words/sentences.h"

#include <optional>

namespace losange::window {

namespace {

// What stands for each "{}" when the text is this pattern from end to end.
std::optional<std::vector<std::string>> values_of(std::string_view pattern, std::string_view text) {
  std::vector<std::string> values;
  std::size_t hole = pattern.find("{}");
  if (!text.starts_with(pattern.substr(0, hole))) return std::nullopt;
  if (hole == pattern.npos) return text == pattern ? std::optional(values) : std::nullopt;
  text.remove_prefix(hole);
  while (hole != pattern.npos) {
    pattern.remove_prefix(hole + 2);
    hole = pattern.find("{}");
    const std::string_view next = pattern.substr(0, hole);
    if (hole == pattern.npos && !text.ends_with(next)) return std::nullopt;
    const std::size_t end = hole == pattern.npos ? text.size() - next.size() : text.find(next);
    if (end == text.npos) return std::nullopt;
    values.emplace_back(text.substr(0, end));
    text.remove_prefix(end + next.size());
  }
  return values;
}

std::optional<std::string> in_french(std::string_view message) {
  for (const auto& [english, french] : french_sentences()) {
    auto values = values_of(english, message);
    if (!values) continue;
    for (auto& value : *values) {
      if (auto inner = in_french(value)) value = *std::move(inner);
    }
    return filled(french, *values);
  }
  // A file's name stands before what is wrong with it.
  const std::size_t colon = message.find(": ");
  if (colon == message.npos) return std::nullopt;
  const auto rest = in_french(message.substr(colon + 2));
  if (!rest) return std::nullopt;
  return std::string(message.substr(0, colon)) + " : " + *rest;
}

}  // namespace

std::string sentence(Language language, std::string_view english) {
  if (language == Language::English) return std::string(english);
  return in_french(english).value_or(std::string(english));
}

std::string error_text(Language language, std::string_view message) {
  if (language == Language::English) return std::string(message);
  if (auto text = in_french(message)) return *std::move(text);
  return filled(word(language, Word::ErrorInEnglish), {std::string(message)});
}

}  // namespace losange::window
