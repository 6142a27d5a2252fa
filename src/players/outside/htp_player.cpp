#include "players/outside/htp_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "players/game/any_position.h"
#include "players/game/games.h"
#include "players/outside/htp_time.h"

namespace losange::players {

namespace {

using base::Millis;
using Kind = PlayerFailure::Kind;

constexpr std::size_t kLongestReply = 4u << 20;

using Stones = std::vector<std::pair<game::Side, std::string>>;

// "play" commands that lead to the record's cursor, as (side, cell). Programs disagree about what
// swap-pieces does to the board, and few know setup stones or passes: where the line has any of
// them, the stones on the board are sent instead of the moves, in turn as far as they go.
Stones stones_to_send(const game::GameRecord& record) {
  Stones moves;
  const auto position = replay(record);
  bool plain = true;
  for (const auto id : record.line()) {
    const auto& node = record.node(id);
    plain = plain && node.setup.empty();
    if (!node.move) continue;
    plain = plain && position->cell_of(node.move->text) >= 0;
    moves.emplace_back(node.move->side, node.move->text);
  }
  if (plain) return moves;

  std::vector<std::string> cells[2];
  const BoardView view = position->view();
  for (std::size_t i = 0; i < view.pieces.size(); ++i) {
    if (view.pieces[i] == '.') continue;
    const auto column = static_cast<char>('a' + i % static_cast<std::size_t>(view.columns));
    cells[view.pieces[i] == 'x' ? 0 : 1].push_back(
        fmt::format("{}{}", column, i / static_cast<std::size_t>(view.columns) + 1));
  }
  moves.clear();
  for (std::size_t i = 0; i < std::max(cells[0].size(), cells[1].size()); ++i) {
    if (i < cells[0].size()) moves.emplace_back(game::Side::First, cells[0][i]);
    if (i < cells[1].size()) moves.emplace_back(game::Side::Second, cells[1][i]);
  }
  return moves;
}

// After a swap, or where there is none, a program that believed in it would take the one stone for the one to swap.
bool swap_may_come(const game::GameRecord& record, const Stones& stones) {
  if (!record.setup.swap || stones.empty()) return record.setup.swap;
  const auto legal = replay(record)->legal_moves();
  return std::find(legal.begin(), legal.end(), "swap-pieces") != legal.end();
}

class HtpPlayer : public Player {
 public:
  HtpPlayer(std::string command_line, ProgramPatience patience, std::shared_ptr<ProgramLog> log)
      : program_(std::move(command_line), patience, std::move(log)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits, const Observer&,
                std::stop_token stop) override {
    if (!is_hex(record.setup)) {
      throw base::UserError(
          "program.htp-hex",
          "programs behind HTP play Hex: for draughts name one that speaks Hub, hub:COMMAND");
    }
    const auto position = replay(record);
    if (position->outcome() != game::Outcome::Ongoing) {
      throw base::UserError("game.no-move", "there is no move to play: the game is over");
    }
    return program_.or_kill([&] {
      bring_up_to(record, stop);
      time_.tell(position->to_move(), limits,
                 [&](const std::string& text) { return try_command(text, stop).has_value(); });
      return genmove(*position, limits, std::move(stop));
    });
  }

  void prepare() override {
    program_.or_kill([&] {
      if (!program_.running()) start_program({});
    });
  }
  void new_game() override { board_ = std::nullopt; }
  void set_up(const game::GameRecord& record, std::stop_token stop) override {
    if (is_hex(record.setup)) program_.or_kill([&] { bring_up_to(record, stop); });
  }
  std::string own_name() const override { return name_; }

 private:
  struct Board {
    game::GameSetup setup;
    Stones moves;
  };

  void start_program(const std::stop_token& stop) {
    program_.start();
    board_.reset();
    time_ = {};
    interruptible_ = knows_game_ = false;
    name_ = base::printable(command("name", program_.patience().startup, stop), kLongestOwnName);
    const auto list = try_command("list_commands", stop);
    if (!list) return;
    bool has_settings = false, has_left = false;
    std::string command_of_max_time;
    for (const auto& name : base::split_words(*list)) {
      interruptible_ = interruptible_ || name == "gogui-interrupt";
      has_settings = has_settings || name == "time_settings";
      has_left = has_left || name == "time_left";
      knows_game_ = knows_game_ || name == "param_game";
      // A limit for each move has no standard command: look for a parameter that sets one.
      if (!name.starts_with("param_") || name == "param_game") continue;
      const auto parameters = try_command(name, stop);
      if (parameters && parameters->find(" max_time ") != std::string::npos)
        command_of_max_time = name;
    }
    time_ = HtpTime(has_settings, has_left, command_of_max_time);
  }

  void bring_up_to(const game::GameRecord& record, const std::stop_token& stop) {
    if (!program_.running()) start_program(stop);
    auto wanted = stones_to_send(record);
    const bool continues = board_ && board_->setup == record.setup &&
                           board_->moves.size() <= wanted.size() &&
                           std::equal(board_->moves.begin(), board_->moves.end(), wanted.begin());
    std::size_t known = 0;
    if (continues) {
      known = board_->moves.size();
    } else {
      const int size = record.setup.size;
      // Some make a net or tables of theirs fit the board.
      command(fmt::format("boardsize {} {}", size, size), program_.patience().startup, stop);
      command("clear_board", program_.patience().startup, stop);
      time_.new_board();
      if (knows_game_)
        try_command(fmt::format("param_game allow_swap {}", swap_may_come(record, wanted) ? 1 : 0),
                    stop);
    }
    for (std::size_t i = known; i < wanted.size(); ++i) {
      const std::string play =
          fmt::format("play {} {}", htp_colour(wanted[i].first), wanted[i].second);
      const auto reply = exchange(play, program_.patience().command, stop);
      if (!reply.good) {
        program_.fail(Kind::Illegal, {"program.refused", "refused '{}', which is legal: {}", play,
                                      base::printable(reply.text, 200)});
      }
    }
    board_ = Board{record.setup, std::move(wanted)};
  }

  Answer genmove(const AnyPosition& position, const search::Limits& limits, std::stop_token stop) {
    const game::Side side = position.to_move();
    std::string reply =
        base::lower(base::trim(command(fmt::format("genmove {}", htp_colour(side)),
                                       program_.patience().for_move(limits), std::move(stop))));
    if (const auto ends = std::count(reply.begin(), reply.end(), '\n'); ends > 0) {
      program_.fail(Kind::Protocol,
                    {"program.many-lines", "answered with {} lines where one move was expected: {}",
                     ends + 1, base::printable(reply, 100)});
    }
    // The two kinds of swap are the same decision, and what it makes of its board is not asked.
    if (reply == "swap-sides") reply = "swap-pieces";
    Answer answer;
    if (reply == "resign") {
      answer.resign = true;
      board_.reset();
      return answer;
    }
    try {
      answer.move = position.check(reply);
    } catch (const base::UserError& error) {
      program_.fail(Kind::Illegal, {"program.illegal", "played '{}', which is not legal: {}",
                                    base::printable(reply, 20), error.message()});
    }
    // It has played the move on its own board; after a swap nobody knows what it made of it.
    if (position.cell_of(answer.move) >= 0) {
      board_->moves.emplace_back(side, answer.move);
    } else {
      board_.reset();
    }
    return answer;
  }

  // Sends a command and gives the text of its reply; a failure reply ends the player.
  std::string command(const std::string& text, Millis patience, std::stop_token stop = {}) {
    auto reply = exchange(text, patience, std::move(stop));
    if (!reply.good) {
      program_.fail(Kind::Protocol, {"program.error", "answered '{}' with an error: {}", text,
                                     base::printable(reply.text, 200)});
    }
    return std::move(reply.text);
  }

  // The same for commands a program may not know.
  std::optional<std::string> try_command(const std::string& text, const std::stop_token& stop) {
    auto reply = exchange(text, program_.patience().command, stop);
    if (!reply.good) return std::nullopt;
    return std::move(reply.text);
  }

  struct Reply {
    bool good = false;
    std::string text;
  };

  Reply exchange(const std::string& text, Millis patience, std::stop_token stop) {
    auto question =
        program_.ask(text, patience, std::move(stop), interruptible_ ? "# interrupt" : "");
    Reply reply;
    for (bool begun = false; true;) {
      const std::string line = program_.next_line(question);
      if (!begun) {
        // Live graphics and empty lines may stand before a reply.
        if (line.empty() || (line[0] != '=' && line[0] != '?')) {
          if (!line.empty()) {
            question.remark = {"program.stray", "; it said '{}', which is not HTP",
                               base::printable(line)};
          }
          continue;
        }
        begun = true;
        reply.good = line[0] == '=';
        reply.text = base::trim(std::string_view(line).substr(1));
        question.remark = {"program.unended",
                           "; it said '{}', without the empty line that ends an answer",
                           base::printable(line)};
      } else if (line.empty()) {
        return reply;
      } else {
        reply.text += "\n" + line;
        if (reply.text.size() > kLongestReply)
          program_.fail(Kind::Protocol, {"program.long-reply", "sent a reply that does not end"});
      }
    }
  }

  ProgramLink program_;
  std::string name_;            // its own
  std::optional<Board> board_;  // what the program has been told; none when that is not known
  HtpTime time_;
  bool interruptible_ = false;  // it answers "# interrupt"
  bool knows_game_ = false;     // it lists param_game
};

}  // namespace

std::unique_ptr<Player> make_htp_player(std::string command_line, ProgramPatience patience,
                                        std::shared_ptr<ProgramLog> log) {
  return std::make_unique<HtpPlayer>(std::move(command_line), patience, std::move(log));
}

}  // namespace losange::players
