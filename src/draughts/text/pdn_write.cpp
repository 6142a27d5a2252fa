#include <fmt/format.h>

#include <algorithm>

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

constexpr std::size_t kWidth = 79;

std::string quoted(std::string_view value) {
  std::string result;
  for (const char c : value) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result;
}

// Words between which a line may be broken: a command such as [%emt 3.5] is one of them.
std::vector<std::string> breakable_words(std::string_view text) {
  std::vector<std::string> words;
  bool in_command = false;
  for (auto& word : base::split_words(text)) {
    if (in_command) {
      words.back() += " " + word;
    } else {
      words.push_back(std::move(word));
    }
    const std::string& last = words.back();
    const auto begin = last.rfind("[%");
    in_command = begin != last.npos && last.find(']', begin) == last.npos;
  }
  return words;
}

std::string escaped(std::string_view value) {
  std::string result;
  for (const char c : value) {
    const bool special = kEscaped.find(c) != kEscaped.npos || static_cast<unsigned char>(c) < 0x20;
    result += special ? fmt::format("%{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return result;
}

// "[%EVAL first;second]"
std::string command_of(const game::Property& property) {
  std::vector<std::string> values;
  for (const auto& value : property.values) values.push_back(escaped(value));
  return fmt::format("[%{} {}]", property.name, base::joined(values, ";"));
}

class PdnWriter {
 public:
  explicit PdnWriter(const GameRecord& record)
      : record_(record), config_(config_of(record.setup)) {}

  std::string text() {
    tags();
    comment(record_.comment_on_game);
    notes_of(record_.node(game::kRoot));
    const bool second_begins = record_.node(game::kRoot).to_move == game::Side::Second;
    line_after(game::kRoot, second_begins ? 1 : 0, true);
    word(result_text());
    return std::move(out_) + (column_ > 0 ? "\n" : "");
  }

 private:
  void tag(std::string_view name, std::string_view value) {
    out_ += fmt::format("[{} \"{}\"]\n", name, quoted(value));
  }

  std::string result_text() const {
    const bool two = config_.rules->game_type == 20 || config_.rules->game_type == 40;
    const game::Side white =
        config_.rules->first == Colour::White ? game::Side::First : game::Side::Second;
    if (record_.result.outcome == Outcome::Ongoing) return "*";
    if (record_.result.outcome == Outcome::Draw) return two ? "1-1" : "1/2-1/2";
    const bool white_won = record_.result.outcome == game::win_for(white);
    return white_won ? (two ? "2-0" : "1-0") : (two ? "0-2" : "0-1");
  }

  void tags() {
    const bool white_first = config_.rules->first == Colour::White;
    if (!record_.event.empty()) tag("Event", record_.event);
    if (!record_.date.empty()) tag("Date", date_of_pdn(record_.date));
    if (!record_.players[0].empty() || !record_.players[1].empty()) {
      tag("White", record_.players[white_first ? 0 : 1]);
      tag("Black", record_.players[white_first ? 1 : 0]);
    }
    tag("Result", result_text());
    if (record_.result.outcome != Outcome::Ongoing && !record_.result.reason.empty()) {
      tag("Termination", record_.result.reason);
    }
    tag("GameType", game_type(config_));
    const std::string fen = start_of(record_, config_);
    if (!fen.empty()) tag("FEN", fen);
    for (const auto& property : record_.node(game::kRoot).other) {
      if (property.name == "NAG" || property.values.empty()) continue;
      if (is_position_property(property.name)) continue;  // in the comment before the first move
      tag(property.name, property.values.front());
    }
    out_ += "\n";
  }

  void word(std::string_view text) {
    if (column_ > 0 && column_ + 1 + text.size() > kWidth) {
      out_ += '\n';
      column_ = 0;
    }
    if (column_ > 0) {
      out_ += ' ';
      ++column_;
    }
    out_ += text;
    column_ += text.size();
  }

  // True when something was written that parts a move from the next.
  bool notes_of(const game::RecordNode& node) {
    for (const auto& property : node.other) {
      if (property.name != "NAG") continue;
      for (const auto& value : property.values) word("$" + value);
    }
    std::string text;
    if (node.seconds_left) text += fmt::format("[%clk {}] ", *node.seconds_left);
    if (node.seconds_spent) text += fmt::format("[%emt {}] ", *node.seconds_spent);
    for (const auto& property : node.other) {
      if (is_position_property(property.name)) text += command_of(property) + " ";
    }
    return comment(text + node.comment);
  }

  bool comment(std::string_view text) {
    auto words = breakable_words(text);
    if (words.empty()) return false;
    for (auto& part : words) std::replace(part.begin(), part.end(), '}', ')');
    words.front().insert(0, "{");
    words.back() += '}';
    for (const auto& part : words) word(part);
    return true;
  }

  // A move with its number where one is due; true when its notes part it from what follows.
  bool move(NodeId id, int ply, bool number_due) {
    const auto& node = record_.node(id);
    if (!node.setup.empty() || !node.move) {
      throw base::UserError("pdn.setup",
                            "PDN has no way to write pieces that are set up during a game");
    }
    const int number = ply / 2 + 1;
    if (ply % 2 == 0) {
      word(fmt::format("{}.", number));
    } else if (number_due) {
      word(fmt::format("{}...", number));
    }
    word(node.move->text);
    return notes_of(node);
  }

  void move_and_line(NodeId id, int ply) {
    const bool number_due = move(id, ply, true);
    line_after(id, ply + 1, number_due);
  }
  // The moves after a node, the variations in brackets after the move they replace. A line is walked, not
  // called, so that a long game does not need a deep stack.
  void line_after(NodeId from, int ply, bool number_due) {
    for (NodeId at = from; !record_.node(at).children.empty(); ++ply) {
      const auto& children = record_.node(at).children;
      number_due = move(children[0], ply, number_due);
      for (std::size_t i = 1; i < children.size(); ++i) {
        word("(");
        move_and_line(children[i], ply);
        word(")");
        number_due = true;
      }
      at = children[0];
    }
  }

  const GameRecord& record_;
  Config config_;
  std::string out_;
  std::size_t column_ = 0;
};

}  // namespace

std::string game_type(const Config& config) {
  const Rules& rules = *config.rules;
  const bool canadian = rules.game_type == 20 && config.size == 12;
  const char* corner = rules.algebraic ? "A0" : rules.first == Colour::Black ? "N1" : "N2";
  return fmt::format("{},{},{},{},{},{}", canadian ? 27 : rules.game_type,
                     rules.first == Colour::White ? "W" : "B", config.size, config.size, corner,
                     rules.mirrored ? 1 : 0);
}

std::string write_pdn(const GameRecord& record) { return PdnWriter(record).text(); }

}  // namespace losange::draughts
