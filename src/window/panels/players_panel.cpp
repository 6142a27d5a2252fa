#include "window/panels/players_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "players/game/games.h"
#include "players/registry.h"
#include "window/common/drawing.h"
#include "window/common/player_text.h"
#include "window/table/endings_watch.h"

namespace losange::window {

using game::Side;

namespace {

// Below this the clock is told in tenths.
constexpr base::Millis kHurry{20'000};

constexpr double kSmaller =
    0.8;  // of the size of letters: how small a line below a name may be written

// Of a time for each move, which begins anew, only its end is short.
bool runs_short(base::Millis left, const players::TimeControl& control) {
  const bool by_move = control.kind == players::TimeControl::Kind::PerMove;
  return left < (by_move ? std::min(kHurry, control.per_move / 4) : kHurry);
}

std::string clock_text(base::Millis left) {
  const auto tenths = std::max<std::int64_t>(0, left.count() / 100);
  if (left < kHurry) return fmt::format("{}.{}", tenths / 10, tenths % 10);
  const auto seconds = tenths / 10;
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds % 3600 / 60, seconds % 60);
}

bool has_level(const std::string& engine) {
  return players::find_strategy(players::PlayerSpec::parse(engine).name).takes_a_level();
}

}  // namespace

std::string PlayersPanel::player_text(Side side) const {
  const auto& seat = context_.table.seat(side);
  const std::string& name = context_.table.session().player_name(side);
  if (seat.person && name != "human" && !name.starts_with("hybrid:"))
    return window::player_text(context_, name);
  if (seat.person)
    return context_.tr(context_.table.seat(game::other(side)).person ? Word::Person : Word::You);
  return seated_text(context_, side);
}

void PlayersPanel::draw_player(Pen& pen, Rect row, Side side) {
  const auto& session = context_.table.session();
  const bool turn = !session.over() && session.to_move() == side;
  const bool engine = !context_.table.seat(side).person;
  pen.fill(row, turn ? mixed(pen.theme().panel, pen.theme().accent, 0.1) : pen.theme().panel, 10);
  if (turn)
    pen.fill({row.x, row.y + pen.px(12), pen.px(3), row.height - pen.px(24)}, pen.theme().accent,
             1.5);
  const bool narrow = pen.narrow();
  const Point stone{row.x + pen.px(narrow ? 18 : 28), row.center().y};
  draw_stone(pen, stone, narrow ? 10 : 13, side, context_.colors());
  if (turn && context_.table.engine_thinks()) {
    const double at = context_.table.thinking_seconds(context_.now) * 0.25;
    pen.scene().push_back(
        arc(stone, pen.px(narrow ? 14 : 17.5), at, at + 0.25, pen.px(2.5), pen.theme().accent));
  }
  // The switch between person and engine.
  const Action action = side == Side::First ? Action::SwitchFirst : Action::SwitchSecond;
  const double reach = pen.px(narrow ? kFinger : 36);
  const Rect button{row.right() - reach - pen.px(narrow ? 0 : 10), row.center().y - reach / 2,
                    reach, reach};
  pen.button(fmt::format("switch.{}", game::index(side)), button, "",
             {.icon = engine ? Icon::Chip : Icon::Person,
              .plain = true,
              .tip = context_.tr(engine ? Word::TakeOver : Word::HandOver) + "   " +
                     context_.key_of(action)},
             [this, action] { context_.ask.perform(action); });
  const double x = row.x + pen.px(narrow ? 33 : 54);
  double room = button.x - x - pen.px(8);
  const std::string who = player_text(side);
  const double letters = narrow ? 13 : 16;
  if (engine && has_level(context_.table.seat(side).engine)) {
    const std::string id = fmt::format("level.{}", game::index(side));
    const double above = pen.px(narrow ? 2 : 4);
    const Rect name{x - pen.px(6), row.y + above, room + pen.px(6), row.height - 2 * above};
    if (pen.hovered(id)) pen.fill(name, pen.theme().raised, 8);
    pen.focus_ring(id, name, 8);
    pen.add({.id = id,
             .area = name,
             .act = [this] { context_.open(Dialog::Level); },
             .name = who + ", " + context_.tr(Word::ChangeLevel),
             .tip = context_.tr(Word::ChangeLevel)});
  }
  const auto left = context_.table.time_left(side, context_.now);
  const std::string time = left ? context_.number(clock_text(*left)) : "";
  const double beside =
      left && !narrow ? pen.text_width(time, 19, Weight::Bold) + pen.px(10) : 0;  // the name
  const bool cut = pen.text_width(who, 0.7 * letters, Weight::Bold) > room - beside;
  if (cut && pen.frame().find(fmt::format("level.{}", game::index(side))) == nullptr) {
    pen.add({.id = fmt::format("player.{}", game::index(side)),
             .area = {x, row.y + pen.px(4), room, row.height - pen.px(8)},
             .act = [this, who] { context_.ask.say(who); },
             .name = who,
             .tip = who});
  }
  if (left) {
    const bool urgent = turn && runs_short(*left, session.clock().control());
    const Color ink = urgent ? pen.theme().bad : pen.theme().ink;
    if (narrow) {  // in the place of the line below the name
      pen.text({x, row.center().y + pen.px(11)}, time, 15, ink, Align::Left, Weight::Bold, room);
      pen.label({x, row.center().y - pen.px(9)}, who, letters, pen.theme().ink, Align::Left,
                Weight::Bold, room);
      return;
    }
    pen.text({button.x - pen.px(10), row.center().y}, time, 19, ink, Align::Right, Weight::Bold);
    room -= beside;
  }
  pen.label({x, row.center().y - pen.px(10)}, who, letters, pen.theme().ink, Align::Left,
            Weight::Bold, room);
  std::string below = context_.side_text(side);
  if (players::is_hex(session.record().setup)) {
    // Of both sides or of neither, a little smaller where one of the two needs that.
    const auto more = [&](Side whose) {
      return context_.side_text(whose) + " · " + edges_text(context_, whose);
    };
    const double widest = std::max(pen.text_width(more(Side::First), 13 * kSmaller),
                                   pen.text_width(more(Side::Second), 13 * kSmaller));
    if (widest <= room) below = more(side);
  }
  if (turn && context_.table.engine_thinks()) {
    const double seconds = context_.table.thinking_seconds(context_.now);
    below = context_.tr(Word::ThinkingFor, fmt::format("{:.0f}", std::floor(seconds)));
    if (const auto& thought = context_.table.thought(); thought && !thought->moves.empty()) {
      const auto& line = thought->moves.front().variation;
      for (std::size_t i = 0; i < std::min<std::size_t>(5, line.size()); ++i) {  // as many as fit
        const std::string longer = below + (i == 0 ? " · " : " ") + context_.move_text(line[i]);
        if (pen.text_width(longer, 13) > room) break;
        below = longer;
      }
    }
  }
  pen.label({x, row.center().y + pen.px(11)}, below, 13, pen.theme().muted, Align::Left,
            Weight::Regular, room);
}

std::string PlayersPanel::status_text(bool setting_up) const {
  const auto& session = context_.table.session();
  const auto result = session.result();
  if (result.outcome == game::Outcome::Draw)
    return context_.tr(result.reason == "agreement" ? Word::DrawnByAgreement : Word::Drawn);
  if (result.outcome != game::Outcome::Ongoing) {
    const Side winner = result.outcome == game::Outcome::FirstWins ? Side::First : Side::Second;
    const Word how = result.reason == "resign" ? Word::WinsByResignation
                     : result.reason == "time" ? Word::WinsOnTime
                                               : Word::Wins;
    return context_.tr(how, context_.side_text(winner));
  }
  const bool pieces = players::is_draughts(session.record().setup);
  if (setting_up) return context_.tr(pieces ? Word::SetUpPieces : Word::SetUpHelp);
  if (context_.table.paused()) return context_.tr(Word::PausedHelp);
  if (context_.table.clocks_wait()) return context_.tr(Word::ClocksWaitHelp);
  if (context_.table.trouble() != nullptr)
    return context_.tr(Word::MadeNoMove, context_.side_text(session.to_move()));
  if (context_.table.browsing() && !context_.table.person_to_move())
    return context_.tr(Word::BrowsingHelp);
  if (context_.table.session().swap_move() && context_.table.person_to_move())
    return context_.tr(Word::MaySwap, context_.side_text(session.to_move()));
  if (!context_.table.person_to_move())
    return context_.tr(context_.table.engine_gets_ready() ? Word::GetsReady : Word::Thinks,
                       context_.side_text(session.to_move()));
  return context_.tr(Word::ToMove, context_.side_text(session.to_move()));
}

void PlayersPanel::draw(Pen& pen, Rect& rest, bool setting_up) {
  constexpr double kTwoPlayers = 320;  // pixels: their names and clocks beside each other
  const bool beside = pen.narrow() && rest.width > kTwoPlayers;
  if (beside) {
    Rect row = rest.take_top(pen.px(48));
    draw_player(pen, row.take_left(row.width / 2 - pen.px(2)), Side::First);
    row.take_left(pen.px(4));
    draw_player(pen, row, Side::Second);
  } else {
    const double height = pen.px(pen.narrow() ? 48 : 62);
    draw_player(pen, rest.take_top(height), Side::First);
    rest.take_top(pen.px(4));
    draw_player(pen, rest.take_top(height), Side::Second);
    rest.take_top(pen.px(6));
  }
  const Rect row = rest.take_top(pen.px(pen.narrow() ? 28 : 34));
  pen.label({row.x + pen.px(4), row.center().y}, status_text(setting_up), 15, pen.theme().ink,
            Align::Left, Weight::Bold, row.width - pen.px(shown_endings_ ? 160 : 70));
  // As many as were played: the next one is named by the number after it.
  const auto& session = context_.table.session();
  std::string number = context_.moves_counted(session.move_number(), session.record().setup);
  if (shown_endings_)
    number = context_.tr(Word::EndingsShare, std::to_string(*shown_endings_)) + " · " + number;
  pen.text({row.right() - pen.px(4), row.center().y}, number, 13, pen.theme().muted, Align::Right);
}

bool PlayersPanel::pass_time() {
  const Table& table = context_.table;
  const auto tenths =
      std::chrono::duration_cast<base::Millis>(context_.now.time_since_epoch()).count() / 100;
  const auto left = table.time_left(table.session().to_move(), context_.now);
  const bool hurried = left && *left < kHurry && !table.session().over();
  const bool stands = table.session().over() || table.paused() || table.clocks_wait();
  const bool alive = table.thinks() || (left && !stands);
  // Seconds are shown, of clocks that have few of them tenths; the sign of thinking turns with them.
  const auto step = hurried ? tenths : table.engine_thinks() ? tenths / 10 : tenths / 5;
  // Nobody waits for them, but a core is busy: people see with what.
  std::optional<int> endings;
  if (players::is_draughts(table.session().record().setup))
    endings = EndingsWatch::of_program().percent();
  const bool solved = std::exchange(shown_endings_, endings) != endings;
  return (alive && std::exchange(shown_step_, step) != step) || solved;
}

}  // namespace losange::window
