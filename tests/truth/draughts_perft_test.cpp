// Every row of the published perft tables that these rules cover, each to the depth that costs no more
// than some millions of positions; `losange perft` goes deeper. And counts by walking positions, where the past decides
// which moves there are: no published table goes as deep.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/system/file.h"
#include "base/text.h"
#include "draughts/rules/perft.h"
#include "draughts/text/fen.h"
#include "places.h"

namespace losange::draughts {
namespace {

constexpr std::int64_t kMostNodes = 9'000'000;

struct Named {
  const char* rules;
  int size;
};
const std::map<std::string, Named> kNames{{"international", {"international", 10}},
                                          {"frisian", {"frisian", 10}},
                                          {"canadian12x12", {"international", 12}},
                                          {"brazilian", {"brazilian", 8}},
                                          {"russian", {"russian", 8}},
                                          {"english", {"english", 8}},
                                          {"italian", {"italian", 8}},
                                          {"intl6x6", {"international", 6}},
                                          {"english6x6", {"english", 6}}};

// "W:WK31-50:BK1-20 (a remark)": the position without the remark.
std::string position_text(const std::string& column) { return column.substr(0, column.find(' ')); }

void check_row(const std::vector<std::string>& columns, const Named& named) {
  const Config config{&find_rules(named.rules), named.size};
  const auto captures = columns[2] == "keep" ? Captures::EachOrder : Captures::Once;
  with_variant(config, [&](const auto& variant) {
    using Bits = std::decay_t<decltype(variant.start.kings)>;
    const auto position = columns[1] == "start" ? Position<Bits>(variant)
                                                : parse_fen(variant, position_text(columns[1]));
    int depth = 0;
    for (const auto& count : base::split_words(columns[3])) {
      const auto expected = base::parse_integer(count);
      ASSERT_TRUE(expected) << count;
      if (*expected > kMostNodes) break;
      ++depth;
      const auto found = perft(position, depth, captures);
      ASSERT_EQ(found, static_cast<std::uint64_t>(*expected))
          << columns[0] << " " << columns[1] << " " << columns[2] << " depth " << depth;
    }
    EXPECT_GE(depth, 5) << columns[1];
  });
}

TEST(DraughtsPerft, EqualsThePublishedTables) {
  const auto text = base::read_file(testing_places::source() + "/tests/truth/draughts-perft.tsv");
  std::set<std::string> seen;
  int rows = 0;
  for (const auto& line : base::split(text, '\n')) {
    if (line.empty() || line[0] == '#') continue;
    const auto columns = base::split(line, '\t');
    ASSERT_GE(columns.size(), 4u) << line;
    const auto named = kNames.find(columns[0]);
    if (named == kNames.end()) continue;
    check_row(columns, named->second);
    seen.insert(columns[0]);
    ++rows;
  }
  EXPECT_EQ(seen.size(), kNames.size());
  EXPECT_EQ(rows, 24);
}

std::uint64_t walked(const Position<Bits64>& position, int depth) {
  Position<Bits64>::Moves moves;
  position.moves_of_board(moves);
  if (depth == 1) return moves.size();
  std::uint64_t total = 0;
  for (const auto& move : moves) {
    auto after = position;
    after.play(move);
    total += walked(after, depth - 1);
  }
  return total;
}

TEST(DraughtsPerft, FrisianKingsRestAfterThreeMoves) {
  const auto& frisian = variant<Bits64>(find_rules("frisian"), 10);
  EXPECT_EQ(perft(parse_fen(frisian, "W:WK28,46:BK5,1"), 7, Captures::Once), 629'367u)
      << "2,767,503 without the rule";
  for (const char* fen : {"W:WK28,46:BK5,1", "B:WK1,K50,6:BK46,45", "W:WK28,26:BK50,K5,24"}) {
    auto position = parse_fen(frisian, fen);
    for (int depth = 1; depth <= 6; ++depth)
      EXPECT_EQ(perft(position, depth, Captures::Once), walked(position, depth))
          << fen << " " << depth;
    // With a king that has moved twice in a row already.
    for (int ply = 0; ply < 4; ++ply) {
      Position<Bits64>::Moves moves;
      position.legal_moves(moves);
      ASSERT_FALSE(moves.empty()) << fen;
      position.play(moves[moves.size() - 1]);
    }
    for (int depth = 1; depth <= 5; ++depth)
      EXPECT_EQ(perft(position, depth, Captures::Once), walked(position, depth))
          << fen << " " << depth;
  }
}

}  // namespace
}  // namespace losange::draughts
