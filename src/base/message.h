// What a person is told, before it is said in a language: which sentence it is, and its values. Errors carry one, so
// that a face can say them in the person's words; whoever has no other language reads `english`. The sentence in
// English stands where it is thrown; those of other languages are found by its key (window/words/sentences.h). A test
// holds that each key has one sentence in each language, with the same values.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace losange::base {

// How many values a sentence has places for: "{}" one after the other, or "{0}", "{1}" by their number.
constexpr std::size_t places(std::string_view sentence) {
  std::size_t in_order = 0, by_number = 0;
  for (std::size_t i = 0; i + 1 < sentence.size(); ++i) {
    if (sentence[i] != '{') continue;
    if (sentence[i + 1] == '}') ++in_order;
    const char digit = sentence[i + 1];
    if (digit < '0' || digit > '9' || i + 2 == sentence.size() || sentence[i + 2] != '}') continue;
    const auto number = static_cast<std::size_t>(digit - '0');
    by_number = by_number > number ? by_number : number + 1;
  }
  return in_order + by_number;
}

// The sentence with a value in each place; a place without a value stays as it is.
std::string filled(std::string_view sentence, const std::vector<std::string>& values);

// A literal with places for so many values; another number does not compile.
template <std::size_t Values>
struct English {
  // NOLINTNEXTLINE(google-explicit-constructor): a literal is what callers write
  consteval English(const char* text) : text(text) {
    if (places(text) != Values) throw "as many values as places";
  }
  const char* text;
};

// A sentence without values, for tables of constants.
struct Sentence {
  const char* key;
  const char* english;
};

struct Message;

// What a sentence has a place for: numbers, single characters, words, lists of words, messages. No enumeration, which
// would turn into a character, and no fraction, which would lose its part: say how they are to be written.
template <class T>
concept MessageValue = std::integral<T> || std::convertible_to<const T&, std::string_view> ||
    std::same_as<T, std::vector<std::string>> || std::convertible_to<const T&, Message>;

struct Message {
  std::string
      key;  // "hex.taken"; empty: the same in every language, a name, a number, what a program said
  std::string english;
  std::vector<Message> values;

  Message() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): so that functions take {"key", "sentence", values}
  template <MessageValue... Values>
  Message(const char* key, std::type_identity_t<English<sizeof...(Values)>> english,
          const Values&... values)
      : key(key), values{of(values)...} {
    fill(english.text);
  }
  // NOLINTNEXTLINE(google-explicit-constructor): a sentence is a message
  Message(const Sentence& sentence) : key(sentence.key), english(sentence.english) {}

  static Message verbatim(std::string_view text);
  static Message list(const std::vector<std::string>& words);  // parted by commas

 private:
  void fill(std::string_view sentence);

  static const Message& of(const Message& message) { return message; }
  static Message of(std::string_view text) { return verbatim(text); }
  static Message of(const std::vector<std::string>& words) { return list(words); }
  template <std::integral Value>
  static Message of(Value value) {
    if constexpr (std::same_as<Value, char>)
      return verbatim(std::string_view(&value, 1));
    else
      return verbatim(std::to_string(value));
  }
};

// "a", "a or b", "a or b or c".
Message either(const std::vector<std::string>& words);

// Why the system refused, by its error number.
Message system_reason(int error);

}  // namespace losange::base
