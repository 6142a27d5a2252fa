// The new-game dialog, and the questions around a game's beginning and end.
#include <fmt/format.h>

#include "players/game/games.h"
#include "players/registry.h"
#include "players/wrapped/levels.h"
#include "window/choices/levels.h"
#include "window/ui/ui.h"
#include "window/words/sentences.h"

namespace losange::window {

using game::Side;

namespace {

// The ways to play draughts that are offered by name.
struct DraughtsGame {
  Word name;
  std::string_view rules;
  int size;
};
const std::array<DraughtsGame, 7>& draughts_games() {
  static constexpr std::array<DraughtsGame, 7> games{{
      {Word::International, "international", 10},
      {Word::English, "english", 8},
      {Word::Russian, "russian", 8},
      {Word::Brazilian, "brazilian", 8},
      {Word::Italian, "italian", 8},
      {Word::Frisian, "frisian", 10},
      {Word::Canadian, "international", 12},
  }};
  return games;
}

}  // namespace

Rect Ui::begin_dialog(Pen& pen, double width, double height, const std::string& title) {
  pen.dim();
  const Rect area = centered(width_, height_, look().unit, width, height);
  Rect rest = pen.dialog(area);
  const Rect head = rest.take_top(pen.px(30));
  pen.text({head.x, head.center().y}, title, 24, pen.theme().ink, Align::Left, Weight::Bold,
           head.width - pen.px(50));
  rest.take_top(pen.px(16));
  pen.button(
      "close", {head.right() - pen.px(30), head.y - pen.px(4), pen.px(36), pen.px(36)}, "",
      {.icon = Icon::Close, .plain = true, .tip = tr(Word::Close) + "   " + tr(Word::KeyEscape)},
      [this] { show(screen_); });
  return rest;
}

void Ui::draw_seat_choice(Pen& pen, Rect area, Side side) {
  auto& seat = new_game_.seats[static_cast<std::size_t>(game::index(side))];
  const std::string id = fmt::format("seat.{}", game::index(side));
  Rect head = area.take_top(pen.px(30));
  const game::GameSetup setup = new_setup();
  const Palette& colors = colors_of(setup);
  add_stone(pen.scene(), {head.x + pen.px(11), head.center().y}, pen.px(11), side, colors.of(side),
            edge_of(colors.of(side), pen.theme().panel, pen.theme()), colors.marks);
  pen.text({head.x + pen.px(32), head.center().y},
           tr(colors.names[static_cast<std::size_t>(game::index(side))]), 16, pen.theme().ink,
           Align::Left, Weight::Bold);
  if (!new_game_.draughts) {
    pen.text({head.right(), head.center().y}, tr(Word::JoinsEdges), 13, pen.theme().muted,
             Align::Right);
  }
  area.take_top(pen.px(8));
  pen.choices(id + ".kind", area.take_top(pen.px(36)),
              {tr(Word::Person), tr(Word::Computer), tr(Word::Hybrid)}, seat.kind,
              [&seat](int kind) { seat.kind = kind; });
  area.take_top(pen.px(10));
  if (seat.kind == 0) {
    pen.paragraph(area, tr(Word::PersonHelp), 13, pen.theme().muted);
    return;
  }
  // Every engine the registry offers, in rows of buttons.
  std::vector<std::string> engines;
  for (const auto& strategy : players::strategies()) {
    if (strategy.engine && strategy.plays(setup.game)) engines.push_back(strategy.name);
  }
  const std::size_t columns = engines.size() > 12 ? 3 : 2;
  const double pitch = pen.px(31);
  const double width =
      (area.width - pen.px(6) * static_cast<double>(columns - 1)) / static_cast<double>(columns);
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const double x = area.x + (width + pen.px(6)) * static_cast<double>(i % columns);
    const double y = area.y + pitch * static_cast<double>(i / columns);
    pen.button(fmt::format("{}.engine.{}", id, engines[i]), {x, y, width, pen.px(28)}, engines[i],
               {.selected = seat.engine == engines[i],
                .tip = sentence(settings_.language, players::find_strategy(engines[i]).description),
                .letters = 13},
               [&seat, name = engines[i]] { seat.engine = name; });
  }
  area.take_top(pitch * static_cast<double>((engines.size() + columns - 1) / columns) + pen.px(6));
  pen.text({area.x, area.y + pen.px(8)}, tr(Word::Level), 13, pen.theme().muted);
  pen.text({area.right(), area.y + pen.px(8)},
           tr(Word::ByTime, fmt::format("{:g}", settings_.thinking_s)), 13, pen.theme().muted,
           Align::Right);
  area.take_top(pen.px(20));
  std::vector<std::string> levels;
  for (int level = 1; level <= players::kTopLevel; ++level) levels.push_back(std::to_string(level));
  pen.choices(id + ".level", area.take_top(pen.px(34)), levels, seat.level - 1,
              [&seat](int level) { seat.level = level + 1; });
}

game::GameSetup Ui::new_setup() const {
  if (new_game_.draughts) {
    const auto& chosen = draughts_games()[static_cast<std::size_t>(new_game_.variant)];
    return draughts::setup_of({&draughts::find_rules(chosen.rules), chosen.size});
  }
  game::GameSetup setup;
  setup.size = new_game_.size;
  setup.swap = new_game_.swap;
  return setup;
}

void Ui::draw_game_choice(Pen& pen, Rect area) {
  pen.choices("new.game", area, {"Hex", tr(Word::Draughts)}, new_game_.draughts ? 1 : 0,
              [this](int game) {
                if (new_game_.draughts == (game == 1)) return;
                new_game_.draughts = game == 1;
                for (auto& seat : new_game_.seats)
                  seat.engine = players::default_engine(new_setup());
              });
}

void Ui::draw_new_game(Pen& pen) {
  Rect rest = begin_dialog(pen, 760, 664, tr(Word::NewGame));
  draw_game_choice(pen, {rest.right() - pen.px(270), rest.y - pen.px(48), pen.px(220), pen.px(34)});
  Rect bottom = rest.take_bottom(pen.px(46));
  pen.button("new.start", bottom.take_right(pen.px(200)), tr(Word::StartGame),
             {.icon = Icon::Play, .primary = true}, [this] { start_from_dialog(); });
  bottom.take_right(pen.px(10));
  pen.button("new.cancel", bottom.take_right(pen.px(140)), tr(Word::Cancel), {},
             [this] { show(screen_); });

  Rect seats = rest.take_top(pen.px(344));
  draw_seat_choice(pen, seats.take_left(seats.width / 2 - pen.px(16)), Side::First);
  seats.take_left(pen.px(32));
  draw_seat_choice(pen, seats, Side::Second);

  pen.line({rest.x, rest.y}, {rest.right(), rest.y}, pen.theme().line);
  rest.take_top(pen.px(18));
  const double labels = pen.px(126);
  const auto row = [&](Word label) {
    Rect line = rest.take_top(pen.px(36));
    rest.take_top(pen.px(12));
    pen.text({line.x, line.center().y}, tr(label), 15, pen.theme().ink, Align::Left, Weight::Bold,
             labels);
    line.take_left(labels);
    return line;
  };
  const auto clocks = [&] {
    pen.choices(
        "new.clock", row(Word::Clock),
        {tr(Word::NoClock), "3 min + 2 s", "10 min + 5 s", "30 min + 10 s", tr(Word::TenPerMove)},
        new_game_.clock, [this](int clock) { new_game_.clock = clock; }, 13);
  };
  if (new_game_.draughts) {
    std::vector<std::string> games;
    for (const auto& game : draughts_games()) games.push_back(tr(game.name));
    pen.choices(
        "new.variant", row(Word::PageRules), games, new_game_.variant,
        [this](int variant) { new_game_.variant = variant; }, 12);
    clocks();
    return;
  }
  Rect sizes = row(Word::BoardSize);
  static constexpr std::array kSizes{7, 9, 11, 13, 14, 19};
  std::vector<std::string> names;
  int chosen = -1;
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    names.push_back(std::to_string(kSizes[i]));
    if (kSizes[i] == new_game_.size) chosen = static_cast<int>(i);
  }
  pen.choices("new.size", sizes.take_left(sizes.width - pen.px(150)), names, chosen,
              [this](int i) { new_game_.size = kSizes[static_cast<std::size_t>(i)]; });
  sizes.take_left(pen.px(14));
  pen.button("new.smaller", sizes.take_left(pen.px(36)), "−", {},
             [this] { new_game_.size = std::max(3, new_game_.size - 1); });
  pen.text({sizes.x + pen.px(32), sizes.center().y}, fmt::format("{0}×{0}", new_game_.size), 15,
           pen.theme().ink, Align::Center, Weight::Bold);
  pen.button("new.larger", sizes.take_right(pen.px(36)), "+", {},
             [this] { new_game_.size = std::min(19, new_game_.size + 1); });

  clocks();
  Rect swap = row(Word::SwapRule);
  pen.toggle("new.swap", swap, tr(Word::SwapRuleHelp), new_game_.swap,
             [this] { new_game_.swap = !new_game_.swap; });
}

void Ui::draw_confirm(Pen& pen) {
  Rect rest = begin_dialog(pen, 460, 220, tr(Word::NewGame));
  pen.paragraph(rest, tr(Word::ConfirmNew), 15, pen.theme().ink);
  Rect bottom = rest.take_bottom(pen.px(46));
  const double half = bottom.width / 2 - pen.px(5);
  pen.button("confirm.yes", bottom.take_right(half), tr(Word::NewGame), {.primary = true},
             [this] { show(screen_, Dialog::NewGame); });
  bottom.take_right(pen.px(10));
  pen.button("confirm.no", bottom, tr(Word::KeepPlaying), {}, [this] { show(screen_); });
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
  pen.fill(card, mixed(pen.theme().panel, drawn ? pen.theme().ink : colors().of(winner), 0.14), 12);
  Rect inside = card.inset(pen.px(16));
  Rect head = inside.take_top(pen.px(56));
  const Point stone{head.x + pen.px(24), head.center().y};
  draw_stone(pen, drawn ? stone - Point{pen.px(6), 0} : stone, drawn ? 17 : 24, winner);
  if (drawn) draw_stone(pen, stone + Point{pen.px(8), 0}, 17, game::other(winner));
  const double x = head.x + pen.px(62), room = head.right() - x;
  const std::string wins = drawn ? tr(Word::Drawn) : tr(Word::Wins, side_text(winner));
  pen.text({x, head.center().y - pen.px(11)},
           one_person ? tr(won ? Word::YouWon : Word::YouLost) : wins, 21, pen.theme().ink,
           Align::Left, Weight::Bold, room);
  const std::string reason = session.result().reason;
  std::string how = one_person ? wins + " · " : "";
  if (reason == "resign") how = tr(Word::ByResignation) + " · ";
  if (reason == "time") how = tr(Word::OnTime) + " · ";
  pen.text({x, head.center().y + pen.px(14)},
           how + tr(Word::InMoves, std::to_string(session.move_number())), 14, pen.theme().muted,
           Align::Left, Weight::Regular, room);
  inside.take_top(pen.px(12));
  const auto entry = [&](const std::string& id, Word label, Icon icon, bool primary,
                         Action action) {
    pen.button(id, inside.take_top(pen.px(36)), tr(label),
               {.icon = icon, .primary = primary, .tip = tip(action)},
               [this, action] { perform(action); });
    inside.take_top(pen.px(7));
  };
  entry("victory.again", Word::PlayAgain, Icon::Restart, true, Action::Restart);
  entry("victory.new", Word::NewGame, Icon::Plus, false, Action::NewGame);
  entry("victory.sweep", Word::FindMistakes, Icon::Sweep, false, Action::Sweep);
}

void Ui::draw_menu(Pen& pen) {
  Rect rest = begin_dialog(pen, 620, 560, tr(Word::Menu));
  const std::vector<Action> entries{Action::NewGame,   Action::Restart,       Action::Open,
                                    Action::Save,      Action::Paste,         Action::CopyLink,
                                    Action::CopyMoves, Action::ExportPicture, Action::ExportDrawing,
                                    Action::SetUp,     Action::Sweep,         Action::Inferior,
                                    Action::Settings,  Action::Help};
  const double width = rest.width / 2 - pen.px(6);
  const double pitch = std::min(pen.px(50), (rest.height - pen.px(54)) / 7);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Action action = entries[i];
    const Rect area{rest.x + (i % 2 == 0 ? 0 : width + pen.px(12)),
                    rest.y + pitch * static_cast<double>(i / 2), width, pitch - pen.px(8)};
    pen.button(fmt::format("menu.{}", static_cast<int>(action)), area, tr(info(action).name),
               {.icon = info(action).icon, .tip = tip(action), .align = Align::Left},
               [this, action] {
                 show(screen_);
                 perform(action);
               });
  }
  Rect bottom = rest.take_bottom(pen.px(44));
  const double half = bottom.width / 2 - pen.px(6);
  pen.button("menu.start", bottom.take_left(half), tr(Word::ToStartScreen), {},
             [this] { show(Screen::Start); });
  bottom.take_left(pen.px(12));
  pen.button("menu.quit", bottom, tr(Word::Quit), {}, [this] { leave(); });
}

}  // namespace losange::window
