#include "window/common/player_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/text.h"
#include "players/spec.h"
#include "players/wrapped/levels.h"
#include "window/board/board_layout.h"
#include "window/choices/levels.h"

namespace losange::window {

using game::Side;

namespace {

// Of a command line: the program, or the script where that is the program of a language.
std::string program_text(const std::string& command_line) {
  static constexpr std::array kRunners{"bash", "dash", "env",    "java", "lua", "mono",
                                       "node", "perl", "python", "ruby", "sh",  "wine"};
  const auto file = [](const std::string& word) {
    return std::filesystem::path(word).filename().string();
  };
  const auto runs_another = [&](const std::string& word) {
    const std::string name = file(word);  // python3.11 too
    return std::find(kRunners.begin(), kRunners.end(),
                     name.substr(0, name.find_last_not_of("0123456789.") + 1)) != kRunners.end();
  };
  const auto words = base::split_words(command_line);
  if (words.empty()) return command_line;
  for (const auto& word : words) {
    if (word == "-c") break;  // what follows is no file
    const bool setting = word.starts_with('-') || word.find('=') != std::string::npos;
    if (!setting && !runs_another(word)) return file(word);
  }
  return file(words.front());
}

// Towards the first of the two edges of a side.
Point edge_direction(Side side, Orientation orientation) {
  const BoardLayout board = hex_layout(3, orientation);
  Point sum{};
  for (const auto& border : board.borders) {
    if (border.side != side) continue;
    for (const Point p : border.shape.points) sum = sum + (p - board.bounds.center());
    break;
  }
  return sum;
}

}  // namespace

std::string engine_name(const Context& context, const std::string& name) {
  return name == "draughts" ? context.tr(Word::DraughtsEngine) : name;
}

std::string engine_text(const Context& context, const std::string& spec) {
  const auto parsed = players::PlayerSpec::parse(spec);
  std::string name = engine_name(context, parsed.name);
  // An outside program: its file says more than the language it speaks.
  if (!parsed.rest.empty()) return program_text(parsed.rest);
  const int level = level_of(spec);
  if (level == players::kTopLevel) return name;
  return name + " · " + context.tr(Word::LevelNumber, std::to_string(level));
}

std::string seated_text(const Context& context, Side side) {
  const std::string own = context.table.program_name(side);
  return own.empty() ? engine_text(context, context.table.seat(side).engine) : own;
}

std::string edges_text(const Context& context, Side side) {
  const Orientation orientation = context.settings.orientation;
  const auto upright = [](Point p) { return std::abs(p.y) > std::abs(p.x); };
  const Point own = edge_direction(side, orientation);
  const bool upright_own = upright(own);
  if (upright_own != upright(edge_direction(game::other(side), orientation)))
    return context.tr(upright_own ? Word::JoinsTopBottom : Word::JoinsLeftRight);
  return context.tr((own.x > 0) == (own.y < 0) ? Word::JoinsRising : Word::JoinsFalling);
}

std::string player_text(const Context& context, const std::string& name) {
  if (name == "human" || name.starts_with("hybrid:")) return context.tr(Word::Person);
  try {
    return engine_text(context, name);
  } catch (const base::UserError&) {
    return name;  // someone's own
  }
}

}  // namespace losange::window
