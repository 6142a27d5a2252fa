// `losange book`: learn opening books, look into them, merge them, and turn them into the files of the
// Petits Diables and back.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/aside.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/system/claim.h"
#include "base/system/file.h"
#include "base/system/interrupt.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "base/threads/progress.h"
#include "book/file.h"
#include "book/keep.h"
#include "book/learn.h"
#include "commands/common/options.h"
#include "commands/common/written.h"
#include "commands/line/command.h"
#include "players/game/any_position.h"
#include "search/search.h"
#include "terminal/board/board_text.h"

namespace losange::commands {

namespace {

using book::Book;
using book::NodeIndex;
using book::Role;
using book::Tree;

constexpr std::uint64_t kScenariosARound = 16384;
constexpr double kSaveEveryS = 60;
constexpr std::size_t kVariationShown = 6;

struct BookCommand {
  Options options;
  bool size_given = false;
  std::string file, out, tree = "start", at;
  std::vector<std::string> files, start, answer;
  std::uint64_t scenarios = 1'000'000;
  book::LearnSettings learning;
  int lines = 9;
  bool partial = false, values = false, ascii = false;
};

std::string percent(double value) {
  return fmt::format("{:.1f} %", 100 * search::win_chance(value));
}

// learn

Book book_to_learn(const BookCommand& command) {
  Book book;
  const bool there = std::filesystem::is_regular_file(command.file);
  if (there) book = book::load_book(command.file);
  if (there && command.size_given && command.options.size != book.size) {
    throw base::UserError(
        fmt::format("{0} is for {1}x{1}: leave --size out to go on with it, or name "
                    "another file",
                    command.file, book.size));
  }
  if (!there) book.size = command.options.size;
  if (!there || command.options.seed_given) book.seed = command.options.limits().seed;
  return book;
}

void learn(const BookCommand& command) {
  const auto stop = base::stop_on_interrupt();
  const base::Claim claim(command.file);
  Book book = book_to_learn(command);
  const auto visits = [&](Role role) { return book.tree(role).node(book::kRoot).visits; };
  const auto done = [&] {
    return std::min<std::uint64_t>(visits(Role::Start), command.scenarios) +
           std::min<std::uint64_t>(visits(Role::Answer), command.scenarios);
  };
  const auto tell = [](const std::string& text) { base::say_aside("\nlosange: {}\n", text); };
  // Written before the work starts, so that a path that cannot be written is known at once.
  book::save_book(command.file, book);
  bool told = false;
  {
    // Both trees learn at once, so that they are told as one: what --scenarios counts.
    base::Progress progress("scenarios a tree", command.scenarios, done() / 2);
    base::Stopwatch since_saved;
    while (done() < 2 * command.scenarios && !stop.stop_requested()) {
      const auto learn_one = [&](std::size_t i) {
        const Role role = i == 0 ? Role::Start : Role::Answer;
        const auto until =
            std::min<std::uint64_t>(visits(role) + kScenariosARound, command.scenarios);
        book::learn(book, role, until, command.learning, stop);
      };
      base::parallel_for(2, std::min(2, command.options.threads), learn_one);
      progress.update(done() / 2);
      if (since_saved.seconds() < kSaveEveryS) continue;
      try {
        book::save_book(command.file, book);
      } catch (const base::UserError& error) {
        if (!std::exchange(told, true)) {
          tell(
              fmt::format("{}. Learning goes on, and so do the attempts to save it", error.what()));
        }
      }
      since_saved.restart();
    }
  }
  book::keep_book(command.file, book, stop, tell);
  fmt::print("{0}: {1}x{1}, {2} scenarios of starting, {3} of answering, {4} nodes{5}\n",
             command.file, book.size, visits(Role::Start), visits(Role::Answer),
             book.trees[0].size() + book.trees[1].size(),
             stop.stop_requested() ? "; the same command goes on from here" : "");
}

// show

struct ShownMove {
  int cell;
  double value;  // for the side to move
  std::uint32_t visits;
  std::vector<std::string> variation;
};

std::vector<ShownMove> moves_at(const Tree& tree, int size, NodeIndex node) {
  std::vector<ShownMove> moves;
  for (const NodeIndex child : tree.ranked_children(node)) {
    ShownMove move{tree.node(child).cell, tree.node(child).value(), tree.node(child).visits, {}};
    for (NodeIndex along = child; move.variation.size() < kVariationShown;) {
      move.variation.push_back(hex::cell_name(size, tree.node(along).cell));
      const auto next = tree.ranked_children(along);
      if (next.empty()) break;
      along = next.front();
    }
    moves.push_back(std::move(move));
  }
  return moves;
}

std::vector<terminal::TextLine> table(const std::vector<ShownMove>& moves, std::size_t lines) {
  std::vector<terminal::TextLine> text;
  const auto add = [&](std::string line) {
    const int width = static_cast<int>(line.size());
    text.push_back({std::move(line), width});
  };
  add(fmt::format("{:>2} {:>4} {:>8} {:>10}  {}", "", "move", "chance", "scenarios", "line"));
  for (std::size_t i = 0; i < std::min(lines, moves.size()); ++i) {
    const auto& move = moves[i];
    add(fmt::format("{:>2} {:>4} {:>8} {:>10}  {}", i + 1, move.variation.front(),
                    percent(move.value), move.visits, base::joined(move.variation, " ")));
  }
  return text;
}

// Every cell that the book knows with its chance in percent, on the slant of the board.
void print_values(const std::vector<ShownMove>& moves, const players::BoardView& view) {
  std::vector<std::string> cells;
  for (const char piece : view.pieces) cells.emplace_back(1, piece);
  for (const auto& move : moves) {
    cells[static_cast<std::size_t>(move.cell)] =
        fmt::format("{:.0f}", 100 * search::win_chance(move.value));
  }
  fmt::print("\nChance of each move in %:\n    ");
  for (int column = 0; column < view.columns; ++column) {
    fmt::print("{:>4}", static_cast<char>('a' + column));
  }
  fmt::print("\n");
  for (int row = 0; row < view.rows; ++row) {
    fmt::print("{:{}}{:>2}  ", "", 2 * row, row + 1);
    for (int column = 0; column < view.columns; ++column) {
      fmt::print("{:>4}", cells[static_cast<std::size_t>(row * view.columns + column)]);
    }
    fmt::print("\n");
  }
}

void print_json(const Book& book, const BookCommand& command, const book::Node& node,
                const std::vector<ShownMove>& moves) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& move : moves) {
    list.push_back({{"move", move.variation.front()},
                    {"chance", search::win_chance(move.value)},
                    {"scenarios", move.visits},
                    {"line", move.variation}});
  }
  const nlohmann::ordered_json shown{{"size", book.size},
                                     {"seed", book.seed},
                                     {"tree", command.tree},
                                     {"scenarios", node.visits},
                                     {"moves", list}};
  fmt::print("{}\n", shown.dump(2));
}

void show(const BookCommand& command) {
  const Book book = book::load_book(command.file);
  const Tree& tree = book.tree(command.tree == "start" ? Role::Start : Role::Answer);
  const game::GameSetup setup{.size = book.size, .swap = false};
  game::GameRecord record(setup);
  if (!command.at.empty()) {
    record = command.options.open_game(command.at, setup);
    record.go_to_end_of_main_line();
    if (record.setup.size != book.size) {
      throw base::UserError(fmt::format("the position is on {0}x{0}, the book is for {1}x{1}",
                                        record.setup.size, book.size));
    }
  }
  std::vector<int> cells;
  for (const auto& move : record.moves()) cells.push_back(hex::checked_cell(book.size, move));
  const NodeIndex node = tree.find(cells);
  if (node == book::kNone) {
    throw base::UserError(
        fmt::format("the tree '{}' of {} does not know this position", command.tree, command.file));
  }
  const auto moves = moves_at(tree, book.size, node);
  if (command.options.json) return print_json(book, command, tree.node(node), moves);

  const auto view = players::replay(record)->view();
  terminal::Marks marks;
  if (!cells.empty()) marks.last_move = cells.back();
  const auto shown = static_cast<std::size_t>(command.lines);
  for (std::size_t i = 0; i < std::min<std::size_t>({9, shown, moves.size()}); ++i) {
    marks.hints[moves[i].cell] = static_cast<int>(i) + 1;
  }
  fmt::print(
      "{0}: {1}x{1}, seed {2}, {3} nodes for starting, {4} for answering\n"
      "tree '{5}' here: {6} scenarios, {7} moves known, the side to move wins {8}\n\n",
      command.file, book.size, book.seed, book.trees[0].size(), book.trees[1].size(), command.tree,
      tree.node(node).visits, moves.size(), percent(-tree.node(node).value()));
  const auto style = terminal::detect_style(STDOUT_FILENO, command.ascii);
  const auto lines =
      terminal::beside(terminal::board_text(view, marks, style), table(moves, shown), 1);
  for (const auto& line : lines) fmt::print("{}\n", line.text);
  if (command.values) print_values(moves, view);
}

// export, import, merge

void export_trees(const BookCommand& command) {
  const Book book = book::load_book(command.file);
  if (book.size != book::kDiablesSize) {
    throw base::UserError(fmt::format(
        "the files of the Petits Diables are for {0}x{0} only, this book is for {1}x{1}",
        book::kDiablesSize, book.size));
  }
  if (command.start.empty() && command.answer.empty()) {
    throw base::UserError("nothing to write: give --start FILE, --answer FILE, or both");
  }
  for (const auto& path : command.start) {
    base::write_file(path, book::write_diables(book.tree(Role::Start)));
    say_written(path);
  }
  for (const auto& path : command.answer) {
    base::write_file(path, book::write_diables(book.tree(Role::Answer)));
    say_written(path);
  }
}

Tree read_pieces(const std::vector<std::string>& paths, bool partial) {
  std::vector<std::string> pieces;
  pieces.reserve(paths.size());
  for (const auto& path : paths) pieces.push_back(base::read_file(path, std::size_t{1} << 30));
  try {
    return book::read_diables(pieces, partial);
  } catch (const base::UserError& error) {
    throw base::UserError(fmt::format("{}: {}", base::joined(paths, " "), error.what()));
  }
}

std::string nodes_text(const Book& book) {
  return fmt::format("{} nodes for starting, {} for answering", book.trees[0].size(),
                     book.trees[1].size());
}

void import_trees(const BookCommand& command) {
  if (command.start.empty() && command.answer.empty()) {
    throw base::UserError("nothing to read: give --start FILE..., --answer FILE..., or both");
  }
  Book book;
  book.size = book::kDiablesSize;
  if (!command.start.empty()) book.tree(Role::Start) = read_pieces(command.start, command.partial);
  if (!command.answer.empty())
    book.tree(Role::Answer) = read_pieces(command.answer, command.partial);
  book::save_book(command.file, book);
  say_written(command.file, nodes_text(book));
}

void merge(const BookCommand& command) {
  Book all = book::load_book(command.files.front());
  for (std::size_t i = 1; i < command.files.size(); ++i) {
    const Book next = book::load_book(command.files[i]);
    if (next.seed == all.seed && next.seed != 0) {
      base::say_aside(
          "losange: {} grew from seed {} like {}: the same scenarios then count twice\n",
          command.files[i], next.seed, command.files.front());
    }
    try {
      book::merge(all, next);
    } catch (const base::UserError& error) {
      throw base::UserError(fmt::format("{}: {}", command.files[i], error.what()));
    }
  }
  book::save_book(command.out, all);
  say_written(command.out, nodes_text(all));
}

// The options of each subcommand

using Shared = std::shared_ptr<BookCommand>;

void add_learn(Command app, const Shared& command) {
  const auto sub =
      app.add_subcommand("learn", "Learn both trees, or go on with a book that is there");
  sub.add_option("book", command->file, "The book; made when it is not there")
      .required()
      .type_name("FILE");
  sub.add_number("--scenarios", command->scenarios, "Scenarios a tree shall have in the end", 1,
                 4'000'000'000)
      .capture_default_str();
  sub.add_number("--exploration", command->learning.exploration, "The constant C of UCT", 0, 100)
      .capture_default_str()
      .type_name("C");
  sub.add_flag("--even-openings", command->learning.even_openings,
               "Learn answers to every first move alike, not most to the best");
  command->options.add_size(sub);
  command->options.add_threads(sub);
  command->options.add_seed(sub);
  sub.footer(
      "Ctrl-C saves; the same command goes on. Each tree learns on one thread, so more than two\n"
      "threads do not help. Learning in parts gives the same book as learning at once.");
  sub.callback([command, sub] {
    command->size_given = sub.given("--size");
    learn(*command);
  });
}

void add_show(Command app, const Shared& command) {
  const auto sub = app.add_subcommand("show", "The best moves and lines of a book at a position");
  sub.add_option("book", command->file, "The book").required().type_name("FILE");
  sub.add_option("--tree", command->tree, "start: for the first player, answer: for the second")
      .one_of({"start", "answer"})
      .capture_default_str()
      .type_name("TREE");
  sub.add_option("--at", command->at, "Moves from the empty board, a link or a file")
      .type_name("GAME")
      .takes_standard_input();
  sub.add_number("--lines", command->lines, "Moves to list", 1, 361).capture_default_str();
  command->options.add_pick(sub);
  sub.option("--pick").needs(sub.option("--at"));
  sub.add_flag("--values", command->values, "Print the chance of every known move on the board");
  sub.add_flag("--ascii", command->ascii, "Draw with plain ASCII");
  command->options.add_json(sub);
  sub.callback([command] { show(*command); });
}

void add_conversions(Command app, const Shared& command) {
  const auto exports =
      app.add_subcommand("export", "Write trees as files of the Petits Diables (11x11)");
  exports.add_option("book", command->file, "The book to read").required().type_name("FILE");
  const auto imports =
      app.add_subcommand("import", "Make a book from files of the Petits Diables (11x11)");
  imports.add_option("book", command->file, "The book to write").required().type_name("FILE");
  imports.add_flag("--partial", command->partial, "The last files are missing: take what is there");
  for (const auto& [sub, most] : {std::pair(exports, 1), std::pair(imports, 1000)}) {
    sub.add_option("--start", command->start, "The tree of the side that starts")
        .expected(1, most)
        .type_name("FILE");
    sub.add_option("--answer", command->answer, "The tree of the side that answers")
        .expected(1, most)
        .type_name("FILE");
  }
  exports.callback([command] { export_trees(*command); });
  imports.callback([command] { import_trees(*command); });
}

void add_merge(Command app, const Shared& command) {
  const auto sub = app.add_subcommand("merge", "Add up books of the same size");
  sub.add_option("books", command->files, "The books")
      .required()
      .expected(2, 1000)
      .type_name("FILE");
  sub.add_option("--out,--output", command->out, "The book to write").required().type_name("FILE");
  sub.callback([command] { merge(*command); });
}

}  // namespace

void add_book(Command program) {
  auto command = std::make_shared<BookCommand>();
  command->options.threads = std::min(2, base::hardware_threads());
  const auto app = program.add_subcommand("book", "Learn, show, convert and merge opening books");
  app.group(kLearn);
  app.require_subcommand();
  add_learn(app, command);
  add_show(app, command);
  add_conversions(app, command);
  add_merge(app, command);
}

}  // namespace losange::commands
