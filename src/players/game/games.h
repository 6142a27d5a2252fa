// From a game named in a record to its compile-time type: the one list of games, used by the erased
// position and by every engine.
#pragma once

#include <utility>

#include "base/error.h"
#include "draughts/text/draughts.h"
#include "game/record.h"
#include "hex/board/hex.h"

namespace losange::players {

template <class G>
struct GameTag {
  using Game = G;
};

inline bool is_hex(const game::GameSetup& setup) { return setup.game == hex::Hex<2>::kName; }
inline bool is_draughts(const game::GameSetup& setup) {
  return setup.game == draughts::Draughts<draughts::Bits64>::kName;
}

// Calls f(GameTag<G>{}, config) with the kind of Hex that the setup names; throws base::UserError when it
// names another game. For players that know Hex alone.
template <class F>
decltype(auto) with_hex(const game::GameSetup& setup, F&& f) {
  if (!is_hex(setup)) {
    throw base::UserError(
        "player.only-hex",
        "this player knows only Hex, not {}: choose draughts, mcts, montecarlo or random",
        setup.game);
  }
  hex::check_size(setup.size);
  const hex::Config config{setup.size, setup.swap};
  switch (hex::words_for(setup.size)) {
    case 2: return std::forward<F>(f)(GameTag<hex::Hex<2>>{}, config);
    case 4: return std::forward<F>(f)(GameTag<hex::Hex<4>>{}, config);
    default: return std::forward<F>(f)(GameTag<hex::Hex<6>>{}, config);
  }
}

// The same for draughts.
template <class F>
decltype(auto) with_draughts(const game::GameSetup& setup, F&& f) {
  if (!is_draughts(setup)) {
    throw base::UserError("player.only-draughts",
                          "this player knows only draughts, not {}: choose another one",
                          setup.game);
  }
  const draughts::Config config = draughts::config_of(setup);
  if (draughts::needs_128_bits(config.size)) {
    return std::forward<F>(f)(GameTag<draughts::Draughts<draughts::Bits128>>{}, config);
  }
  return std::forward<F>(f)(GameTag<draughts::Draughts<draughts::Bits64>>{}, config);
}

// The same for whatever game the setup names; throws base::UserError when it names none.
template <class F>
decltype(auto) with_game(const game::GameSetup& setup, F&& f) {
  if (is_draughts(setup)) return with_draughts(setup, std::forward<F>(f));
  if (!is_hex(setup)) {
    throw base::UserError("game.unknown", "unknown game '{}': losange plays hex and draughts",
                          setup.game);
  }
  return with_hex(setup, std::forward<F>(f));
}

// The same for the games that Who plays: all of them, or Hex where it says kHexOnly.
template <class Who, class F>
decltype(auto) with_game_of(const game::GameSetup& setup, F&& f) {
  if constexpr (requires { Who::kHexOnly; }) {
    return with_hex(setup, std::forward<F>(f));
  } else {
    return with_game(setup, std::forward<F>(f));
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
      throw base::UserError("game.at-move", "move {}: {}", number, error.message());
    }
  }
  return position;
}
template <class G>
typename G::Position replay(const game::GameRecord& record, const typename G::Config& config) {
  return replay<G>(record, config, [](const auto&, const auto&) {});
}

}  // namespace losange::players
