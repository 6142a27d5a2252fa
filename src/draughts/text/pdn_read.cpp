
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "draughts/text/fen.h"
#include "draughts/text/pdn.h"
#include "draughts/text/pdn_date.h"
#include "draughts/text/pdn_note.h"

namespace losange::draughts {

namespace {

using game::GameRecord;
using game::NodeId;
using game::Outcome;

constexpr std::size_t kDeepestVariation = 200;

struct ResultWord {
  std::string_view text;
  int white;  // 1 won, 0 drawn, -1 lost, 2 unknown
};
constexpr ResultWord kResults[] = {{"1-0", 1}, {"2-0", 1},     {"0-1", -1}, {"0-2", -1},
                                   {"1-1", 0}, {"1/2-1/2", 0}, {"*", 2},    {"0-0", 0}};

std::optional<int> result_of(std::string_view word) {
  for (const auto& result : kResults) {
    if (result.text == word) return result.white;
  }
  return std::nullopt;
}

// White space and control characters of any length as one blank.
std::string in_one_line(std::string_view text) {
  std::string plain(text), result;
  for (char& c : plain) c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  for (const auto& word : base::split_words(plain)) result += (result.empty() ? "" : " ") + word;
  return result;
}

std::string unescaped(std::string_view value) {
  std::string result;
  for (std::size_t i = 0; i < value.size(); ++i) {
    unsigned code = 0;
    const char* digits = value.data() + i + 1;
    if (value[i] == '%' && i + 2 < value.size() &&
        std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2) {
      result += static_cast<char>(code);
      i += 2;
    } else {
      result += value[i];
    }
  }
  return result;
}

class PdnReader {
 public:
  PdnReader(std::string_view text, const Config& fallback) : text_(text), fallback_(fallback) {}

  std::vector<GameRecord> games() {
    std::vector<GameRecord> all;
    skip_blank();
    while (at_ < text_.size()) {
      all.push_back(one_game());
      skip_blank();
    }
    if (all.empty())
      fail({"pdn.no-game",
            "there is no game: PDN has tags such as [White \"...\"] and moves such as 1. 32-28"});
    return all;
  }

 private:
  [[noreturn]] void fail(const base::Message& message) const { base::fail_at(text_, at_, message); }
  bool more() const { return at_ < text_.size(); }

  void skip_blank() {
    while (more()) {
      const char c = text_[at_];
      if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++at_;
      } else if (c == '%' && (at_ == 0 || text_[at_ - 1] == '\n')) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return;
      }
    }
  }

  GameRecord one_game() {
    record_ = GameRecord();
    config_ = fallback_;
    white_result_ = 2;
    std::string fen;
    auto& root_tags = record_.node(game::kRoot).other;
    std::array<std::string, 2> names;
    const std::size_t begin = at_;
    while (more() && text_[at_] == '[') {
      auto read = tag();
      std::string &name = read.first, &value = read.second;
      const std::string key = base::lower(name);
      if (key == "gametype") {
        config_ = at_place([&] { return parse_game_type(value); });
      } else if (key == "fen") {
        fen = value;
      } else if (key == "white" || key == "black") {
        names[key == "white" ? 0 : 1] = value;
      } else if (key == "event") {
        record_.event = value;
      } else if (key == "date") {
        record_.date = date_of_record(value);
      } else if (key == "result") {
        white_result_ = result_of(base::trim(value)).value_or(2);
      } else if (key == "termination") {
        record_.result.reason = value;
      } else if (key != "nag") {  // that name is taken by judgements of moves
        root_tags.push_back({std::move(name), {std::move(value)}});
      }
      skip_blank();
    }
    record_.setup = setup_of(config_);
    if (!fen.empty())
      at_place([&] {
        set_start(record_, config_, fen);
        return 0;
      });
    const bool white_first = config_.rules->first == Colour::White;
    record_.players = white_first ? names : std::array<std::string, 2>{names[1], names[0]};
    moves();
    if (at_ == begin)
      fail({"pdn.unexpected", "'{}' is not expected here", base::first_character(text_, at_)});
    finish_result();
    record_.go_to_end_of_main_line();
    return std::move(record_);
  }

  // Errors of texts inside the file get its line and column.
  template <class F>
  auto at_place(F&& f) -> decltype(f()) {
    try {
      return f();
    } catch (const base::UserError& error) {
      fail(error.message());
    }
  }

  std::pair<std::string, std::string> tag() {
    ++at_;
    skip_blank();
    std::string name, value;
    while (more() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
      name += text_[at_++];
    }
    skip_blank();
    if (name.empty() || !more() || text_[at_] != '"')
      fail({"pdn.tag", "a tag is written [Name \"value\"]"});
    for (++at_; more() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      value += text_[at_];
    }
    if (!more()) fail({"pdn.open-tag", "the value of a tag does not end: a quote is missing"});
    ++at_;
    skip_blank();
    if (!more() || text_[at_] != ']') fail({"pdn.tag-end", "a tag ends with ]"});
    ++at_;
    return {std::move(name), in_one_line(value)};
  }

  void moves() {
    at_node_ = game::kRoot;
    std::vector<NodeId> outside;  // where each open variation left its line
    while (true) {
      skip_blank();
      if (!more()) break;
      const char c = text_[at_];
      if (c == '[') {
        if (!outside.empty())
          fail({"pdn.variation-game",
                "a variation does not end: ) is missing before the next game"});
        break;
      }
      if (c == '{') {
        comment();
      } else if (c == ';') {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        add_comment(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end;
      } else if (c == '(') {
        if (at_node_ == game::kRoot)
          fail({"pdn.variation-first", "a variation needs a move before it that it replaces"});
        if (outside.size() >= kDeepestVariation)
          fail({"pdn.deep", "variations are nested too deep"});
        outside.push_back(at_node_);
        at_node_ = record_.node(at_node_).parent;
        ++at_;
      } else if (c == ')') {
        if (outside.empty()) fail({"pdn.closing", "there is a ) without its ("});
        at_node_ = outside.back();
        outside.pop_back();
        ++at_;
      } else if (c == '$') {
        ++at_;
        judgement(digits());
      } else if (!word()) {
        if (!outside.empty())
          fail(
              {"pdn.variation-result", "a variation does not end: ) is missing before the result"});
        return;
      }
    }
    if (!outside.empty()) fail({"pdn.variation", "a variation does not end: ) is missing"});
  }

  std::string digits() {
    std::string number;
    while (more() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 &&
           number.size() < 9) {
      number += text_[at_++];
    }
    if (number.empty()) fail({"pdn.number", "a number is expected"});
    return number;
  }

  // A move, a number of a move or a judgement such as "!?"; false at a result, which ends the game.
  bool word() {
    static constexpr std::string_view kEnds = " \t\r\n\f\v{}()[];$!?";
    const std::size_t begin = at_;
    std::size_t end = text_.find_first_of(kEnds, at_);
    if (end == std::string_view::npos) end = text_.size();
    std::string_view word = text_.substr(begin, end - begin);
    if (word.empty()) {
      strength();
      return true;
    }
    if (const auto result = result_of(word)) {
      if (white_result_ == 2) white_result_ = *result;
      at_ = end;
      return false;
    }
    // "12." and "12..." may stand before a move without a blank.
    const std::size_t dot = word.find_first_not_of("0123456789");
    if (dot != std::string_view::npos && word[dot] == '.') {
      const std::size_t after = std::min(word.find_first_not_of('.', dot), word.size());
      at_ += after;
      return true;
    }
    play(word);
    at_ = end;
    return true;
  }

  void play(std::string_view word) {
    std::string text = base::lower(word);
    std::replace(text.begin(), text.end(), ':', 'x');
    std::replace(text.begin(), text.end(), '*', 'x');
    const bool shaped = text.size() >= 3 && text.size() <= 120 &&
                        text.find_first_not_of("0123456789abcdefghijklx-") == text.npos &&
                        text.find_first_of("x-") != text.npos && text.find_first_of("x-") > 0 &&
                        text.back() != 'x' && text.back() != '-';
    if (!shaped)
      fail({"pdn.no-move", "'{}' is not a move: moves are written 32-28 or 28x19",
            base::printable(word, 20)});
    if (record_.size() >= game::kMaxNodes) fail({"pdn.moves", "the game has too many moves"});
    at_node_ = record_.add_child(at_node_, {side_to_move(), std::move(text)});
  }

  game::Side side_to_move() const {
    const auto& node = record_.node(at_node_);
    if (node.move) return game::other(node.move->side);
    return node.to_move.value_or(game::Side::First);
  }

  void strength() {
    const char first = text_[at_];
    if (first != '!' && first != '?') {
      fail({"pdn.unexpected", "'{}' is not expected here", base::first_character(text_, at_)});
    }
    const char second = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
    const bool two = second == '!' || second == '?';
    const bool good = first == '!';
    const int number = !two                      ? (good ? 1 : 2)
                       : good == (second == '!') ? (good ? 3 : 4)
                                                 : (good ? 5 : 6);
    at_ += two ? 2 : 1;
    judgement(std::to_string(number));
  }

  void judgement(std::string number) {
    auto& other = record_.node(at_node_).other;
    const auto known = std::find_if(other.begin(), other.end(),
                                    [](const game::Property& p) { return p.name == "NAG"; });
    if (known != other.end()) {
      known->values.push_back(std::move(number));
    } else {
      other.push_back({"NAG", {std::move(number)}});
    }
  }

  void comment() {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos)
      fail({"pdn.comment", "a comment does not end: } is missing"});
    add_comment(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
  }

  void add_comment(std::string_view text) {
    std::string words = in_one_line(text);
    std::replace(words.begin(), words.end(), '}',
                 ')');  // a comment to the end of a line may hold one
    auto& node = record_.node(at_node_);
    while (words.starts_with("[%")) {
      const auto end = words.find(']');
      if (end == std::string::npos) break;
      if (!take_command(node, std::string_view(words).substr(2, end - 2))) break;
      words = std::string(base::trim(std::string_view(words).substr(end + 1)));
    }
    if (words.empty()) return;
    node.comment += (node.comment.empty() ? "" : " ") + words;
  }

  // "clk 9.5": the clock of a move; "EVAL first;second": a property. False for other commands, which stay in the comment.
  static bool take_command(game::RecordNode& node, std::string_view text) {
    const auto blank = std::min(text.find(' '), text.size());
    const std::string_view name = text.substr(0, blank), rest = base::trim(text.substr(blank));
    if (is_position_property(name)) {
      std::erase_if(node.other, [&](const game::Property& p) { return p.name == name; });
      game::Property property{std::string(name), {}};
      for (const auto& value : base::split(rest, ';')) property.values.push_back(unescaped(value));
      node.other.push_back(std::move(property));
      return true;
    }
    const auto seconds = base::parse_real(rest);
    if (!node.move || !seconds || *seconds < 0 || *seconds > 1e9) return false;
    if (name != "clk" && name != "emt") return false;
    (name == "clk" ? node.seconds_left : node.seconds_spent) = *seconds;
    return true;
  }

  void finish_result() {
    if (white_result_ == 2) {
      record_.result.reason.clear();
      return;
    }
    const game::Side white =
        config_.rules->first == Colour::White ? game::Side::First : game::Side::Second;
    record_.result.outcome = white_result_ == 0   ? Outcome::Draw
                             : white_result_ == 1 ? game::win_for(white)
                                                  : game::win_for(game::other(white));
  }

  std::string_view text_;
  Config fallback_, config_;
  std::size_t at_ = 0;
  GameRecord record_;
  NodeId at_node_ = game::kRoot;
  int white_result_ = 2;
};

}  // namespace

std::vector<GameRecord> read_pdn(std::string_view text, const Config& fallback) {
  const std::string whole = base::to_utf8(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text);
  return PdnReader(whole, fallback).games();
}

bool looks_like_pdn(std::string_view text) {
  text = base::trim(text);
  if (text.starts_with('[') || text.starts_with('{')) return true;
  const auto end = text.find_first_of(" \t\r\n");
  std::string_view word = text.substr(0, end);
  const auto after = word.find_first_not_of("0123456789.");
  if (after != word.npos && word.find('.') < after)
    word.remove_prefix(word.find_last_of('.', after) + 1);
  // "1." alone: the move is the next word.
  if (word.find_first_not_of("0123456789.") == word.npos) {
    if (end == text.npos || word.find('.') == word.npos) return false;
    word = base::trim(text.substr(end));
    word = word.substr(0, word.find_first_of(" \t\r\n"));
  }
  const auto mark = word.find_first_of("-xX:");
  return mark != word.npos && mark > 0 && mark <= 3 && mark + 1 < word.size() &&
         word.find_first_not_of("0123456789abcdefghijklABCDEFGHIJKLxX-:") == word.npos;
}

Config parse_game_type(std::string_view text) {
  const auto parts = base::split(text, ',');
  const auto number = base::parse_integer(base::trim(parts[0]));
  for (const auto& rules : all_rules()) {
    // Canadian draughts are the international rules on 12x12.
    const bool canadian = number == 27 && rules.game_type == 20;
    if (number != rules.game_type && !canadian) continue;
    std::optional<std::int64_t> width;
    if (parts.size() >= 3) width = base::parse_integer(base::trim(parts[2]));
    const int size = canadian                              ? 12
                     : width && *width > 0 && *width < 100 ? static_cast<int>(*width)
                                                           : 0;
    return {&rules, checked_size(rules, size)};
  }
  throw base::UserError(
      "pdn.game-type",
      "GameType \"{}\" is not played here: 20 international, 21 English, 22 Italian, 25 Russian, "
      "26 Brazilian, 27 Canadian, 40 Frisian",
      base::printable(text, 30));
}

}  // namespace losange::draughts
