#include "base/message.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <limits>

#include "base/error.h"

namespace losange::base {
namespace {

TEST(Message, HasItsSentenceInEnglishItsKeyAndItsValues) {
  const Message message("test.cells", "{} of {} cells: {}", 3, std::string("nine"), 'x');
  EXPECT_EQ(message.english, "3 of nine cells: x");
  EXPECT_EQ(message.key, "test.cells");
  ASSERT_EQ(message.values.size(), 3u);
  EXPECT_EQ(message.values[1].english, "nine");
  EXPECT_EQ(message.values[1].key, "") << "a name is the same in every language";
}

TEST(Message, NumbersAreSaidWhole) {
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(Message("test.numbers", "{} {} {} {}", -7, kLeast, kMost, std::int8_t{-1}).english,
            "-7 -9223372036854775808 18446744073709551615 -1");
}

TEST(Message, AValueMayBeAMessage) {
  const Message inner("test.inner", "{0} and {0} and {1}", "a", "b");
  const Message outer("test.outer", "{}: {}", "file", inner);
  EXPECT_EQ(outer.english, "file: a and a and b");
  EXPECT_EQ(outer.values[1].key, "test.inner");
  const Sentence sentence{"test.sentence", "a sentence"};
  EXPECT_EQ(Message("test.outer", "{}: {}", "file", sentence).values[1].key, "test.sentence");
}

// They would be said as the character of their number.
template <class T>
constexpr bool kCanBeSaid = std::is_constructible_v<Message, const char*, English<1>, const T&>;
enum Unscoped { Something };
enum class Scoped { Something };
static_assert(kCanBeSaid<char> && kCanBeSaid<int> && kCanBeSaid<std::string> &&
              kCanBeSaid<Message> && kCanBeSaid<const char*> &&
              kCanBeSaid<std::vector<std::string>>);
static_assert(!kCanBeSaid<Unscoped> && !kCanBeSaid<Scoped> && !kCanBeSaid<double>);

TEST(Message, PlacesAreCountedInOrderOrByNumber) {
  static_assert(places("no value") == 0);
  static_assert(places("{} and {}") == 2);
  static_assert(places("{1} and {0} and {1}") == 2);
  static_assert(places("{ } {x} {") == 0);
  EXPECT_EQ(filled("{1} before {0}", {"a", "b"}), "b before a");
  EXPECT_EQ(filled("{} {}", {"{}", "b"}), "{} b") << "a value is not a sentence";
  EXPECT_EQ(filled("{} {}", {"a"}), "a {}");
}

TEST(Message, ListsArePartedByCommasAndChoicesByOr) {
  EXPECT_EQ(Message("test.list", "one of {}", std::vector<std::string>{"a", "b"}).english,
            "one of a, b");
  EXPECT_EQ(either({"a", "b", "c"}).english, "a or b or c");
  EXPECT_EQ(either({"a", "b"}).key, "base.or");
  EXPECT_EQ(either({"a"}).english, "a");
}

TEST(Message, TheSystemsReasonsAreItsOwnWordsInEnglish) {
  for (int error = 1; error < 100; ++error) {
    const std::string words = std::strerror(error);  // kept: the next one may take its place
    EXPECT_EQ(system_reason(error).english, words) << error;
  }
  EXPECT_EQ(system_reason(ENOSPC).key, "system.full");
}

TEST(UserError, SaysItInEnglishAndKeepsTheMessage) {
  const UserError error("test.cells", "{} is taken", "f6");
  EXPECT_STREQ(error.what(), "f6 is taken");
  EXPECT_EQ(error.message().key, "test.cells");
  const UserError plain("in English alone");
  EXPECT_STREQ(plain.what(), "in English alone");
  EXPECT_EQ(plain.message().key, "");
  const ParseError placed(2, 7, error.message());
  EXPECT_STREQ(placed.what(), "line 2, column 7: f6 is taken");
  EXPECT_EQ(placed.message().values[2].key, "test.cells");
}

}  // namespace
}  // namespace losange::base
