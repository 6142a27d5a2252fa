#include "terminal/dialogue.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <functional>

#include "base/error.h"
#include "base/text.h"
#include "hex/board/geometry.h"
#include "players/check_plays.h"
#include "players/files/write_game.h"
#include "players/registry.h"
#include "players/seat.h"
#include "players/wrapped/levels.h"
#include "terminal/board/board_text.h"
#include "terminal/verbs.h"

namespace losange::terminal {

namespace {

// Asks until `take` accepts the answer; it throws base::UserError for one it does not. False when the
// person left.
bool ask(LineInput& input, std::ostream& out, const std::string& question,
         const std::string& fallback, const std::function<void(const std::string&)>& take) {
  while (true) {
    std::string line;
    if (input.read(line, fmt::format("{} [{}]: ", question, fallback)) != LineInput::Read::Line) {
      return false;
    }
    const std::string answer(base::trim(line));
    if (means_quit(answer)) return false;
    try {
      take(answer.empty() ? fallback : answer);
      return true;
    } catch (const base::UserError& error) {
      fmt::print(out, "  {}\n", error.what());
    }
  }
}

int parse_size(const std::string& answer) {
  const auto size = base::parse_integer(answer);
  if (!size || *size < hex::kMinSize || *size > hex::kMaxSize) {
    throw base::UserError(fmt::format("'{}' is not a size: type a number from {} to {}",
                                      base::printable(answer, 20), hex::kMinSize, hex::kMaxSize));
  }
  return static_cast<int>(*size);
}

// A level of the usual engine, or any player by name.
std::string parse_opponent(const std::string& answer, const std::string& usual,
                           const game::GameSetup& setup) {
  const auto level = base::parse_integer(answer);
  if (level && (*level < 1 || *level > players::kTopLevel)) {
    throw base::UserError(fmt::format("'{}' is not a level: type a number from 1 to {}",
                                      base::printable(answer, 20), players::kTopLevel));
  }
  auto spec = players::PlayerSpec::parse(level ? usual : answer);
  if (level && *level < players::kTopLevel) spec.settings["level"] = answer;
  players::check_plays(spec, setup);
  return spec.text();
}

void list_opponents(std::ostream& out, const game::GameSetup& setup) {
  fmt::print(out, "  {:<12} how strong: 1 learns the game, {} is as strong as it can\n",
             fmt::format("1 to {}", players::kTopLevel), players::kTopLevel);
  for (const auto& strategy : players::strategies()) {
    if (!strategy.engine || !strategy.plays(setup.game)) continue;
    std::vector<std::string> words{fmt::format("  {:<12}", strategy.name)};
    for (auto& word : base::split_words(strategy.description.english))
      words.push_back(std::move(word));
    fmt::print(out, "{}\n", wrapped(words, " ", 15));
  }
  fmt::print(out, "  {:<12} two people at this terminal\n", "human");
}

}  // namespace

std::optional<Start> ask_start(LineInput& input, std::ostream& out, const Style& style, Start start,
                               bool ask_size) {
  const bool hex_game = start.setup.game == "hex";
  fmt::print(out, "Losange plays {}. Press Enter for what stands in [brackets].\n",
             players::game_title(start.setup));
  const std::string size = fmt::format("Board size, {} to {}", hex::kMinSize, hex::kMaxSize);
  if (ask_size && !ask(input, out, size, std::to_string(start.setup.size),
                       [&](const std::string& answer) { start.setup.size = parse_size(answer); })) {
    return std::nullopt;
  }

  list_opponents(out, start.setup);
  std::string opponent;
  if (!ask(input, out, "Your opponent", std::to_string(players::kTopLevel),
           [&](const std::string& answer) {
             opponent = parse_opponent(answer, start.players[1], start.setup);
           })) {
    return std::nullopt;
  }
  game::Side side = game::Side::First;
  const auto colour = [&](game::Side of) {
    return base::lower(shown_side(of, start.setup, style));
  };
  const std::string first = colour(game::Side::First), second = colour(game::Side::Second);
  if (opponent != "human" &&
      !ask(input, out,
           fmt::format("Your colour: {} moves first{}", first,
                       hex_game ? fmt::format(", {} may swap", second) : ""),
           first, [&](const std::string& answer) {
             const auto named = players::side_named(answer, start.setup);
             if (!named) {
               throw base::UserError(fmt::format("'{}' is not a colour: type {} or {}",
                                                 base::printable(answer, 20), first, second));
             }
             side = *named;
           })) {
    return std::nullopt;
  }
  start.players[game::index(side)] = "human";
  start.players[game::index(game::other(side))] = opponent;
  return start;
}

std::optional<bool> ask_yes(LineInput& input, std::ostream& out, const std::string& question) {
  bool yes = true;
  const bool answered = ask(input, out, question, "yes", [&](const std::string& answer) {
    const std::string word = base::lower(answer);
    yes = word == "yes" || word == "y";
    if (!yes && word != "no" && word != "n") {
      throw base::UserError(
          fmt::format("'{}' is not an answer here: type yes or no", base::printable(answer, 20)));
    }
  });
  return answered ? std::optional(yes) : std::nullopt;
}

}  // namespace losange::terminal
