// From a game record to SGF. Lines are broken between properties, never inside a value.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "hex/files/sgf.h"
#include "hex/files/sgf_syntax.h"

namespace losange::hex {

namespace {

using game::GameRecord;
using game::NodeId;
using game::Outcome;
using game::Side;

constexpr std::size_t kLineWidth = 78;

std::string result_text(const game::Result& result) {
  if (result.outcome == Outcome::Draw) return "Draw";
  const char winner = result.outcome == Outcome::FirstWins ? 'B' : 'W';
  std::string reason = result.reason;
  if (reason == "resign") reason = "Resign";
  if (reason == "time") reason = "Time";
  if (reason == "forfeit") reason = "Forfeit";
  return fmt::format("{}+{}", winner, reason);
}

std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

class Writer {
 public:
  explicit Writer(const GameRecord& record) : record_(record) {}

  std::string write() {
    struct Step {
      NodeId node;
      bool closes;
    };
    std::vector<Step> pending{{game::kRoot, false}};
    while (!pending.empty()) {
      const Step step = pending.back();
      pending.pop_back();
      if (step.closes) {
        text_ += ")\n";
        continue;
      }
      text_ += '(';
      NodeId id = step.node;
      write_node(id);
      while (record_.node(id).children.size() == 1) {
        id = record_.node(id).children[0];
        write_node(id);
      }
      const auto& children = record_.node(id).children;
      if (children.empty()) {
        text_ += ")\n";
        continue;
      }
      text_ += '\n';
      pending.push_back({id, true});
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        pending.push_back({*child, false});
      }
    }
    return std::move(text_);
  }

 private:
  void write_node(NodeId id) {
    node_opened_ = false;
    const auto& node = record_.node(id);
    if (id == game::kRoot) write_game();
    if (node.move) {
      std::string move = base::lower(node.move->text);
      if (move == "swap") move = "swap-pieces";
      put(node.move->side == Side::First ? "B" : "W", escape(move));
    }
    write_stones("AB", node, Side::First);
    write_stones("AW", node, Side::Second);
    write_stones("AE", node, std::nullopt);
    if (node.to_move) put("PL", *node.to_move == Side::First ? "B" : "W");
    if (node.seconds_left && node.move) {
      put(node.move->side == Side::First ? "BL" : "WL", fmt::format("{}", *node.seconds_left));
    }
    if (node.seconds_spent) put("SPENT", fmt::format("{}", *node.seconds_spent));
    if (!node.comment.empty()) put("C", escape(node.comment));
    for (const auto& property : node.other) {
      // A result found since then stands in the place of the one that was not understood.
      const bool outdated =
          id == game::kRoot && property.name == "RE" && record_.result.outcome != Outcome::Ongoing;
      if (outdated) continue;
      open(property.name);
      if (property.values.empty()) add("[]");
      for (const auto& value : property.values) add(fmt::format("[{}]", safe_raw(value)));
    }
    if (!node_opened_) add(";");
  }

  void write_game() {
    put("FF", "4");
    put("CA", "UTF-8");
    put("AP", "Losange");
    put("GM", "11");
    put("SZ", std::to_string(record_.setup.size));
    if (!record_.setup.swap) put("RU", "no swap");
    put_simple("PB", record_.players[0]);
    put_simple("PW", record_.players[1]);
    put_simple("EV", record_.event);
    put_simple("DT", record_.date);
    if (record_.result.outcome != Outcome::Ongoing) put_simple("RE", result_text(record_.result));
    if (!record_.comment_on_game.empty()) put("GC", escape(record_.comment_on_game));
  }

  void write_stones(std::string_view name, const game::RecordNode& node, std::optional<Side> side) {
    bool opened = false;
    for (const auto& stone : node.setup) {
      if (stone.side != side) continue;
      if (!opened) open(name);
      opened = true;
      add(fmt::format("[{}]", escape(stone.cell)));
    }
  }

  void put_simple(std::string_view name, const std::string& value) {
    if (!value.empty()) put(name, escape(one_line(value)));
  }
  void put(std::string_view name, std::string_view raw) {
    open(name);
    add(fmt::format("[{}]", raw));
  }

  // Begins a property; its name stays on one line with its first value.
  void open(std::string_view name) {
    prefix_ = fmt::format("{}{}", node_opened_ ? "" : ";", name);
    node_opened_ = true;
  }
  void add(const std::string& piece) {
    const std::size_t line_start = text_.rfind('\n') == text_.npos ? 0 : text_.rfind('\n') + 1;
    const std::size_t column = text_.size() - line_start;
    const std::size_t width = prefix_.size() + std::min(piece.find('\n'), piece.size());
    if (column > 1 && column + width > kLineWidth) text_ += '\n';
    text_ += prefix_;
    text_ += piece;
    prefix_.clear();
  }

  const GameRecord& record_;
  std::string text_;
  std::string prefix_;        // written with the next piece
  bool node_opened_ = false;  // its ';' stands
};

}  // namespace

std::string write_sgf(const GameRecord& record) {
  if (record.setup.game != "hex") {
    throw base::UserError("sgf.write-other",
                          "SGF files hold Hex games here, and this is a game of {}",
                          record.setup.game);
  }
  return Writer(record).write();
}

}  // namespace losange::hex
