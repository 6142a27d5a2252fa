#include "hex/files/links.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "hex/board/hex.h"

namespace losange::hex {

namespace {

using game::GameRecord;
using game::NodeId;

constexpr std::string_view kAddress = "https://hexworld.org/board/";
constexpr std::string_view kViewProperty = "HEXWORLD";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Text with the place of each of its characters in the text it was made from.
class Source {
 public:
  explicit Source(std::string_view original) : original_(original) {}
  void add(char c, std::size_t offset) {
    text_ += c;
    offsets_.push_back(offset);
  }
  const std::string& text() const { return text_; }
  std::size_t size() const { return text_.size(); }
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  [[noreturn]] void fail(std::size_t i, const base::Message& message) const {
    base::fail_at(original_, i < offsets_.size() ? offsets_[i] : original_.size(), message);
  }
  // The number whose digits begin at i; moves i behind it.
  std::optional<std::int64_t> read_number(std::size_t& i) const {
    const std::size_t start = i;
    while (is_digit(at(i))) ++i;
    return base::parse_integer(std::string_view(text_).substr(start, i - start));
  }

 private:
  std::string_view original_;
  std::string text_;
  std::vector<std::size_t> offsets_;
};

// A game in the making: colours follow from the order of the moves.
class Line {
 public:
  Line(const Source& source, game::GameSetup setup) : record(std::move(setup)), source_(source) {}

  GameRecord record;

  void play(std::size_t at, std::string text) {
    if (over())
      source_.fail(
          at, {"link.after-end", "the game has ended before this: leave out what follows the end"});
    if (record.size() == game::kMaxNodes) {
      source_.fail(at, {"link.moves", "more than {} moves: that is not a game", game::kMaxNodes});
    }
    const bool keeps_turn = text == "swap-sides";
    record.play({turn_, std::move(text)});
    if (!keeps_turn) turn_ = game::other(turn_);
  }
  // A cell whose letters begin at i; moves i behind its digits.
  void play_cell(std::size_t& i) {
    const std::size_t start = i;
    while (is_letter(source_.at(i))) ++i;
    while (is_digit(source_.at(i))) ++i;
    try {
      const int size = record.setup.size;
      play(start, cell_name(size, checked_cell(size, source_.text().substr(start, i - start))));
    } catch (const base::ParseError&) {
      throw;
    } catch (const base::UserError& error) {
      source_.fail(start, error.message());
    }
  }
  void lose(std::size_t at, Side side, std::string reason) {
    if (over())
      source_.fail(
          at, {"link.after-end", "the game has ended before this: leave out what follows the end"});
    record.result = {game::win_for(game::other(side)), std::move(reason)};
  }
  Side turn() const { return turn_; }

 private:
  bool over() const { return record.result.outcome != Outcome::Ongoing; }

  const Source& source_;
  Side turn_ = Side::First;
};

// --- reading HexWorld -----------------------------------------------------------------------------

std::optional<int> hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char small = base::lower(std::string_view(&c, 1))[0];
  return small >= 'a' && small <= 'f' ? std::optional(small - 'a' + 10) : std::nullopt;
}

// The part after '#', with %xx decoded; white space and backslashes come from copying and are left out.
Source fragment_of(std::string_view link) {
  const std::size_t hash = link.find('#');
  if (hash == link.npos) {
    base::fail_at(link, link.size(),
                  {"link.no-hash",
                   "the link has no '#': copy all of it, for example "
                   "https://hexworld.org/board/#11,a3b4"});
  }
  Source source(link);
  for (std::size_t i = hash + 1; i < link.size(); ++i) {
    const std::size_t start = i;
    char c = link[i];
    if (c == '%' && i + 2 < link.size()) {
      const auto high = hex_digit(link[i + 1]), low = hex_digit(link[i + 2]);
      if (high && low) {
        c = static_cast<char>(*high * 16 + *low);
        i += 2;
      }
    }
    if (!is_space(c) && c != '\\') source.add(c, start);
  }
  return source;
}

int read_board_size(const Source& source, std::size_t& i) {
  const auto columns = source.read_number(i);
  auto rows = columns;
  if (source.at(i) == 'x') rows = source.read_number(++i);
  if (!columns || !rows) {
    source.fail(0, {"link.no-size", "after '#' stands the board size, for example #11,a3b4"});
  }
  if (*columns != *rows) {
    source.fail(0, {"hex.not-square",
                    "the board is {} columns by {} rows: losange plays on square boards "
                    "only",
                    *columns, *rows});
  }
  if (*columns < kMinSize || *columns > kMaxSize) {
    source.fail(0, {"hex.sizes", "board size {} is out of range: losange plays on {} to {}",
                    *columns, kMinSize, kMaxSize});
  }
  return static_cast<int>(*columns);
}

// n, m, r<k>, c<k> and whatever else has this form: how the board is shown.
std::string read_view(const Source& source, std::size_t& i) {
  const std::size_t start = i;
  while ((source.at(i) >= 'a' && source.at(i) <= 'z') || (i > start && is_digit(source.at(i)))) ++i;
  if (i < source.size() && source.at(i) != ',') {
    source.fail(i,
                {"link.view",
                 "between the board size and the first ',' only view fields may stand (n, m, r1 to "
                 "r12, c1), for example #11r9c1,a3b4"});
  }
  return source.text().substr(start, i - start);
}

// ":s" and the like, from the ':' on; moves i behind it.
void read_colon_token(const Source& source, std::size_t& i, Line& line) {
  const std::size_t start = i;
  const char kind = source.at(i + 1), who = source.at(i + 2);
  i += 2;
  if (kind == 's') return line.play(start, "swap-pieces");
  if (kind == 'S') return line.play(start, "swap-sides");
  if (kind == 'p') return line.play(start, "pass");
  if ((kind == 'r' || kind == 'f') && (who == 'b' || who == 'w')) {
    ++i;
    return line.lose(start, who == 'b' ? Side::First : Side::Second,
                     kind == 'r' ? "resign" : "forfeit");
  }
  source.fail(start,
              {"link.colon",
               "after ':' stands s (swap), S (swap sides), p (pass), rb or rw (resign), fb or fw "
               "(forfeit)"});
}

// --- writing --------------------------------------------------------------------------------------

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
    if (property.name != kViewProperty || property.values.size() != 1) continue;
    const std::string& view = property.values[0];
    const bool valid = std::all_of(view.begin(), view.end(),
                                   [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); });
    if (valid && !view.empty() && is_letter(view[0])) return view;
  }
  return "";
}

std::string hexworld_token(const std::string& move) {
  if (move == "swap-pieces") return ":s";
  if (move == "swap-sides") return ":S";
  return move == "pass" ? ":p" : move;
}

}  // namespace

GameRecord read_hexworld(std::string_view link) {
  const Source source = fragment_of(link);
  std::size_t i = 0;
  game::GameSetup setup;
  setup.size = read_board_size(source, i);
  Line line(source, setup);
  if (const std::string view = read_view(source, i); !view.empty()) {
    line.record.node(game::kRoot).other.push_back({std::string(kViewProperty), {view}});
  }

  std::optional<NodeId> cursor;
  for (++i; i < source.size();) {
    if (source.at(i) == ',') {
      if (cursor)
        source.fail(i, {"link.third-comma",
                        "a third ',': the link has one after the size and one at the cursor"});
      cursor = line.record.cursor();
      ++i;
    } else if (source.at(i) == ':') {
      read_colon_token(source, i, line);
    } else if (is_letter(source.at(i))) {
      line.play_cell(i);
    } else {
      source.fail(i, {"link.unexpected",
                      "unexpected '{}': moves are written one after the other, as in "
                      "#11,a3:sh4",
                      base::printable(base::first_character(source.text(), i))});
    }
  }
  if (cursor) line.record.go_to(*cursor);
  return std::move(line.record);
}

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

bool looks_like_hexworld(std::string_view text) {
  const std::string word = base::lower(base::trim(text));
  return word.starts_with('#') || word.find("hexworld.org") != word.npos ||
         word.find("trmph.com") != word.npos;
}

GameRecord read_move_list(std::string_view text, const game::GameSetup& setup) {
  Source source(text);
  for (std::size_t i = 0; i < text.size(); ++i) source.add(text[i], i);
  Line line(source, setup);
  const auto in_word = [](char c) { return is_letter(c) || is_digit(c) || c == '-'; };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    if (is_space(text[i]) || text[i] == ',' || text[i] == ';') {
      ++i;
      continue;
    }
    if (is_digit(text[i])) {  // the number of a move
      while (is_digit(source.at(i))) ++i;
      const std::size_t mark = i;
      while (source.at(i) == '.' || source.at(i) == ')') ++i;
      if (i > mark) continue;
    }
    while (in_word(source.at(i))) ++i;
    const std::string word = base::lower(text.substr(start, i - start));
    if (word == "swap" || word == "swap-pieces") {
      line.play(start, "swap-pieces");
    } else if (word == "swap-sides" || word == "pass") {
      line.play(start, word);
    } else if (word == "resign") {
      line.lose(start, line.turn(), "resign");
    } else if (!word.empty() && is_letter(word[0])) {
      std::size_t cell = start;
      while (cell < i && is_letter(source.at(cell))) line.play_cell(cell);
      if (cell < i)
        source.fail(cell, {"moves.no-space", "expected a space or ',' between two moves"});
    } else {
      const auto shown = word.empty() ? base::first_character(text, start) : std::string_view(word);
      source.fail(start, {"moves.no-move",
                          "'{}' is not a move: write cells, swap, pass or resign, for "
                          "example a3 swap f6",
                          base::printable(shown, 20)});
    }
  }
  return std::move(line.record);
}

std::string write_move_list(const GameRecord& record) {
  require_hex(record);
  PlainLine line = Flattener(record).flatten();
  std::replace(line.moves.begin(), line.moves.end(), std::string("swap-pieces"),
               std::string("swap"));
  // "resign" in a list is said by the side to move; another loser has no words here.
  if (line.loser == line.turn && line.reason == "resign") line.moves.emplace_back("resign");
  return fmt::format("{}", fmt::join(line.moves, " "));
}

}  // namespace losange::hex
