#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "hex/board/hex.h"
#include "hex/files/links.h"

namespace losange::hex {

namespace {

using game::GameRecord;
using game::NodeId;

constexpr std::string_view kAddress = "https://hexworld.org/board/";

// A line of a record as formats without setup keep it: moves in strict turns.
struct PlainLine {
  std::vector<std::string> moves;  // cells, "swap-pieces", "swap-sides", "pass"
  std::size_t cursor = 0;          // moves before the record's cursor
  Side turn = Side::First;         // after the last one
  std::optional<Side> loser;       // by something that the board does not show
  std::string reason;              // and how
};

class Flattener {
 public:
  explicit Flattener(const GameRecord& record)
      : record_(record), position_(Hex<6>::initial({record.setup.size, record.setup.swap})) {}

  PlainLine flatten() {
    ids_ = record_.line();
    const std::size_t cursor_at = ids_.size() - 1;
    while (!record_.node(ids_.back()).children.empty()) {
      ids_.push_back(record_.node(ids_.back()).children[0]);
    }
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      add_node(i);
      if (i == cursor_at) line_.cursor = line_.moves.size();
    }
    add_end();
    return std::move(line_);
  }

 private:
  void add_node(std::size_t i) {
    const auto& node = record_.node(ids_[i]);
    if (!node.setup.empty()) add_setup(i);
    if (node.to_move) give_turn_to(*node.to_move);
    if (!node.move) return;
    const std::string text = base::lower(node.move->text);
    if (text == "resign" || text == "forfeit") return;
    give_turn_to(node.move->side);
    add(text == "swap" ? "swap-pieces" : text);
  }

  void add(std::string move) {
    if (move != "swap-sides") line_.turn = game::other(line_.turn);
    line_.moves.push_back(std::move(move));
  }
  void give_turn_to(Side side) {
    if (line_.turn != side) add("pass");
  }

  // The board is followed only as far as setup asks for it: most lines have none.
  void add_setup(std::size_t i) {
    while (applied_ < i) Hex<6>::apply(position_, record_.node(ids_[applied_++]));
    const auto before = position_;
    game::RecordNode setup_only;
    setup_only.setup = record_.node(ids_[i]).setup;
    setup_only.to_move = record_.node(ids_[i]).to_move;
    Hex<6>::apply(position_, setup_only);

    std::vector<int> added[2];
    for (const Side side : {Side::First, Side::Second}) {
      const auto& now = position_.stones(side);
      if ((before.stones(side) & ~now).any()) {
        throw base::UserError(
            "link.takes-off",
            "the game has setup that takes stones off the board, which links and move lists cannot "
            "hold: write SGF instead");
      }
      (now & ~before.stones(side)).for_each([&](int cell) {
        added[game::index(side)].push_back(cell);
      });
    }
    std::size_t next[2] = {0, 0};
    while (next[0] < added[0].size() || next[1] < added[1].size()) {
      const int turn = game::index(line_.turn);
      add(next[turn] < added[turn].size() ? cell_name(record_.setup.size, added[turn][next[turn]++])
                                          : "pass");
    }
    give_turn_to(position_.to_move());
    position_ = before;
  }

  void add_end() {
    const auto& last = record_.node(ids_.back());
    const std::string text = last.move ? base::lower(last.move->text) : "";
    if (text == "resign" || text == "forfeit") {
      line_.loser = last.move->side;
      line_.reason = text;
    } else if (ends_main_line() && !record_.result.reason.empty() &&
               record_.result.outcome != Outcome::Ongoing &&
               record_.result.outcome != Outcome::Draw) {
      const bool first_won = record_.result.outcome == Outcome::FirstWins;
      line_.loser = first_won ? Side::Second : Side::First;
      line_.reason = record_.result.reason;
    }
  }

  bool ends_main_line() const {
    for (std::size_t i = 1; i < ids_.size(); ++i) {
      if (record_.node(ids_[i - 1]).children[0] != ids_[i]) return false;
    }
    return true;
  }

  const GameRecord& record_;
  hex::Position<6> position_;
  std::size_t applied_ = 0;  // nodes of ids_ that position_ has seen
  std::vector<NodeId> ids_;
  PlainLine line_;
};

void require_hex(const GameRecord& record) {
  if (record.setup.game == Hex<6>::kName) return;
  throw base::UserError("link.other-game",
                        "links and move lists hold Hex games, and this is a game of {}",
                        record.setup.game);
}

// The view fields of the link the record came from.
std::string view_of(const GameRecord& record) {
  for (const auto& property : record.node(game::kRoot).other) {
    if (property.name != kHexworldView || property.values.size() != 1) continue;
    const std::string& view = property.values[0];
    const bool valid = std::all_of(view.begin(), view.end(), [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
    });
    if (valid && !view.empty() && view[0] >= 'a') return view;
  }
  return "";
}

std::string hexworld_token(const std::string& move) {
  if (move == "swap-pieces") return ":s";
  if (move == "swap-sides") return ":S";
  return move == "pass" ? ":p" : move;
}

}  // namespace

std::string write_hexworld(const GameRecord& record) {
  require_hex(record);
  const PlainLine line = Flattener(record).flatten();
  std::string played, ahead;
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    (i < line.cursor ? played : ahead) += hexworld_token(line.moves[i]);
  }
  std::string& end = ahead.empty() ? played : ahead;
  if (line.loser &&
      (line.reason == "resign" || line.reason == "time" || line.reason == "forfeit")) {
    // HexWorld has no word of its own for a loss on time.
    end += line.reason == "resign" ? ":r" : ":f";
    end += *line.loser == Side::First ? 'b' : 'w';
  }
  const std::string view = view_of(record);
  std::string size = std::to_string(record.setup.size);
  if (view.starts_with('x')) size += "x" + size;  // else the field would be read as the rows
  std::string link = fmt::format("{}#{}{}", kAddress, size, view);
  if (!played.empty() || !ahead.empty()) link += "," + played;
  if (!ahead.empty()) link += "," + ahead;
  return link;
}

std::string write_move_list(const GameRecord& record) {
  require_hex(record);
  PlainLine line = Flattener(record).flatten();
  std::replace(line.moves.begin(), line.moves.end(), std::string("swap-pieces"),
               std::string("swap"));
  // "resign" in a list is said by the side to move; another loser has no words here.
  if (line.loser == line.turn && line.reason == "resign") line.moves.emplace_back("resign");
  return base::joined(line.moves, " ");
}

}  // namespace losange::hex
