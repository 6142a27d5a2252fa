// The settings of alpha-beta that its players for Hex and for draughts call alike.
#pragma once

#include <string>
#include <vector>

#include "players/kinds/settings.h"
#include "search/alphabeta/alphabeta.h"

namespace losange::players {

// What `parallel` may be in this build.
inline std::vector<std::string> parallel_names() {
  std::vector<std::string> names = {"lazy", "root"};
  if (search::kHasTasks) names.emplace_back("tasks");
  return names;
}

// Reads `search`, `equal`, `table` and `parallel`.
inline search::AlphaBetaSettings alphabeta_settings(const Settings& settings) {
  search::AlphaBetaSettings result;
  const std::string& kind = settings.text("search");
  result.plain = kind == "plain";
  result.rules.scout = kind == "pvs";
  result.random_equal = settings.text("equal") == "random";
  result.table_bytes = static_cast<std::size_t>(settings.integer("table")) << 20;
  const std::string& parallel = settings.text("parallel");
  result.parallel = parallel == "lazy"   ? search::Parallel::LazySmp
                    : parallel == "root" ? search::Parallel::RootSplit
                                         : search::Parallel::Tasks;
  return result;
}

}  // namespace losange::players
