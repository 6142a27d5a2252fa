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

std::string Ui::tip(Action action) const {
  const auto& entry = info(action);
  const std::string key = key_text(entry.key, settings_.language);
  return key.empty() ? tr(entry.name) : tr(entry.name) + "   " + key;
}

void Ui::perform(Action action) {
  if (dialog_ != Dialog::None && dialog_ != Dialog::Victory && action != Action::FullScreen) return;
  const bool game = screen_ == Screen::Game;
  switch (action) {  // those that work everywhere
    case Action::NewGame: new_game_wanted(); return;
    case Action::Open: list_folder(), show(screen_, Dialog::Open); return;
    case Action::Paste: guarded([&] { paste(); }); return;
    case Action::Settings: show(screen_, Dialog::Settings); return;
    case Action::Help: show(screen_, Dialog::Help); return;
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
  if (dialog_ == Dialog::Victory) show(screen_);
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
      case Action::Save:
        list_folder();
        name_file();
        show(screen_, Dialog::Save);
        break;
      case Action::CopyLink:
        services_.set_clipboard(players::position_text(table_.record()));
        say(tr(Word::LinkCopied));
        break;
      case Action::CopyMoves:
        services_.set_clipboard(players::moves_text(table_.record()));
        say(tr(Word::MovesCopied));
        break;
      case Action::ExportPicture: export_picture(false); break;
      case Action::ExportDrawing: export_picture(true); break;
      case Action::Menu: show(screen_, Dialog::Menu); break;
      default: break;
    }
  });
}

void Ui::new_game_wanted() {
  const auto& session = table_.session();
  const bool unfinished = screen_ == Screen::Game && !session.over() && session.move_number() > 0;
  show(screen_, unfinished ? Dialog::ConfirmNew : Dialog::NewGame);
  new_game_.draughts = screen_ == Screen::Game && players::is_draughts(table_.record().setup);
  new_game_.size = settings_.size;
  new_game_.swap = settings_.swap;
  std::array<std::string, 2> kept{settings_.first, settings_.second};
  if (new_game_.draughts) kept = {"human", ""};
  for (const std::size_t s : {0u, 1u}) {
    auto& seat = new_game_.seats[s];
    const std::string usual = players::default_engine(new_setup());
    const std::string spec = kept[s].empty() ? spec_at_level(usual, settings_.level) : kept[s];
    const auto parsed = players::Seat::parse(spec, usual);
    seat.kind = parsed.shared ? 2 : parsed.person ? 0 : 1;
    const auto engine = players::PlayerSpec::parse(parsed.engine);
    seat.engine = engine.name;
    seat.level = seat.kind == 0 ? settings_.level : level_of(parsed.engine);
  }
}

void Ui::start_from_dialog() {
  std::array<std::string, 2> players;
  for (const std::size_t s : {0u, 1u}) {
    const auto& seat = new_game_.seats[s];
    const std::string engine = spec_at_level(seat.engine, seat.level);
    players[s] = seat.kind == 0 ? "human" : seat.kind == 1 ? engine : "hybrid:" + engine;
  }
  constexpr std::array kClocks{"none", "180+2", "600+5", "1800+10", "10/move"};
  const std::string clock = kClocks[static_cast<std::size_t>(new_game_.clock)];
  change_settings([&](Settings& s) {
    s.clock = clock;
    s.level = new_game_.seats[1].kind != 0 ? new_game_.seats[1].level : new_game_.seats[0].level;
    if (new_game_.draughts) return;  // the rest is kept of games of Hex
    s.size = new_game_.size;
    s.swap = new_game_.swap;
    s.first = players[0];
    s.second = players[1];
  });
  start_game(new_setup(), players, players::TimeControl::parse(clock));
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
    say(tr(Word::ResignAgain));
    return;
  }
  notice_.clear();
  table_.resign();
}

void Ui::jump_mistake(int direction) {
  auto found = mistakes(table_.record(), table_.end_of_line());
  if (found.empty()) {
    say(tr(Word::NoMistakes));
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
    refuse(tr(Word::NothingToPaste));
    return;
  }
  game::GameSetup setup;
  setup.size = settings_.size;
  if (screen_ == Screen::Game) setup = table_.record().setup;
  auto opened = players::open_one_game(text, setup);
  load_game(std::move(opened.record));
  if (opened.games > 1) say(tr(Word::FirstOfGames, std::to_string(opened.games)));
}

void Ui::open_path(const std::filesystem::path& path) {
  auto opened = players::open_one_game(path.string(), {});
  load_game(std::move(opened.record));
  file_name_ = path.filename().string();
  // Saving writes one game: where others stand in the file too, it is asked first.
  replaceable_ = opened.games == 1 ? path : "";
  std::string told = tr(Word::Opened, path.filename().string());
  if (opened.games > 1) told += ". " + tr(Word::FirstOfGames, std::to_string(opened.games));
  say(told);
}

void Ui::save_path(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && path != replaceable_) {
    replaceable_ = path;
    say(tr(Word::SaveAgain, path.filename().string()));
    return;
  }
  replaceable_ = path;
  players::save_game(table_.session(), path);
  show(screen_);
  say(tr(Word::SavedIn, path.string()));
}

void Ui::name_file() {
  const std::string ending = "." + players::game_file_ending(table_.record().setup);
  std::filesystem::path name(file_name_.empty() ? "game" : file_name_);
  // The name of the last game is proposed again, with the ending of this one.
  const std::string last = base::lower(name.extension().string());
  if (last.empty() || last == ".sgf" || last == ".pdn") name.replace_extension(ending);
  file_name_ = name.string();
}

void Ui::list_folder() {
  namespace fs = std::filesystem;
  std::error_code error, unknown;
  if (folder_.empty()) folder_ = fs::current_path(unknown);
  if (folder_.empty()) folder_ = "/";
  entries_.clear();
  list_scroll_ = 0;
  fs::directory_iterator entry(folder_, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::string extension = base::lower(entry->path().extension().string());
    const bool folder = entry->is_directory(unknown);
    if (name.starts_with('.')) continue;
    constexpr std::array kEndings{".sgf", ".hsgf", ".txt", ".pdn", ".fen"};
    if (!folder && std::find(kEndings.begin(), kEndings.end(), extension) == kEndings.end())
      continue;
    entries_.push_back({name, folder});
  }
  std::sort(entries_.begin(), entries_.end(), [](const FolderEntry& a, const FolderEntry& b) {
    return a.folder != b.folder ? a.folder : base::lower(a.name) < base::lower(b.name);
  });
  if (error) {
    refuse(error_text(settings_.language, fmt::format("cannot list the folder {}: {}",
                                                      folder_.string(), error.message())));
  }
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
  say(tr(Word::SavedIn, path.string()));
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
