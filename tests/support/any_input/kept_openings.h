// What must hold of any text that is read as a map of openings that was kept: it is refused with a UserError, or what is read is
// the same for a half turn and without a line that was cut off, its sums are numbers that a report can say, and its results
// are read back equal. Used by the bounded random run in tests/property and by the libFuzzer target.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "hex/board/geometry.h"
#include "solver/map/opening_map.h"

namespace losange::testing_formats {

// As a run writes them, one of each pair.
inline std::string text_of(const solver::OpeningMap& map) {
  std::string text = fmt::format("losange openings {}\n", map.size);
  const int cells = map.size * map.size;
  for (int cell = 0; cell <= cells - 1 - cell; ++cell) {
    const auto result = map.results[static_cast<std::size_t>(cell)];
    if (result == solver::OpeningResult::Open) continue;
    text += fmt::format("{} {} {:.3f} {}\n", hex::cell_name(map.size, cell),
                        result == solver::OpeningResult::Win ? "win" : "loss", 0.5, 7);
  }
  return text;
}

inline std::string openings_problem(std::string_view text) {
  constexpr std::string_view kBegin = "losange openings ";
  int size = 3;
  if (text.starts_with(kBegin)) {
    int named = 0;
    std::from_chars(text.data() + kBegin.size(), text.data() + text.size(), named);
    if (named >= 1 && named <= hex::kMaxSize) size = named;
  }
  solver::OpeningMap map;
  try {
    map = solver::read_openings(size, text);
  } catch (const base::UserError&) {
    return "";
  }
  if (!std::equal(map.results.begin(), map.results.end(), map.results.rbegin()))
    return "two openings that a half turn exchanges differ";
  const auto lines = std::count(text.begin(), text.end(), '\n') - 1;
  if (lines != (size * size + 1) / 2 - map.open()) return "not an opening a line";
  if (!std::isfinite(map.search_seconds) || map.search_seconds < map.worst_seconds)
    return fmt::format("{} seconds", map.search_seconds);
  if (map.nodes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return fmt::format("{} positions", map.nodes);
  const std::string whole(text.substr(0, text.rfind('\n') + 1));
  for (const char* tail : {"", "a", "a1 wi", "no opening"}) {
    const auto cut = solver::read_openings(size, whole + tail);
    if (to_json(cut) != to_json(map)) return fmt::format("changed by '{}' at its end", tail);
  }
  if (solver::read_openings(size, text_of(map)).results != map.results)
    return "read back as other openings";
  return "";
}

}  // namespace losange::testing_formats
