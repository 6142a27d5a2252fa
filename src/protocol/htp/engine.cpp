#include "protocol/htp/engine.h"

#include <fmt/format.h>

#include <ctime>
#include <ostream>
#include <sstream>
#include <utility>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "hex/board/geometry.h"
#include "hex/files/sgf.h"
#include "protocol/htp/settings.h"

namespace losange::protocol {

using base::UserError;
using game::Side;

namespace {

constexpr int kDeepestFile = 8;  // files that run files

const char* colour_text(Side side) { return side == Side::First ? "black" : "white"; }

// The picture that benzene's programs show: hash, letters, rows that lean to the right, letters.
std::string board_picture(const players::BoardView& view, std::uint64_t hash) {
  std::string letters;
  for (int column = 0; column < view.columns; ++column) {
    letters += fmt::format("{}  ", static_cast<char>('a' + column));
  }
  std::string text = fmt::format("\n  {:016x}\n  {}", hash, letters);
  for (int row = 0; row < view.rows; ++row) {
    text += fmt::format("\n{:>{}}\\", row + 1, row + 2);
    for (int column = 0; column < view.columns; ++column) {
      const char piece = view.pieces[static_cast<std::size_t>(row * view.columns + column)];
      if (column > 0) text += "  ";
      text += piece == 'x' ? 'B' : piece == 'o' ? 'W' : '.';
    }
    text += fmt::format("\\{}", row + 1);
  }
  return text + fmt::format("\n{:{}}{}", "", view.rows + 3, letters);
}

double parse_number(const std::string& text, double most) {
  const auto number = base::parse_real(text);
  if (!number || *number < 0 || *number > most) {
    throw UserError(
        fmt::format("'{}' is not a number from 0 to {:.0f}", base::printable(text), most));
  }
  return *number;
}

int parse_whole(const std::string& text, int least, int most) {
  const auto number = base::parse_integer(text);
  if (!number || *number < least || *number > most) {
    throw UserError(fmt::format("'{}' is not a whole number from {} to {}", base::printable(text),
                                least, most));
  }
  return static_cast<int>(*number);
}

std::string time_text(std::optional<base::Millis> left) {
  return left ? fmt::format("{}", left->count() / 1000) : "unlimited";
}

void check_count(std::size_t count, std::size_t least, std::size_t most) {
  if (count >= least && count <= most) return;
  if (most == 0) throw UserError("no arguments allowed");
  if (least == 1 && most == 1) throw UserError("command needs one argument");
  if (least == most) throw UserError(fmt::format("command needs {} arguments", least));
  if (count > most) throw UserError(fmt::format("command needs at most {} arguments", most));
  throw UserError(
      fmt::format("command needs at least {} argument{}", least, least == 1 ? "" : "s"));
}

}  // namespace

Side HtpEngine::Call::colour(std::size_t i) const {
  const std::string word = base::lower(argument(i));
  if (word == "b" || word == "black") return Side::First;
  if (word == "w" || word == "white") return Side::Second;
  throw UserError(fmt::format("argument {} must be color", i + 1));
}

HtpEngine::HtpEngine(HtpSetup setup, std::string version, std::ostream& log)
    : game_(std::move(setup)), log_(log) {
  add_protocol_commands(std::move(version));
  add_game_commands();
  add_move_commands();
  add_time_commands();
  add_system_commands();
  add_analyze_commands();
  add_connection_commands();
  add_solver_commands();
}

void HtpEngine::add(std::string name, std::string arguments, std::size_t least, std::size_t most,
                    std::string help, std::function<std::string(const Call&)> run) {
  commands_.emplace(std::move(name),
                    Entry{std::move(arguments), std::move(help), least, most, std::move(run)});
}

Reply HtpEngine::execute(const Command& command, std::stop_token stop) {
  try {
    return {true, run(command, std::move(stop))};
  } catch (const std::exception& error) {
    return {false, error.what()};
  } catch (...) {
    return {false, "unexpected error"};
  }
}

std::string HtpEngine::run(const Command& command, std::stop_token stop) {
  const auto found = commands_.find(command.name);
  if (found == commands_.end()) {
    throw UserError(fmt::format("unknown command: {}", base::printable(command.name)));
  }
  const Entry& entry = found->second;
  check_count(command.arguments.size(), entry.least, entry.most);
  return entry.run(Call{command, std::move(stop)});
}

void HtpEngine::run_file(const std::string& path, std::stop_token stop) {
  if (file_depth_ == kDeepestFile) {
    throw UserError(
        fmt::format("{} is not read: files that run files, {} deep", path, kDeepestFile));
  }
  std::istringstream lines(base::read_file(path));
  std::string line;
  ++file_depth_;
  for (int number = 1; !done_ && std::getline(lines, line); ++number) {
    const auto command = parse_command(line);
    if (!command) continue;
    const Reply reply = execute(*command, stop);
    log_ << format_reply(command->id, reply) << std::flush;
    if (reply.good) continue;
    --file_depth_;
    throw UserError(fmt::format("{}, line {}: {}", path, number, reply.text));
  }
  --file_depth_;
}

std::string HtpEngine::help(const Call& call) const {
  std::string text;
  for (const auto& [name, entry] : commands_) {
    if (call.count() == 1 && name != call.argument(0)) continue;
    text += fmt::format("{}{}{}{}: {}", text.empty() ? "" : "\n", name,
                        entry.arguments.empty() ? "" : " ", entry.arguments, entry.help);
  }
  if (text.empty()) {
    throw UserError(fmt::format("unknown command: {}", base::printable(call.argument(0))));
  }
  return text;
}

void HtpEngine::add_protocol_commands(std::string version) {
  add("protocol_version", "", 0, 0, "the version of the protocol, 2",
      [](const Call&) { return "2"; });
  add("name", "", 0, 0, "the name of this program", [](const Call&) { return "Losange"; });
  add("version", "", 0, 0, "the version of this program",
      [version = std::move(version)](const Call&) { return version; });
  add("known_command", "NAME", 1, 1, "true or false",
      [this](const Call& call) { return commands_.contains(call.argument(0)) ? "true" : "false"; });
  add("list_commands", "", 0, 0, "all commands, one a line", [this](const Call&) {
    std::string text;
    for (const auto& [name, entry] : commands_) text += text.empty() ? name : "\n" + name;
    return text;
  });
  add("help", "[NAME]", 0, 1, "what each command does",
      [this](const Call& call) { return help(call); });
  add("quit", "", 0, 0, "ends the program", [this](const Call&) {
    done_ = true;
    return "";
  });
}

void HtpEngine::add_game_commands() {
  add("boardsize", "WIDTH [HEIGHT]", 1, 2, "starts a new game on a board of this size",
      [this](const Call& call) {
        const int width = parse_whole(call.argument(0), hex::kMinSize, hex::kMaxSize);
        if (call.count() == 2 &&
            parse_whole(call.argument(1), hex::kMinSize, hex::kMaxSize) != width) {
          throw UserError("only boards as high as wide are played here");
        }
        game_.new_game(width);
        return "";
      });
  add("clear_board", "", 0, 0, "starts a new game on the same board", [this](const Call&) {
    game_.new_game();
    return "";
  });
  add("play-game", "MOVE...", 0, kLongestHtpLine, "starts a new game with these moves, Black first",
      [this](const Call& call) {
        game_.play_line(call.command.arguments);
        return "";
      });
  add("loadsgf", "FILE [MOVES]", 1, 2,
      "goes to the end of a file's game, or to its first MOVES moves", [this](const Call& call) {
        std::optional<int> moves;
        if (call.count() == 2) moves = parse_whole(call.argument(1), 0, 1'000'000);
        const std::string text = base::read_file(call.argument(0));
        game_.load(hex::read_sgf(text), moves);
        if (const int games = hex::count_sgf_games(text); games > 1) {
          base::say_aside("losange: of {} games this is the first\n", games);
        }
        return "";
      });
  add("showboard", "", 0, 0, "the board as a picture", [this](const Call&) {
    return board_picture(game_.session().view(), game_.session().position().hash());
  });
  add("final_score", "", 0, 0, "B+, W+ or cannot score", [this](const Call&) {
    switch (game_.session().position().outcome()) {
      case game::Outcome::FirstWins: return "B+";
      case game::Outcome::SecondWins: return "W+";
      default: return "cannot score";
    }
  });
  add("all_legal_moves", "[COLOR]", 0, 1, "what play accepts now", [this](const Call& call) {
    const auto& session = game_.session();
    const bool in_turn = call.count() == 0 || call.colour(0) == session.to_move();
    std::string swap, cells;
    for (const auto& move : session.position().legal_moves()) {
      (session.position().cell_of(move) >= 0 ? cells : swap) += " " + move;
    }
    return " resign" + (in_turn ? swap : "") + cells;
  });
  add("param_game", "[KEY VALUE]", 0, 2, "shows or changes the settings of the game",
      [this](const Call& call) {
        return show_or_set(game_settings(game_), call.command.arguments);
      });
  add("param_" + game_.player_spec().name, "[KEY VALUE]", 0, 2,
      "shows or changes the settings of the player", [this](const Call& call) {
        return show_or_set(player_settings(game_), call.command.arguments);
      });
}

void HtpEngine::add_move_commands() {
  add("play", "COLOR MOVE", 2, 2, "plays a cell, swap-pieces or resign, in turn or not",
      [this](const Call& call) {
        const Side side = call.colour(0);
        try {
          game_.play(side, call.argument(1));
        } catch (const UserError& error) {
          throw UserError(fmt::format("illegal move: {} {} ({})", colour_text(side),
                                      base::lower(base::printable(call.argument(1))),
                                      error.what()));
        }
        return "";
      });
  add("undo", "", 0, 0, "takes the last move back", [this](const Call&) {
    game_.undo();
    return "";
  });
  add("genmove", "COLOR", 1, 1, "chooses a move for this colour and plays it",
      [this](const Call& call) { return game_.genmove(call.colour(0), call.stop); });
  add("reg_genmove", "COLOR", 1, 1, "chooses a move for this colour and does not play it",
      [this](const Call& call) -> std::string {
        const Side side = call.colour(0);
        if (game_.session().over()) return "resign";
        const auto answer = game_.ask(side, call.stop);
        return answer.resign ? "resign" : answer.move;
      });
}

void HtpEngine::add_time_commands() {
  add("time_settings", "MAIN PERIOD MOVES", 3, 3,
      "the clock: seconds for the game, then PERIOD seconds for every MOVES moves",
      [this](const Call& call) {
        const auto main = base::to_millis(parse_number(call.argument(0), kLongestTime_s));
        const auto period = base::to_millis(parse_number(call.argument(1), kLongestTime_s));
        const int moves = parse_whole(call.argument(2), 0, 1'000'000);
        // GTP 2: a period for no moves means that there is no limit at all.
        const bool unlimited = moves == 0 && period > base::Millis(0);
        game_.set_clock(unlimited ? base::Millis(0) : main,
                        moves > 0 ? period / moves : base::Millis(0));
        return "";
      });
  add("time_left", "[COLOR [SECONDS [MOVES]]]", 0, 3, "shows or sets what is left on the clock",
      [this](const Call& call) { return set_time_left(call); });
}

std::string HtpEngine::set_time_left(const Call& call) {
  if (call.count() == 0) {
    return fmt::format("Black: {}, White: {}", time_text(game_.time_left(Side::First)),
                       time_text(game_.time_left(Side::Second)));
  }
  const Side side = call.colour(0);
  if (call.count() == 1) return time_text(game_.time_left(side));
  const auto left = base::to_millis(parse_number(call.argument(1), kLongestTime_s));
  const int moves = call.count() == 3 ? parse_whole(call.argument(2), 0, 1'000'000) : 0;
  game_.set_time_left(side, left, moves);
  return "";
}

void HtpEngine::add_system_commands() {
  add("get_random_seed", "", 0, 0, "the seed of all randomness",
      [this](const Call&) { return fmt::format("{}", game_.limits().seed); });
  add("set_random_seed", "N", 1, 1, "sets the seed", [this](const Call& call) {
    const auto seed = base::parse_integer(call.argument(0));
    if (!seed || *seed < 0) {
      throw UserError(
          fmt::format("'{}' is not a whole number from 0 on", base::printable(call.argument(0))));
    }
    game_.limits().seed = static_cast<std::uint64_t>(*seed);
    return "";
  });
  add("echo", "TEXT", 0, kLongestHtpLine, "answers with the text",
      [](const Call& call) { return call.command.rest; });
  add("cputime", "", 0, 1, "seconds of processor time used so far", [](const Call&) {
    return fmt::format("{:.3f}", static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
  });
  add("exec", "FILE", 1, 1, "runs the commands of a file; their replies go to the error output",
      [this](const Call& call) {
        run_file(call.argument(0), call.stop);
        return "";
      });
  add("gogui-interrupt", "", 0, 0, "says that the line '# interrupt' stops a search",
      [](const Call&) { return ""; });
}

}  // namespace losange::protocol
