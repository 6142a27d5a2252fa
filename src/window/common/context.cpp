#include "window/common/context.h"

#include "players/game/games.h"

namespace losange::window {

std::string Context::tip(Action action) const {
  const auto& entry = info(action);
  const std::string key = key_text(entry.key, settings.language);
  return key.empty() ? tr(entry.name) : tr(entry.name) + "   " + key;
}

std::string Context::side_text(game::Side side) const {
  return tr(colors().names[static_cast<std::size_t>(game::index(side))]);
}

const Palette& Context::colors_of(const game::GameSetup& setup) const {
  if (!players::is_draughts(setup)) return palette(settings.palette);
  return white_and_black(draughts::config_of(setup).rules->first == draughts::Colour::White);
}

}  // namespace losange::window
