#include "players/files/open_game.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "draughts/text/fen.h"
#include "draughts/text/pdn.h"
#include "hex/files/links.h"
#include "hex/files/sgf.h"
#include "players/game/any_position.h"
#include "players/game/games.h"

namespace losange::players {

namespace {

using game::GameRecord;
using game::NodeId;

// SGF may have text before it, but no link or move list holds "(;".
bool looks_like_sgf(std::string_view text) {
  for (std::size_t at = text.find('('); at != text.npos; at = text.find('(', at + 1)) {
    if (base::trim(text.substr(at + 1, 20)).starts_with(';')) return true;
  }
  return base::trim(text).starts_with('(');
}

// Ends in ".sgf" or the like, or names a folder. Links are told apart before.
bool looks_like_path(std::string_view text) {
  const std::string word = base::lower(text);
  if (word.starts_with("http://") || word.starts_with("https://")) return false;
  return word.find('/') != word.npos || word.ends_with(".sgf") || word.ends_with(".hsgf") ||
         word.ends_with(".txt") || word.ends_with(".pdn") || word.ends_with(".fen");
}

// "a3", "1. a3", "swap": then the rest is read as moves too, and its errors are told as such.
bool begins_like_moves(std::string_view text) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string word = base::lower(base::trim(text));
  if (word.empty()) return false;
  for (const char* special : {"swap", "pass", "resign"}) {
    if (word.starts_with(special)) return true;
  }
  std::size_t i = 0;
  if (is_digit(word[0])) {
    while (i < word.size() && is_digit(word[i])) ++i;
    return i < word.size() && (word[i] == '.' || word[i] == ')');
  }
  while (i < word.size() && is_letter(word[i])) ++i;
  return i > 0 && i <= 2 && i < word.size() && is_digit(word[i]);
}

// The rules a text of draughts is read by where it names none.
draughts::Config draughts_config(const game::GameSetup& setup) {
  return is_draughts(setup) ? draughts::config_of(setup) : draughts::Config{};
}

// "W:W31-50:B1-20": a position of draughts.
bool looks_like_fen(std::string_view text) {
  const std::string word = base::lower(base::trim(text)).substr(0, 3);
  return word == "w:w" || word == "w:b" || word == "b:w" || word == "b:b";
}

using Messages = std::vector<base::Message>;

// False where the main line ends early.
bool check_lines(GameRecord& record, Messages& left_out);

// In place of the number of the game that is wanted.
constexpr int kAllGames = 0;

struct Found {
  std::vector<GameRecord> records;  // the wanted ones
  int games = 0;
  Messages left_out{};
  bool broken_off = false;
};

Found choose(std::vector<GameRecord> all, int wanted) {
  const int games = static_cast<int>(all.size());
  if (wanted == kAllGames) return {std::move(all), games};
  if (wanted > games) return {{}, games};
  return {{std::move(all[static_cast<std::size_t>(wanted - 1)])}, games};
}

Found read_sgf(std::string_view text, int wanted) {
  // What comes after the first game is no reason to refuse it.
  if (wanted == 1) return {{hex::read_sgf(text)}, hex::count_sgf_games(text)};
  return choose(hex::read_sgf_games(text), wanted);
}

// "1. 32-28 19-23" where a game of Hex is looked for: PDN without the tags that say by which rules.
bool looks_like_bare_pdn(std::string_view text) {
  return draughts::looks_like_pdn(text) && !base::trim(text).starts_with('{');
}

Found read_bare_pdn(std::string_view text, int wanted) {
  try {
    auto found = choose(draughts::read_pdn(text, {}), wanted);
    for (auto& record : found.records) {
      if (!check_lines(record, found.left_out)) found.broken_off = true;
    }
    return found;
  } catch (const base::UserError& error) {
    throw base::UserError(
        "open.as-international",
        "{} (read as international draughts: --game draughts --variant RULES names "
        "other rules)",
        error.message());
  }
}

// Words may follow a link, as they do in a chat: a blank ends it, and a mark at its end is not part
// of it.
GameRecord read_link(std::string_view text) {
  try {
    return hex::read_hexworld(text);
  } catch (const base::UserError&) {
    const auto from = std::min(text.find('#'), text.size());
    std::string_view link = text.substr(0, text.find_first_of(" \t\r\n", from));
    while (link.size() > from && std::string_view(".,;:!?)]>\"'").find(link.back()) != link.npos)
      link.remove_suffix(1);
    if (link.size() == text.size()) throw;
    try {
      return hex::read_hexworld(link);
    } catch (const base::UserError&) {
      // The whole text tells better what is wrong.
    }
    throw;
  }
}

// Without games when the text is none of those. SGF, PDN with tags and links say which game they are, and moves of
// draughts look like no others; a list of cells is of the game the setup names.
Found read_text(std::string_view text, const game::GameSetup& setup, int wanted) {
  if (is_draughts(setup) ? draughts::looks_like_pdn(text) : base::trim(text).starts_with('[')) {
    return choose(draughts::read_pdn(text, draughts_config(setup)), wanted);
  }
  if (!is_draughts(setup) && looks_like_bare_pdn(text)) return read_bare_pdn(text, wanted);
  if (looks_like_fen(text)) {
    const auto config = draughts_config(setup);
    GameRecord record(draughts::setup_of(config));
    draughts::set_start(record, config, base::trim(text));
    return choose({record}, wanted);
  }
  if (looks_like_sgf(text)) return read_sgf(text, wanted);
  if (hex::looks_like_hexworld(text)) return choose({read_link(text)}, wanted);
  if (is_draughts(setup)) return {};
  if (begins_like_moves(text)) return choose({hex::read_move_list(text, setup)}, wanted);
  return {};
}

// A record may hold a swap anywhere; in a game from the empty board it answers the first stone.
bool is_swap(const game::RecordNode& node) {
  return node.move && (node.move->text == "swap" || node.move->text == "swap-pieces" ||
                       node.move->text == "swap-sides");
}

// `number` is the last move's, `branch` that of the move which left the main line, 0 on it.
base::Message why_unplayable(const game::RecordNode& node, int number, int branch,
                             const base::UserError& error) {
  const auto variation =
      branch > 0 ? base::Message("open.variation", " of the variation from move {}", branch)
                 : base::Message();
  return {"open.at-move", "move {}{}{}: {}", number, node.move ? " (" + node.move->text + ")" : "",
          variation,      error.message()};
}

const base::Message& why_not_whole(const Found& found) { return found.left_out.front(); }

// Plays through the whole tree; the position is copied only where the game branches. What cannot be played is taken out
// of variations, and told.
bool check_lines(GameRecord& record, Messages& left_out) {
  bool whole = true;
  struct Step {
    NodeId node;
    int number;  // of the last move before it
    int branch;  // of the move that left the main line, 0 on it
    bool
        free;  // stones were set up before: whose turn it is and what may be swapped is the file's word
    std::shared_ptr<const AnyPosition> before;
  };
  std::vector<Step> pending{{game::kRoot, 0, 0, false, make_position(record.setup)}};
  std::vector<NodeId> unplayable;
  while (!pending.empty()) {
    Step step = std::move(pending.back());
    pending.pop_back();
    std::unique_ptr<AnyPosition> position = step.before->clone();
    for (bool at_leaf = false; !at_leaf;) {
      const auto& node = record.node(step.node);
      if (node.move) ++step.number;
      step.free = step.free || !node.setup.empty() || node.to_move.has_value();
      try {
        if (!step.free && is_swap(node)) position->check("swap");
        position->apply(node);
      } catch (const base::UserError& error) {
        const auto why_not = why_unplayable(node, step.number, step.branch, error);
        if (step.branch == 0) {
          if (step.number <= 1) throw base::UserError(why_not);
          whole = false;
          left_out.insert(left_out.begin(), why_not);  // it comes before what variations lack
        } else {
          left_out.push_back(why_not);
        }
        unplayable.push_back(step.node);
        break;
      }
      const auto& children = node.children;
      if (children.size() > 1) {
        const std::shared_ptr<const AnyPosition> here = position->clone();
        for (std::size_t i = children.size(); i-- > 1;) {
          const int branch = step.branch > 0 ? step.branch : step.number + 1;
          pending.push_back({children[i], step.number, branch, step.free, here});
        }
      }
      at_leaf = children.empty();
      if (!at_leaf) step.node = children[0];
    }
    const bool main_line = step.branch == 0;
    if (main_line && record.result.outcome == game::Outcome::Ongoing) {
      record.result.outcome = position->outcome();
    }
  }
  // Numbers of nodes change behind one that goes.
  std::sort(unplayable.begin(), unplayable.end(), std::greater<>());
  for (const NodeId node : unplayable) record.remove(node);
  return whole;
}

void check_games(Found& found, int wanted, bool strict) {
  if (found.records.empty()) {
    const auto there = found.games == 1
                           ? base::Message("open.one", "it holds one game")
                           : base::Message("open.choose", "choose one from 1 to {}", found.games);
    throw base::UserError("open.no-such-game", "there is no game {}: {}", wanted, there);
  }
  for (std::size_t i = 0; i < found.records.size(); ++i) {
    try {
      if (!check_lines(found.records[i], found.left_out)) found.broken_off = true;
      if (strict && !found.left_out.empty()) throw base::UserError(why_not_whole(found));
    } catch (const base::UserError& error) {
      if (found.games == 1) throw;
      throw base::UserError("open.game-of", "game {} of {}: {}",
                            wanted == kAllGames ? i + 1 : static_cast<std::size_t>(wanted),
                            found.games, error.message());
    }
  }
}

// Strict: what cannot be played is an error in a variation too.
Found open_file(const std::filesystem::path& path, const game::GameSetup& setup, int wanted,
                bool strict) {
  const std::string content = base::read_file(path);
  try {
    if (content.find('\0') != content.npos) {
      throw base::UserError(
          "open.no-text",
          "this is no text: the file should hold SGF, PDN, a HexWorld link or a list of moves");
    }
    auto found = read_text(content, setup, wanted);
    if (found.games == 0) {
      throw base::UserError(
          "open.no-game",
          "no game found: the file should hold SGF, PDN, a HexWorld link or a list of moves");
    }
    check_games(found, wanted, strict);
    return found;
  } catch (const base::UserError& error) {
    throw base::UserError("file.in", "{}: {}", path.string(), error.message());
  }
}

Found open_any(std::string_view text, const game::GameSetup& setup, int wanted, bool strict) {
  const std::string_view input = base::trim(text);
  const bool inline_game =
      looks_like_sgf(input) || hex::looks_like_hexworld(input) || input.starts_with('[');
  if (!inline_game && !input.empty()) {
    const std::filesystem::path path(input);
    std::error_code ignored;
    if (looks_like_path(input) || std::filesystem::exists(path, ignored)) {
      return open_file(path, setup, wanted, strict);
    }
  }
  auto found = read_text(input, setup, wanted);
  if (found.games == 0) {
    const base::Message games =
        is_draughts(setup)
            ? base::Sentence{"open.draughts",
                             "a file (game.pdn) or a list of moves (\"32-28 19-23 28x19\")"}
            : base::Sentence{"open.hex",
                             "a file (game.sgf, game.pdn), a link "
                             "(https://hexworld.org/board/#11,a3:sh4) or a list of moves "
                             "(\"a3 swap h4\")"};
    throw base::UserError("open.not-a-game", "'{}' is not a game. Give {}", base::printable(input),
                          games);
  }
  check_games(found, wanted, strict);
  return found;
}

}  // namespace

OpenedGame open_one_game(std::string_view text, const game::GameSetup& setup, int number) {
  auto found = open_any(text, setup, number, false);
  return {std::move(found.records.front()), found.games, std::move(found.left_out),
          found.broken_off};
}

GameRecord open_game(std::string_view text, const game::GameSetup& setup) {
  return std::move(open_any(text, setup, 1, true).records.front());
}

OpenedGames open_all_games(std::string_view text, const game::GameSetup& setup) {
  auto found = open_any(text, setup, kAllGames, false);
  if (found.broken_off) throw base::UserError(why_not_whole(found));
  return {std::move(found.records), std::move(found.left_out)};
}

std::vector<GameRecord> open_games(std::string_view text, const game::GameSetup& setup) {
  return open_any(text, setup, kAllGames, true).records;
}

}  // namespace losange::players
