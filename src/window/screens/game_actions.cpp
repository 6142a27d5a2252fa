#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "base/system/file.h"
#include "players/check_plays.h"
#include "players/files/saved_game.h"
#include "players/files/write_game.h"
#include "players/game/games.h"
#include "players/registry.h"
#include "players/wrapped/levels.h"
#include "window/choices/levels.h"
#include "window/common/player_text.h"
#include "window/kept/unused_file.h"
#include "window/scene/svg.h"
#include "window/screens/game_screen.h"
#include "window/study/study_panel.h"

namespace losange::window {

using game::Side;

namespace {

// Where pictures belong for a program that was started from a desktop, in the folder of the user or the topmost one; started
// elsewhere, from a terminal, it is the current folder.
std::filesystem::path picture_folder(const std::filesystem::path& current) {
  const char* home = std::getenv("HOME");
  if (home == nullptr || (current != home && current != "/")) return current;
  const auto pictures = std::filesystem::path(home) / "Pictures";
  std::error_code unknown;
  return std::filesystem::is_directory(pictures, unknown) ? pictures : current;
}

// "hex-11x11-move-7.png", or with a number.
std::filesystem::path picture_file(const players::Session& session, const std::string& extension) {
  std::error_code error;
  const auto folder = std::filesystem::current_path(error);
  if (error) {
    throw base::UserError("window.folder-gone",
                          "the folder losange was started in is gone: start it in another one");
  }
  const auto& setup = session.record().setup;
  return unused_file(picture_folder(folder) / fmt::format("{}-{}x{}-move-{}{}", setup.game, setup.size, setup.size,
                                          session.move_number(), extension),
                     /*counts_on=*/false);
}

}  // namespace

void GameScreen::start(const game::GameSetup& setup, const std::array<std::string, 2>& players,
                       const players::TimeControl& clock) {
  board_layout(setup, {});  // throws where there is none
  context_.table.start(setup, players, clock);
  context_.table.set_analysing(false);  // a new game is played without advice until it is asked for
  set_up_.set_on(false);
  annotate_.set_on(false);
  board_panel_.motion().forget();
}

void GameScreen::load(game::GameRecord record, const std::array<std::string, 2>& seats,
                      const std::optional<players::TimeControl>& clock) {
  board_layout(record.setup, {});
  record = players::at_saved_move(std::move(record));
  std::array<std::string, 2> players{"human", "human"};
  const bool unfinished = players::unfinished(record);
  for (const std::size_t s : {0u, 1u}) {
    const bool person = players::saved_as_person(record, static_cast<Side>(s));
    try {
      if (unfinished && !person && may_sit_down(record.players[s]))
        players[s] = players::Seat::parse(record.players[s], "").name();
    } catch (const base::UserError&) {
      // Played elsewhere, or by someone with a name: a person here.
    }
    if (!seats[s].empty()) players[s] = seats[s];
  }
  const auto shelf = library_.shelf_with(record);
  const auto control = clock.value_or(players::saved_clock(record));
  const auto spent = players::saved_turn(record, control);
  context_.table.start(record.setup, players, control);
  context_.table.load(std::move(record));
  context_.table.take_up_turn(spent);
  shelves_[context_.table.game_number()] = shelf;  // none: it gets one when it is kept
  if (unfinished) context_.table.set_analysing(false);
  set_up_.set_on(false);
  annotate_.set_on(false);
  board_panel_.motion().forget(context_.table.session().move_number() > 0 && !unfinished);
}

// Whoever wrote a file chose what it names: of engines that could do more than play only those that this person added.
bool GameScreen::may_sit_down(const std::string& named) const {
  const auto spec = players::PlayerSpec::parse(named);
  if (players::safe_from_file(spec)) return true;
  const std::string engine =
      at_level(spec.name == "hybrid" ? spec.rest : spec.text(), players::kTopLevel);
  const auto& added = context_.settings.engines;
  return std::any_of(added.begin(), added.end(), [&](const std::string& known) {
    return at_level(known, players::kTopLevel) == engine;
  });
}

void GameScreen::perform(Action action) {
  Table& table = context_.table;
  if (!context_.offers(action)) {
    context_.ask.say(context_.tr(Word::OnlyHex, context_.name(action)));
    return;
  }
  if (asks_in_vain(action)) return;
  switch (action) {
    case Action::Restart: restart(); break;
    case Action::Undo: tell_undone(table.undo(), Word::Undone, Action::Redo); break;
    case Action::Redo: tell_undone(table.redo(), Word::DoneAgain, Action::Undo); break;
    case Action::Hint: marks_.ask_hint(); break;
    case Action::Swap: swap(); break;
    case Action::Resign: resign(); break;
    case Action::SwitchFirst: table.switch_seat(Side::First); break;
    case Action::SwitchSecond: table.switch_seat(Side::Second); break;
    case Action::Pause: pause(); break;
    case Action::Back: table.step(-1); break;
    case Action::Forward: table.step(1); break;
    case Action::First: table.go_to(game::kRoot); break;
    case Action::Last: table.go_to(table.end_of_line()); break;
    case Action::VariationUp: table.go_to_sibling(-1); break;
    case Action::VariationDown: table.go_to_sibling(1); break;
    case Action::Analyse: table.set_analysing(!table.analysing()); break;
    case Action::Graph:
      context_.ask.change_settings([](Settings& s) { s.show_graph = !s.show_graph; });
      break;
    case Action::Values:
      context_.ask.change_settings([](Settings& s) { s.show_hints = !s.show_hints; });
      break;
    case Action::Inferior: marks_.toggle_inferior(); break;
    case Action::Connections: marks_.toggle_connections(); break;
    case Action::Sweep: sweep(false); break;
    case Action::Deeper: sweep(true); break;
    case Action::Learn:
      if (quiz_.on()) {
        quiz_.leave();
      } else {
        leave_asides();
        context_.ask.say("");  // the totals, which may still be told: the question has their place
        quiz_.begin();
      }
      break;
    case Action::SwapMap: show_swap_map(); break;
    case Action::Solve: solve(); break;
    case Action::NextMistake: go_to_mistake(context_, 1); break;
    case Action::PreviousMistake: go_to_mistake(context_, -1); break;
    case Action::SetUp: {
      const bool on = !set_up_.on();
      leave_asides();
      set_up_.set_on(on);
      break;
    }
    case Action::Marks: {
      const bool on = !annotate_.on();
      leave_asides();
      annotate_.set_on(on);
      break;
    }
    case Action::MoveList:
      context_.ask.change_settings([](Settings& s) { s.move_list = !s.move_list; });
      break;
    case Action::Comment: comment_.write(); break;
    case Action::RemoveVariation: remove_variation(); break;
    case Action::PromoteVariation: table.promote_variation(); break;
    case Action::Save: context_.open(Dialog::Save); break;
    case Action::CopyLink:
      copy(players::position_text(table.record()),
           players::is_draughts(table.record().setup) ? Word::PositionCopied : Word::LinkCopied);
      break;
    case Action::CopyMoves:
      copy(players::moves_text(table.record()), Word::MovesCopied);
      break;
    case Action::ExportPicture: export_picture(false); break;
    case Action::ExportDrawing: export_picture(true); break;
    case Action::Menu: context_.open(Dialog::Menu); break;
    default: break;
  }
}

// Values that were found before are still shown.
bool GameScreen::asks_in_vain(Action action) {
  Table& table = context_.table;
  const bool analyses = action == Action::Analyse && !table.analysing();
  const bool reckons = (action == Action::Sweep || action == Action::Deeper) ||
                       (action == Action::Learn && !quiz_.on() && !table.game_study().whole()) ||
                       (action == Action::SwapMap && !swap_map_.on());
  if (table.adviser_tells_values() || !(analyses || reckons)) return false;
  context_.ask.say(context_.tr(Word::AdviserTellsMoves,
                               engine_text(context_, context_.settings.adviser),
                               context_.key_of(Action::Hint)));
  return reckons;
}

void GameScreen::restart() {
  Table& table = context_.table;
  table.start(table.record().setup,
              {table.seat(Side::First).name(), table.seat(Side::Second).name()},
              table.session().clock().control());
  table.set_analysing(false);
  board_panel_.motion().forget();
  context_.ask.say(context_.with_way_back(""));
}

void GameScreen::remove_variation() {
  if (context_.table.record().cursor() == game::kRoot) return;
  context_.table.remove_variation();
  context_.ask.say(context_.tr(Word::Deleted, context_.key_of(Action::Undo)));
}

void GameScreen::tell_undone(Table::Undone undone, Word told, Action back) {
  if (undone == Table::Undone::Edit) context_.ask.say(context_.tr(told, context_.key_of(back)));
  if (undone != Table::Undone::Game) return;
  set_up_.set_on(false);
  annotate_.set_on(false);
  board_panel_.motion().forget(context_.table.session().over());
  context_.ask.say(context_.tr(Word::GameIsBack, context_.key_of(back)));
}

void GameScreen::pause() {
  Table& table = context_.table;
  if (table.session().over()) return;
  if (table.clocks_wait() || table.trouble() != nullptr ||
      (table.browsing() && !table.person_to_move())) {
    table.continue_game();
  } else {
    table.set_paused(!table.paused());
  }
}

void GameScreen::sweep(bool deeper) {
  Table& table = context_.table;
  if (table.sweeping()) {
    table.stop_sweep();
    return;
  }
  if (table.game_study().played == 0) return say_no_mistakes(context_);
  const bool swept = table.game_study().whole();
  table.set_analysing(true);
  table.start_sweep(deeper);
  if (!table.sweeping() && swept && !table.game_study().mistakes.empty())
    context_.ask.say(context_.tr(Word::SweptAlready, context_.key_of(Action::Deeper)));
}

bool GameScreen::key(const KeyPress& press) {
  if (press.key == Key::Escape) return end_aside();
  return press.key == Key::Enter && quiz_.go_on();
}

bool GameScreen::end_aside() {
  if (quiz_.on()) {
    quiz_.leave();
  } else if (swap_map_.on()) {
    swap_map_.leave();
  } else if (solve_.on()) {
    solve_.leave();
  } else if (set_up_.on()) {
    set_up_.set_on(false);
  } else if (annotate_.on()) {
    annotate_.set_on(false);
  } else {
    return false;
  }
  return true;
}

void GameScreen::leave_asides() {
  quiz_.leave();
  swap_map_.leave();
  solve_.leave();
  set_up_.set_on(false);
  annotate_.set_on(false);
}

void GameScreen::show_swap_map() {
  if (swap_map_.on()) return swap_map_.leave();
  leave_asides();
  swap_map_.begin();
}

void GameScreen::solve() {
  if (solve_.on()) return solve_.leave();
  leave_asides();
  solve_.begin();
}

void GameScreen::swap() {
  if (set_up_.on() || annotate_.on() || !context_.table.person_may_play()) return;
  if (const auto move = context_.table.session().swap_move()) play(*move);
}

void GameScreen::resign() {
  if (context_.table.session().over()) return;
  const bool asked = resign_.asked(kResign);
  if (!resign_.again(kResign, context_.now)) {
    if (!asked) context_.ask.say(context_.tr(Word::ResignAgain));
    return;
  }
  context_.ask.say("");
  context_.table.resign();
}

void GameScreen::copy(const std::string& text, Word told) {
  context_.services.set_clipboard(text, [this, told](bool copied) {
    if (copied) return context_.ask.say(context_.tr(told));
    context_.ask.refuse(context_.tr(Word::CopyRefused));
  });
}

void GameScreen::export_picture(bool svg) {
  constexpr double kWidth = 1600, kHeight = 1000;
  const auto path = picture_file(context_.table.session(), svg ? ".svg" : ".png");
  const Rect area{20, 20, kWidth - 40, kHeight - 40};
  BoardPicture picture =
      board_picture(board_panel_.picture(context_.table.session(), area), /*pointed=*/-1);
  picture.hover = picture.swap_cell = -1;
  Scene scene{rectangle({0, 0, kWidth, kHeight}, theme(context_.settings.theme).background)};
  draw_board(scene, picture, context_.settings);
  if (svg) {
    base::write_file(path, to_svg(scene, kWidth, kHeight));
    context_.services.file_written(path);
  } else {
    context_.services.save_picture(scene, static_cast<int>(kWidth), static_cast<int>(kHeight),
                                   path);
  }
  context_.ask.say(context_.services.has_folders
                       ? context_.tr(Word::SavedIn, path.string())
                       : context_.tr(Word::Downloaded, path.filename().string()));
}

}  // namespace losange::window
