// Random games with everything a record can hold, over all sizes: SGF gives them back equal, and links
// and move lists lead to the same position.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "hex/board/hex.h"
#include "hex/files/links.h"
#include "hex/files/sgf.h"

namespace losange::hex {
namespace {

using game::GameRecord;
using game::NodeId;

class RecordMaker {
 public:
  RecordMaker(int size, std::uint64_t seed) : random_(seed) { record_.setup.size = size; }

  GameRecord make() {
    record_.setup.swap = flip();
    record_.players = {text(false), text(false)};
    record_.event = text(false);
    record_.date = text(false);
    record_.comment_on_game = text(true);
    if (flip()) {
      static const std::vector<std::string> kReasons{"", "resign", "time", "forfeit", "3.5"};
      record_.result = {flip() ? Outcome::FirstWins : Outcome::SecondWins,
                        kReasons[random_.below(5)]};
    }
    annotate(game::kRoot);
    for (int i = 0; i < 30; ++i) {
      // Mostly deeper, at times from somewhere else in the tree.
      NodeId parent = record_.size() - 1;
      if (random_.below(4) == 0) {
        parent = random_.below(static_cast<std::uint32_t>(record_.size()));
      }
      annotate(random_.below(6) == 0 ? record_.add_setup_child(parent)
                                     : record_.add_child(parent, move()));
    }
    return record_;
  }

 private:
  bool flip() { return random_.below(2) == 0; }
  std::string cell() {
    const int size = record_.setup.size;
    return cell_name(size,
                     static_cast<int>(random_.below(static_cast<std::uint32_t>(size * size))));
  }
  game::RecordMove move() {
    static const std::vector<std::string> kSpecial{"swap-pieces", "swap-sides", "pass"};
    return {flip() ? Side::First : Side::Second,
            random_.below(8) == 0 ? kSpecial[random_.below(3)] : cell()};
  }
  std::string text(bool lines) {
    static const std::vector<std::string> kParts{
        "a",  "]",        "\\",           "[",     ":", ";", "(", ")", " ",
        "\t", "\xC3\xA9", "\xE6\xA3\x8B", "B[a1]", "0"};
    std::string result;
    for (std::uint32_t n = random_.below(10); n > 0; --n) {
      result += lines && random_.below(5) == 0
                    ? "\n"
                    : kParts[random_.below(static_cast<std::uint32_t>(kParts.size()))];
    }
    return result;
  }
  void annotate(NodeId id) {
    auto& node = record_.node(id);
    if (flip()) node.comment = text(true);
    if (node.move && flip()) node.seconds_left = random_.unit() * 1000;
    if (node.move && flip()) node.seconds_spent = random_.below(500) / 10.0;
    if (random_.below(4) == 0) node.other = {{"LB", {"a1:x", "b2:\\]"}}, {"KO", {""}}};
    if (node.move || random_.below(3) != 0) return;
    if (flip()) node.to_move = flip() ? Side::First : Side::Second;
    const std::string one = cell(), two = cell(), three = cell();
    node.setup.clear();
    node.setup.push_back({one, Side::First});
    if (two != one) node.setup.push_back({two, Side::Second});
    if (three != one && three != two) node.setup.push_back({three, std::nullopt});
  }

  base::Random random_;
  GameRecord record_;
};

TEST(Records, SgfGivesBackWhatItWasGiven) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (std::uint64_t n = 0; n < 20; ++n) {
      const GameRecord record = RecordMaker(size, base::stream_seed(77, n)).make();
      const std::string text = write_sgf(record);
      const GameRecord again = read_sgf(text);
      ASSERT_TRUE(same_game(record, again)) << text;
      ASSERT_EQ(write_sgf(again), text);
    }
  }
}

// A game played at random, with a swap now and then, up to its end or not.
GameRecord random_game(int size, base::Random& random) {
  GameRecord record;
  record.setup.size = size;
  auto position = Hex<6>::initial({size, true});
  Position<6>::Moves moves;
  for (std::uint32_t n = random.below(static_cast<std::uint32_t>(size * size) + 1); n > 0; --n) {
    position.legal_moves(moves);
    if (moves.empty()) break;
    const bool swap = position.swap_available() && random.below(2) == 0;
    const Move move =
        swap ? Move::swap() : moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    record.play({position.to_move(), Hex<6>::to_text(position, move)});
    position.play(move);
  }
  return record;
}

TEST(Records, LinksAndMoveListsGiveBackAPlainGame) {
  base::Random random(5);
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (int n = 0; n < 20; ++n) {
      GameRecord record = random_game(size, random);
      for (std::uint32_t back = random.below(4); back > 0; --back) record.back();
      const GameRecord from_link = read_hexworld(write_hexworld(record));
      ASSERT_TRUE(same_game(record, from_link)) << write_hexworld(record);
      ASSERT_EQ(record.moves(), from_link.moves());
      ASSERT_TRUE(same_game(record, read_move_list(write_move_list(record), record.setup)));
    }
  }
}

}  // namespace
}  // namespace losange::hex
