#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/system/file.h"
#include "book/file.h"
#include "error_of.h"
#include "random_book.h"

namespace losange::book {
namespace {

using testing_errors::error_of;
using ::testing::HasSubstr;

Book random_book(int size, std::size_t nodes, std::uint64_t seed) {
  base::Random random(seed);
  Book book;
  book.size = size;
  book.seed = random();
  for (Tree& tree : book.trees) tree = testing_formats::random_tree(size, nodes, random);
  return book;
}

Tree read_one(const std::string& bytes, bool partial = false) {
  const std::string pieces[]{bytes};
  return read_diables(pieces, partial);
}

TEST(Checksum, IsTheUsualOne) { EXPECT_EQ(base::crc32("123456789"), 0xCBF43926u); }

TEST(BookFile, ALargeRandomBookComesBackEqual) {
  for (const int size : {4, 11, 19}) {
    const Book book = random_book(size, 100'000, 5);
    EXPECT_EQ(read_book(write_book(book)), book);
  }
}

TEST(BookFile, EveryTruncationAndEveryChangedByteIsRefused) {
  const std::string bytes = write_book(random_book(5, 20, 6));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(read_book(bytes.substr(0, length)), base::UserError) << length;
  }
  EXPECT_THROW(read_book(bytes + "x"), base::UserError);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int change : {1, 0x80, 0xFF}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ change);
      EXPECT_THROW(read_book(changed), base::UserError) << i;
    }
  }
}

TEST(BookFile, DamageUnderARightChecksumNeverBreaksTheReader) {
  base::Random random(9);
  const std::string whole = write_book(random_book(3, 12, 7));
  const std::string content = whole.substr(0, whole.size() - 4);
  int read = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string changed = content;
    for (auto n = 1 + random.below(3); n > 0; --n) {
      changed[13 + random.below(static_cast<std::uint32_t>(changed.size() - 13))] =
          static_cast<char>(random.below(random.below(2) == 0 ? 12 : 256));
    }
    ASSERT_EQ(testing_formats::any_book_problem(changed), "");
    try {
      read_book(testing_formats::with_checksum(changed));
      ++read;
    } catch (const base::UserError&) {
    }
  }
  EXPECT_GT(read, 100);
}

TEST(BookFile, ErrorsSayWhatIsWrongAndNameTheFile) {
  EXPECT_THAT(error_of([] { read_book("a tree"); }), HasSubstr("does not begin like one"));
  const std::string bytes = write_book(random_book(5, 20, 6));
  EXPECT_THAT(error_of([&] { read_book(bytes.substr(0, 40)); }), HasSubstr("checksum"));
  std::string newer = bytes;
  newer[12] = 2;
  EXPECT_THAT(error_of([&] { read_book(newer); }), HasSubstr("version is 2"));
  const auto path = std::filesystem::temp_directory_path() / "losange_no.book";
  base::write_file(path, "");
  EXPECT_THAT(error_of([&] { load_book(path); }), HasSubstr("losange_no.book"));
  std::filesystem::remove(path);
}

TEST(Diables, BytesAreAsTheirTextSays) {
  Tree tree;
  const auto child = tree.add_child(kRoot, 10 + 11 * 2);
  tree.add_child(child, 120);
  tree.add(kRoot, 0, 2);
  tree.add(1, -kWin, 1);
  tree.add(2, kWin, 1);
  const std::string expected(
      "\x7F\xFF"
      "\x20\0\0\0\1"
      "\x7F"
      "\0\0"
      "\x78\0\0\0\2"
      "\x7F"
      "\xFF\xFE"
      "\x7F",
      19);
  EXPECT_EQ(write_diables(tree), expected);
  EXPECT_EQ(read_one(expected), read_one(expected.substr(0, 18))) << "the last separator may miss";
  EXPECT_EQ(read_one(expected).node(1).cell, 32);
}

TEST(Diables, ALargeRandomTreeComesBackWithTheSeparatorInsideValuesAndIndices) {
  base::Random random(11);
  const Tree tree = testing_formats::random_tree(kDiablesSize, 200'000, random);
  const std::string bytes = write_diables(tree);
  const Tree read = read_one(bytes);
  EXPECT_EQ(write_diables(read), bytes);
  ASSERT_EQ(read.size(), tree.size());
  int separators_in_values = 0, separators_in_indices = 0;
  for (NodeIndex i = 0; i < tree.size(); ++i) {
    const Node &a = tree.node(i), &b = read.node(i);
    ASSERT_EQ(a.parent, b.parent);
    ASSERT_EQ(a.cell, b.cell);
    ASSERT_NEAR(a.value(), b.value(), 1e-12);
    const auto code = static_cast<std::uint32_t>(a.score / a.visits + kWin);
    separators_in_values += code >> 8 == 127 || (code & 0xFF) == 127 ? 1 : 0;
    separators_in_indices += (i & 0xFF) == 127 || (i >> 8 & 0xFF) == 127 ? 1 : 0;
  }
  EXPECT_GT(separators_in_values, 500);
  EXPECT_GT(separators_in_indices, 500);
  // Through our own format the bytes stay the same too.
  Book book;
  book.trees[0] = read;
  EXPECT_EQ(write_diables(read_book(write_book(book)).trees[0]), bytes);
}

TEST(Diables, VisitsOfAnImportAreTheNodesOfTheSubtree) {
  Tree tree;
  const auto a = tree.add_child(kRoot, 1);
  tree.add_child(kRoot, 2);
  tree.add_child(a, 3);
  const Tree read = read_one(write_diables(tree));
  EXPECT_EQ(read.node(kRoot).visits, 3u);
  EXPECT_EQ(read.node(a).visits, 2u);
  EXPECT_EQ(read.node(3).visits, 1u);
}

TEST(Diables, TruncationsAreRefusedOrReadInPart) {
  base::Random random(12);
  const std::string bytes = write_diables(testing_formats::random_tree(kDiablesSize, 30, random));
  for (std::size_t length = 0; length + 1 < bytes.size(); ++length) {
    if (length == 2) {
      EXPECT_EQ(read_one(bytes.substr(0, 2)).size(), 1u) << "a value alone is a tree of one node";
    } else {
      EXPECT_THROW(read_one(bytes.substr(0, length)), base::UserError) << length;
    }
    ASSERT_EQ(testing_formats::diables_problem(bytes.substr(0, length), true), "");
  }
  // With --partial a cut after a node, before or after its separator, gives what is whole.
  std::size_t smaller_trees = 0;
  for (std::size_t length = 1; length < bytes.size(); ++length) {
    try {
      smaller_trees += read_one(bytes.substr(0, length), true).size() < 30 ? 1 : 0;
    } catch (const base::UserError&) {
    }
  }
  EXPECT_GE(smaller_trees, 29u);
}

TEST(Diables, PiecesMakeOneTree) {
  Tree tree;
  tree.add_child(kRoot, 5);
  const std::string bytes = write_diables(tree);
  const std::string pieces[]{bytes.substr(0, 8), bytes.substr(8)};
  EXPECT_EQ(write_diables(read_diables(pieces, false)), bytes);
  const std::string without_separators[]{bytes.substr(0, 7), bytes.substr(8, 2)};
  EXPECT_EQ(write_diables(read_diables(without_separators, false)), bytes);
}

TEST(Diables, RandomDamageNeverBreaksTheReader) {
  base::Random random(13);
  const std::string bytes = write_diables(testing_formats::random_tree(kDiablesSize, 12, random));
  for (int i = 0; i < 50'000; ++i) {
    std::string changed = bytes;
    for (auto n = 1 + random.below(3); n > 0; --n) {
      changed[random.below(static_cast<std::uint32_t>(changed.size()))] =
          static_cast<char>(random.below(random.below(2) == 0 ? 16 : 256));
    }
    ASSERT_EQ(testing_formats::diables_problem(changed, i % 2 == 0), "");
  }
}

TEST(Diables, WhatIsNoTreeIsRefusedWithItsReason) {
  const auto message = [](const std::string& bytes) { return error_of([&] { read_one(bytes); }); };
  const auto bytes = [](std::initializer_list<int> list) {
    std::string text;
    for (const int byte : list) text += static_cast<char>(byte);
    return text;
  };
  EXPECT_THAT(message(""), HasSubstr("nothing in it"));
  EXPECT_THAT(message(bytes({0})), HasSubstr("ends inside"));
  EXPECT_THAT(message(bytes({255, 255, 127})), HasSubstr("value is 65535"));
  EXPECT_THAT(message(bytes({0, 0, 121, 0, 0, 0, 1, 127})), HasSubstr("neither a move"));
  EXPECT_THAT(message(bytes({0, 0, 5, 0, 0, 0, 0, 127})), HasSubstr("does not stand after it"));
  EXPECT_THAT(message(bytes({0, 0, 5, 255, 255, 255, 255, 127})), HasSubstr("--partial"));
  EXPECT_THAT(message(bytes({0, 0, 127, 0, 0, 127})), HasSubstr("nobody's child"));
  EXPECT_THAT(message(bytes({0, 0, 5, 0, 0, 0, 1, 6, 0, 0, 0, 1, 127, 0, 0, 127})),
              HasSubstr("two parents"));
  EXPECT_THAT(message(bytes({0, 0, 5, 0, 0, 0, 1, 127, 0, 0, 5, 0, 0, 0, 2, 127, 0, 0, 127})),
              HasSubstr("f1 is played twice"));
  EXPECT_THAT(message(bytes({0, 0, 5, 0, 0, 0, 1, 127, 0, 0, 6, 0, 0, 0, 1, 127})),
              HasSubstr("does not stand after it"));
}

TEST(BookMerge, AddsVisitsAndValuesAndMissingNodes) {
  const Book a = random_book(4, 3'000, 21), b = random_book(4, 3'000, 22);
  Book both = a;
  merge(both, b);
  const auto sums = [](const Book& book) {
    std::pair<std::int64_t, std::uint64_t> sum;
    for (NodeIndex i = 0; i < book.trees[1].size(); ++i) {
      sum.first += book.trees[1].node(i).score;
      sum.second += book.trees[1].node(i).visits;
    }
    return sum;
  };
  EXPECT_EQ(sums(both).first, sums(a).first + sums(b).first);
  EXPECT_EQ(sums(both).second, sums(a).second + sums(b).second);
  EXPECT_LT(both.trees[1].size(), 6'000u) << "common nodes are one";
  EXPECT_GT(both.trees[1].size(), 3'000u);
  EXPECT_EQ(both.trees[0].node(kRoot).visits,
            a.trees[0].node(kRoot).visits + b.trees[0].node(kRoot).visits);
  EXPECT_EQ(read_book(write_book(both)), both);
}

TEST(BookMerge, RefusesOtherSizesAndOverflow) {
  Book a = random_book(4, 5, 1);
  EXPECT_THAT(error_of([&] { merge(a, random_book(5, 5, 1)); }), HasSubstr("same board"));
  Book full;
  full.trees[0].add(kRoot, 0, 0xFFFFFFFFu);
  Book one;
  one.trees[0].add(kRoot, 0, 1);
  EXPECT_THAT(error_of([&] { merge(full, one); }), HasSubstr("4294967295"));
}

}  // namespace
}  // namespace losange::book
