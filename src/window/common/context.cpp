#include "window/common/context.h"

#include "players/game/games.h"

namespace losange::window {

namespace {

bool shows_draughts(const Context& context) {
  return context.shown.screen == Screen::Game && players::is_draughts(context.table.record().setup);
}

}  // namespace

bool Context::offers(Action action) const {
  return !shows_draughts(*this) || (action != Action::Inferior && action != Action::Swap);
}

std::string Context::name(Action action) const {
  if (action == Action::CopyLink && shows_draughts(*this)) return tr(Word::CopyPosition);
  return tr(info(action).name);
}

std::string Context::tip(Action action) const {
  const std::string key = key_text(info(action).key, settings.language);
  return key.empty() ? name(action) : name(action) + "   " + key;
}

std::string Context::side_text(game::Side side) const {
  return side_text(side, table.record().setup);
}

std::string Context::side_text(game::Side side, const game::GameSetup& setup) const {
  return tr(colors_of(setup).names[static_cast<std::size_t>(game::index(side))]);
}

const Palette& Context::colors_of(const game::GameSetup& setup) const {
  if (!players::is_draughts(setup)) return palette(settings.palette);
  return white_and_black(draughts::config_of(setup).rules->first == draughts::Colour::White);
}

}  // namespace losange::window
