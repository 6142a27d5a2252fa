#include "hex/files/sgf_syntax.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "game/record.h"
#include "hex/files/characters.h"
#include "hex/files/sgf.h"

namespace losange::hex {

namespace {

constexpr std::size_t kMaxValues = 1'000'000;

std::string normalised(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      result += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      result += '\n';
    }
  }
  return base::to_utf8(result);
}

// Little Golem names neither the game (GM) nor a program (AP). It names itself, or else shows by a
// first move of the colour W written in two letters.
bool is_little_golem(std::string_view text) {
  if (text.find("GM[") != text.npos || text.find("AP[") != text.npos) return false;
  if (base::lower(text).find("littlegolem") != text.npos) return true;
  const std::size_t first = std::min(text.find(";W["), text.find(";B["));
  if (first == text.npos || text.size() < first + 6 || text[first + 1] != 'W') return false;
  return is_letter(text[first + 3]) && is_letter(text[first + 4]) && text[first + 5] == ']';
}

// Before FF[4], small letters in a name were there for people: "Comment" is C. A name of small
// letters only is taken for its capitals.
std::string property_name(std::string_view written) {
  std::string name;
  if (std::any_of(written.begin(), written.end(), is_capital)) {
    std::copy_if(written.begin(), written.end(), std::back_inserter(name),
                 [&](char c) { return is_capital(c) || (is_digit(c) && !name.empty()); });
    return name;
  }
  std::transform(written.begin(), written.end(), std::back_inserter(name),
                 [](char c) { return is_letter(c) ? static_cast<char>(c - 'a' + 'A') : c; });
  return name;
}

class Parser {
 public:
  explicit Parser(std::string_view text)
      : shared_(std::make_shared<const std::string>(normalised(text))),
        text_(*shared_),
        little_golem_(is_little_golem(text_)) {}

  SgfTree parse() {
    find_start();
    tree_ = {shared_, {}, little_golem_};
    std::vector<std::size_t> parents;  // one for each open '(': the node it follows
    std::vector<std::size_t> opened;   // and where it stands
    std::size_t last = 0;
    bool closed_variation = false;
    do {
      skip_space();
      switch (here()) {
        case '(':
          parents.push_back(last);
          opened.push_back(at_++);
          skip_space();
          if (here() != ';')
            fail({"sgf.no-node", "expected ';' after '(': every variation begins with a node"});
          closed_variation = false;
          break;
        case ';':
          if (closed_variation) {
            fail(
                {"sgf.late-node",
                 "a node stands after a variation: put '(' before it and ')' where its line ends"});
          }
          ++at_;
          last = add_node(last);
          break;
        case ')':
          ++at_;
          last = parents.back();
          parents.pop_back();
          opened.pop_back();
          closed_variation = true;
          break;
        default:
          if (at_ < text_.size()) fail(unexpected());
          base::fail_at(
              text_, opened.back(),
              {"sgf.open-tree",
               "the game tree that opens here is never closed: the file is cut short, or a ')' "
               "is missing at its end"});
      }
    } while (!parents.empty());
    return std::move(tree_);
  }

  // After a game was parsed.
  bool another() const { return next_start() != text_.npos; }

 private:
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  char here() const { return at(at_); }
  [[noreturn]] void fail(const base::Message& message) const { base::fail_at(text_, at_, message); }

  base::Message unexpected() const {
    return {"sgf.unexpected",
            "unexpected '{}': between properties only ';', '(' and ')' may stand; a ']' "
            "inside a value is written \\]",
            base::printable(base::first_character(text_, at_))};
  }

  std::size_t after_space(std::size_t offset) const {
    while (offset < text_.size() && is_space(text_[offset])) ++offset;
    return offset;
  }
  void skip_space() { at_ = after_space(at_); }

  // Text before the game is allowed; the game begins where '(' is followed by ';'.
  std::size_t next_start() const {
    std::size_t start = text_.find('(', at_);
    while (start != text_.npos && at(after_space(start + 1)) != ';') {
      start = text_.find('(', start + 1);
    }
    return start;
  }

  void find_start() {
    const std::size_t start = next_start();
    if (start != text_.npos) {
      at_ = start;
      return;
    }
    at_ = std::min(text_.find('('), text_.size());
    fail({"sgf.no-game",
          "no game found: an SGF file holds a game between '(;' and ')', for example "
          "(;GM[11]SZ[11];B[a3];W[f6])"});
  }

  std::size_t add_node(std::size_t parent) {
    const std::size_t id = tree_.nodes.size();
    if (id == game::kMaxNodes) {
      fail({"sgf.nodes", "more than {} nodes: split the file into smaller ones", game::kMaxNodes});
    }
    tree_.nodes.push_back({parent, {}});
    while (true) {
      skip_space();
      if (!is_letter(here())) return id;
      tree_.nodes[id].properties.push_back(read_property());
    }
  }

  std::size_t end_of_name(std::size_t offset) const {
    if (!is_letter(at(offset))) return offset;
    while (is_letter(at(offset)) || is_digit(at(offset))) ++offset;
    return offset;
  }

  SgfProperty read_property() {
    SgfProperty property;
    property.offset = at_;
    const std::size_t end = end_of_name(at_);
    const std::string_view written = std::string_view(text_).substr(at_, end - at_);
    property.name = property_name(written);
    at_ = after_space(end);
    if (here() != '[') {
      base::fail_at(text_, property.offset,
                    {"sgf.no-value", "'{}' has no value: write {}[...]",
                     base::printable(written, 20), property.name.substr(0, 20)});
    }
    while (here() == '[') {
      if (++value_count_ > kMaxValues) {
        fail({"sgf.values", "more than {} values: split the file into smaller ones", kMaxValues});
      }
      property.values.push_back(read_value());
      skip_space();
    }
    return property;
  }

  SgfValue read_value() {
    const std::size_t open = at_++;
    const std::size_t start = at_;
    const std::size_t end = little_golem_ ? end_of_unescaped(start) : end_of_escaped(start);
    if (end >= text_.size()) {
      base::fail_at(
          text_, open,
          {"sgf.open-value",
           "the value that opens here is never closed: add ']' at its end (a ']' inside a value "
           "is written \\])"});
    }
    at_ = end + 1;
    std::string raw = text_.substr(start, end - start);
    return {little_golem_ ? escape(raw) : std::move(raw), start};
  }

  std::size_t end_of_escaped(std::size_t offset) const {
    while (offset < text_.size() && text_[offset] != ']') {
      offset += text_[offset] == '\\' ? 2 : 1;
    }
    return offset;
  }
  std::size_t end_of_unescaped(std::size_t offset) const {
    while (offset < text_.size() && !closes_unescaped(offset)) ++offset;
    return offset;
  }
  // Names may hold ']' as it is: it closes the value only where the file can go on after it.
  bool closes_unescaped(std::size_t offset) const {
    if (text_[offset] != ']') return false;
    std::size_t next = after_space(offset + 1);
    if (next == text_.size() || at(next) == '[') return true;
    if (at(next) == '(' || at(next) == ')') {
      const std::size_t following = after_space(next + 1);
      return following == text_.size() || at(following) == ';' || at(following) == '(' ||
             at(following) == ')';
    }
    if (at(next) == ';') next = after_space(next + 1);
    const std::size_t end = end_of_name(next);
    return end > next && at(after_space(end)) == '[';
  }

  std::shared_ptr<const std::string> shared_;
  const std::string& text_;
  bool little_golem_;
  SgfTree tree_;
  std::size_t at_ = 0;
  std::size_t value_count_ = 0;
};

std::string unescape(std::string_view raw, bool simple) {
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const bool escaped = raw[i] == '\\' && i + 1 < raw.size();
    if (escaped && raw[++i] == '\n') continue;
    text += simple && raw[i] == '\n' ? ' ' : raw[i];
  }
  return text;
}

}  // namespace

SgfTree parse_sgf(std::string_view text) { return Parser(text).parse(); }

std::vector<SgfTree> parse_sgf_games(std::string_view text) {
  Parser parser(text);
  std::vector<SgfTree> games;
  do {
    games.push_back(parser.parse());
  } while (parser.another());
  return games;
}

int count_sgf_games(std::string_view text) {
  Parser parser(text);
  int count = 0;
  try {
    do {
      ++count;
      parser.parse();
    } while (parser.another());
  } catch (const base::ParseError&) {
    // What comes after a broken game cannot be told from it.
  }
  return count;
}

std::string unescape_text(std::string_view raw) { return unescape(raw, false); }
std::string unescape_simple_text(std::string_view raw) { return unescape(raw, true); }

std::string escape(std::string_view text) {
  std::string raw;
  for (const char c : base::to_utf8(text)) {
    if (c == '\\' || c == ']') raw += '\\';
    raw += c;
  }
  return raw;
}

std::string safe_raw(std::string_view raw) {
  std::string safe;
  const std::string text = base::to_utf8(raw);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      safe += '\\';
      safe += i + 1 < text.size() ? text[++i] : '\\';
    } else {
      if (text[i] == ']') safe += '\\';
      safe += text[i];
    }
  }
  return safe;
}

}  // namespace losange::hex
