#include "window/setup/new_game_dialog.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "players/game/games.h"
#include "players/registry.h"
#include "players/wrapped/levels.h"
#include "window/choices/draughts_games.h"
#include "window/choices/levels.h"
#include "window/common/drawing.h"
#include "window/common/level_list.h"
#include "window/common/player_text.h"
#include "window/words/sentences.h"

namespace losange::window {

using game::Side;

namespace {

constexpr std::array<std::string_view, 5> kClocks{"none", "180+2", "600+5", "1800+10", "10/move"};

bool takes_a_level(const std::string& spec) {
  return players::find_strategy(players::PlayerSpec::parse(spec).name).takes_a_level();
}

}  // namespace

void NewGameDialog::draw_seat(Pen& pen, Rect area, Side side) {
  auto& seat = seats_[static_cast<std::size_t>(game::index(side))];
  const std::string id = fmt::format("seat.{}", game::index(side));
  Rect head = area.take_top(pen.px(30));
  const game::GameSetup setup = this->setup();
  const Palette& colors = context_.colors_of(setup);
  draw_stone(pen, {head.x + pen.px(11), head.center().y}, 11, side, colors);
  pen.text({head.x + pen.px(32), head.center().y},
           context_.tr(colors.names[static_cast<std::size_t>(game::index(side))]), 16,
           pen.theme().ink, Align::Left, Weight::Bold);
  if (!draughts_) {
    pen.text({head.right(), head.center().y}, edges_text(context_, side), 13, pen.theme().muted,
             Align::Right);
  }
  area.take_top(pen.px(8));
  pen.choices(id + ".kind", area.take_top(pen.px(pen.narrow() ? kFinger : 36)),
              {context_.tr(Word::Person), context_.tr(Word::Computer), context_.tr(Word::Hybrid)},
              seat.kind, [&seat](int kind) { seat.kind = kind; });
  area.take_top(pen.px(10));
  if (seat.kind == 0) {
    pen.paragraph(area, context_.tr(Word::PersonHelp), 13, pen.theme().muted);
    return;
  }
  const std::string usual = players::default_engine(setup);
  const bool all = seat.more || seat.engine != usual;
  if (all) draw_engines(pen, area, seat, id);
  if (takes_a_level(seat.engine)) {
    draw_levels(pen, context_, id, area, setup, seat.level, !all,
                [&seat](int level) { seat.level = level; });
  }
  if (all) return;
  area.take_top(pen.px(6));
  pen.button(id + ".more", area.take_top(pen.px(pen.narrow() ? kFinger : 28)),
             context_.tr(Word::MoreEngines), {.icon = Icon::Chip, .plain = true, .letters = 13},
             [&seat] { seat.more = true; });
}

// Every engine the registry offers, and those that the person added in the settings.
std::vector<std::string> NewGameDialog::engines() const {
  std::vector<std::string> engines;
  for (const auto& strategy : players::strategies()) {
    if (strategy.engine && strategy.plays(setup().game)) engines.push_back(strategy.name);
  }
  for (const auto& spec : context_.settings.engines) {
    const auto& strategy = players::find_strategy(players::PlayerSpec::parse(spec).name);
    if (strategy.plays(setup().game)) engines.push_back(spec);
  }
  constexpr std::size_t kMost = 17;  // as many as there is room for
  if (engines.size() > kMost) engines.resize(kMost);
  return engines;
}

// In rows of buttons; the last one leads back to the levels of the usual engine.
void NewGameDialog::draw_engines(Pen& pen, Rect& area, SeatChoice& seat, const std::string& id) {
  const auto engines = this->engines();
  const std::size_t columns = pen.narrow() || engines.size() > 12 ? 3 : 2;
  const double pitch = pen.px(pen.narrow() ? kFinger + 3 : 31);
  const double width =
      (area.width - pen.px(6) * static_cast<double>(columns - 1)) / static_cast<double>(columns);
  const double letters = pen.narrow() ? 11 : 13;
  const auto place = [&](std::size_t i) {
    const std::size_t line = i / columns;
    return Rect{area.x + (width + pen.px(6)) * static_cast<double>(i % columns),
                area.y + pitch * static_cast<double>(line), width, pitch - pen.px(3)};
  };
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const auto spec = players::PlayerSpec::parse(engines[i]);
    const bool added = spec.text() != spec.name;
    const std::string label =
        spec.rest.empty() ? engine_name(context_, engines[i]) : engine_text(context_, engines[i]);
    pen.button(fmt::format("{}.engine.{}", id, engines[i]), place(i), label,
               {.selected = seat.engine == engines[i],
                .tip = added ? engines[i]
                             : sentence(context_.settings.language,
                                        players::find_strategy(spec.name).description),
                .letters = letters},
               [&seat, name = engines[i]] { seat.engine = name; });
  }
  pen.button(id + ".more", place(engines.size()), context_.tr(Word::FewerEngines),
             {.plain = true, .letters = letters}, [this, &seat] {
               seat.more = false;
               seat.engine = players::default_engine(setup());
             });
  const auto rows = engines.size() / columns + 1;
  area.take_top(pitch * static_cast<double>(rows) + pen.px(6));
  if (takes_a_level(seat.engine))
    pen.text({area.x, area.y + pen.px(8)}, context_.tr(Word::Level), 13, pen.theme().muted);
  pen.text(
      {area.right(), area.y + pen.px(8)},
      context_.tr(Word::ByTime, context_.number(fmt::format("{:g}", context_.settings.thinking_s))),
      13, pen.theme().muted, Align::Right);
  area.take_top(pen.px(20));
}

game::GameSetup NewGameDialog::setup() const {
  if (draughts_) {
    const auto& chosen = draughts_games()[static_cast<std::size_t>(variant_)];
    return draughts::setup_of({&draughts::find_rules(chosen.rules), chosen.size});
  }
  game::GameSetup setup;
  setup.size = size_;
  setup.swap = swap_;
  return setup;
}

void NewGameDialog::draw_games(Pen& pen, Rect area) {
  pen.choices("new.game", area, {"Hex", context_.tr(Word::Draughts)}, draughts_ ? 1 : 0,
              [this](int game) {
                if (draughts_ == (game == 1)) return;
                draughts_ = game == 1;
                for (auto& seat : seats_) seat.engine = players::default_engine(setup());
              });
}

void NewGameDialog::draw(Pen& pen) {
  const double more = wrong_clock_height(pen);
  Rect rest = begin_dialog(pen, context_, 760, 692 + more, Word::NewGame,
                           (pen.narrow() ? 622 : 692) + more);
  const bool narrow = pen.narrow();
  draw_games(
      pen, narrow ? rest.take_top(pen.px(kFinger))
                  : Rect{rest.right() - pen.px(270), rest.y - pen.px(48), pen.px(220), pen.px(34)});
  const Rect bottom = rest.take_bottom(pen.px(46));
  if (narrow) {  // one after the other
    rest.take_top(pen.px(8));
    const auto& names = context_.colors_of(setup()).names;
    pen.choices("new.page", rest.take_top(pen.px(kFinger)),
                {context_.tr(names[0]), context_.tr(names[1]), context_.tr(Word::PageBoard)}, page_,
                [this](int page) { page_ = page; });
    rest.take_top(pen.px(12));
    if (page_ == 0) draw_seat(pen, rest, Side::First);
    if (page_ == 1) draw_seat(pen, rest, Side::Second);
  } else {
    Rect seats = rest.take_top(pen.px(372));
    draw_seat(pen, seats.take_left(seats.width / 2 - pen.px(16)), Side::First);
    seats.take_left(pen.px(32));
    draw_seat(pen, seats, Side::Second);
    pen.line({rest.x, rest.y}, {rest.right(), rest.y}, pen.theme().line);
    rest.take_top(pen.px(18));
  }
  if (!narrow || page_ == 2) draw_rules(pen, rest);
  draw_buttons(pen, bottom);  // last, as Tab comes to them
}

void NewGameDialog::draw_buttons(Pen& pen, Rect bottom) {
  const bool narrow = pen.narrow();
  pen.button("new.start", bottom.take_right(narrow ? bottom.width * 0.6 : pen.px(200)),
             context_.tr(Word::StartGame), {.icon = Icon::Play, .primary = true},
             [this] { start(); });
  bottom.take_right(pen.px(10));
  pen.button("new.cancel", narrow ? bottom : bottom.take_right(pen.px(140)),
             context_.tr(Word::Cancel), {}, [this] { context_.close(); });
}

// The usual ones, and a field for any other.
void NewGameDialog::draw_clocks(Pen& pen, Rect row) {
  const Rect own = row.take_right(pen.px(pen.narrow() ? 76 : 136));
  row.take_right(pen.px(pen.narrow() ? 6 : 14));
  pen.choices(
      "new.clock", row,
      pen.narrow()
          ? std::vector<std::string>{"–", "3+2", "10+5", "30+10", "10 s"}
          : std::vector<std::string>{context_.tr(Word::NoClock), "3 min + 2 s", "10 min + 5 s",
                                     "30 min + 10 s", context_.tr(Word::TenPerMove)},
      own_clock_.empty() ? clock_ : -1,
      [this](int clock) {
        clock_ = clock;
        own_clock_.clear();
        wrong_clock_ = false;
      },
      13);
  pen.field(
      "new.clock.own", own, own_clock_, "300+5", [this] { wrong_clock_ = false; },
      [this] { start(); });
  Widget& field = pen.frame().widgets.back();
  field.tip = context_.tr(Word::OwnClockHelp);
  if (!wrong_clock_) return;
  field.name = wrong_clock_text();
  pen.outline(own, pen.theme().bad, 8, 2);
}

std::string NewGameDialog::wrong_clock_text() const {
  return context_.tr(Word::WrongClock, base::printable(own_clock_, 20));
}

double NewGameDialog::wrong_clock_height(const Pen& pen) const {
  return !wrong_clock_ ? 0 : pen.narrow() ? 48 : 26;
}

void NewGameDialog::draw_wrong_clock(Pen& pen, Rect& rest) const {
  if (!wrong_clock_) return;
  Rect words = rest.take_top(pen.px(wrong_clock_height(pen)));
  words.y -= pen.px(6);
  const std::string text = wrong_clock_text();
  if (pen.narrow()) {
    pen.paragraph(words, text, 12, pen.theme().bad);
  } else {
    pen.label({words.right(), words.y + pen.px(9)}, text, 13, pen.theme().bad, Align::Right,
              Weight::Regular, words.width);
  }
}

// Nothing where what is written is none.
std::optional<players::TimeControl> NewGameDialog::chosen_clock() {
  try {
    return players::TimeControl::parse(
        own_clock_.empty() ? kClocks[static_cast<std::size_t>(clock_)] : own_clock_);
  } catch (const base::UserError&) {
    wrong_clock_ = true;
    page_ = 2;
    context_.services.play(Sound::Wrong);
    context_.ask.focus("new.clock.own");
    return std::nullopt;
  }
}

void NewGameDialog::draw_rules(Pen& pen, Rect rest) {
  const double labels = pen.px(126);
  const auto row = [&](Word label) {
    if (pen.narrow()) {  // the label above
      const Rect above = rest.take_top(pen.px(20));
      pen.text({above.x, above.center().y}, context_.tr(label), 13, pen.theme().muted);
      const Rect line = rest.take_top(pen.px(kFinger));
      rest.take_top(pen.px(8));
      return line;
    }
    Rect line = rest.take_top(pen.px(36));
    rest.take_top(pen.px(12));
    pen.label({line.x, line.center().y}, context_.tr(label), 15, pen.theme().ink, Align::Left,
              Weight::Bold, labels - pen.px(8));
    line.take_left(labels);
    return line;
  };
  if (draughts_) {
    if (pen.narrow()) {  // one below the other
      int at = 0;
      for (const auto& game : draughts_games()) {
        pen.button(fmt::format("new.variant.{}", at), rest.take_top(pen.px(kFinger)),
                   context_.tr(game.name), {.selected = variant_ == at, .plain = true},
                   [this, at] { variant_ = at; });
        ++at;
      }
      draw_clocks(pen, row(Word::Clock));
      draw_wrong_clock(pen, rest);
      return;
    }
    // In two rows, so that every name has room.
    constexpr int kInFirstRow = 4;
    std::vector<std::string> games[2];
    for (const auto& game : draughts_games()) {
      games[games[0].size() == kInFirstRow ? 1 : 0].push_back(context_.tr(game.name));
    }
    Rect rules = row(Word::PageRules);
    pen.choices("new.variant", rules, games[0], variant_,
                [this](int variant) { variant_ = variant; });
    rest.take_top(pen.px(-6));
    rules = rest.take_top(pen.px(36));
    rules.take_left(labels);
    rest.take_top(pen.px(12));
    pen.choices("new.variant.more", rules, games[1], variant_ - kInFirstRow,
                [this](int variant) { variant_ = kInFirstRow + variant; });
    draw_clocks(pen, row(Word::Clock));
    draw_wrong_clock(pen, rest);
    return;
  }
  Rect sizes = row(Word::BoardSize);
  static constexpr std::array kSizes{7, 9, 11, 13, 14, 19};
  std::vector<std::string> names;
  int chosen = -1;
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    names.push_back(std::to_string(kSizes[i]));
    if (kSizes[i] == size_) chosen = static_cast<int>(i);
  }
  if (pen.narrow()) {  // what changes it stands in a line of its own
    pen.choices("new.size", sizes, names, chosen,
                [this](int i) { size_ = kSizes[static_cast<std::size_t>(i)]; });
    sizes = rest.take_top(pen.px(kFinger));
    sizes.take_left(sizes.width - pen.px(164));
    rest.take_top(pen.px(8));
  } else {
    pen.choices("new.size", sizes.take_left(sizes.width - pen.px(150)), names, chosen,
                [this](int i) { size_ = kSizes[static_cast<std::size_t>(i)]; });
    sizes.take_left(pen.px(14));
  }
  pen.button("new.smaller", sizes.take_left(pen.px(pen.narrow() ? kFinger : 36)), "−", {},
             [this] { size_ = std::max(3, size_ - 1); });
  pen.button("new.larger", sizes.take_right(pen.px(pen.narrow() ? kFinger : 36)), "+", {},
             [this] { size_ = std::min(19, size_ + 1); });
  pen.text(sizes.center(), fmt::format("{0}×{0}", size_), 15, pen.theme().ink, Align::Center,
           Weight::Bold);

  draw_clocks(pen, row(Word::Clock));
  draw_wrong_clock(pen, rest);
  Rect swap = row(Word::SwapRule);
  pen.toggle("new.swap", swap, context_.tr(Word::SwapRuleHelp), swap_, [this] { swap_ = !swap_; });
}

void NewGameDialog::come() {
  draughts_ =
      context_.shown.screen == Screen::Game && players::is_draughts(context_.table.record().setup);
  size_ = context_.settings.size;
  swap_ = context_.settings.swap;
  const auto usual = std::find(kClocks.begin(), kClocks.end(), context_.settings.clock);
  own_clock_ = usual == kClocks.end() ? context_.settings.clock : "";
  wrong_clock_ = false;
  if (usual != kClocks.end()) clock_ = static_cast<int>(usual - kClocks.begin());
  std::array<std::string, 2> kept{context_.settings.first, context_.settings.second};
  if (draughts_) kept = {"human", ""};
  for (const std::size_t s : {0u, 1u}) {
    auto& seat = seats_[s];
    const std::string usual = players::default_engine(setup());
    const std::string spec =
        kept[s].empty() ? spec_at_level(usual, context_.settings.level) : kept[s];
    const auto parsed = players::Seat::parse(spec, usual);
    seat.kind = parsed.shared ? 2 : parsed.person ? 0 : 1;
    seat.engine = at_level(parsed.engine, players::kTopLevel);
    const auto offered = engines();
    if (std::find(offered.begin(), offered.end(), seat.engine) == offered.end())
      seat.engine = usual;  // it was taken off the list since
    seat.more = false;
    seat.level = seat.kind == 0 ? context_.settings.level : level_of(parsed.engine);
  }
}

bool NewGameDialog::key(const KeyPress& press) {
  if (press.key != Key::Enter) return false;
  start();
  return true;
}

void NewGameDialog::start() {
  std::array<std::string, 2> players;
  for (const std::size_t s : {0u, 1u}) {
    const auto& seat = seats_[s];
    const std::string engine =
        takes_a_level(seat.engine) ? at_level(seat.engine, seat.level) : seat.engine;
    players[s] = seat.kind == 0 ? "human" : seat.kind == 1 ? engine : "hybrid:" + engine;
  }
  const auto control = chosen_clock();
  if (!control) return;
  context_.ask.change_settings([&](Settings& s) {
    s.clock = control->text();
    s.level = seats_[1].kind != 0 ? seats_[1].level : seats_[0].level;
    if (draughts_) return;  // the rest is kept of games of Hex
    s.size = size_;
    s.swap = swap_;
    s.first = players[0];
    s.second = players[1];
  });
  context_.ask.start_game(setup(), players, *control);
}

}  // namespace losange::window
