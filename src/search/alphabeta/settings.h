// How an alpha-beta search goes, whatever the game: what a node does, and what the driver does around it. Read from the
// settings of players by players/alphabeta/alphabeta_settings.h.
#pragma once

#include <cstddef>

namespace losange::search {

// What a node does. The defaults play; tests and studies take parts away.
struct AlphaBetaRules {
  bool scout = true;        // principal-variation search; otherwise every move has the whole window
  bool reductions = true;   // late moves are searched less deep first
  bool extensions = true;   // where the evaluator asks
  bool early_cuts = true;   // where the evaluator has margins for them
  bool learn_order = true;  // killers, history, counter-moves
  // Values then do not depend on what the table happens to hold: an entry serves only at its own depth.
  bool same_depth_only = false;
  int width = 0;  // the best-ordered moves that a node looks at; 0: all
};

enum class Parallel { RootSplit, Tasks, LazySmp };

struct AlphaBetaSettings {
  AlphaBetaRules rules{};
  bool plain = false;  // negamax without pruning, the reference
  bool aspiration = true;
  bool win_first = true;  // a move that wins at once is played without a search
  Parallel parallel = Parallel::LazySmp;
  bool random_equal = false;  // of moves with the same best value any, otherwise the first
  std::size_t table_bytes = std::size_t{64} << 20;
};

}  // namespace losange::search
