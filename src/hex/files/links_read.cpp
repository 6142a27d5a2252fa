#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "hex/board/hex.h"
#include "hex/files/characters.h"
#include "hex/files/links.h"

namespace losange::hex {

namespace {

using game::GameRecord;
using game::NodeId;

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

}  // namespace

GameRecord read_hexworld(std::string_view link) {
  const Source source = fragment_of(link);
  std::size_t i = 0;
  game::GameSetup setup;
  setup.size = read_board_size(source, i);
  Line line(source, setup);
  if (const std::string view = read_view(source, i); !view.empty()) {
    line.record.node(game::kRoot).other.push_back({std::string(kHexworldView), {view}});
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

}  // namespace losange::hex
