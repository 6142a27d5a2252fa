// From a game named in a record to its compile-time type: the one list of games, used by the erased
// position and by every engine.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "game/record.h"
#include "hex/hex.h"

namespace losange::players {

template <class G>
struct GameTag {
  using Game = G;
};

// Calls f(GameTag<G>{}, config) with the type and configuration that the setup names; throws
// base::UserError when it names none.
template <class F>
decltype(auto) with_game(const game::GameSetup& setup, F&& f) {
  if (setup.game != hex::Hex<2>::kName) {
    throw base::UserError(fmt::format("unknown game '{}': losange plays hex", setup.game));
  }
  hex::check_size(setup.size);
  const hex::Config config{setup.size, setup.swap};
  switch (hex::words_for(setup.size)) {
    case 2: return std::forward<F>(f)(GameTag<hex::Hex<2>>{}, config);
    case 4: return std::forward<F>(f)(GameTag<hex::Hex<4>>{}, config);
    default: return std::forward<F>(f)(GameTag<hex::Hex<6>>{}, config);
  }
}

// The position at the record's cursor. An error names the move it stands at. visit(position, node) sees
// every position on the way, before the node is applied.
template <class G, class Visit>
typename G::Position replay(const game::GameRecord& record, const typename G::Config& config,
                            Visit&& visit) {
  auto position = G::initial(config);
  int number = 0;
  for (const game::NodeId id : record.line()) {
    const auto& node = record.node(id);
    if (node.move) ++number;
    visit(std::as_const(position), node);
    try {
      G::apply(position, node);
    } catch (const base::UserError& error) {
      throw base::UserError(fmt::format("move {}: {}", number, error.what()));
    }
  }
  return position;
}
template <class G>
typename G::Position replay(const game::GameRecord& record, const typename G::Config& config) {
  return replay<G>(record, config, [](const auto&, const auto&) {});
}

}  // namespace losange::players
