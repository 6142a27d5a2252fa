#include "window/common/context.h"

#include <algorithm>

#include "players/game/games.h"
#include "window/words/sentences.h"

namespace losange::window {

bool Context::shows_draughts() const {
  return shown.screen == Screen::Game && players::is_draughts(table.record().setup);
}

Orientation Context::orientation() const {
  if (!shows_draughts()) return settings.orientation;
  const bool white_first = draughts::config_of(table.record().setup).rules->first ==
                           draughts::Colour::White;
  const game::Side black = white_first ? game::Side::Second : game::Side::First;
  const bool black_below = (table.own_side() == black) != table.turned();
  return {.twelfths = black_below ? 6 : 0};
}

int Context::move_number(int ply, game::Side side) const {
  if (!shows_draughts()) return ply;
  // After a position in which the second player moves the first number has one move.
  const bool odd = ply % 2 == 1, first = side == game::Side::First;
  return (ply + (odd == first ? 0 : 1) + 1) / 2;
}

std::string Context::numbered(int ply, game::Side side, const std::string& move) const {
  const bool answers = shows_draughts() && side == game::Side::Second;
  return std::to_string(move_number(ply, side)) + (answers ? "... " : ". ") + move_text(move);
}

std::string Context::moves_counted(int plies, const game::GameSetup& setup) const {
  const int moves = players::is_draughts(setup) ? (plies + 1) / 2 : plies;
  return counted(static_cast<std::uint64_t>(moves), Word::OneMove, Word::InMoves);
}

bool Context::offers(Action action) const {
  if (action == Action::Quit) return services.can_quit;
  return !shows_draughts() ||
         (action != Action::Inferior && action != Action::Connections && action != Action::Solve &&
          action != Action::Swap && action != Action::SwapMap && action != Action::Marks &&
          action != Action::Numbers);
}

std::string Context::name(Action action) const {
  if (action == Action::CopyLink && shows_draughts()) return tr(Word::CopyPosition);
  return tr(info(action).name);
}

std::string Context::move_text(const std::string& move) const {
  return move.starts_with("swap") ? tr(Word::SwapMove) : move;
}

std::string Context::number(std::string text) const {
  if (settings.language == Language::French) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

std::string Context::counted(std::uint64_t count, Word one, Word more) const {
  const bool single = count == 1 || (count == 0 && settings.language == Language::French);
  return tr(single ? one : more, number(visits_text(count)));
}

std::string Context::key_of(Action action) const {
  const KeyPress& key = info(action).key;
  return services.keeps_key(key) ? std::string() : key_text(key, settings.language);
}

std::string Context::with_way_back(std::string told) const {
  if (!table.undo_brings_game()) return told;
  if (!told.empty()) told += ". ";
  return told + tr(Word::GameBefore, key_of(Action::Undo));
}

std::string Context::with_rest(std::string told, const players::OpenedGame& opened) const {
  const auto add = [&](const std::string& sentence) {
    if (!told.empty()) told += ". ";
    told += sentence;
  };
  if (opened.games > 1) add(tr(Word::FirstOfGames, std::to_string(opened.games)));
  if (!opened.left_out.empty()) {
    const std::string what = error_text(settings.language, opened.left_out.front());
    const std::size_t more = opened.left_out.size() - 1;
    add(more > 0 ? tr(Word::LeftOutMore, what, std::to_string(more)) : tr(Word::LeftOut, what));
  }
  return with_way_back(std::move(told));
}

std::string Context::tip(Action action) const {
  const std::string key = key_of(action);
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
