#include "base/containers/stable_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "base/random.h"

namespace losange::base {
namespace {

struct Item {
  int key;
  int number;
  bool operator==(const Item&) const = default;
};

TEST(StableSort, DoesWhatTheLibrarysDoes) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<Item> items(random.below(60));
    for (std::size_t i = 0; i < items.size(); ++i)
      items[i] = {static_cast<int>(random.below(8)), static_cast<int>(i)};
    const auto greater = [](const Item& a, const Item& b) { return a.key > b.key; };
    auto expected = items;
    const auto kept = static_cast<std::ptrdiff_t>(std::min<std::size_t>(items.size(), 1));
    std::stable_sort(expected.begin() + kept, expected.end(), greater);
    base::stable_sort(items.begin() + kept, items.end(), greater);
    EXPECT_EQ(items, expected) << "round " << round;
  }
}

TEST(StableSort, MovesWhatCannotBeCopied) {
  std::vector<std::unique_ptr<int>> items;
  for (const int value : {2, 3, 1}) items.push_back(std::make_unique<int>(value));
  base::stable_sort(items.begin(), items.end(),
                    [](const auto& a, const auto& b) { return *a < *b; });
  for (int i = 0; i < 3; ++i) EXPECT_EQ(*items[static_cast<std::size_t>(i)], i + 1);
}

}  // namespace
}  // namespace losange::base
