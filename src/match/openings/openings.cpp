#include "match/openings/openings.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numeric>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "players/files/open_game.h"
#include "players/game/any_position.h"

namespace losange::match {

namespace {

// Near-fair openings a size, parted by commas. From 11 on where two stones are given, the first player's
// chance was between 40 and 60 % in KataHex's opening database (hexanna1/hex-study); 15 and 19 are
// HexWiki's lists from strong nets, 16 and 18 the stones between their neighbours' lists. Up to 10 every
// opening is decided: these are the stones on both sides of the border between winning and losing
// (HexWiki; 7 and 8 also in benzene's regression suites).
std::string_view balanced_list(int size) {
  switch (size) {
    case 7: return "a3,a5,b2,d2,a4,c2,a6,b6";
    case 8: return "a3,a4,a6,b2,c2,d2,e2,f2,a5,a7,b3,g2";
    case 9: return "a3,a7,d2,e2,f2,g2,a2,b2,c2,a4,a8,h2";
    case 10: return "a2,b2,c2,h2,a3,a8,i2,b3,a4,a9";
    case 11: return "i2 e5,c2 g5,i2 e9,i2 f9,c2 f9,c2 h4,i2 g5,c2 g3,a9 d3";
    case 12: return "c2 e6,a10 i4,j2 e4,a10 f7,c2 i4,a10 e4,j2 e10,j2 f6,j2 i10,j2 f9";
    case 13: return "c2 g8,c2 g4,c2 e6,k2 f8,c2 e5,c2 g6,c2 h9,c2 i5,c2 f8,c2 f7,c2 h6,k2 f6,c2 e9";
    case 14: return "f3,g3,c2 i6,g3 i10,f3 d11,c2 h7,g3 g8,g3 k4,g3 j11,g3 g6,g3 h7,f3 g8,f3 j11";
    case 15: return "c2,e3,f3,g3,h3,i3,j3,k3,l3,b4,a7,a10,a15,m2";
    case 16: return "e3,f3,k3,l3";
    case 17:
      return "l3,e3,k3,a13,k3 i6,k3 i4,l3 h7,h3 h5,k3 h14,k3 h6,k3 j5,l3 m14,e3 f6,l3 j11,l3 j7,"
             "l3 h12,l3 k12";
    case 18: return "e3,f3,l3,m3,a14";
    case 19: return "e3,n3,a15,a14,a19";
    default: return "";
  }
}

std::string cell(int column, int row) {
  return fmt::format("{}{}", static_cast<char>('a' + column), row + 1);
}

// Where nothing is known: column a and row 2 without the corners, along which the border between
// winning and losing runs on every size that was studied.
std::string balanced_by_rule(int size) {
  std::vector<std::string> cells;
  for (int row = 1; row + 1 < size; ++row) cells.push_back(cell(0, row));
  for (int column = 1; column + 1 < size; ++column) cells.push_back(cell(column, 1));
  return base::joined(cells, ",");
}

Opening make_opening(const std::vector<std::string>& moves, const game::GameSetup& setup) {
  Opening opening;
  const auto position = players::make_position(setup);
  for (const auto& text : moves) {
    game::RecordNode node;
    node.move = game::RecordMove{position->to_move(), position->check(text)};
    position->apply(node);
    opening.moves.push_back(node.move->text);
  }
  if (position->outcome() != game::Outcome::Ongoing) {
    throw base::UserError("the game is over after these moves: leave something to play");
  }
  opening.name = opening.moves.empty() ? "empty" : base::joined(opening.moves, " ");
  return opening;
}

Opening parse_opening(std::string_view text, const game::GameSetup& setup) {
  if (text.find("://") == std::string_view::npos) {
    return make_opening(base::split_words(text), setup);
  }
  auto record = players::open_game(text, setup);
  if (record.setup.size != setup.size) {
    throw base::UserError(fmt::format("this link is for a board of size {}, the match is on {}",
                                      record.setup.size, setup.size));
  }
  return make_opening(record.moves(), setup);
}

std::vector<Opening> parse_list(std::string_view text, const game::GameSetup& setup) {
  std::vector<Opening> openings;
  for (const auto& part : base::split(text, ',')) {
    if (base::trim(part).empty()) {
      throw base::UserError(
          "an opening between commas has no moves: the board without any is 'empty'");
    }
    openings.push_back(parse_opening(part, setup));
  }
  return openings;
}

std::vector<Opening> all_openings(const game::GameSetup& setup) {
  std::vector<Opening> openings;
  const auto start = players::make_position(setup);
  for (const auto& move : start->legal_moves()) {
    const auto after = start->clone();
    game::RecordNode node;
    node.move = game::RecordMove{start->to_move(), move};
    after->apply(node);
    if (after->outcome() == game::Outcome::Ongoing) openings.push_back({move, {move}});
  }
  return openings;
}

// Every way to begin with two moves: in draughts all of them are near-fair.
std::vector<Opening> two_move_openings(const game::GameSetup& setup) {
  std::vector<Opening> openings;
  for (const auto& first : all_openings(setup)) {
    const auto start = players::make_position(setup);
    game::RecordNode node;
    node.move = game::RecordMove{start->to_move(), first.moves.front()};
    start->apply(node);
    for (const auto& second : start->legal_moves()) {
      openings.push_back(make_opening({first.moves.front(), second}, setup));
    }
  }
  return openings;
}

std::string_view without_comment(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
      return line.substr(0, i);
    }
  }
  return line;
}

std::vector<Opening> from_list_or_explain(std::string_view text, const game::GameSetup& setup) {
  try {
    // A link has commas of its own.
    if (text.find("://") != std::string_view::npos) return {parse_opening(text, setup)};
    return parse_list(text, setup);
  } catch (const base::UserError& error) {
    throw base::UserError(
        fmt::format("--openings {}: there is no such file, and it is no set (all, balanced, empty) "
                    "nor a list of "
                    "moves: {}",
                    base::printable(text), error.what()));
  }
}

}  // namespace

std::vector<Opening> read_openings(std::string_view text, const game::GameSetup& setup) {
  std::vector<Opening> openings;
  int number = 0;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // as some editors begin a file
  for (const auto& line : base::split(text, '\n')) {
    ++number;
    const auto content = base::trim(without_comment(line));
    if (content.empty()) continue;
    try {
      openings.push_back(parse_opening(content, setup));
    } catch (const base::UserError& error) {
      throw base::UserError(fmt::format("line {}: {}", number, error.what()));
    }
  }
  return openings;
}

OpeningSet find_openings(std::string_view text, const game::GameSetup& setup) {
  const std::string_view word = base::trim(text);
  OpeningSet set{std::string(word), {}};
  if (word == "all") {
    set.openings = all_openings(setup);
  } else if (word == "empty") {
    set.openings = {make_opening({}, setup)};
  } else if (word == "balanced" && setup.game == "draughts") {
    set.openings = two_move_openings(setup);
  } else if (word == "balanced") {
    const std::string_view known = balanced_list(setup.size);
    set.openings = setup.size < 3  ? all_openings(setup)
                   : known.empty() ? parse_list(balanced_by_rule(setup.size), setup)
                                   : parse_list(known, setup);
  } else if (std::error_code ignored; std::filesystem::exists(std::string(word), ignored)) {
    try {
      set.openings = read_openings(base::read_file(std::string(word)), setup);
    } catch (const base::UserError& error) {
      throw base::UserError(fmt::format("openings {}: {}", word, error.what()));
    }
  } else {
    set.openings = from_list_or_explain(word, setup);
  }
  if (set.openings.empty()) {
    throw base::UserError(fmt::format("the openings '{}' leave nothing to play at size {}",
                                      base::printable(word), setup.size));
  }
  return set;
}

// Steps of about count / golden ratio, made coprime to count so that a round visits every opening: the
// points of such a sequence stay evenly spread however far it goes.
std::size_t opening_of_pair(std::size_t n, std::size_t count) {
  auto step =
      static_cast<std::size_t>(std::lround(static_cast<double>(count) * 0.6180339887498949));
  if (step == 0) step = 1;
  while (std::gcd(step, count) != 1) ++step;
  return n % count * step % count;
}

}  // namespace losange::match
