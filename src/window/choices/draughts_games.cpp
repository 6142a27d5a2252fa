#include "window/choices/draughts_games.h"

namespace losange::window {

const std::array<DraughtsGame, 7>& draughts_games() {
  static constexpr std::array<DraughtsGame, 7> games{{
      {Word::International, "international", 10},
      {Word::English, "english", 8},
      {Word::Russian, "russian", 8},
      {Word::Brazilian, "brazilian", 8},
      {Word::Italian, "italian", 8},
      {Word::Frisian, "frisian", 10},
      {Word::Canadian, "international", 12},
  }};
  return games;
}

Word draughts_name(const game::GameSetup& setup) {
  const DraughtsGame* named = &draughts_games().front();
  for (const auto& game : draughts_games()) {
    if (game.rules != setup.variant) continue;
    if (game.size == setup.size) return game.name;
    if (named->rules != setup.variant) named = &game;
  }
  return named->name;
}

}  // namespace losange::window
