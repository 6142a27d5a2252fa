// `losange convert`: a game from any form losange reads to any form it writes.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

#include "base/file.h"
#include "commands/command.h"
#include "commands/options.h"
#include "hex/links.h"
#include "hex/sgf.h"
#include "players/open_game.h"

namespace losange::commands {

namespace {

struct Conversion {
  Options options;
  std::string input;
  std::string form = "sgf";
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

void convert(const Conversion& conversion) {
  const auto record = players::open_game(conversion.input, conversion.options.setup());
  std::string text;
  if (conversion.form == "sgf") text = hex::write_sgf(record);
  if (conversion.form == "hexworld") text = hex::write_hexworld(record) + "\n";
  if (conversion.form == "moves") text = hex::write_move_list(record) + "\n";
  if (conversion.form != "sgf" && has_more_than_moves(record)) {
    fmt::print(stderr,
               "losange: only the main line is kept; names, comments and variations need --to sgf\n");
  }
  if (conversion.out.empty()) {
    fmt::print("{}", text);
  } else {
    base::write_file(conversion.out, text);
  }
}

}  // namespace

void add_convert(CLI::App& program) {
  auto conversion = std::make_shared<Conversion>();
  auto* command = program.add_subcommand(
      "convert", "Turn a game file, link or move list into another of these");
  command->group(kFiles);
  command->add_option("input", conversion->input,
                      "A file (SGF, .hsgf), a HexWorld link, or moves such as \"a3 swap f6\"")
      ->required()
      ->type_name("INPUT");
  command->add_option("--to", conversion->form, "What to write: sgf, hexworld or moves")
      ->check(CLI::IsMember({"sgf", "hexworld", "moves"}))
      ->capture_default_str()
      ->type_name("FORM");
  command->add_option("--out", conversion->out, "Write to this file instead of the terminal")
      ->type_name("FILE");
  conversion->options.add_size(*command);
  conversion->options.add_swap(*command);
  command->footer("--size and --no-swap are for lists of moves, which name neither.");
  command->callback([conversion] { convert(*conversion); });
}

}  // namespace losange::commands
