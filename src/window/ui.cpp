#include "window/ui.h"

#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "players/saved_game.h"

namespace losange::window {

using game::Side;

namespace {

constexpr base::Millis kNoticeTime{4'000};
constexpr base::Millis kTooltipAfter{550};
constexpr double kStoneTime_s = 0.22;  // a stone's coming and going, at normal speed
constexpr double kChainTime_s = 0.8;

std::string utf8(char32_t c) {
  std::string text;
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0 | c >> 6);
    text += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    text += static_cast<char>(0xE0 | c >> 12);
    text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | c >> 18);
    text += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (c & 0x3F));
  }
  return text;
}

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
      table_(with_settings(std::move(options), settings_)) {
  new_game_.size = settings_.size;
  new_game_.swap = settings_.swap;
}

Look Ui::look() const {
  return {theme(settings_.theme), unit_for(width_, height_, settings_.text_size), measure_};
}

std::filesystem::path Ui::autosave_file() { return base::user_data_folder() / "window.sgf"; }

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

void Ui::guarded(const std::function<void()>& work) {
  try {
    work();
  } catch (const base::UserError& error) {
    say(error.what(), true);
    services_.play(Sound::Wrong);
  }
  touch();
}

void Ui::change_settings(const std::function<void(Settings&)>& change) {
  change(settings_);
  table_.set_options(with_settings({}, settings_));
  guarded([&] { save_settings(settings_); });
  services_.settings_changed(settings_);
}

void Ui::show(Screen screen, Dialog dialog) {
  if (screen != Screen::Lesson && screen_ == Screen::Lesson) seen_pieces_.clear();
  screen_ = screen;
  dialog_ = dialog;
  attention_.focused = dialog == Dialog::Open || dialog == Dialog::Save ? "files.name" : "";
  attention_.pressed.clear();
  resign_asked_ = false;
  list_scroll_ = 0;
  keyboard_ = -1;
  touch();
}

const Frame& Ui::frame() {
  if (!dirty_) return frame_;
  dirty_ = false;
  frame_ = Frame{};
  const Look now = look();
  Pen pen(frame_, now, attention_);
  draw_screen(pen);
  const Widget* under = frame_.at(attention_.pointer);
  const std::string hovered = under != nullptr ? under->id : "";
  if (hovered != attention_.hovered) {  // it moved under a pointer that stood still
    attention_.hovered = hovered;
    hover_since_ = now_;
    tooltip_shown_ = false;
    touch();
    return frame();
  }
  return frame_;
}

void Ui::draw_screen(Pen& pen) {
  placed_.reset();
  pen.fill({0, 0, width_, height_}, pen.theme().background);
  switch (screen_) {
    case Screen::Start: draw_start(pen); break;
    case Screen::Game: draw_game(pen); break;
    case Screen::Lesson: draw_lesson(pen); break;
  }
  switch (dialog_) {
    case Dialog::None:
    case Dialog::Victory: break;  // a card in the panel
    case Dialog::NewGame: draw_new_game(pen); break;
    case Dialog::Settings: draw_settings(pen); break;
    case Dialog::Help: draw_help(pen); break;
    case Dialog::Open: draw_files(pen, false); break;
    case Dialog::Save: draw_files(pen, true); break;
    case Dialog::Menu: draw_menu(pen); break;
    case Dialog::ConfirmNew: draw_confirm(pen); break;
  }
  draw_notice(pen);
  draw_tooltip(pen);
}

// --- The pointer.

void Ui::pointer_moved(Point at) {
  attention_.pointer = at;
  if (const Widget* pressed = frame().find(attention_.pressed);
      pressed != nullptr && pressed->kind == Widget::Kind::Slider) {
    slide_to(*pressed, at.x);
    return;
  }
  update_hover();
}

void Ui::update_hover() {
  const Widget* under = frame().at(attention_.pointer);
  const std::string id = under != nullptr ? under->id : "";
  int cell = -1;
  if (id == "board" && placed_) cell = placed_->cell_at(attention_.pointer).value_or(-1);
  if (id == attention_.hovered && cell == hover_) return;
  if (id != attention_.hovered || tooltip_shown_) {
    hover_since_ = now_;
    tooltip_shown_ = false;
  }
  attention_.hovered = id;
  if (cell != hover_) {
    hover_ = cell;
    frozen_ = table_.analysis() ? table_.analysis()->moves : std::vector<AnalysedMove>{};
  }
  touch();
}

int Ui::hover_on(const PlacedBoard& board) const {
  return hover_ < static_cast<int>(board.layout.cells.size()) ? hover_ : -1;
}

void Ui::pointer_pressed(Point at) {
  attention_.pointer = at;
  attention_.focus_visible = false;
  update_hover();
  const Widget* under = frame().at(at);
  attention_.focused.clear();
  attention_.pressed = under != nullptr ? under->id : "";
  touch();
  if (under == nullptr) return;
  const Widget widget = *under;
  if (widget.kind == Widget::Kind::Field) attention_.focused = widget.id;
  if (widget.kind == Widget::Kind::Slider) slide_to(widget, at.x);
  if (widget.kind == Widget::Kind::Board) board_clicked(at);
}

void Ui::pointer_released(Point at) {
  const std::string pressed = std::exchange(attention_.pressed, {});
  touch();
  const Widget* under = frame().at(at);
  if (under == nullptr || under->id != pressed || under->kind != Widget::Kind::Button) return;
  const auto act = under->act;  // a copy: acting draws a new frame
  if (act) guarded(act);
}

void Ui::slide_to(const Widget& widget, double x) {
  const double margin = look().unit * 8;
  const double share = (x - widget.area.x - margin) / std::max(1.0, widget.area.width - 2 * margin);
  const auto slide = widget.slide;
  const double stepped = std::round(std::clamp(share, 0.0, 1.0) / widget.step) * widget.step;
  guarded([&] { slide(std::clamp(stepped, 0.0, 1.0)); });
}

void Ui::wheel(Point, double steps) {
  if (dialog_ == Dialog::Open || dialog_ == Dialog::Save || dialog_ == Dialog::Help) {
    list_scroll_ = std::max(0, list_scroll_ - static_cast<int>(steps * 3));
    touch();
  } else if (screen_ == Screen::Game && dialog_ == Dialog::None) {
    guarded([&] { table_.step(steps > 0 ? -1 : 1); });
  }
}

void Ui::board_clicked(Point at) {
  if (!placed_) return;
  if (const auto cell = placed_->cell_at(at)) click_cell(*cell);
}

void Ui::click_cell(int cell) {
  guarded([&] {
    const auto& session = screen_ == Screen::Lesson ? lesson_.session() : table_.session();
    if (const MoveChoice choice(session.position()); choice.moves_pieces() && !set_up_) {
      if (person_may_play()) click_piece(choice, cell);
      return;
    }
    const auto swap = screen_ == Screen::Lesson && lesson_.wanted() == "swap-pieces"
                          ? std::optional<std::string>("swap-pieces")
                          : table_.swap_move();
    std::string move;
    for (const auto& legal : session.position().legal_moves()) {
      if (session.position().cell_of(legal) == cell) move = legal;
    }
    if (move.empty() && swap && session.position().cell_of(session.last_move()) == cell)
      move = *swap;
    if (screen_ == Screen::Lesson) {
      if (!move.empty()) lesson_.try_move(move);
      if (lesson_.wrong()) services_.play(Sound::Wrong);
    } else if (set_up_) {
      set_up_cell(cell);
    } else if (!move.empty() && person_may_play()) {
      table_.play(move);
    }
  });
}

void Ui::click_piece(const MoveChoice& choice, int cell) {
  if (std::exchange(chosen_revision_, table_.revision()) != table_.revision()) chosen_.clear();
  const auto clicked =
      choice.click(table_.session().position(), placed_->layout.names, cell, chosen_);
  if (clicked.kind == MoveChoice::Click::Several) say(tr(Word::SeveralCaptures));
  if (clicked.kind == MoveChoice::Click::Complete) table_.play(clicked.move);
}

bool Ui::person_may_play() const {
  return !table_.session().over() && (table_.person_to_move() || table_.browsing()) &&
         !table_.paused();
}

// --- The keyboard.

void Ui::move_focus(int direction) {
  const auto& widgets = frame().widgets;
  const auto first = static_cast<std::ptrdiff_t>(frame_.modal);
  const auto count = static_cast<std::ptrdiff_t>(widgets.size()) - first;
  if (count <= 0) return;
  std::ptrdiff_t at = direction > 0 ? -1 : count;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    if (widgets[static_cast<std::size_t>(first + i)].id == attention_.focused) at = i;
  }
  at = (at + direction + count) % count;
  attention_.focused = widgets[static_cast<std::size_t>(first + at)].id;
  attention_.focus_visible = true;
  if (attention_.focused == "board" && keyboard_ < 0 && placed_) {
    keyboard_ = static_cast<int>(placed_->layout.cells.size() / 2);
  }
  touch();
}

bool Ui::edit_field(const KeyPress& press) {
  const Widget* field = frame().find(attention_.focused);
  if (field == nullptr || field->kind != Widget::Kind::Field) return false;
  std::string& text = *field->text;
  const auto edited = field->edited, entered = field->act;
  if (press.key == Key::Backspace && !text.empty()) {
    text.resize(last_character(text));
    if (edited) guarded(edited);
  } else if (press.key == Key::Enter) {
    if (entered) guarded(entered);
  } else if (press.key == Key::Escape) {
    attention_.focused.clear();
  } else if (press.control && press.letter == 'v') {
    text += services_.clipboard();
    if (edited) guarded(edited);
  } else if (press.key == Key::Tab) {
    return false;
  } else if (scroll_key(press)) {
    return true;
  }
  touch();
  return true;
}

bool Ui::board_key(const KeyPress& press) {
  if (attention_.focused != "board" || !placed_ || keyboard_ < 0) return false;
  switch (press.key) {
    case Key::Left: keyboard_ = placed_->neighbour(keyboard_, {-1, 0}); break;
    case Key::Right: keyboard_ = placed_->neighbour(keyboard_, {1, 0}); break;
    case Key::Up: keyboard_ = placed_->neighbour(keyboard_, {-0.01, -1}); break;
    case Key::Down: keyboard_ = placed_->neighbour(keyboard_, {0.01, 1}); break;
    case Key::Enter:
    case Key::Space: click_cell(keyboard_); break;
    default: return false;
  }
  touch();
  return true;
}

void Ui::key(const KeyPress& press) {
  if (edit_field(press)) return;
  if (press.key == Key::Tab) {
    move_focus(press.shift ? -1 : 1);
    return;
  }
  if (scroll_key(press)) return;
  if (attention_.focus_visible && board_key(press)) return;
  const Widget* focused = attention_.focus_visible ? frame().find(attention_.focused) : nullptr;
  if (focused != nullptr && (press.key == Key::Enter || press.key == Key::Space)) {
    const auto act = focused->act;
    if (act) guarded(act);
    return;
  }
  if (focused != nullptr && focused->kind == Widget::Kind::Slider &&
      (press.key == Key::Left || press.key == Key::Right)) {
    const auto slide = focused->slide;
    const double to = focused->value + (press.key == Key::Left ? -1 : 1) * focused->step;
    guarded([&] { slide(std::clamp(to, 0.0, 1.0)); });
    return;
  }
  if (press.key == Key::Escape) {
    if (dialog_ != Dialog::None) {
      show(screen_);
    } else if (attention_.focus_visible) {
      attention_.focus_visible = false;
      attention_.focused.clear();
      touch();
    } else if (screen_ == Screen::Lesson) {
      show(Screen::Start);
    } else {
      perform(Action::Menu);
    }
    return;
  }
  if (press.key == Key::Enter && dialog_ == Dialog::NewGame) {
    guarded([&] { start_from_dialog(); });
    return;
  }
  if (const auto action = action_for(press)) perform(*action);
}

void Ui::typed(char32_t character) {
  if (const Widget* field = frame().find(attention_.focused);
      field != nullptr && field->kind == Widget::Kind::Field) {
    if (character < 32 || character == 127) return;
    *field->text += utf8(character);
    const auto edited = field->edited;
    if (edited) guarded(edited);
    touch();
    return;
  }
  if (character <= ' ' || character >= 127) return;
  char letter = static_cast<char>(character);
  if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + 32);
  key({Key::Letter, letter, false, false});
}

// --- Time.

bool Ui::tick(Time now) {
  now_ = now;
  if (table_.tick(now)) touch();
  if (auto message = table_.take_message(); !message.empty()) say(std::move(message), true);
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
  return unseen_;
}

void Ui::watch_board(Time now) {
  if (screen_ == Screen::Start) return;
  const auto& session = screen_ == Screen::Lesson ? lesson_.session() : table_.session();
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
  const bool finished = over && !seen_over_ && screen_ == Screen::Game && !table_.browsing();
  if (over && !seen_over_) chain_light_ = settings_.animation > 0 ? 0 : 1;
  if (finished) {
    const bool lost =
        table_.anyone_here() && session.result().outcome != game::Outcome::Draw &&
        !table_
             .seat(session.result().outcome == game::Outcome::FirstWins ? Side::First
                                                                        : Side::Second)
             .person;
    services_.play(lost ? Sound::Lose : Sound::Win);
    if (dialog_ == Dialog::None) show(screen_, Dialog::Victory);
  }
  if (!over && dialog_ == Dialog::Victory) show(screen_);
  const bool moved = table_.revision() != seen_revision_ && screen_ == Screen::Game;
  seen_pieces_ = view.pieces;
  seen_revision_ = table_.revision();
  seen_over_ = over;
  animated_ = now;
  resign_asked_ = false;
  if (moved) autosave();
  touch();
}

bool Ui::slide_piece(const std::string& pieces) {
  game::GameRecord before = table_.record();
  const auto& node = before.node(before.cursor());
  if (screen_ != Screen::Game || !node.move) return false;
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
  if (screen_ != Screen::Game) return changed;
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

void Ui::autosave() {
  if (table_.record().size() == 1) return;  // nothing was played yet
  guarded([&] { players::save_game(table_.session(), autosave_file()); });
}

void Ui::leave() {
  if (screen_ == Screen::Game) autosave();
  quit_ = true;
}

}  // namespace losange::window
