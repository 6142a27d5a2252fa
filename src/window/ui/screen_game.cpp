// The game screen: the bar, the board, and who plays.
#include <fmt/format.h>

#include "players/game/games.h"
#include "players/registry.h"
#include "players/wrapped/levels.h"
#include "window/choices/levels.h"
#include "window/common/drawing.h"
#include "window/ui/ui.h"

namespace losange::window {

using game::Side;

void Ui::draw_game(Pen& pen) {
  const auto layout = game_layout(width_, height_, look().unit);
  draw_board_area(pen, layout.board);
  draw_bar(pen, layout.bar);
  draw_game_panel(pen, layout.panel);
}

void Ui::draw_bar(Pen& pen, Rect bar) {
  Rect rest = bar.inset(pen.px(8));
  const double side = rest.height;
  const double gap = pen.px(4);
  const auto icon = [&](Action action, Rect area, bool selected, bool enabled, Icon icon) {
    pen.button(fmt::format("bar.{}", static_cast<int>(action)), area, "",
               {.icon = icon,
                .selected = selected,
                .enabled = enabled,
                .plain = true,
                .tip = context_.tip(action)},
               [this, action] { perform(action); });
  };
  const auto left = [&](Action action, bool enabled = true, bool selected = false) {
    icon(action, rest.take_left(side), selected, enabled, info(action).icon);
    rest.take_left(gap);
  };
  const auto& record = table_.record();
  left(Action::Menu);
  rest.take_left(gap * 2);
  left(Action::NewGame);
  left(Action::Undo, table_.session().move_number() > 0 || table_.session().over());
  left(Action::Redo, !record.node(record.cursor()).children.empty());
  left(Action::Hint, !table_.session().over(), table_.hint_asked());
  icon(Action::Pause, rest.take_left(side), table_.paused(), !table_.session().over(),
       table_.paused() || (table_.browsing() && !table_.person_to_move()) ? Icon::Play
                                                                          : Icon::Pause);
  rest.take_left(gap);
  left(Action::Resign, !table_.session().over(), resign_asked_);

  const auto right = [&](Action action, Icon shown) {
    icon(action, rest.take_right(side), false, true, shown);
    rest.take_right(gap);
  };
  right(Action::Help, Icon::Question);
  right(Action::Settings, Icon::Sliders);
  const double volume = settings_.mute ? 0 : std::max(settings_.effects, settings_.music);
  right(Action::Mute, volume <= 0     ? Icon::Speaker0
                      : volume < 0.34 ? Icon::Speaker1
                      : volume < 0.67 ? Icon::Speaker2
                                      : Icon::Speaker3);
  rest.take_right(gap * 2);
  const std::string label = context_.tr(Word::Analysis);
  const double width = pen.text_width(label, 15, Weight::Bold) + pen.px(56);
  pen.button(
      "analyse", rest.take_right(width), label,
      {.icon = Icon::Chart, .selected = table_.analysing(), .tip = context_.tip(Action::Analyse)},
      [this] { perform(Action::Analyse); });
}

void Ui::draw_board_area(Pen& pen, Rect area) {
  put_board(pen, board_picture(area), area);
  if (table_.paused()) {
    const std::string text = context_.tr(Word::Paused);
    const double w = pen.text_width(text, 22, Weight::Bold) + pen.px(72);
    const Rect plate{area.center().x - w / 2, area.center().y - pen.px(28), w, pen.px(56)};
    pen.fill(plate, pen.theme().panel, 28);
    pen.icon(Icon::Pause, {plate.x + pen.px(30), plate.center().y}, 22, pen.theme().accent);
    pen.text({plate.x + pen.px(50), plate.center().y}, text, 22, pen.theme().ink, Align::Left,
             Weight::Bold);
  }
}

void Ui::put_board(Pen& pen, const BoardPicture& picture, Rect area) {
  draw_board(pen.scene(), picture, settings_);
  placed_ = picture.board;
  pen.add({.id = "board", .area = area, .kind = Widget::Kind::Board});
}

BoardPicture Ui::position_picture(const players::Session& session, Rect area) const {
  BoardPicture picture;
  picture.board = place(board_layout(session.record().setup, settings_.orientation), area);
  picture.palette = &context_.colors_of(session.record().setup);
  const auto view = session.view();
  picture.pieces = view.pieces;
  picture.chain = view.winning_chain;
  picture.chain_light = chain_light_;
  picture.moving = moving_;
  picture.last = session.position().cell_of(session.last_move());
  picture.keyboard = attention_.focused == "board" && attention_.focus_visible ? keyboard_ : -1;
  if (session.last_move().starts_with("swap")) {  // the stone that changed hands
    for (std::size_t i = 0; i < view.pieces.size(); ++i) {
      if (view.pieces[i] != '.') picture.last = static_cast<int>(i);
    }
  }
  return picture;
}

BoardPicture Ui::board_picture(Rect area) const {
  const auto& session = table_.session();
  BoardPicture picture = position_picture(session, area);
  picture.dimmed = table_.paused() ? 0.7 : 0;
  const MoveChoice choice(session.position());
  if (person_may_play() && !set_up_ && choice.moves_pieces()) {
    add_choice(picture, choice);
  } else if (person_may_play() && !set_up_) {
    picture.hover = hover_on(picture.board);
    picture.hover_side = session.to_move();
    if (table_.swap_move()) picture.swap_cell = session.position().cell_of(session.last_move());
  }
  if (set_up_ && set_up_tool_ < 2) {
    picture.hover = hover_on(picture.board);
    picture.hover_side = set_up_tool_ == 0 ? Side::First : Side::Second;
  }
  add_study(picture);
  return picture;
}

void Ui::add_choice(BoardPicture& picture, const MoveChoice& choice) const {
  if (chosen_.empty() || chosen_revision_ != table_.revision()) {
    picture.forced = choice.forced();
    return;
  }
  picture.targets = choice.targets(chosen_);
  picture.selected = chosen_.back();
  // In the midst of a capture the piece stands where it went so far.
  std::swap(picture.pieces[static_cast<std::size_t>(chosen_.front())],
            picture.pieces[static_cast<std::size_t>(chosen_.back())]);
}

std::string Ui::clock_text(base::Millis left) const {
  const auto tenths = std::max<std::int64_t>(0, left.count() / 100);
  if (tenths < 200) return fmt::format("{}.{}", tenths / 10, tenths % 10);
  const auto seconds = tenths / 10;
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds % 3600 / 60, seconds % 60);
}

std::string Ui::player_text(Side side) const {
  const auto& seat = table_.seat(side);
  const std::string& name = table_.session().player_name(side);
  if (seat.person && name != "human" && !name.starts_with("hybrid:")) return name;
  if (seat.person)
    return context_.tr(table_.seat(game::other(side)).person ? Word::Person : Word::You);
  const auto spec = players::PlayerSpec::parse(seat.engine);
  const int level = level_of(seat.engine);
  if (level == players::kTopLevel) return spec.name;
  return spec.name + " · " + context_.tr(Word::LevelNumber, std::to_string(level));
}

void Ui::draw_player(Pen& pen, Rect row, Side side) {
  const auto& session = table_.session();
  const bool turn = !session.over() && session.to_move() == side;
  const bool engine = !table_.seat(side).person;
  pen.fill(row, turn ? mixed(pen.theme().panel, pen.theme().accent, 0.1) : pen.theme().panel, 10);
  if (turn)
    pen.fill({row.x, row.y + pen.px(12), pen.px(3), row.height - pen.px(24)}, pen.theme().accent,
             1.5);
  const Point stone{row.x + pen.px(28), row.center().y};
  draw_stone(pen, stone, 13, side, context_.colors());
  if (turn && table_.engine_thinks()) {
    const double at = table_.thinking_seconds(now_) * 0.6;
    pen.scene().push_back(arc(stone, pen.px(17.5), at, at + 0.25, pen.px(2.5), pen.theme().accent));
  }
  // The switch between person and engine.
  const Action action = side == Side::First ? Action::SwitchFirst : Action::SwitchSecond;
  const Rect button{row.right() - pen.px(46), row.center().y - pen.px(18), pen.px(36), pen.px(36)};
  pen.button(fmt::format("switch.{}", game::index(side)), button, "",
             {.icon = engine ? Icon::Chip : Icon::Person,
              .plain = true,
              .tip = context_.tr(engine ? Word::TakeOver : Word::HandOver) + "   " +
                     key_text(info(action).key, settings_.language)},
             [this, action] { perform(action); });
  const double x = row.x + pen.px(54);
  double room = button.x - x - pen.px(8);
  if (const auto left = table_.time_left(side, now_)) {
    const std::string time = clock_text(*left);
    const bool urgent = turn && *left < base::Millis(20'000);
    pen.text({button.x - pen.px(10), row.center().y}, time, 19,
             urgent ? pen.theme().bad : pen.theme().ink, Align::Right, Weight::Bold);
    room -= pen.text_width(time, 19, Weight::Bold) + pen.px(10);
  }
  pen.text({x, row.center().y - pen.px(10)}, player_text(side), 16, pen.theme().ink, Align::Left,
           Weight::Bold, room);
  std::string below = context_.side_text(side);
  if (players::is_hex(session.record().setup)) below += " · " + context_.tr(Word::JoinsEdges);
  if (turn && table_.engine_thinks()) {
    below = context_.tr(Word::ThinkingFor, fmt::format("{:.1f}", table_.thinking_seconds(now_)));
    if (const auto& thought = table_.thought(); thought && !thought->moves.empty()) {
      below += " ·";
      const auto& line = thought->moves.front().variation;
      for (std::size_t i = 0; i < std::min<std::size_t>(5, line.size()); ++i)
        below += " " + line[i];
    }
  }
  pen.text({x, row.center().y + pen.px(11)}, below, 13, pen.theme().muted, Align::Left,
           Weight::Regular, room);
}

void Ui::draw_players(Pen& pen, Rect& rest) {
  draw_player(pen, rest.take_top(pen.px(62)), Side::First);
  rest.take_top(pen.px(4));
  draw_player(pen, rest.take_top(pen.px(62)), Side::Second);
  rest.take_top(pen.px(6));
}

std::string Ui::status_text() const {
  const auto& session = table_.session();
  const auto result = session.result();
  if (result.outcome == game::Outcome::Draw) return context_.tr(Word::Drawn);
  if (result.outcome != game::Outcome::Ongoing) {
    const Side winner = result.outcome == game::Outcome::FirstWins ? Side::First : Side::Second;
    const Word how = result.reason == "resign" ? Word::WinsByResignation
                     : result.reason == "time" ? Word::WinsOnTime
                                               : Word::Wins;
    return context_.tr(how, context_.side_text(winner));
  }
  if (set_up_) return context_.tr(Word::SetUpHelp);
  if (table_.paused()) return context_.tr(Word::PausedHelp);
  if (table_.browsing() && !table_.person_to_move()) return context_.tr(Word::BrowsingHelp);
  if (table_.swap_move() && table_.person_to_move())
    return context_.tr(Word::MaySwap, context_.side_text(session.to_move()));
  if (!table_.person_to_move())
    return context_.tr(Word::Thinks, context_.side_text(session.to_move()));
  return context_.tr(Word::ToMove, context_.side_text(session.to_move()));
}

void Ui::draw_status(Pen& pen, Rect& rest) {
  Rect row = rest.take_top(pen.px(34));
  pen.text({row.x + pen.px(4), row.center().y}, status_text(), 15, pen.theme().ink, Align::Left,
           Weight::Bold, row.width - pen.px(70));
  pen.text({row.right() - pen.px(4), row.center().y},
           context_.tr(Word::MoveNumber, std::to_string(table_.session().move_number())), 13,
           pen.theme().muted, Align::Right);
}

void Ui::draw_game_panel(Pen& pen, Rect panel) {
  pen.fill(panel, pen.theme().panel);
  pen.line({panel.x, panel.y}, {panel.x, panel.bottom()}, pen.theme().line);
  Rect rest = panel.inset(pen.px(14));
  draw_players(pen, rest);
  draw_status(pen, rest);
  if (shown_.dialog == Dialog::Victory) draw_victory(pen, rest);
  if (set_up_) draw_set_up(pen, rest);
  draw_navigation(pen, rest.take_bottom(pen.px(40)));
  rest.take_bottom(pen.px(10));
  if (table_.analysing()) {
    draw_win_bar(pen, rest.take_top(pen.px(24)));
    rest.take_top(pen.px(10));
    if (settings_.show_graph) {
      draw_graph(pen, rest.take_top(std::min(pen.px(104), rest.height * 0.3)));
      rest.take_top(pen.px(10));
    }
    draw_lines(pen, rest);
    draw_mistakes(pen, rest);
  }
  const double comment = rest.height > pen.px(130) ? pen.px(40) : 0;
  if (comment > 0) {
    draw_comment(pen, rest.take_bottom(comment));
    rest.take_bottom(pen.px(10));
  }
  if (rest.height > pen.px(34)) draw_tree(pen, rest);
}

void Ui::draw_navigation(Pen& pen, Rect row) {
  const auto& record = table_.record();
  const bool start = record.cursor() == game::kRoot,
             end = record.node(record.cursor()).children.empty();
  const double width = (row.width + pen.px(4)) / 4;
  for (const Action action : {Action::First, Action::Back, Action::Forward, Action::Last}) {
    const bool backwards = action == Action::First || action == Action::Back;
    const Rect area{row.x, row.y, width - pen.px(4), row.height};
    row.take_left(width);
    pen.button(fmt::format("navigate.{}", static_cast<int>(action)), area, "",
               {.icon = info(action).icon,
                .enabled = backwards ? !start : !end,
                .tip = context_.tip(action)},
               [this, action] { perform(action); });
  }
}

void Ui::draw_set_up(Pen& pen, Rect& rest) {
  pen.choices("setup.tool", rest.take_top(pen.px(36)),
              {context_.side_text(Side::First), context_.side_text(Side::Second),
               context_.tr(Word::Nothing)},
              set_up_tool_, [this](int tool) { set_up_tool_ = tool; });
  rest.take_top(pen.px(8));
  Rect row = rest.take_top(pen.px(36));
  pen.choices(
      "setup.mover", row.take_left(row.width * 0.62),
      {context_.tr(Word::ToMove, context_.side_text(Side::First)),
       context_.tr(Word::ToMove, context_.side_text(Side::Second))},
      game::index(table_.session().to_move()),
      [this](int side) { table_.set_to_move(static_cast<Side>(side)); }, 12);
  row.take_left(pen.px(8));
  pen.button("setup.done", row, context_.tr(Word::Done),
             {.primary = true, .tip = context_.tip(Action::SetUp)},
             [this] { perform(Action::SetUp); });
  rest.take_top(pen.px(10));
}

// A card in the panel: the chain that won stays in sight.
void Ui::draw_victory(Pen& pen, Rect& rest) {
  const auto& session = table_.session();
  const Side winner =
      session.result().outcome == game::Outcome::FirstWins ? Side::First : Side::Second;
  const bool drawn = session.result().outcome == game::Outcome::Draw;
  const bool one_person =
      !drawn && table_.seat(Side::First).person != table_.seat(Side::Second).person;
  const bool won = table_.seat(winner).person;
  const Rect card = rest.take_top(pen.px(226));
  rest.take_top(pen.px(12));
  pen.fill(card,
           mixed(pen.theme().panel, drawn ? pen.theme().ink : context_.colors().of(winner), 0.14),
           12);
  Rect inside = card.inset(pen.px(16));
  Rect head = inside.take_top(pen.px(56));
  const Point stone{head.x + pen.px(24), head.center().y};
  draw_stone(pen, drawn ? stone - Point{pen.px(6), 0} : stone, drawn ? 17 : 24, winner,
             context_.colors());
  if (drawn)
    draw_stone(pen, stone + Point{pen.px(8), 0}, 17, game::other(winner), context_.colors());
  const double x = head.x + pen.px(62), room = head.right() - x;
  const std::string wins =
      drawn ? context_.tr(Word::Drawn) : context_.tr(Word::Wins, context_.side_text(winner));
  pen.text({x, head.center().y - pen.px(11)},
           one_person ? context_.tr(won ? Word::YouWon : Word::YouLost) : wins, 21, pen.theme().ink,
           Align::Left, Weight::Bold, room);
  const std::string reason = session.result().reason;
  std::string how = one_person ? wins + " · " : "";
  if (reason == "resign") how = context_.tr(Word::ByResignation) + " · ";
  if (reason == "time") how = context_.tr(Word::OnTime) + " · ";
  pen.text({x, head.center().y + pen.px(14)},
           how + context_.tr(Word::InMoves, std::to_string(session.move_number())), 14,
           pen.theme().muted, Align::Left, Weight::Regular, room);
  inside.take_top(pen.px(12));
  const auto entry = [&](const std::string& id, Word label, Icon icon, bool primary,
                         Action action) {
    pen.button(id, inside.take_top(pen.px(36)), context_.tr(label),
               {.icon = icon, .primary = primary, .tip = context_.tip(action)},
               [this, action] { perform(action); });
    inside.take_top(pen.px(7));
  };
  entry("victory.again", Word::PlayAgain, Icon::Restart, true, Action::Restart);
  entry("victory.new", Word::NewGame, Icon::Plus, false, Action::NewGame);
  entry("victory.sweep", Word::FindMistakes, Icon::Sweep, false, Action::Sweep);
}

}  // namespace losange::window
