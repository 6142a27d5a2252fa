// The weights file: what is written is read back, and every kind of damage has its own message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "base/error.h"
#include "base/system/file.h"
#include "net/file/safetensors.h"
#include "net/file/surgery.h"
#include "net/file/weights.h"
#include "net/value_file/value_weights.h"
#include "temporary.h"

namespace losange::net {
namespace {

using ::testing::HasSubstr;

class WeightsFile : public ::testing::Test {
 protected:
  WeightsFile() {
    weights_.config = {.blocks = 3, .channels = 8, .pool_every = 3, .value_hidden = 8};
    weights_.history = {{5, 11}, 42, 123456789, "00ff", "CC0"};
    weights_.values = newborn_values(weights_.config, 7);
    write_weights(path_, weights_);
    content_ = base::read_file(path_);
  }
  ~WeightsFile() override { std::filesystem::remove(path_); }

  // The message with which a file of this content is refused.
  std::string refusal(const std::string& content) const {
    base::write_file(path_, content);
    try {
      read_weights(path_);
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "accepted";
  }
  // The same file after a change of what it holds, encoded again.
  std::string changed(const std::function<void(TensorFile&)>& change) const {
    TensorFile file = decode_tensors(content_, "test");
    change(file);
    return encode_tensors(file);
  }

  std::filesystem::path path_ = testing_files::temporary("weights.safetensors");
  Weights weights_;
  std::string content_;
};

TEST_F(WeightsFile, IsReadBackAsItWasWritten) {
  const Weights back = read_weights(path_);
  EXPECT_EQ(back.config, weights_.config);
  EXPECT_EQ(back.values, weights_.values);
  EXPECT_EQ(back.history.sizes, weights_.history.sizes);
  EXPECT_EQ(back.history.step, 42u);
  EXPECT_EQ(back.history.positions, 123456789u);
  EXPECT_EQ(back.history.parent, "00ff");
  EXPECT_EQ(back.history.licence, "CC0");
}

TEST_F(WeightsFile, HasALicenceOnlyWhereSomebodyGaveItOne) {
  EXPECT_EQ(NetHistory{}.licence, "none");
  Weights child = grown(read_weights(path_), weights_.config, 1);
  EXPECT_EQ(child.history.licence, "CC0");
}

TEST_F(WeightsFile, FollowsTheFormat) {
  std::uint64_t length = 0;
  std::memcpy(&length, content_.data(), 8);
  EXPECT_EQ(length % 8, 0u);
  EXPECT_EQ(content_[8], '{');
  EXPECT_EQ(content_.size(), 8 + length + 4 * weights_.values.size());
}

// What is written must be readable, however large: the largest net, the replay buffer of value-rl with 30 numbers a
// position beside a thousand copies of the largest perceptron, and the games of a run, a byte a cell.
TEST(TensorFiles, AreReadAsLongAsTheyAreWritten) {
  const auto net = 4 * static_cast<std::uint64_t>(value_count(
                           {.blocks = 64, .channels = 512, .pool_every = 1, .value_hidden = 512}));
  const auto copies = 1000 * 4 * std::uint64_t{value_count(ValueConfig{.hidden = 1024})};
  const std::uint64_t buffer = 10'000'000ull * 30 * 4, games = 10'000'000ull * 362;
  for (const std::uint64_t content : {net, copies + buffer, games})
    EXPECT_LT(content + (1 << 20), kMostFileBytes);
}

TEST_F(WeightsFile, RefusesDamageWithItsReason) {
  std::filesystem::remove(path_);
  EXPECT_THROW(
      {
        try {
          read_weights(path_);
        } catch (const base::UserError& error) {
          EXPECT_THAT(error.what(), HasSubstr("cannot open"));
          throw;
        }
      },
      base::UserError);
  EXPECT_THAT(refusal(""), HasSubstr("not a safetensors file"));
  EXPECT_THAT(refusal("#!/bin/sh\necho a script, not a net\n"),
              HasSubstr("not a safetensors file"));
  EXPECT_THAT(refusal(content_.substr(0, content_.size() - 1)), HasSubstr("cut short"));
  EXPECT_THAT(refusal(content_.substr(0, 100)), HasSubstr("cut short"));
  EXPECT_THAT(refusal(content_ + "x"), HasSubstr("more data"));
  std::string header_broken = content_;
  header_broken[20] = '\x01';
  EXPECT_THAT(refusal(header_broken), HasSubstr("header cannot be read"));
  std::string not_whole = content_;  // a place such as 2e8 where 288 stood
  not_whole[content_.find("\"data_offsets\":[0,") + 19] = 'e';
  EXPECT_THAT(refusal(not_whole), HasSubstr("a length or place that cannot be"));
  std::string one_bit = content_;
  one_bit[content_.size() - 100] ^= 1;
  EXPECT_THAT(refusal(one_bit), HasSubstr("do not match its hash"));
}

// Python's safetensors writes the numbers and the few fields that say what they are.
TEST_F(WeightsFile, ANetOfOnesOwnNeedsNoHistoryAndNoHash) {
  const auto bare = changed([](TensorFile& f) {
    for (const char* key : {"hash", "sizes", "step", "positions", "parent", "licence"})
      f.metadata.erase(key);
  });
  base::write_file(path_, bare);
  const auto read = read_weights(path_);
  EXPECT_EQ(read.values, weights_.values);
  EXPECT_EQ(read.history.parent, "none");
  write_weights(path_, read);
  EXPECT_EQ(read_weights(path_).values, weights_.values) << "an empty list of sizes is read again";

  std::string one_bit = content_;
  one_bit[content_.size() - 100] ^= 1;
  EXPECT_THAT(refusal(one_bit), HasSubstr("losange net seal FILE"));
  base::write_file(path_, one_bit);
  EXPECT_NE(read_weights(path_, HashCheck::Ignored).values, weights_.values);
}

TEST_F(WeightsFile, RefusesOtherNetsWithTheirReason) {
  EXPECT_THAT(refusal(changed([](TensorFile& f) { f.metadata["losange_net"] = "99"; })),
              HasSubstr("newer than this program"));
  EXPECT_THAT(refusal(changed([](TensorFile& f) { f.metadata.clear(); })),
              HasSubstr("not a net of losange"));
  EXPECT_THAT(refusal(changed([](TensorFile& f) { f.metadata["architecture"] = "{}"; })),
              HasSubstr("architecture cannot be read"));
  EXPECT_THAT(refusal(changed([](TensorFile& f) {
                auto& text = f.metadata["architecture"];
                text.replace(text.find("\"channels\":8"), 12, "\"channels\":9");
              })),
              HasSubstr("wrong shape"));
  EXPECT_THAT(refusal(changed([](TensorFile& f) { f.tensors.pop_back(); })),
              HasSubstr("is missing"));
  EXPECT_THAT(
      refusal(changed([](TensorFile& f) {
        f.tensors.push_back(StoredTensor::of_bytes("extra", {1}, std::vector<std::uint8_t>{1}));
      })),
      HasSubstr("does not have"));
  EXPECT_THAT(refusal(changed([](TensorFile& f) {
                const float bad = std::numeric_limits<float>::quiet_NaN();
                std::memcpy(f.tensors[0].bytes.data(), &bad, sizeof(bad));
              })),
              HasSubstr("not finite"));
}

TEST_F(WeightsFile, NoCutIsAccepted) {
  for (std::size_t length = 0; length < content_.size(); length += 97) {
    EXPECT_NE(refusal(content_.substr(0, length)), "accepted") << length;
  }
}

}  // namespace
}  // namespace losange::net
