#include "window/screens/game_screen.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "players/files/saved_game.h"
#include "window/common/drawing.h"
#include "window/draw/layout.h"
#include "window/kept/autosave.h"
#include "window/panels/bars.h"
#include "window/panels/trouble_card.h"
#include "window/panels/victory_card.h"
#include "window/study/move_list_panel.h"
#include "window/study/study_panel.h"
#include "window/words/sentences.h"

namespace losange::window {

using game::Side;

namespace {

// Of the button that changes between the tree and the list of moves.
double side_of_way(const Pen& pen) { return pen.px(pen.narrow() ? kFinger : 28); }

}  // namespace

GameScreen::GameScreen(const Context& context)
    : ScreenPart(&board_panel_),
      context_(context),
      board_panel_(context, [this](int cell) { click(cell); }),
      players_(context),
      set_up_(context),
      marks_(context),
      tree_(context),
      comment_(context, [this] { keep(); }),
      annotate_(context, [this] { keep(); }),
      quiz_(context),
      swap_map_(context),
      solve_(context) {
  board_panel_.on_drop([this](int from, int to) { drop(from, to); });
}

void GameScreen::come() { resign_.forget(); }

void GameScreen::go() {
  // Nothing happens to a game one does not see: no move is played, and no clock runs.
  context_.table.set_paused(!context_.table.session().over());
  solve_.leave();
  keep();
  keep_findings();
}

// --- What is seen.

void GameScreen::draw(Pen& pen) {
  double flatness = 1;
  if (pen.narrow()) {
    const auto& setup = context_.table.record().setup;
    const Rect board = board_layout(setup, context_.orientation()).bounds;
    flatness = board.height / board.width;
  }
  const auto layout =
      game_layout(pen.width(), pen.height(), pen.px(1), flatness, pen.fingers(), board_share(pen));
  draw_board_area(pen, layout.board);
  in_the_bar_ = draw_bar(pen, context_, layout.bar, resign_.asked(kResign));
  draw_panel(pen, layout.panel);
}

// Where nothing but the players, the moves and the comment is below the board, it may have their room.
double GameScreen::board_share(const Pen& pen) const {
  constexpr double kShare = 0.5, kPanel = 260;  // design pixels
  const Table& table = context_.table;
  const bool busy = table.analysing() || table.trouble() != nullptr || set_up_.on() ||
                    annotate_.on() || quiz_.on() || swap_map_.on() || solve_.on() ||
                    context_.shown.dialog == Dialog::Victory || table.session().over();
  return busy ? kShare : std::max(kShare, 1 - pen.px(kPanel) / pen.height());
}

void GameScreen::draw_board_area(Pen& pen, Rect area) {
  BoardPicture picture = board_panel_.picture(context_.table.session(), area);
  const int pointed = board_panel_.hover(picture.board);
  // Who puts marks looks for a cell, not for a line.
  marks_.freeze(annotate_.on() ? -1 : pointed, pen.attention().hovered);
  board_panel_.draw(pen, board_picture(std::move(picture), pointed), area);
  if (context_.table.paused()) {
    const std::string text = context_.tr(Word::Paused);
    const double w = pen.text_width(text, 22, Weight::Bold) + pen.px(72);
    const Rect plate{area.center().x - w / 2, area.center().y - pen.px(28), w, pen.px(56)};
    pen.fill(plate, pen.theme().panel, 28);
    pen.icon(Icon::Pause, {plate.x + pen.px(30), plate.center().y}, 22, pen.theme().accent);
    pen.text({plate.x + pen.px(50), plate.center().y}, text, 22, pen.theme().ink, Align::Left,
             Weight::Bold);
  }
}

void GameScreen::draw_panel(Pen& pen, Rect panel) {
  pen.fill(panel, pen.theme().panel);
  pen.line({panel.x, panel.y}, {panel.x, panel.bottom()}, pen.theme().line);
  Rect rest = panel.inset(pen.px(pen.narrow() ? 8 : 14));
  // Below the board there is width for both: the study beside the rest, with room for its lists.
  const bool beside = !pen.narrow() && context_.table.analysing() && panel.width > panel.height;
  Rect study = beside ? rest.take_right((rest.width - pen.px(16)) / 2) : Rect{};
  if (beside) rest.take_right(pen.px(16));
  const Rect above = rest;
  players_.draw(pen, rest, set_up_.on());
  over_players_ = {above.x, above.y, above.width, rest.y - above.y};
  // In a small window what one does now goes before the way through the moves.
  const bool trouble = context_.table.trouble() != nullptr;
  const bool busy = trouble || needs_panel();
  std::optional<Rect> navigation;  // below all the rest, and the last that Tab comes to
  if (!pen.narrow() || !busy || rest.height > pen.px(180)) {
    navigation = rest.take_bottom(pen.px(pen.narrow() ? kFinger : 40));
    rest.take_bottom(pen.px(pen.narrow() ? 6 : 10));
  }
  if (context_.shown.dialog == Dialog::Victory) draw_victory(pen, context_, rest);
  if (context_.shown.dialog == Dialog::Victory && !context_.table.analysing())
    draw_summary(pen, context_, rest);
  if (trouble) draw_trouble(pen, context_, rest);
  if (set_up_.on()) set_up_.draw(pen, rest);
  if (annotate_.on()) annotate_.draw(pen, rest);
  const auto comment = take_comment(pen, rest);
  // A comment that is written may leave no room for what is clicked.
  const bool room = rest.height >= button_height(pen) + pen.px(12);
  if (swap_map_.on() && room) swap_map_.draw(pen, rest);
  if (solve_.on() && room) solve_.draw(pen, rest);
  if (quiz_.on()) {
    if (room) quiz_.draw(pen, rest);
  } else if (context_.table.analysing()) {
    draw_study(pen, context_, beside ? study : rest, beside ? 0 : moves_height(pen));
  }
  if (rest.height > pen.px(34)) draw_moves(pen, rest);
  if (comment) comment_.draw(pen, *comment);
  if (navigation) draw_navigation(pen, context_, *navigation);
}

// Letters go to the comment once it is asked for: whatever the study shows, it has its place. On a phone the study, or what
// one does beside the game, has it until then.
std::optional<Rect> GameScreen::take_comment(const Pen& pen, Rect& rest) {
  const bool analysing = context_.table.analysing();
  const double least = pen.px(pen.narrow() ? kFinger : 40);
  if (rest.height < least + pen.px(10)) return std::nullopt;
  const bool writes = pen.attention().focused == "comment";
  const bool aside = quiz_.on() || swap_map_.on() || solve_.on();
  if (pen.narrow() && (analysing || aside) && !writes && rest.height < pen.px(300))
    return std::nullopt;
  const double share = analysing ? 0.35 : 0.7;
  const double wanted = comment_.height(pen, rest.width);
  const Rect area =
      rest.take_bottom(std::clamp(wanted, least, std::max(least, share * rest.height)));
  rest.take_bottom(pen.px(10));
  return area;
}

double GameScreen::moves_height(const Pen& pen) {
  return std::max(side_of_way(pen), context_.settings.move_list ? move_list_height(pen, context_)
                                                                : tree_.height(pen));
}

void GameScreen::draw_moves(Pen& pen, Rect area) {
  const double side = side_of_way(pen);
  if (context_.settings.move_list) {
    draw_move_list(pen, context_, area, side);
  } else {
    tree_.draw(pen, area);
  }
  pen.button("moves.way", {area.right() - side, area.y, side, side}, "",
             {.icon = Icon::Menu,
              .selected = context_.settings.move_list,
              .plain = true,
              .tip = context_.tip(Action::MoveList)},
             [this] { context_.ask.perform(Action::MoveList); });
}

BoardPicture GameScreen::board_picture(BoardPicture picture, int pointed) const {
  const auto& session = context_.table.session();
  picture.dimmed = context_.table.paused() ? 0.7 : 0;
  const MoveChoice choice(session.position());
  const bool plays = context_.table.person_may_play() && !set_up_.on() && !annotate_.on();
  if (plays && choice.moves_pieces()) {
    add_choice(picture, choice);
  } else if (plays) {
    picture.hover = pointed;
    picture.hover_side = session.to_move();
    if (context_.table.session().swap_move())
      picture.swap_cell = session.position().cell_of(session.last_move());
  }
  if (const auto stone = set_up_.stone()) {
    picture.hover = pointed;
    picture.hover_side = stone;
  }
  if (quiz_.on()) {
    quiz_.add(picture);  // what the study knows would be the answer
  } else {
    marks_.add(picture);
  }
  swap_map_.add(picture);
  if (!quiz_.on()) solve_.add(picture);
  annotate_.add(picture);
  return picture;
}

void GameScreen::add_choice(BoardPicture& picture, const MoveChoice& choice) const {
  if (chosen_.empty() || chosen_revision_ != context_.table.revision()) {
    picture.forced = choice.forced();
    return;
  }
  picture.targets = choice.targets(chosen_);
  picture.selected = chosen_.back();
  if (chosen_.size() == 1) picture.held = board_panel_.dragged();
  // In the midst of a capture the piece stands where it went so far.
  std::swap(picture.pieces[static_cast<std::size_t>(chosen_.front())],
            picture.pieces[static_cast<std::size_t>(chosen_.back())]);
}

// --- What is clicked.

void GameScreen::click(int cell) {
  Table& table = context_.table;
  const auto& session = table.session();
  if (set_up_.on()) {
    set_up_.click(cell, board_panel_.placed()->layout.names[static_cast<std::size_t>(cell)]);
    return;
  }
  if (annotate_.on()) {
    annotate_.click(board_panel_.placed()->layout.names[static_cast<std::size_t>(cell)]);
    return;
  }
  if (!table.person_may_play()) return;
  if (const MoveChoice choice(session.position()); choice.moves_pieces()) {
    click_piece(choice, cell);
    return;
  }
  std::string move = move_to(session.position(), cell);
  // The swap is on the stone itself.
  if (move.empty() && session.position().cell_of(session.last_move()) == cell)
    move = table.session().swap_move().value_or("");
  if (!move.empty()) play(move);
}

void GameScreen::play(const std::string& move) {
  if (quiz_.on()) {
    quiz_.answer(move);
  } else {
    context_.table.play(move);
  }
}

void GameScreen::click_piece(const MoveChoice& choice, int cell) {
  if (std::exchange(chosen_revision_, context_.table.revision()) != context_.table.revision())
    chosen_.clear();
  const auto clicked = choice.click(context_.table.session().position(),
                                    board_panel_.placed()->layout.names, cell, chosen_);
  if (clicked.kind == MoveChoice::Click::Several)
    context_.ask.say(context_.tr(Word::SeveralCaptures));
  if (clicked.kind == MoveChoice::Click::Complete) play(clicked.move);
}

void GameScreen::drop(int from, int to) {
  if (set_up_.on() || annotate_.on() || !context_.table.person_may_play()) return;
  const MoveChoice choice(context_.table.session().position());
  if (!choice.moves_pieces()) return;
  // Pressing a piece that was chosen before has let go of it.
  if (chosen_.empty()) click_piece(choice, from);
  if (!chosen_.empty()) click_piece(choice, to);
}

// --- Time.

bool GameScreen::pass_time() {
  const bool changed = watch_board();
  const bool moved = board_panel_.advance(), ticked = players_.pass_time();
  Table& table = context_.table;
  // Of another game that came in its place nothing was looked at.
  const auto swept_game = std::exchange(sweeping_, table.sweeping() ? table.game_number() : 0);
  const bool swept = swept_game == table.game_number() && !table.sweeping();
  if (swept && table.game_study().whole()) {
    if (table.game_study().mistakes.empty()) {
      say_no_mistakes(context_);
    } else {
      context_.ask.say(summary_text(context_));
    }
  }
  const bool quizzed = quiz_.pass_time(), mapped = swap_map_.pass_time(),
             solved = solve_.pass_time();
  const bool stays = resign_.pass_time(context_.now);
  marks_.pass_time();
  show_card();
  return changed || moved || ticked || quizzed || mapped || solved || stays;
}

bool GameScreen::watch_board() {
  const Table& table = context_.table;
  const auto change = board_panel_.watch(table.session(), table.revision() != seen_revision_);
  if (!change) return false;
  seen_revision_ = table.revision();
  resign_.forget();
  if (change->ended && !table.browsing()) announce_end();
  const std::string swapped = swap_text();
  context_.ask.unsay(std::exchange(swap_told_, swapped));
  if (!swapped.empty()) context_.ask.say(swapped);
  if (!table.session().over() && context_.shown.dialog == Dialog::Victory) context_.close();
  // Looking about in the game is kept on leaving: holding a key would write the file dozens of times a second.
  if (table.edits() == kept_edits_) return true;
  try {
    keep();
  } catch (const base::UserError& error) {
    if (swapped.empty()) throw;
    const std::string failed = error_text(context_.settings.language, error.message());
    context_.ask.refuse(swapped + "\n" + failed);
  }
  return true;
}

// A swap by an engine is easily overlooked: one stone changes its colour and its place.
std::string GameScreen::swap_text() {
  const Table& table = context_.table;
  const auto& record = table.record();
  const auto& node = record.node(record.cursor());
  // Who comes back to it knows of it.
  if (std::exchange(seen_played_, table.played()) == table.played()) return {};
  if (table.browsing() || !node.move || !node.move->text.starts_with("swap")) return {};
  if (table.seat(node.move->side).person) return {};
  const auto view = table.session().view();
  const auto stone = view.pieces.find_first_not_of('.');
  const auto& board = board_panel_.placed();
  if (stone == std::string::npos || !board || stone >= board->layout.names.size()) return {};
  const std::string& name = board->layout.names[stone];
  // On the line from corner to corner it stays where it is.
  const auto& first = record.node(node.parent).move;
  const Word told = first && first->text == name ? Word::SwappedInPlace : Word::Swapped;
  return context_.tr(told, context_.side_text(node.move->side), name);
}

void GameScreen::announce_end() {
  const Table& table = context_.table;
  const auto outcome = table.session().result().outcome;
  const Side winner = outcome == game::Outcome::FirstWins ? Side::First : Side::Second;
  const bool lost =
      table.anyone_here() && outcome != game::Outcome::Draw && !table.seat(winner).person;
  context_.services.play(lost ? Sound::Lose : Sound::Win);
  card_due_ = table.game_number();
  show_card();
}

bool GameScreen::show_card() {
  if (card_due_ == 0 || context_.shown.dialog != Dialog::None) return false;
  const Table& table = context_.table;
  const bool stands = std::exchange(card_due_, 0) == table.game_number() && table.session().over();
  if (stands) context_.open(Dialog::Victory);
  return stands;
}

void GameScreen::keep() {
  const Table& table = context_.table;
  kept_edits_ = table.edits();
  unkept_ = false;
  if (table.untouched()) return;
  try {
    const auto file = autosave_file(table.record().setup);
    if (kept_game_ != table.game_number()) library_.take_in(file, table.record());
    kept_game_ = table.game_number();
    players::save_game(table.session(), file,
                       {.dated = true, .turn_spent = table.turn_spent(context_.now)});
    Library::keep(table.session(), shelves_[table.game_number()]);
  } catch (const base::UserError& error) {
    unkept_ = true;
    throw base::UserError("window.not-kept", "the game is not kept: {}", error.message());
  }
}

}  // namespace losange::window
