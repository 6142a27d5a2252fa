// `losange convert`: games from any form losange reads to any form it writes.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "commands/common/opened_game.h"
#include "commands/common/options.h"
#include "commands/common/written.h"
#include "commands/line/command.h"
#include "draughts/text/board_svg.h"
#include "draughts/text/draughts.h"
#include "draughts/text/fen.h"
#include "hex/board/geometry.h"
#include "hex/files/board_svg.h"
#include "hex/files/links.h"
#include "players/files/open_game.h"
#include "players/files/write_game.h"
#include "players/game/any_position.h"
#include "players/game/games.h"

namespace losange::commands {

namespace {

struct Conversion {
  Options options;
  std::string input;
  std::string form;  // empty: what the name of `out` says, else the whole game, as its kind is kept
  std::string out;
};

// Only SGF holds a whole game.
bool has_more_than_moves(const game::GameRecord& record) {
  if (!record.players[0].empty() || !record.players[1].empty() || !record.comment_on_game.empty()) {
    return true;
  }
  for (game::NodeId id = 0; id < record.size(); ++id) {
    if (record.node(id).children.size() > 1 || !record.node(id).comment.empty()) return true;
  }
  return false;
}

std::string fen_of(const game::GameRecord& record) {
  return players::with_draughts(record.setup, [&](auto tag, const auto& config) {
    return draughts::to_fen(players::replay<typename decltype(tag)::Game>(record, config));
  });
}

std::string picture_of_draughts(const game::GameRecord& record) {
  const auto position = players::replay(record);
  const auto view = position->view();
  const auto moves = record.moves();
  const int last = moves.empty() ? -1 : position->cell_of(moves.back());
  const auto config = draughts::config_of(record.setup);
  const bool white_begins = config.rules->first == draughts::Colour::White;
  const auto square_picture = [&](int cell) {
    using draughts::PieceDrawn;
    const char piece = view.pieces[static_cast<std::size_t>(cell)];
    draughts::SquarePicture picture{.lit = cell == last};
    if (piece == '.') return picture;
    const bool king = piece == 'X' || piece == 'O';
    const bool white = (piece == 'x' || piece == 'X') == white_begins;
    picture.piece = white ? (king ? PieceDrawn::WhiteKing : PieceDrawn::WhiteMan)
                          : (king ? PieceDrawn::BlackKing : PieceDrawn::BlackMan);
    return picture;
  };
  return draughts::with_variant(config, [&](const auto& variant) {
    return draughts::board_svg(
        variant,
        fmt::format("{} {}x{}, {}", players::game_title(record.setup), view.columns, view.rows,
                    base::counted(moves.size(), "move")),
        square_picture);
  });
}

// The position after the last move, whose cell is lit.
std::string picture_of(const game::GameRecord& record) {
  if (!players::is_hex(record.setup)) return picture_of_draughts(record);
  const auto position = players::replay(record);
  const auto view = position->view();
  const auto moves = record.moves();
  const int last = moves.empty() ? -1 : position->cell_of(moves.back());
  const auto cell_picture = [&](int cell) -> hex::CellPicture {
    const char piece = view.pieces[static_cast<std::size_t>(cell)];
    if (piece == '.') return {"#eee", hex::cell_name(view.columns, cell), ""};
    return {cell == last ? "#fd8" : "#eee", "", piece == 'x' ? "#c22" : "#25c"};
  };
  return hex::board_svg(
      view.columns,
      fmt::format("Hex {0}x{0}, {1}", view.columns, base::counted(moves.size(), "move")),
      cell_picture);
}

std::string text_of(const game::GameRecord& record, const std::string& form) {
  const bool hex_game = players::is_hex(record.setup);
  if (form == (hex_game ? "sgf" : "pdn")) return players::write_game(record);
  if (form == "moves" && hex_game) return hex::write_move_list(record) + "\n";
  if (form == "moves") return fmt::format("{}\n", base::joined(record.moves(), " "));
  if (form == "hexworld" && hex_game) return hex::write_hexworld(record) + "\n";
  if (form == "fen" && !hex_game) return fen_of(record) + "\n";
  if (form == "svg") return picture_of(record);
  throw base::UserError(
      fmt::format("a game of {} cannot be written as {}: choose {}", record.setup.game, form,
                  hex_game ? "sgf, hexworld, moves or svg" : "pdn, fen, moves or svg"));
}

// What is to be written: by --to, else by the ending of the file, else the whole game.
std::string form_of(const Conversion& conversion, const std::string& whole) {
  if (!conversion.form.empty()) return conversion.form;
  const auto ending = base::lower(std::filesystem::path(conversion.out).extension().string());
  if (ending.empty()) return whole;
  for (const char* form : {"sgf", "pdn", "fen", "svg"}) {
    if (ending.substr(1) == form) return form;
  }
  if (ending == ".hsgf") return "sgf";
  refuse_usage(
      fmt::format("{} does not say what to write: name a file .sgf, .pdn, .fen or .svg, or say it "
                  "with --to",
                  base::printable(conversion.out)));
}

// All games of a file, unless one of them is picked: every form has room for several.
std::vector<game::GameRecord> wanted_games(const Conversion& conversion) {
  const auto setup = conversion.options.setup();
  if (conversion.options.pick > 0) return {conversion.options.open_game(conversion.input, setup)};
  return players::open_games(conversion.input, setup);
}

void convert(const Conversion& conversion, Command command) {
  std::error_code ignored;  // of moves that are too long for a name
  if (std::filesystem::is_regular_file(conversion.input, ignored))
    base::check_different({conversion.input, conversion.out});
  const auto records = wanted_games(conversion);
  for (const auto& record : records) check_opened(conversion.options, command, record.setup);
  const std::string whole = players::game_file_ending(records.front().setup);
  const std::string form = form_of(conversion, whole);
  if (form == "svg" && records.size() > 1) {
    throw base::UserError(fmt::format("a picture shows one game, and {} holds {}: add --pick N",
                                      base::printable(conversion.input), records.size()));
  }
  std::string text;
  for (const auto& record : records) {
    if (!text.empty() && form == "pdn") text += "\n";
    text += text_of(record, form);
  }
  if (form != whole && form != "svg" &&
      std::any_of(records.begin(), records.end(), has_more_than_moves)) {
    base::say_aside(
        "losange: only the main line is kept; names, comments and variations need --to {}\n",
        whole);
  }
  if (conversion.out.empty()) {
    // A file may hold what terminals take for commands; another program gets it as it is.
    const bool at_terminal = ::isatty(STDOUT_FILENO) == 1;
    fmt::print("{}", at_terminal ? base::printable_lines(text) : text);
  } else {
    base::write_file(conversion.out, text);
    say_written(conversion.out);
  }
}

}  // namespace

void add_convert(Command program) {
  auto conversion = std::make_shared<Conversion>();
  const auto command = program.add_subcommand(
      "convert", "Turn a game file, link or move list into another of these");
  command.group(kFiles);
  command
      .add_option("input", conversion->input,
                  "A file (SGF, .hsgf, PDN), a HexWorld link, or moves such as \"a3 swap f6\"")
      .required()
      .type_name("GAME")
      .takes_standard_input();
  command
      .add_option("--to", conversion->form,
                  "What to write: sgf, hexworld, moves or svg (a picture of the last position); of "
                  "draughts pdn, fen, moves or svg [by the ending of --out, else the whole game: "
                  "sgf or pdn]")
      .one_of({"sgf", "hexworld", "moves", "svg", "pdn", "fen"})
      .type_name("FORM");
  command
      .add_option(
          "--out,--output", conversion->out,
          "Write to this file instead of the terminal: .sgf, .pdn, .fen or .svg, or any with "
          "--to")
      .type_name("FILE");
  conversion->options.add_pick(command, "all");
  conversion->options.add_game(command);
  conversion->options.add_size(command);
  conversion->options.add_swap(command);
  command.footer(
      "All games of a file are converted, unless --pick names one; hexworld, moves and fen put "
      "each on\n"
      "a line of its own.\n"
      "--game, --variant, --size and --no-swap are for lists of moves, which name none of them.");
  command.callback([conversion, command] { convert(*conversion, command); });
}

}  // namespace losange::commands
