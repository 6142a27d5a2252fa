// From the syntax of SGF to a game record. What has no place in the record stays as a property.
#include <fmt/format.h>

#include <algorithm>
#include <bitset>

#include "base/error.h"
#include "base/text.h"
#include "hex/board/geometry.h"
#include "hex/files/characters.h"
#include "hex/files/sgf.h"
#include "hex/files/sgf_syntax.h"

namespace losange::hex {

namespace {

using game::GameRecord;
using game::NodeId;
using game::Outcome;
using game::Result;
using game::Side;

using CellSet = std::bitset<kMaxSize * kMaxSize>;

constexpr std::size_t kMaxSetupStones = 1'000'000;

bool gives_up(const game::RecordNode& node) {
  return node.move && (node.move->text == "resign" || node.move->text == "forfeit");
}

// "B+", "W+Resign", bare "B" as Little Golem writes it, "Draw", "?"; nothing when it means none of
// these ("Void", free text).
std::optional<Result> parse_result(std::string_view text) {
  text = base::trim(text);
  const std::string word = base::lower(text);
  if (word.empty() || word == "?") return Result{};
  if (word == "draw" || word == "0") return Result{Outcome::Draw, ""};
  if (word[0] != 'b' && word[0] != 'w') return std::nullopt;
  if (word.size() > 1 && word[1] != '+') return std::nullopt;

  Result result{game::win_for(word[0] == 'b' ? Side::First : Side::Second), ""};
  const std::string_view written = word.size() > 1 ? base::trim(text.substr(2)) : "";
  const std::string reason = base::lower(written);
  if (reason == "r" || reason == "resign") {
    result.reason = "resign";
  } else if (reason == "t" || reason == "time") {
    result.reason = "time";
  } else if (reason == "f" || reason == "forfeit") {
    result.reason = "forfeit";
  } else {
    result.reason = written;
  }
  return result;
}

class Reader {
 public:
  explicit Reader(SgfTree tree) : tree_(std::move(tree)) {}

  GameRecord read() {
    const auto& root = tree_.nodes[0];
    read_game(root);
    // Properties of the whole game stand at the root; a move there gets a node of its own.
    const bool root_moves = std::any_of(root.properties.begin(), root.properties.end(), is_move);
    NodeId first = game::kRoot;
    read_properties(root, [&](const SgfProperty& p) {
      return !root_moves || !belongs_to_move(p) ? std::optional(game::kRoot) : std::nullopt;
    });
    if (record_.result.outcome != Outcome::Ongoing) {
      std::erase_if(record_.node(game::kRoot).other, [](const auto& p) { return p.name == "RE"; });
    }
    if (root_moves) {
      first = record_.add_setup_child(game::kRoot);
      read_properties(root, [&](const SgfProperty& p) {
        return belongs_to_move(p) ? std::optional(first) : std::nullopt;
      });
    }

    std::vector<NodeId> ids(tree_.nodes.size(), first);
    for (std::size_t i = 1; i < tree_.nodes.size(); ++i) {
      ids[i] = record_.add_setup_child(ids[tree_.nodes[i].parent]);
      read_properties(tree_.nodes[i], [&](const SgfProperty&) { return std::optional(ids[i]); });
    }
    settle_swaps();
    settle_resignation();
    record_.go_to_end_of_main_line();
    return std::move(record_);
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const base::Message& message) const {
    base::fail_at(*tree_.text, offset, message);
  }

  static bool is_move(const SgfProperty& p) { return p.name == "B" || p.name == "W"; }
  static bool belongs_to_move(const SgfProperty& p) {
    return is_move(p) || p.name == "BL" || p.name == "WL" || p.name == "C" || p.name == "SPENT";
  }

  // --- the whole game -----------------------------------------------------------------------------

  void read_game(const SgfNode& root) {
    bool has_size = false;
    for (const auto& p : root.properties) {
      const std::string value = unescape_simple_text(p.values[0].raw);
      if (p.name == "GM" && base::trim(value) != "11") {
        fail(p.values[0].offset,
             {"sgf.other-game", "this is another game (GM[{}]): losange reads Hex, which is GM[11]",
              base::printable(value, 20)});
      } else if (p.name == "SZ" && !has_size) {
        record_.setup.size = read_size(p.values[0]);
        has_size = true;
      } else if (p.name == "AP") {
        program_ = base::lower(value);
      } else if (p.name == "US") {
        user_ = base::lower(value);
      }
    }
  }

  int read_size(const SgfValue& value) const {
    const auto text = unescape_simple_text(value.raw);
    std::vector<std::int64_t> sides;
    for (const auto& part : base::split(text, ':')) {
      sides.push_back(base::parse_integer(base::trim(part)).value_or(-1));
    }
    if (sides.size() > 2 || std::count(sides.begin(), sides.end(), -1) > 0) {
      fail(value.offset, {"sgf.no-size", "'{}' is not a board size: write SZ[11] or SZ[11:11]",
                          base::printable(text, 20)});
    }
    if (sides.size() == 2 && sides[0] != sides[1]) {
      fail(value.offset, {"hex.not-square",
                          "the board is {} columns by {} rows: losange plays on square boards only",
                          sides[0], sides[1]});
    }
    if (sides[0] < kMinSize || sides[0] > kMaxSize) {
      fail(value.offset, {"hex.sizes", "board size {} is out of range: losange plays on {} to {}",
                          sides[0], kMinSize, kMaxSize});
    }
    return static_cast<int>(sides[0]);
  }

  // True when the property is taken up into the record's description of the game.
  bool describe_game(const SgfProperty& p) {
    for (const char* name : {"FF", "GM", "SZ", "CA", "AP"}) {
      if (p.name == name) return true;
    }
    if (p.values.size() != 1) return false;
    const std::string& raw = p.values[0].raw;
    if (p.name == "PB") return take(record_.players[0], unescape_simple_text(raw));
    if (p.name == "PW") return take(record_.players[1], unescape_simple_text(raw));
    if (p.name == "DT") return take(record_.date, unescape_simple_text(raw));
    if (p.name == "GC") return take(record_.comment_on_game, unescape_text(raw));
    if (p.name == "EV") {
      const std::string event = unescape_simple_text(raw);
      return (tree_.little_golem && event == "null") || take(record_.event, event);
    }
    if (p.name == "RU" && base::lower(raw) == "no swap") {
      record_.setup.swap = false;
      return true;
    }
    if (p.name == "RE") {
      const auto result = parse_result(unescape_simple_text(raw));
      if (!result || record_.result.outcome != Outcome::Ongoing) return false;
      record_.result = *result;
      return true;
    }
    return false;
  }

  static bool take(std::string& field, std::string value) {
    if (!field.empty()) return false;
    field = std::move(value);
    return true;
  }

  // --- nodes --------------------------------------------------------------------------------------

  // Reads the properties for which `owner` names a node into that node: first the move, so that
  // times know whose they are.
  template <class Owner>
  void read_properties(const SgfNode& node, Owner owner) {
    CellSet placed;
    for (const auto& p : node.properties) {
      if (const auto id = owner(p); id && is_move(p)) read_move(record_.node(*id), p);
    }
    for (const char* name : {"AB", "AW", "AE"}) {
      for (const auto& p : node.properties) {
        if (const auto id = owner(p); id && p.name == name) {
          read_stones(record_.node(*id), p, placed);
        }
      }
    }
    for (const auto& p : node.properties) {
      const auto id = owner(p);
      if (!id || is_move(p) || p.name == "AB" || p.name == "AW" || p.name == "AE") continue;
      if (*id == game::kRoot && describe_game(p)) continue;
      if (!annotate(record_.node(*id), p)) keep(record_.node(*id), p);
    }
  }

  static void keep(game::RecordNode& node, const SgfProperty& p) {
    auto& kept = node.other.emplace_back(game::Property{p.name, {}});
    for (const auto& value : p.values) kept.values.push_back(value.raw);
  }

  void read_move(game::RecordNode& node, const SgfProperty& p) {
    if (node.move || p.values.size() != 1) {
      fail(p.offset, {"sgf.two-moves", "a node holds two moves: put ';' before the second one"});
    }
    const bool black = (p.name == "B") != tree_.little_golem;
    const auto& value = p.values[0];
    std::string word = base::lower(base::trim(unescape_simple_text(value.raw)));
    if (word.empty()) word = "pass";
    static constexpr std::string_view kSpecial[] = {"pass",       "swap",   "swap-pieces",
                                                    "swap-sides", "resign", "forfeit"};
    if (std::find(std::begin(kSpecial), std::end(kSpecial), word) == std::end(kSpecial)) {
      word = cell_name(record_.setup.size, read_point(word, value.offset));
    }
    node.move = {black ? Side::First : Side::Second, std::move(word)};
  }

  // "e4", or the two letters of Go files: column and row.
  int read_point(std::string_view text, std::size_t offset) const {
    std::string word = base::lower(base::trim(text));
    if (word.size() == 2 && is_letter(word[0]) && is_letter(word[1])) {
      word = fmt::format("{}{}", word[0], word[1] - 'a' + 1);
    }
    try {
      return checked_cell(record_.setup.size, word);
    } catch (const base::UserError& error) {
      fail(offset, error.message());
    }
  }

  void read_stones(game::RecordNode& node, const SgfProperty& p, CellSet& placed) {
    std::optional<Side> side;
    if (p.name == "AB") side = Side::First;
    if (p.name == "AW") side = Side::Second;
    CellSet seen;
    for (const auto& value : p.values) {
      for (const int cell : read_points(value)) {
        if (seen.test(cell)) continue;
        seen.set(cell);
        const std::string name = cell_name(record_.setup.size, cell);
        if (placed.test(cell)) {
          fail(value.offset, {"sgf.twice", "{} is set up twice in one node: leave one out", name});
        }
        if (++stone_count_ > kMaxSetupStones) {
          fail(value.offset,
               {"sgf.stones", "more than {} setup stones: split the file", kMaxSetupStones});
        }
        node.setup.push_back({name, side});
      }
    }
    placed |= seen;
  }

  // One point, or all points of a rectangle written a1:c3.
  std::vector<int> read_points(const SgfValue& value) const {
    const auto corners = base::split(unescape_simple_text(value.raw), ':');
    if (corners.size() > 2) {
      fail(value.offset, {"sgf.rectangle", "a rectangle of points has two corners, as in a1:c3"});
    }
    const int size = record_.setup.size;
    const int from = read_point(corners.front(), value.offset);
    const int to = read_point(corners.back(), value.offset);
    std::vector<int> points;
    for (int row = std::min(from / size, to / size); row <= std::max(from / size, to / size);
         ++row) {
      for (int column = std::min(from % size, to % size);
           column <= std::max(from % size, to % size); ++column) {
        points.push_back(row * size + column);
      }
    }
    return points;
  }

  // True when the property says something a record's node has a field for.
  bool annotate(game::RecordNode& node, const SgfProperty& p) {
    if (p.name == "C") {
      for (const auto& value : p.values) {
        if (!node.comment.empty()) node.comment += '\n';
        node.comment += unescape_text(value.raw);
      }
      return true;
    }
    if (p.values.size() != 1) return false;
    const std::string text = unescape_simple_text(p.values[0].raw);
    if (p.name == "PL") {
      if (node.to_move) return false;
      node.to_move = read_side(text, p.values[0].offset);
      return true;
    }
    if (p.name == "SPENT") return take_seconds(node.seconds_spent, text);
    if (p.name == "BL" || p.name == "WL") {
      const Side side = p.name == "BL" ? Side::First : Side::Second;
      return node.move && node.move->side == side && take_seconds(node.seconds_left, text);
    }
    return false;
  }

  static bool take_seconds(std::optional<double>& field, std::string_view text) {
    if (field) return false;
    field = base::parse_real(base::trim(text));
    return field.has_value();
  }

  Side read_side(std::string_view text, std::size_t offset) const {
    const std::string word = base::lower(base::trim(text));
    if (word == "b" || word == "black") return Side::First;
    if (word == "w" || word == "white") return Side::Second;
    fail(offset, {"sgf.no-side", "'{}' is no side to move: write PL[B] or PL[W]",
                  base::printable(text, 20)});
  }

  // --- what only the whole tree tells -------------------------------------------------------------

  // HexGui 0.x and benzene write swap-pieces (or swap) where the stone stays and the players change
  // seats: then the same colour moves again. Little Golem's swap is always of pieces.
  void settle_swaps() {
    const bool ours = program_.starts_with("losange");
    const bool old_program = user_.find("twogtp") != user_.npos || is_old_hexgui();
    const bool hexgui = program_.starts_with("hexgui");
    for (NodeId id = 0; id < record_.size(); ++id) {
      auto& node = record_.node(id);
      if (!node.move || (node.move->text != "swap" && node.move->text != "swap-pieces")) continue;
      bool sides = old_program || (hexgui && node.move->text == "swap");
      if (!node.children.empty()) {
        const auto& next = record_.node(node.children[0]);
        if (next.move && next.setup.empty()) sides = next.move->side == node.move->side;
      }
      sides = sides && !ours && !tree_.little_golem;
      node.move->text = sides ? "swap-sides" : "swap-pieces";
    }
  }

  bool is_old_hexgui() const {
    if (!program_.starts_with("hexgui:0.") || program_.size() < 10) return false;
    return is_digit(program_[9]) && (program_.size() == 10 || !is_digit(program_[10]));
  }

  // A resignation at the end of the main line is the result, unless the file names another one. What
  // else stands in its node stays.
  void settle_resignation() {
    record_.go_to_end_of_main_line();
    const NodeId id = record_.cursor();
    auto& node = record_.node(id);
    const auto& before = record_.node(node.parent);
    if (!gives_up(node) || gives_up(before) || before.children.size() != 1) return;

    const Result by_move{game::win_for(game::other(node.move->side)), node.move->text};
    const auto& known = record_.result;
    const auto& kept = record_.node(game::kRoot).other;
    const bool other_result =
        std::any_of(kept.begin(), kept.end(), [](const auto& p) { return p.name == "RE"; });
    const bool agrees = known.outcome == Outcome::Ongoing
                            ? !other_result
                            : known.outcome == by_move.outcome &&
                                  (known.reason.empty() || known.reason == by_move.reason);
    if (!agrees) return;

    record_.result = by_move;
    if (node.seconds_left) {
      const char* name = node.move->side == Side::First ? "BL" : "WL";
      node.other.push_back({name, {fmt::format("{}", *node.seconds_left)}});
      node.seconds_left.reset();
    }
    node.move.reset();
    const bool bare = node.setup.empty() && !node.to_move && node.comment.empty() &&
                      !node.seconds_spent && node.other.empty();
    if (bare) record_.remove(id);
  }

  SgfTree tree_;
  GameRecord record_;
  std::string program_, user_;  // AP and US, in small letters
  std::size_t stone_count_ = 0;
};

}  // namespace

GameRecord read_sgf(std::string_view text) { return Reader(parse_sgf(text)).read(); }

std::vector<GameRecord> read_sgf_games(std::string_view text) {
  std::vector<GameRecord> games;
  for (auto& tree : parse_sgf_games(text)) games.push_back(Reader(std::move(tree)).read());
  return games;
}

}  // namespace losange::hex
