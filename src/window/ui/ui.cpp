#include "window/ui/ui.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "players/files/open_game.h"
#include "players/game/games.h"
#include "window/choices/levels.h"
#include "window/common/player_text.h"
#include "window/draw/layout.h"
#include "window/words/sentences.h"

namespace losange::window {

namespace {

TableOptions with_settings(TableOptions options, const Settings& settings) {
  options.thinking_s = settings.thinking_s;
  options.threads = settings.threads;
  options.pace_s = settings.pace_s;
  if (options.adviser.empty()) options.adviser = adviser_spec({});
  if (!settings.adviser.empty()) options.adviser = settings.adviser;
  return options;
}

// Engines that were added, where their page is not there to take them off again, are not used.
Settings usable(Settings settings, const Services& services) {
  if (services.starts_programs) return settings;
  settings.engines.clear();
  settings.adviser.clear();
  return settings;
}

}  // namespace

Ui::Ui(Settings settings, Measure measure, Services services, TableOptions options)
    : settings_(usable(std::move(settings), services)),
      settings_kept_(settings_),
      measure_(std::move(measure)),
      services_(std::move(services)),
      options_(std::move(options)),
      table_(with_settings(options_, settings_)),
      context_{settings_, shown_, now_, table_, services_, wishes()} {}

Wishes Ui::wishes() {
  Wishes ask;
  ask.perform = [this](Action action) { perform(action); };
  ask.show = [this](Shown next) { show(next.screen, next.dialog); };
  ask.change_settings = [this](const auto& change) { change_settings(change); };
  ask.start_game = [this](const auto& setup, const auto& players, const auto& clock) {
    start_game(setup, players, clock);
  };
  ask.replace_game = [this](Word what, auto go_on) { replace_game(what, std::move(go_on)); };
  ask.load_game = [this](game::GameRecord record) { load_game(std::move(record)); };
  ask.begin_lesson = [this] { begin_lesson(); };
  ask.say = [this](const std::string& text) { say(text); };
  ask.unsay = [this](const std::string& text) {
    if (!text.empty() && notice_.text() == text) say("");
  };
  ask.focus = [this](const std::string& id) {
    attention_.focused = id;
    attention_.writing = {};
    touch();
  };
  ask.refuse = [this](const std::string& text) { refuse(text); };
  ask.leave = [this] { leave(); };
  ask.leave_unkept = [this] { quit_ = true; };
  return ask;
}

Part* Ui::dialog_part() {
  switch (shown_.dialog) {
    case Dialog::None:
    case Dialog::Victory: return nullptr;  // a card in the panel
    case Dialog::NewGame: return &new_game_dialog_;
    case Dialog::Settings: return &settings_dialog_;
    case Dialog::Help: return &help_dialog_;
    case Dialog::Open:
    case Dialog::Save: return &files_dialog_;
    case Dialog::Level: return &level_dialog_;
    case Dialog::Library: return &library_dialog_;
    case Dialog::Menu: return &menu_dialog_;
    case Dialog::ConfirmNew: return &confirm_dialog_;
    case Dialog::ConfirmLeave: return &leave_dialog_;
  }
  return nullptr;
}

Look Ui::look() const {
  return {theme(settings_.theme),
          unit_for(width_, height_, settings_.text_size, fingers_),
          measure_,
          width_,
          height_,
          fingers_,
          scrolled_};
}

void Ui::resize(double width, double height, bool fingers) {
  fingers_ = fingers;
  width_ = width;
  height_ = height;
  touch();
}

void Ui::say(std::string text, bool error) {
  notice_.say(std::move(text), error, now_);
  touch();
}

void Ui::refuse(std::string text) {
  say(std::move(text), true);
  services_.play(Sound::Wrong);
}

void Ui::refuse_paste() {
  refuse(context_.tr(Word::PasteRefused, context_.key_of(Action::Paste)));
}

bool Ui::attempt(const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const base::UserError& error) {
    refuse(error_text(settings_.language, error.message()));
  } catch (const std::exception& error) {
    refuse(error_text(settings_.language, unexpected_error(error)));
  }
  return false;
}

void Ui::guarded(const std::function<void()>& work) {
  attempt(work);
  touch();
}

void Ui::change_settings(const std::function<void(Settings&)>& change) {
  change(settings_);
  table_.set_options(with_settings(options_, settings_));
  settings_unsaved_ = true;
  if (attention_.pressed.empty()) keep_settings();  // a slider that is drawn is not at its end yet
  services_.settings_changed(settings_);
}

void Ui::keep_settings() {
  if (!std::exchange(settings_unsaved_, false)) return;
  guarded([&] {
    save_settings(settings_, settings_kept_);
    settings_kept_ = settings_;
  });
}

void Ui::show(Screen screen, Dialog dialog) {
  if (screen != shown_.screen) {
    // Where the pointer will be when this screen comes again is not known.
    if (board() != nullptr) board()->point(std::nullopt);
    attempt([&] { screen_part().go(); });
  }
  const bool same = screen == shown_.screen;
  // What lay over the card of victory is closed: it is there still.
  const bool closed = dialog_part() != nullptr && dialog == Dialog::None;
  if (shown_.dialog == Dialog::Victory)
    card_below_ = dialog == Dialog::None ? 0 : table_.game_number();
  if (same && closed && card_below_ == table_.game_number() && table_.session().over())
    dialog = Dialog::Victory;
  if (!same) focused_before_.clear();
  if (!same && board() != nullptr) board()->leave_keyboard();
  if (same && dialog_part() == nullptr) focused_before_ = attention_.focused;
  shown_ = {screen, dialog};
  scrolled_ = 0;
  screen_part().come();
  Part* part = dialog_part();
  // Who closes a dialog by the keyboard stands where it was opened.
  attention_.focused = part != nullptr ? part->focus() : same ? focused_before_ : "";
  attention_.writing = {};
  attention_.pressed.clear();
  touch();
  if (part != nullptr) part->come();
}

const Frame& Ui::frame() {
  // Drawn again once where something else came under a pointer that stood still. Where that moves away when it is
  // hovered, drawing again and again would never end.
  for (int pass = 0; dirty_ && pass < 2; ++pass) {
    dirty_ = false;
    frame_ = Frame{};
    const Look now = look();
    Pen pen(frame_, now, attention_);
    draw(pen);
    if (const Widget* field = frame_.find(attention_.writing.field))
      attention_.writing.first = field->lines.first;
    const Widget* under = frame_.hovered_at(attention_.pointer);
    const std::string hovered = under != nullptr ? under->id : "";
    if (hovered == attention_.hovered) break;
    attention_.hovered = hovered;
    tooltip_.wait_for_pointer();
    if (pass == 0) touch();
  }
  return frame_;
}

void Ui::draw(Pen& pen) {
  pen.fill({0, 0, width_, height_}, pen.theme().background);
  screen_part().draw(pen);
  if (Part* dialog = dialog_part()) {
    Pen above = pen;  // it may shrink
    dialog->draw(above);
  }
  // On the board: beside it stand what one writes and what one clicks next. The buttons of a dialog stand at its bottom.
  const bool dialog = dialog_part() != nullptr;
  const Widget* board = dialog ? nullptr : frame_.find("board");
  notice_.not_drawn();
  if (!notice_.text().empty() && (dialog || !told_beside_board(notice_.text()))) {
    auto plate = notice_.plate(pen, board != nullptr ? board->area : Rect{0, 0, width_, height_},
                               dialog ? Notice::Place::Top : Notice::Place::Bottom);
    if (!dialog && covers_cells(plate.area)) {
      for (const Rect room : screen_part().places_beside_board()) {
        plate = notice_.plate(pen, room, Notice::Place::Within);
        if (plate.whole) break;
      }
    }
    notice_.draw(pen, plate);
  }
  tooltip_.draw(pen);
}

bool Ui::covers_cells(Rect area) const {
  const PlacedBoard* board = placed_board();
  if (board == nullptr) return false;
  const double half = board->scale / 2;
  return std::any_of(
      board->layout.centers.begin(), board->layout.centers.end(), [&](Point center) {
        const Point at = board->to_pixels(center);
        return at.x + half > area.x && at.x - half < area.right() && at.y + half > area.y &&
               at.y - half < area.bottom();
      });
}

// Why an engine does not play stands on a card as long as it takes; the notice is for those who hear it.
bool Ui::told_beside_board(const std::string& text) const {
  const base::Message* trouble = shown_.screen == Screen::Game ? table_.trouble() : nullptr;
  return trouble != nullptr && error_text(settings_.language, *trouble) == text;
}

const PlacedBoard* Ui::placed_board() const {
  return board() != nullptr && board()->placed() ? &*board()->placed() : nullptr;
}

std::string Ui::title() const {
  if (shown_.screen != Screen::Game) return "Losange";
  const auto who = [&](game::Side side) {
    return table_.seat(side).person ? player_text(context_, table_.session().player_name(side))
                                    : seated_text(context_, side);
  };
  // The name first: an old window manager shows it up to the first sign that is not ASCII.
  return "Losange: " + who(game::Side::First) + " – " + who(game::Side::Second);
}

// --- Time.

bool Ui::tick(Time now) {
  now_ = now;
  attempt([&] { pass_time(); });
  return unseen_;
}

void Ui::pass_time() {
  table_.set_covered(dialog_part() != nullptr, now_);
  if (table_.tick(now_)) touch();
  if (screen_part().pass_time()) touch();
  // Last: what went wrong is not covered by what else there is to tell.
  if (const auto message = table_.take_message()) {
    say(error_text(settings_.language, *message), true);
  }
  if (notice_.pass_time(now_)) touch();
  if (!attention_.hovered.empty() && tooltip_.pass_time(now_)) {
    const Widget* under = frame().with_tip(attention_.hovered);
    if (under != nullptr && !under->tip.empty()) touch();
  }
}

void Ui::keep_all() {
  keep_settings();
  if (shown_.screen != Screen::Game && !game_.unkept()) return;
  touch();
  game_.keep();
  game_.keep_findings();
}

bool Ui::keep() {
  return attempt([&] { keep_all(); });
}

void Ui::leave() {
  std::optional<base::Message> failed;
  try {
    keep_all();
  } catch (const base::UserError& error) {
    failed = error.message();
  } catch (const std::exception& error) {
    failed = unexpected_error(error);
  }
  if (failed && shown_.dialog != Dialog::ConfirmLeave) leave_.forget();
  quit_ = !failed || leave_.again("leave", now_);
  if (quit_ || shown_.dialog == Dialog::ConfirmLeave) return;
  leave_dialog_.ask(before_leaving(context_, error_text(settings_.language, *failed)));
  show(shown_.screen, Dialog::ConfirmLeave);
  services_.play(Sound::Wrong);
}

// --- What is asked for.

void Ui::perform(Action action) {
  if (action == Action::Quit) {
    if (context_.offers(action)) leave();
    return;
  }
  if (shown_.dialog != Dialog::None && shown_.dialog != Dialog::Victory &&
      action != Action::FullScreen)
    return;
  const bool game = shown_.screen == Screen::Game;
  switch (action) {  // those that work everywhere
    case Action::NewGame: new_game_wanted(); return;
    case Action::Library: show(shown_.screen, Dialog::Library); return;
    case Action::Open: show(shown_.screen, Dialog::Open); return;
    case Action::Paste:
      guarded([&] {
        services_.clipboard([this](const std::optional<std::string>& text) {
          if (!text) return refuse_paste();
          if (base::trim(*text).empty()) return refuse(context_.tr(Word::NothingToPaste));
          open_at_once(*text);
        });
      });
      return;
    case Action::Settings: show(shown_.screen, Dialog::Settings); return;
    case Action::Help: show(shown_.screen, Dialog::Help); return;
    case Action::FullScreen:
      change_settings([](Settings& s) { s.fullscreen = !s.fullscreen; });
      return;
    case Action::Mute: change_settings([](Settings& s) { s.mute = !s.mute; }); return;
    case Action::Turn: {
      if (context_.shows_draughts()) {
        table_.turn();
        touch();
        return;
      }
      change_settings(
          [](Settings& s) { s.orientation.twelfths = (s.orientation.twelfths + 1) % 12; });
      return;
    }
    case Action::Mirror:
      change_settings([](Settings& s) { s.orientation.mirrored = !s.orientation.mirrored; });
      return;
    case Action::Names:
      change_settings([](Settings& s) { s.names_in_cells = !s.names_in_cells; });
      return;
    case Action::Numbers:
      change_settings([](Settings& s) { s.move_numbers = !s.move_numbers; });
      return;
    default: break;
  }
  if (!game) return;
  // The card of a game that has ended stays until something else takes its place.
  const bool had_room = !game_.needs_panel() && !table_.analysing();
  guarded([&] { game_.perform(action); });
  const bool has_room = !game_.needs_panel() && (!had_room || !table_.analysing());
  if (shown_.dialog == Dialog::Victory && (!table_.session().over() || !has_room))
    show(shown_.screen);
}

bool Ui::unfinished_game_shown() const {
  // Who looks back in a game that has ended leaves no game that could go on.
  return shown_.screen == Screen::Game && !table_.session().over() &&
         table_.record().result.outcome == game::Outcome::Ongoing && !table_.untouched();
}

void Ui::new_game_wanted() {
  show(shown_.screen, unfinished_game_shown() ? Dialog::ConfirmNew : Dialog::NewGame);
}

void Ui::replace_game(Word what, std::function<void()> go_on) {
  if (!unfinished_game_shown() || table_.as_it_came()) return go_on();
  confirm_dialog_.ask(before_another_game(context_, what, std::move(go_on)));
  show(shown_.screen, Dialog::ConfirmNew);
}

void Ui::begin_lesson() {
  lesson_.begin();
  show(Screen::Lesson);
}

void Ui::start_game(const game::GameSetup& setup, const std::array<std::string, 2>& players,
                    const players::TimeControl& clock) {
  game_.start(setup, players, clock);
  show(Screen::Game);
  say(context_.with_way_back(""));
}

void Ui::load_game(game::GameRecord record, const std::array<std::string, 2>& seats,
                   const std::optional<players::TimeControl>& clock) {
  game_.load(std::move(record), seats, clock);
  show(Screen::Game);
}

void Ui::open_text(const std::string& text) {
  guarded([&] { load_text(text, /*asks=*/true); });
}

void Ui::open_at_once(const std::string& text) {
  guarded([&] { load_text(text, /*asks=*/false); });
}

bool Ui::takes_file(const std::string& name, double bytes) {
  constexpr int kMostMiB = 64;  // as base::read_file() reads
  if (bytes <= 0) {
    refuse(context_.tr(Word::FileEmpty, name));
    return false;
  }
  if (bytes <= kMostMiB * 1024.0 * 1024.0) return true;
  refuse(context_.tr(Word::FileTooLarge, name, std::to_string(kMostMiB)));
  return false;
}

void Ui::refuse(const base::Message& what) { refuse(error_text(settings_.language, what)); }

void Ui::tell_rest_of(const players::OpenedGame& opened) {
  if (!opened.whole()) say(context_.with_rest("", opened));
}

void Ui::file_was_unreadable() { refuse(context_.tr(Word::Unreadable)); }

void Ui::load_text(const std::string& text, bool asks) {
  if (base::trim(text).empty()) {
    refuse(context_.tr(Word::NothingToOpen));
    return;
  }
  game::GameSetup setup;
  setup.size = settings_.size;
  if (shown_.screen == Screen::Game) setup = table_.record().setup;
  const auto load = [this, opened = players::open_one_game(text, setup)] {
    load_game(opened.record);
    say(context_.with_rest("", opened));
  };
  if (asks) return replace_game(Word::Open, load);
  load();
}

}  // namespace losange::window
