#include "train/gates/openings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "hex/board/geometry.h"
#include "net/input/board_codes.h"
#include "players/trees/zero.h"

namespace losange::train {

namespace {

std::vector<KnownOpening> parse_map(int line, int size, const std::string& text) {
  const auto rows = base::split(text, '/');
  if (static_cast<int>(rows.size()) != size) {
    throw base::ParseError(
        line, 1,
        base::Message::verbatim(fmt::format("{} rows where {} are needed", rows.size(), size)));
  }
  std::vector<KnownOpening> openings;
  for (int row = 0; row < size; ++row) {
    const auto& letters = rows[static_cast<std::size_t>(row)];
    if (static_cast<int>(letters.size()) != size ||
        letters.find_first_not_of("Wl.") != std::string::npos) {
      throw base::ParseError(
          line, 1,
          base::Message::verbatim(fmt::format("'{}' is not a row of {} letters W, l or .",
                                              base::printable(letters), size)));
    }
    for (int column = 0; column < size; ++column) {
      const char letter = letters[static_cast<std::size_t>(column)];
      if (letter != '.') openings.push_back({row * size + column, letter == 'W'});
    }
  }
  return openings;
}

// Moves or a link in the place of a size: a list that matches read.
bool looks_like_moves(const std::string& word) {
  return word.starts_with("http") ||
         (word.size() >= 2 && word[0] >= 'a' && word[0] <= 's' && word[1] >= '1' && word[1] <= '9');
}

std::filesystem::path place_of(const std::filesystem::path& path) {
  if (path != kShippedTruth) return path;
  const auto places = base::shipped_file_places("truth/hex-openings.txt");
  std::error_code ignored;
  for (const auto& place : places) {
    if (std::filesystem::is_regular_file(place, ignored)) return place;
  }
  throw base::UserError(
      fmt::format("the openings whose winner is known are not where they are installed, {}: name "
                  "the file, tests/truth/hex-openings.txt of the sources",
                  places[2].string()));
}

}  // namespace

OpeningTruth parse_openings(const std::string& text) {
  OpeningTruth truth;
  int number = 0;
  for (const auto& raw : base::split(text, '\n')) {
    ++number;
    const auto words = base::split_words(raw);
    if (words.empty() || words[0].starts_with('#')) continue;
    if (truth.empty() && looks_like_moves(words[0])) {
      throw base::UserError(fmt::format(
          "line {} is an opening to be played, as matches read them: here a truth file is wanted, "
          "which says who wins after each opening (a board size, then rows of W and l). '{}' is "
          "the one that comes with losange",
          number, kShippedTruth));
    }
    const auto size = base::parse_integer(words[0]);
    if (words.size() != 2 || !size || *size < 1 || *size > hex::kMaxSize) {
      throw base::ParseError(
          number, 1, base::Message::verbatim("write a board size, then its rows parted by '/'"));
    }
    truth[static_cast<int>(*size)] = parse_map(number, static_cast<int>(*size), words[1]);
  }
  return truth;
}

OpeningTruth read_openings(const std::filesystem::path& path) {
  const std::string text = base::read_file(place_of(path));
  try {
    return parse_openings(text);
  } catch (const base::UserError& error) {
    throw base::UserError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

OpeningVerdict judge_openings(const net::Evaluator& evaluator, int size,
                              const std::vector<KnownOpening>& openings) {
  const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  const auto& geometry = hex::geometry<6>(size);
  std::vector<std::uint8_t> codes(openings.size() * cells, net::kEmpty);
  for (std::size_t i = 0; i < openings.size(); ++i) {
    codes[i * cells + static_cast<std::size_t>(geometry.transposed(openings[i].cell))] =
        net::kOpponent;
  }
  net::Evaluations seen;
  evaluator.evaluate(size, codes, seen);

  OpeningVerdict verdict;
  verdict.size = size;
  verdict.known = static_cast<int>(openings.size());
  for (std::size_t i = 0; i < openings.size(); ++i) {
    float best = -1e30f;
    for (std::size_t c = i * cells; c < (i + 1) * cells; ++c) {
      if (codes[c] == net::kEmpty) best = std::max(best, seen.q[c]);
    }
    // The second player moves: the opening wins where even the best answer loses.
    if ((best < 0) == openings[i].wins) {
      ++verdict.right_by_move;
    } else {
      verdict.wrong_by_move.push_back(openings[i].cell);
    }
    if ((seen.value[i] < 0) == openings[i].wins) ++verdict.right_by_value;
  }
  return verdict;
}

std::vector<int> misjudged_by_search(std::shared_ptr<const net::Evaluator> evaluator, int size,
                                     const std::vector<KnownOpening>& openings, int visits,
                                     int threads) {
  const players::Settings settings(players::zero_parameters(), {});
  search::Limits limits;
  limits.nodes = static_cast<std::uint64_t>(visits);
  std::vector<char> wrong(openings.size());
  base::parallel_for(openings.size(), threads, [&](std::size_t i) {
    game::GameRecord record(game::GameSetup{.size = size, .swap = false});
    record.play({game::Side::First, hex::cell_name(size, openings[i].cell)});
    const auto report =
        players::make_zero(settings, evaluator)->choose(record, limits, {}, {}).report;
    wrong[i] = (report.value < 0) != openings[i].wins ? 1 : 0;
  });
  std::vector<int> cells;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    if (wrong[i] != 0) cells.push_back(openings[i].cell);
  }
  return cells;
}

OpeningGate opening_gate(int size) {
  if (size <= 7) return {.visits = 64, .may_miss = 0, .by_value = size <= 5};
  if (size == 8) return {.visits = 800, .may_miss = 2, .by_value = false};
  return {.visits = 1600, .may_miss = 0, .by_value = false};
}

}  // namespace losange::train
