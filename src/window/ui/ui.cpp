#include "window/ui/ui.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "players/files/saved_game.h"
#include "players/files/write_game.h"
#include "window/words/sentences.h"

namespace losange::window {

using game::Side;

namespace {

constexpr base::Millis kNoticeTime{4'000};
constexpr base::Millis kTooltipAfter{550};
constexpr double kStoneTime_s = 0.22;  // a stone's coming and going, at normal speed
constexpr double kChainTime_s = 0.8;

TableOptions with_settings(TableOptions options, const Settings& settings) {
  options.thinking_s = settings.thinking_s;
  options.threads = settings.threads;
  options.pace_s = settings.pace_s;
  return options;
}

}  // namespace

Ui::Ui(Settings settings, Measure measure, Services services, TableOptions options)
    : settings_(std::move(settings)),
      measure_(std::move(measure)),
      services_(std::move(services)),
      table_(with_settings(std::move(options), settings_)),
      context_{settings_, shown_, now_, table_, services_, wishes()} {}

Wishes Ui::wishes() {
  Wishes ask;
  ask.perform = [this](Action action) { perform(action); };
  ask.show = [this](Shown next) { show(next.screen, next.dialog); };
  ask.change_settings = [this](const auto& change) { change_settings(change); };
  ask.start_game = [this](const auto& setup, const auto& players, const auto& clock) {
    start_game(setup, players, clock);
  };
  ask.load_game = [this](game::GameRecord record) { load_game(std::move(record)); };
  ask.begin_lesson = [this] { begin_lesson(); };
  ask.say = [this](const std::string& text) { say(text); };
  ask.refuse = [this](const std::string& text) { refuse(text); };
  ask.leave = [this] { leave(); };
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
    case Dialog::Menu: return &menu_dialog_;
    case Dialog::ConfirmNew: return &confirm_dialog_;
  }
  return nullptr;
}

Look Ui::look() const {
  return {theme(settings_.theme), unit_for(width_, height_, settings_.text_size), measure_, width_,
          height_};
}

std::filesystem::path Ui::autosave_file(const game::GameSetup& setup) {
  return base::user_data_folder() / ("window." + players::game_file_ending(setup));
}

std::filesystem::path Ui::last_autosave() {
  std::filesystem::path last;
  std::filesystem::file_time_type newest{};
  for (const char* name : {"window.sgf", "window.pdn"}) {
    const auto file = base::user_data_folder() / name;
    std::error_code missing;
    const auto time = std::filesystem::last_write_time(file, missing);
    if (missing || (!last.empty() && time < newest)) continue;
    last = file;
    newest = time;
  }
  return last;
}

void Ui::resize(double width, double height) {
  width_ = width;
  height_ = height;
  touch();
}

void Ui::say(std::string text, bool error) {
  notice_ = std::move(text);
  notice_is_error_ = error;
  notice_until_ = now_ + kNoticeTime;
  touch();
}

void Ui::refuse(std::string text) {
  say(std::move(text), true);
  services_.play(Sound::Wrong);
}

bool Ui::attempt(const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const base::UserError& error) {
    refuse(error_text(settings_.language, error.what()));
  } catch (const std::exception& error) {
    refuse(error_text(settings_.language, fmt::format("unexpected error: {}", error.what())));
  }
  return false;
}

void Ui::guarded(const std::function<void()>& work) {
  attempt(work);
  touch();
}

void Ui::change_settings(const std::function<void(Settings&)>& change) {
  change(settings_);
  table_.set_options(with_settings({}, settings_));
  settings_unsaved_ = true;
  if (attention_.pressed.empty()) keep_settings();  // a slider that is drawn is not at its end yet
  services_.settings_changed(settings_);
}

void Ui::keep_settings() {
  if (std::exchange(settings_unsaved_, false)) guarded([&] { save_settings(settings_); });
}

void Ui::show(Screen screen, Dialog dialog) {
  if (screen != Screen::Lesson && shown_.screen == Screen::Lesson) seen_pieces_.clear();
  if (screen != Screen::Game && shown_.screen == Screen::Game) {
    // Nothing happens to a game one does not see: no move is played, and no clock runs.
    table_.set_paused(!table_.session().over());
    autosave();
  }
  if (screen == Screen::Start) can_continue_.reset();
  shown_ = {screen, dialog};
  attention_.focused.clear();
  if (Part* part = dialog_part()) {
    part->come();
    attention_.focused = part->focus();
  }
  attention_.pressed.clear();
  resign_asked_ = false;
  keyboard_ = -1;
  touch();
}

void Ui::begin_lesson() {
  lesson_.go_to(0);
  show(Screen::Lesson);
  seen_pieces_.clear();
}

const Frame& Ui::frame() {
  // Drawn again once where something else came under a pointer that stood still. Where that moves away when it is
  // hovered, drawing again and again would never end.
  for (int pass = 0; dirty_ && pass < 2; ++pass) {
    dirty_ = false;
    frame_ = Frame{};
    const Look now = look();
    Pen pen(frame_, now, attention_);
    draw_screen(pen);
    const Widget* under = frame_.at(attention_.pointer);
    const std::string hovered = under != nullptr ? under->id : "";
    if (hovered == attention_.hovered) break;
    attention_.hovered = hovered;
    hover_since_ = now_;
    tooltip_shown_ = false;
    if (pass == 0) touch();
  }
  return frame_;
}

void Ui::draw_screen(Pen& pen) {
  placed_.reset();
  pen.fill({0, 0, width_, height_}, pen.theme().background);
  switch (shown_.screen) {
    case Screen::Start: draw_start(pen); break;
    case Screen::Game: draw_game(pen); break;
    case Screen::Lesson: draw_lesson(pen); break;
  }
  if (Part* dialog = dialog_part()) dialog->draw(pen);
  draw_notice(pen);
  draw_tooltip(pen);
}

// --- Time.

bool Ui::tick(Time now) {
  now_ = now;
  attempt([&] { pass_time(now); });
  return unseen_;
}

void Ui::pass_time(Time now) {
  if (table_.tick(now)) touch();
  if (auto message = table_.take_message(); !message.empty()) {
    say(error_text(settings_.language, message), true);
  }
  watch_board(now);
  if (advance_animations(now)) touch();
  if (!notice_.empty() && now > notice_until_) {
    notice_.clear();
    touch();
  }
  if (!tooltip_shown_ && !attention_.hovered.empty() && now - hover_since_ > kTooltipAfter) {
    const Widget* under = frame().find(attention_.hovered);
    tooltip_shown_ = true;
    if (under != nullptr && !under->tip.empty()) touch();
  }
}

void Ui::watch_board(Time now) {
  if (shown_.screen == Screen::Start) return;
  const auto& session = shown_.screen == Screen::Lesson ? lesson_.session() : table_.session();
  const auto view = session.view();
  if (view.pieces == seen_pieces_ && table_.revision() == seen_revision_) return;
  const bool same_board = view.pieces.size() == seen_pieces_.size();
  int came = 0, went = 0;
  char piece = '.';
  moving_.clear();
  for (std::size_t i = 0; same_board && i < view.pieces.size(); ++i) {
    const char before = seen_pieces_[i], after = view.pieces[i];
    if (before == after) continue;
    if (after != '.') ++came, piece = after;
    if (before != '.' && after == '.') ++went;
    if (settings_.animation > 0) {
      moving_.push_back(
          {static_cast<int>(i), after != '.' ? after : before, after != '.' ? 0.0 : 1.0});
    }
  }
  const bool slides = came == 1 && went > 0 && slide_piece(view.pieces);
  if (came + went > 3 && !slides) moving_.clear();  // a jump through the game, not a move
  if (came == 1) {
    services_.play(piece == 'x' || piece == 'X' ? Sound::FirstStone : Sound::SecondStone);
  }
  if (came == 0 && went > 0) services_.play(Sound::TakenBack);
  const bool over = session.over();
  const bool finished = over && !seen_over_ && shown_.screen == Screen::Game && !table_.browsing();
  if (over && !seen_over_) chain_light_ = settings_.animation > 0 ? 0 : 1;
  if (finished) {
    const bool lost =
        table_.anyone_here() && session.result().outcome != game::Outcome::Draw &&
        !table_
             .seat(session.result().outcome == game::Outcome::FirstWins ? Side::First
                                                                        : Side::Second)
             .person;
    services_.play(lost ? Sound::Lose : Sound::Win);
    if (shown_.dialog == Dialog::None) show(shown_.screen, Dialog::Victory);
  }
  if (!over && shown_.dialog == Dialog::Victory) show(shown_.screen);
  if (table_.revision() != seen_revision_) {  // the line under the pointer was of another position
    frozen_ = table_.analysis() ? table_.analysis()->moves : std::vector<AnalysedMove>{};
  }
  seen_pieces_ = view.pieces;
  seen_revision_ = table_.revision();
  seen_over_ = over;
  animated_ = now;
  resign_asked_ = false;
  // Looking about in the game is kept on leaving: holding a key would write the file dozens of times a second.
  if (table_.edits() != saved_edits_ && shown_.screen == Screen::Game) autosave();
  touch();
}

bool Ui::slide_piece(const std::string& pieces) {
  game::GameRecord before = table_.record();
  const auto& node = before.node(before.cursor());
  if (shown_.screen != Screen::Game || !node.move) return false;
  const std::string move = node.move->text;
  before.go_to(node.parent);
  const auto path = players::replay(before)->path_of(move);
  if (path.size() < 2 || pieces[static_cast<std::size_t>(path.back())] == '.') return false;
  std::erase_if(moving_, [&](const Moving& m) { return m.cell == path.front(); });
  for (auto& moving : moving_) {
    if (moving.cell == path.back()) moving.path = path;
  }
  return true;
}

bool Ui::advance_animations(Time now) {
  std::size_t legs = 1;  // of a piece on its way; what it captures goes in the same time
  for (const auto& moving : moving_) legs = std::max(legs, moving.path.size());
  const double passed = std::chrono::duration<double>(now - animated_).count() *
                        settings_.animation / static_cast<double>(legs > 1 ? legs - 1 : 1);
  animated_ = now;
  bool changed = false;
  const auto comes = [&](const Moving& moving) {
    return seen_pieces_[static_cast<std::size_t>(moving.cell)] != '.';
  };
  for (auto& moving : moving_) {
    moving.shown += (comes(moving) ? 1 : -1) * passed / kStoneTime_s;
    changed = true;
  }
  std::erase_if(moving_, [&](const Moving& m) { return comes(m) ? m.shown >= 1 : m.shown <= 0; });
  if (chain_light_ < 1) {
    chain_light_ =
        settings_.animation > 0 ? std::min(1.0, chain_light_ + passed / kChainTime_s) : 1;
    changed = true;
  }
  // The indicator of thinking turns calmly, and clocks show seconds, or tenths when there are few.
  if (shown_.screen != Screen::Game) return changed;
  const auto tenths =
      std::chrono::duration_cast<base::Millis>(now.time_since_epoch()).count() / 100;
  const auto left = table_.time_left(table_.session().to_move(), now);
  const bool hurried = left && *left < base::Millis(20'000) && !table_.session().over();
  const bool alive = table_.thinks() || (left && !table_.session().over() && !table_.paused());
  const auto step = table_.engine_thinks() || hurried ? tenths : tenths / 5;
  if (alive && step != seen_seconds_) {
    seen_seconds_ = step;
    changed = true;
  }
  return changed;
}

bool Ui::autosave() {
  saved_edits_ = table_.edits();
  if (table_.record().size() == 1) return true;  // nothing was played yet
  touch();
  return attempt(
      [&] { players::save_game(table_.session(), autosave_file(table_.record().setup)); });
}

void Ui::leave() {
  keep_settings();
  if (shown_.screen == Screen::Game && !autosave() && !std::exchange(told_of_loss_, true)) return;
  quit_ = true;
}

}  // namespace losange::window
