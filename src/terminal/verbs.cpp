#include "terminal/verbs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/text.h"

namespace losange::terminal {

namespace {

struct Entry {
  Verb verb;
  std::string_view word;
  std::string_view arguments;
  std::string_view help;  // empty for a second name of the entry before
};

constexpr std::array kEntries{
    Entry{Verb::Move, "play", "MOVE", "make a move: type it alone, f6 in Hex, 32-28 in draughts"},
    Entry{Verb::Move, "move", "", ""},
    Entry{Verb::Move, "swap", "", "take over the first stone, as the second player's first move"},
    Entry{Verb::Move, "swap-pieces", "", ""},
    Entry{Verb::Undo, "undo", "", "take back, against an engine to your own turn"},
    Entry{Verb::Redo, "redo", "", "play again what was taken back"},
    Entry{Verb::Hint, "hint", "", "best moves, chances, visits, in 2 s at most (Enter ends it)"},
    Entry{Verb::Connections, "connections", "",
          "what is joined for certain, where one must play, ladders"},
    Entry{Verb::Switch, "switch", "[{}] [ENGINE]",
          "hand a side to an engine, or take it back (human)"},
    Entry{Verb::Save, "save", "[FILE]", "keep the game in a file: SGF, in draughts PDN"},
    Entry{Verb::Load, "load", "FILE|LINK|MOVES",
          "go on from an SGF or PDN file, a HexWorld link or moves"},
    Entry{Verb::New, "new", "[SIZE]", "start over"},
    Entry{Verb::Resign, "resign", "", "give the game up"},
    Entry{Verb::Board, "board", "", "show the board again"},
    Entry{Verb::Moves, "moves", "", "list the moves, with a link to see them in a browser"},
    Entry{Verb::Moves, "link", "", ""},
    Entry{Verb::Clock, "clock", "[none|5/move|300+2]", "show the clocks, or start them anew"},
    Entry{Verb::Players, "players", "", "who plays which side"},
    Entry{Verb::Help, "help", "", "this list"},
    Entry{Verb::Help, "?", "", ""},
    Entry{Verb::Quit, "quit", "", "leave; an unfinished game is saved"},
    Entry{Verb::Quit, "exit", "", ""},
    Entry{Verb::Quit, "q", "", ""},
};

// A letter and a number: a cell, perhaps of another board.
bool looks_like_cell(std::string_view word) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return word.size() >= 2 && word[0] >= 'a' && word[0] <= 'z' &&
         std::all_of(word.begin() + 1, word.end(), is_digit);
}

// Squares parted by - or x: a move of draughts.
bool looks_like_draughts(std::string_view word) {
  const auto mark = word.find_first_of("-x:");
  return mark != word.npos && mark > 0 && mark <= 3 && word[mark - 1] >= '0' &&
         word[mark - 1] <= '9';
}

}  // namespace

Order read_order(std::string_view line, std::string_view example) {
  line = base::trim(line);
  if (line.empty()) return {};
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string word = base::lower(line.substr(0, end));
  std::string rest(base::trim(line.substr(end)));
  // In quotes, as at a shell.
  const bool quoted =
      rest.size() >= 2 && rest.front() == rest.back() && (rest[0] == '"' || rest[0] == '\'');
  if (quoted) rest = rest.substr(1, rest.size() - 2);
  if (looks_like_cell(word) || looks_like_draughts(word)) {
    if (!rest.empty()) {
      throw base::UserError(fmt::format(
          "one move at a time: type {} alone (or load {} to start from a list of moves)", word,
          base::printable(line, 30)));
    }
    return {Verb::Move, word};
  }
  for (const auto& entry : kEntries) {
    if (entry.word != word) continue;
    if (entry.verb != Verb::Move) return {entry.verb, std::move(rest)};
    if (word.starts_with("swap")) return {Verb::Move, word};
    if (rest.empty()) {
      throw base::UserError(fmt::format("{0} what? For example {0} {1}", word, example));
    }
    return {Verb::Move, base::lower(rest)};
  }
  // Two letters are near to too many words to guess from.
  const std::string nearest = word.size() < 3 ? "" : base::nearest_word(word, verb_words());
  throw base::UserError(fmt::format(
      "'{}' is no command and no move: {}", base::printable(word, 30),
      nearest.empty() ? fmt::format("type a move such as {}, or help for the commands", example)
                      : fmt::format("did you mean '{}'? (help lists the commands)", nearest)));
}

std::vector<std::string> verb_words() {
  std::vector<std::string> words;
  words.reserve(kEntries.size());
  for (const auto& entry : kEntries) words.emplace_back(entry.word);
  return words;
}

bool means_quit(std::string_view line) {
  const std::string word = base::lower(base::trim(line));
  return std::any_of(kEntries.begin(), kEntries.end(), [&](const Entry& entry) {
    return entry.verb == Verb::Quit && entry.word == word;
  });
}

std::string help_text(std::string_view sides) {
  std::string text;
  for (const auto& entry : kEntries) {
    if (entry.help.empty()) continue;
    std::string usage(entry.word);
    if (!entry.arguments.empty())
      usage += fmt::format(" {}", fmt::format(fmt::runtime(entry.arguments), sides));
    // A long usage gets a line of its own, so that the text stays within 80 columns.
    text += usage.size() > 16 ? fmt::format("  {}\n  {:<16}  {}\n", usage, "", entry.help)
                              : fmt::format("  {:<16}  {}\n", usage, entry.help);
  }
  text += "  Ctrl-C, Ctrl-D    leave; an unfinished game is saved\n";
  return text;
}

}  // namespace losange::terminal
