// A bounded random run over the parsers of foreign text: whatever comes in is read or refused, and
// what is read can be written and read back equal. The libFuzzer targets in fuzz/ run the same checks
// without an end, from the same seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/system/file.h"
#include "hex_round_trip.h"
#include "htp_replies.h"
#include "hub_lines.h"
#include "kept_openings.h"
#include "known_positions.h"
#include "pdn_round_trip.h"
#include "places.h"
#include "proof_round_trip.h"
#include "random_book.h"
#include "tensor_file.h"

namespace losange {
namespace {

using Check = std::string (*)(std::string_view);

constexpr std::size_t kMaxLength = 600;

std::vector<std::string> seeds_of(const std::string& name) {
  const auto folder = std::filesystem::path(testing_places::source()) / "fuzz" / "corpus" / name;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry);
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  seeds.reserve(paths.size());
  for (const auto& path : paths) seeds.push_back(base::read_file(path));
  return seeds;
}

std::string random_text(base::Random& random, std::string_view alphabet) {
  std::string text;
  for (std::uint32_t n = random.below(120); n > 0; --n) {
    text += random.below(8) == 0
                ? static_cast<char>(random.below(256))
                : alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
  }
  return text;
}

// One step of a mutation: a character changed, put in or taken out, a part doubled, cut or taken from
// another seed.
void mutate(std::string& text, const std::vector<std::string>& seeds, std::string_view alphabet,
            base::Random& random) {
  const auto below = [&](std::size_t n) {
    return static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(n)));
  };
  const std::size_t at = below(text.size() + 1);
  const char c = random.below(6) == 0 ? static_cast<char>(random.below(256))
                                      : alphabet[below(alphabet.size())];
  switch (random.below(6)) {
    case 0:
      if (at < text.size()) text[at] = c;
      break;
    case 1: text.insert(at, 1, c); break;
    case 2: text.erase(at, 1 + below(3)); break;
    case 3: text.insert(at, text.substr(below(text.size() + 1), below(20))); break;
    case 4: text.erase(at, below(text.size() + 1)); break;
    default: {
      const std::string& other = seeds[below(seeds.size())];
      text.insert(at, other.substr(below(other.size() + 1), below(30)));
    }
  }
  if (text.size() > kMaxLength) text.resize(kMaxLength);
}

void run(const std::string& name, Check check, std::string_view alphabet) {
  const auto seeds = seeds_of(name);
  ASSERT_FALSE(seeds.empty());
  base::Random random(base::stream_seed(2024, name.size()));
  for (const auto& seed : seeds) ASSERT_EQ(check(seed), "") << seed;

  // The count is fixed so that a run repeats; the clock only guards a slow machine.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(4);
  for (int i = 0; i < 50'000 && std::chrono::steady_clock::now() < end; ++i) {
    std::string text = i % 8 == 0 ? random_text(random, alphabet)
                                  : seeds[random.below(static_cast<std::uint32_t>(seeds.size()))];
    for (std::uint32_t n = random.below(6); n > 0; --n) mutate(text, seeds, alphabet, random);
    ASSERT_EQ(check(text), "") << "from: " << text;
  }
}

TEST(ParserFuzz, Sgf) { run("sgf", testing_formats::sgf_problem, "();[]\\:BWCaA13 \n\rPLRE"); }
TEST(ParserFuzz, HexWorldLink) {
  run("hexworld", testing_formats::hexworld_problem, "#,:sSprbfw%a1b29xnc ");
}
TEST(ParserFuzz, Pdn) {
  run("pdn", testing_formats::pdn_problem, "[]\"(){};$!?.-x123490abc \nFENGameTypWB:K,");
}
TEST(ParserFuzz, HubLines) {
  run("hub", testing_formats::hub_problem, "hubposlevelgo=\"WBwbe \n0123456789-x");
}
TEST(ParserFuzz, Tensors) {
  run("tensors", testing_formats::any_tensors_problem, "{}[]\":,dtypeshaF3U8 0129-");
}
TEST(ParserFuzz, Books) {
  run("book", testing_formats::any_book_problem, "\1\2\3\4\x7F\xFF losange book");
}
TEST(ParserFuzz, Proofs) {
  run("proof", testing_formats::any_proof_problem, "\1\2\3\4\5\6\x7F\xFF losange proof .xo\n");
}
TEST(ParserFuzz, KnownPositions) {
  run("known", testing_formats::any_known_problem, "\1\2\3\4\5\6\x7F\xFF losange known\n");
}
TEST(ParserFuzz, KeptOpenings) {
  run("openings", testing_formats::openings_problem,
      "losange openings 123\na1 b2 c3 win 0.25 e308 -");
}
TEST(ParserFuzz, Diables) {
  run("diables", testing_formats::any_diables_problem, "\1\2\3\x7F\xFF\xFE\x78");
}
TEST(ParserFuzz, Htp) {
  run("htp", testing_formats::any_htp_problem, "\n\n # \"\\01play b\tgenmove swap-pieces");
}
TEST(ParserFuzz, MoveList) {
  run("move_list", testing_formats::move_list_problem, "a1b29k -.,;()swap\n");
}

}  // namespace
}  // namespace losange
