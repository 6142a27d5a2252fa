// What people do in the window, whichever way they ask for it.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "players/files/write_game.h"
#include "players/game/games.h"
#include "players/registry.h"
#include "window/choices/levels.h"
#include "window/draw/svg.h"
#include "window/ui/ui.h"
#include "window/words/sentences.h"

namespace losange::window {

using game::Side;

namespace {

// "position.png", "position-2.png", ...: the first that is free in the current folder.
std::filesystem::path unused_name(const std::string& extension) {
  std::error_code error;
  const auto folder = std::filesystem::current_path(error);
  if (error) {
    throw base::UserError("the folder losange was started in is gone: start it in another one");
  }
  auto path = folder / ("position" + extension);
  for (int number = 2; std::filesystem::exists(path, error); ++number) {
    path.replace_filename("position-" + std::to_string(number) + extension);
  }
  return path;
}

}  // namespace

void Ui::perform(Action action) {
  if (shown_.dialog != Dialog::None && shown_.dialog != Dialog::Victory &&
      action != Action::FullScreen)
    return;
  const bool game = shown_.screen == Screen::Game;
  switch (action) {  // those that work everywhere
    case Action::NewGame: new_game_wanted(); return;
    case Action::Open: show(shown_.screen, Dialog::Open); return;
    case Action::Paste: guarded([&] { paste(); }); return;
    case Action::Settings: show(shown_.screen, Dialog::Settings); return;
    case Action::Help: show(shown_.screen, Dialog::Help); return;
    case Action::FullScreen:
      change_settings([](Settings& s) { s.fullscreen = !s.fullscreen; });
      return;
    case Action::Mute: change_settings([](Settings& s) { s.mute = !s.mute; }); return;
    case Action::Turn: {
      // A square board stands upright either way.
      const int step = game && players::is_draughts(table_.record().setup) ? 6 : 1;
      change_settings(
          [&](Settings& s) { s.orientation.twelfths = (s.orientation.twelfths + step) % 12; });
      return;
    }
    case Action::Mirror:
      change_settings([](Settings& s) { s.orientation.mirrored = !s.orientation.mirrored; });
      return;
    case Action::Names:
      change_settings([](Settings& s) { s.names_in_cells = !s.names_in_cells; });
      return;
    default: break;
  }
  if (!game) return;
  if (shown_.dialog == Dialog::Victory) show(shown_.screen);
  guarded([&] {
    switch (action) {
      case Action::Restart:
        table_.start(table_.record().setup,
                     {table_.seat(Side::First).name(), table_.seat(Side::Second).name()},
                     table_.session().clock().control());
        seen_pieces_.clear();
        break;
      case Action::Undo: table_.undo(); break;
      case Action::Redo: table_.redo(); break;
      case Action::Hint:
        hint_revision_ = table_.revision();
        table_.ask_hint();
        break;
      case Action::Swap:
        if (const auto swap = table_.swap_move(); swap && person_may_play()) table_.play(*swap);
        break;
      case Action::Resign: finish_resign(); break;
      case Action::SwitchFirst: table_.switch_seat(Side::First); break;
      case Action::SwitchSecond: table_.switch_seat(Side::Second); break;
      case Action::Pause:
        if (table_.session().over()) break;
        if (table_.browsing() && !table_.person_to_move()) {
          table_.continue_game();
        } else {
          table_.set_paused(!table_.paused());
        }
        break;
      case Action::Back: table_.step(-1); break;
      case Action::Forward: table_.step(1); break;
      case Action::First: table_.go_to(game::kRoot); break;
      case Action::Last: table_.go_to(table_.end_of_line()); break;
      case Action::VariationUp: table_.go_to_sibling(-1); break;
      case Action::VariationDown: table_.go_to_sibling(1); break;
      case Action::Analyse: table_.set_analysing(!table_.analysing()); break;
      case Action::Graph: change_settings([](Settings& s) { s.show_graph = !s.show_graph; }); break;
      case Action::Values:
        change_settings([](Settings& s) { s.show_hints = !s.show_hints; });
        break;
      case Action::Inferior: show_inferior_ = !show_inferior_; break;
      case Action::Sweep:
        if (table_.sweeping()) {
          table_.stop_sweep();
        } else {
          table_.set_analysing(true);
          table_.start_sweep();
        }
        break;
      case Action::NextMistake: jump_mistake(1); break;
      case Action::PreviousMistake: jump_mistake(-1); break;
      case Action::SetUp: set_up_ = !set_up_; break;
      case Action::Comment:
        attention_.focused = "comment";
        touch();
        break;
      case Action::RemoveVariation: table_.remove_variation(); break;
      case Action::PromoteVariation: table_.promote_variation(); break;
      case Action::Save: show(shown_.screen, Dialog::Save); break;
      case Action::CopyLink:
        services_.set_clipboard(players::position_text(table_.record()));
        say(context_.tr(Word::LinkCopied));
        break;
      case Action::CopyMoves:
        services_.set_clipboard(players::moves_text(table_.record()));
        say(context_.tr(Word::MovesCopied));
        break;
      case Action::ExportPicture: export_picture(false); break;
      case Action::ExportDrawing: export_picture(true); break;
      case Action::Menu: show(shown_.screen, Dialog::Menu); break;
      default: break;
    }
  });
}

void Ui::new_game_wanted() {
  const auto& session = table_.session();
  const bool unfinished =
      shown_.screen == Screen::Game && !session.over() && session.move_number() > 0;
  show(shown_.screen, unfinished ? Dialog::ConfirmNew : Dialog::NewGame);
}

void Ui::start_game(const game::GameSetup& setup, const std::array<std::string, 2>& players,
                    const players::TimeControl& clock) {
  board_layout(setup,
               {});  // throws where there is no board for the game, before anything is given up
  table_.start(setup, players, clock);
  set_up_ = false;
  seen_pieces_.clear();
  seen_over_ = false;
  show(Screen::Game);
}

void Ui::load_game(game::GameRecord record, const std::array<std::string, 2>& seats,
                   const std::optional<players::TimeControl>& clock) {
  board_layout(record.setup, {});
  record = players::at_saved_move(std::move(record));
  std::array<std::string, 2> players{"human", "human"};
  const bool unfinished = players::unfinished(record);
  for (const std::size_t s : {0u, 1u}) {
    try {
      if (unfinished) players[s] = players::PlayerSpec::parse(record.players[s]).text();
    } catch (const base::UserError&) {
      // Played elsewhere, or by someone with a name: a person here.
    }
    if (!seats[s].empty()) players[s] = seats[s];
  }
  table_.start(record.setup, players, clock.value_or(players::saved_clock(record)));
  table_.load(std::move(record));
  if (table_.session().move_number() > 0 && !unfinished) seen_over_ = true;
  set_up_ = false;
  seen_pieces_.clear();
  show(Screen::Game);
}

void Ui::finish_resign() {
  if (table_.session().over()) return;
  if (!resign_asked_) {
    resign_asked_ = true;
    say(context_.tr(Word::ResignAgain));
    return;
  }
  notice_.clear();
  table_.resign();
}

void Ui::jump_mistake(int direction) {
  auto found = mistakes(table_.record(), table_.end_of_line());
  if (found.empty()) {
    say(context_.tr(Word::NoMistakes));
    return;
  }
  std::sort(found.begin(), found.end(),
            [](const Mistake& a, const Mistake& b) { return a.number < b.number; });
  const int here = table_.session().move_number();
  const Mistake* target = direction > 0 ? &found.front() : &found.back();
  for (const auto& mistake : found) {
    // One stands before the move, to see what was better.
    if (direction > 0 && mistake.number - 1 > here) {
      target = &mistake;
      break;
    }
    if (direction < 0 && mistake.number - 1 < here) target = &mistake;
  }
  table_.go_to(table_.record().node(target->node).parent);
}

void Ui::paste() {
  const std::string text = services_.clipboard();
  if (base::trim(text).empty()) {
    refuse(context_.tr(Word::NothingToPaste));
    return;
  }
  game::GameSetup setup;
  setup.size = settings_.size;
  if (shown_.screen == Screen::Game) setup = table_.record().setup;
  auto opened = players::open_one_game(text, setup);
  load_game(std::move(opened.record));
  if (opened.games > 1) say(context_.tr(Word::FirstOfGames, std::to_string(opened.games)));
}

void Ui::export_picture(bool svg) {
  constexpr double kWidth = 1600, kHeight = 1000;
  const auto path = unused_name(svg ? ".svg" : ".png");
  BoardPicture picture = board_picture({20, 20, kWidth - 40, kHeight - 40});
  picture.hover = picture.keyboard = picture.swap_cell = -1;
  picture.moving.clear();
  Scene scene{rectangle({0, 0, kWidth, kHeight}, theme(settings_.theme).background)};
  draw_board(scene, picture, settings_);
  if (svg) {
    base::write_file(path, to_svg(scene, kWidth, kHeight));
  } else {
    services_.save_picture(scene, static_cast<int>(kWidth), static_cast<int>(kHeight), path);
  }
  say(context_.tr(Word::SavedIn, path.string()));
}

void Ui::set_up_cell(int cell) {
  const auto i = static_cast<std::size_t>(cell);
  const char here = table_.session().view().pieces[i];
  std::optional<Side> stone;
  std::string name = placed_->layout.names[i];
  if (name.empty()) return;
  const bool kings = players::is_draughts(table_.record().setup);
  for (const Side side : {Side::First, Side::Second}) {
    // A stone goes when it is clicked again; a man becomes a king first.
    const char man = side == Side::First ? 'x' : 'o', king = side == Side::First ? 'X' : 'O';
    if (set_up_tool_ != game::index(side) || here == king || (here == man && !kings)) continue;
    stone = side;
    if (here == man) name.insert(0, "K");
  }
  table_.set_up(name, stone);
}

}  // namespace losange::window
