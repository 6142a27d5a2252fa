// What a person is told, before it is said in a language: which sentence it is, and its values. Errors carry one, so
// that a face can say them in the person's words; whoever has no other language reads `english`. The sentence in
// English stands where it is thrown; those of other languages are found by its key (window/words/sentences.h). A test
// holds that each key has one sentence in each language, with the same values.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
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

// A value on its way into its place in a sentence: a number, a single character, words, a list of words, another message.
// No enumeration, which would turn into a character, and no fraction, which would lose its part: say how they are to be
// written. It refers to what it is made from, and so lasts as long as the call it is made for.
class MessageValue {
 public:
  template <std::integral Number>
  explicit MessageValue(Number number)
      : kind_(std::same_as<Number, char>     ? Kind::Character
              : std::signed_integral<Number> ? Kind::Signed
                                             : Kind::Unsigned),
        number_(static_cast<std::uint64_t>(number)) {}
  explicit MessageValue(std::string_view text) : kind_(Kind::Text), text_(text) {}
  explicit MessageValue(const std::vector<std::string>& words)
      : kind_(Kind::Words), words_(&words) {}
  explicit MessageValue(const Message& message) : kind_(Kind::Message), message_(&message) {}
  explicit MessageValue(const Sentence& sentence) : kind_(Kind::Sentence), sentence_(&sentence) {}

  Message message() const;

 private:
  enum class Kind : std::uint8_t { Character, Signed, Unsigned, Text, Words, Message, Sentence };

  Kind kind_;
  union {
    std::uint64_t number_;
    std::string_view text_;
    const std::vector<std::string>* words_;
    const Message* message_;
    const Sentence* sentence_;
  };
};

using MessageValues = std::initializer_list<MessageValue>;

template <class T>
concept CanBeSaid = std::constructible_from<MessageValue, const T&>;

struct Message {
  std::string
      key;  // "hex.taken"; empty: the same in every language, a name, a number, what a program said
  std::string english;
  std::vector<Message> values;

  // Nearly every source says something: what a message does stands in one place and not in each of them.
  Message();
  Message(const Message& other);
  Message(Message&& other) noexcept;
  Message& operator=(const Message& other);
  Message& operator=(Message&& other) noexcept;
  ~Message();
  // NOLINTNEXTLINE(google-explicit-constructor): so that functions take {"key", "sentence", values}
  template <CanBeSaid... Values>
  Message(const char* key, std::type_identity_t<English<sizeof...(Values)>> english,
          const Values&... values)
      : Message(key, english.text, {MessageValue(values)...}) {}
  // NOLINTNEXTLINE(google-explicit-constructor): a sentence is a message
  Message(const Sentence& sentence);

  static Message verbatim(std::string_view text);
  static Message list(const std::vector<std::string>& words);  // parted by commas

 private:
  friend class UserError;

  // With as many values as places.
  Message(const char* key, const char* sentence, MessageValues values);
};

// "a", "a or b", "a or b or c".
Message either(const std::vector<std::string>& words);

// Why the system refused, by its error number.
Message system_reason(int error);

}  // namespace losange::base
