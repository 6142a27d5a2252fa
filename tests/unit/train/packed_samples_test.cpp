// Packed positions: the same as the lines, whole or cut anywhere, and damage is seen.
#include "train/samples/packed_samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/system/file.h"
#include "error_of.h"
#include "temporary.h"
#include "train/value/generate.h"

namespace losange::train {
namespace {

using ::testing::HasSubstr;

class PackedSamples : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path generated(const std::string& name, std::uint64_t games, bool packed) const {
    GenerateRequest request;
    request.output = folder_ / name;
    request.sizes = {5};
    request.games = games;
    request.player = "random";
    request.max_depth = 1;
    request.start = {.min_pairs = 2, .max_pairs = 3, .random_moves = 2};
    request.packed = packed;
    EXPECT_TRUE(generate(request, {}));
    return samples_path(request.output, 5, packed);
  }

  std::filesystem::path folder_ = testing_files::temporary("packed");
};

std::vector<std::string> lines_of(const std::vector<ValueSample>& samples) {
  std::vector<std::string> lines;
  lines.reserve(samples.size());
  for (const auto& sample : samples) lines.push_back(to_line(sample));
  return lines;
}

TEST_F(PackedSamples, AreTheSamePositionsInLessRoom) {
  const auto lines = generated("lines", 25, false), packed = generated("packed", 25, true);
  EXPECT_EQ(lines_of(read_samples(packed)), lines_of(read_samples(lines)));
  EXPECT_LT(20 * std::filesystem::file_size(packed), std::filesystem::file_size(lines));
}

TEST_F(PackedSamples, KeepValues) {
  auto samples = read_samples(generated("values", 1, true));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i].value = 0.9999f - 0.17f * static_cast<float>(i % 12);
  }
  const auto again = unpack_games(std::string(kPackedMagic) + pack_game(samples));
  EXPECT_EQ(lines_of(again.samples), lines_of(samples));
  EXPECT_EQ(again.games, 1u);
}

TEST_F(PackedSamples, GoOnWhereTheyWereCut) {
  const auto whole = base::read_file(generated("whole", 45, true));
  const auto cut = generated("cut", 20, true);
  const auto part = base::read_file(cut);
  ASSERT_TRUE(whole.starts_with(part));
  for (const std::size_t kept : {std::size_t{0}, std::size_t{7}, kPackedMagic.size(),
                                 kPackedMagic.size() + 30, part.size(), part.size() + 11}) {
    base::write_file(cut, std::string_view(whole).substr(0, kept));
    generated("cut", 45, true);
    EXPECT_EQ(base::read_file(cut), whole) << kept;
  }
}

TEST_F(PackedSamples, DamageIsSeenAndACutIsNot) {
  const auto path = generated("damaged", 2, true);
  const auto bytes = base::read_file(path);
  const auto games = unpack_games(bytes);
  ASSERT_EQ(games.whole_bytes, bytes.size());
  for (std::size_t kept = 0; kept < bytes.size(); ++kept) {
    const auto cut = unpack_games(std::string_view(bytes).substr(0, kept));
    EXPECT_LE(cut.whole_bytes, kept);
    EXPECT_LT(cut.games, 2u);
    // Who only goes on with a file keeps none of its positions.
    const auto counted = count_games(std::string_view(bytes).substr(0, kept));
    EXPECT_EQ(counted.whole_bytes, cut.whole_bytes);
    EXPECT_EQ(counted.games, cut.games);
    EXPECT_TRUE(counted.samples.empty());
  }
  // A length that grew looks like a cut; every other change is an error.
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    auto changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x41);
    try {
      EXPECT_LT(unpack_games(changed).games, 2u) << at;
    } catch (const base::UserError&) {
    }
  }
  auto wrong = bytes;
  wrong.back() = static_cast<char>(wrong.back() ^ 1);
  base::write_file(path, wrong);
  EXPECT_THAT(testing_errors::error_of([&] { read_samples(path); }), HasSubstr("checksum"));
}

// A file of which a part is missing is no data to learn from, wherever it ends but between two games.
TEST_F(PackedSamples, ACutFileIsNotLearntFrom) {
  const auto path = generated("cut", 3, true);
  const auto bytes = base::read_file(path);
  const auto error_at = [&](std::size_t kept) {
    base::write_file(path, std::string_view(bytes).substr(0, kept));
    return testing_errors::error_of([&] { read_samples(path); });
  };
  for (std::size_t kept = 7; kept < bytes.size(); ++kept) {
    const bool between = unpack_games(std::string_view(bytes).substr(0, kept)).whole_bytes == kept;
    EXPECT_EQ(error_at(kept).empty(), between) << kept;
  }
  EXPECT_THAT(error_at(bytes.size() - 1), HasSubstr("cut short in game 2"));
  EXPECT_THAT(error_at(bytes.size() - 1), HasSubstr("take a whole copy, or go on with it"));
  EXPECT_THAT(error_at(12), HasSubstr("cut short in game 0, after 0 of 12 bytes"));
  EXPECT_EQ(error_at(bytes.size()), "");
}

}  // namespace
}  // namespace losange::train
