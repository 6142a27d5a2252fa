#include "window/setup/settings_dialog.h"

#include <fmt/format.h>

#include "base/threads/parallel.h"
#include "window/board/board_layout.h"
#include "window/common/drawing.h"

namespace losange::window {

namespace {

template <class Values>
int nearest(const Values& values, double value) {
  int best = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::abs(values[i] - value) < std::abs(values[static_cast<std::size_t>(best)] - value))
      best = static_cast<int>(i);
  }
  return best;
}

constexpr std::array<double, 6> kThinking{0.5, 1, 2, 5, 10, 30};
constexpr std::array<double, 4> kPaces{0, 0.3, 0.6, 1.5};

}  // namespace

void SettingsDialog::draw(Pen& pen) {
  Rect rest = begin_dialog(pen, context_, 700, 600, Word::Settings, pen.narrow() ? 580 : 600);
  std::vector<std::string> pages{context_.tr(Word::PageLooks), context_.tr(Word::PageBoard),
                                 context_.tr(Word::PagePlay)};
  if (context_.services.starts_programs) pages.push_back(context_.tr(Word::PageEngines));
  pen.choices(
      "settings.page", rest.take_top(pen.px(pen.narrow() ? kFinger : 38)), pages, page_,
      [this](int page) { page_ = page; }, pen.narrow() ? 12 : 15);
  rest.take_top(pen.px(pen.narrow() ? 10 : 20));
  const double labels = rest.width * 0.32;
  const auto row = [&](Word label) {
    if (pen.narrow()) {  // the label above
      const Rect above = rest.take_top(pen.px(18));
      pen.text({above.x, above.center().y}, context_.tr(label), 13, pen.theme().muted);
      const Rect line = rest.take_top(pen.px(kFinger));
      rest.take_top(pen.px(8));
      return line;
    }
    Rect line = rest.take_top(pen.px(38));
    rest.take_top(pen.px(14));
    pen.label({line.x, line.center().y}, context_.tr(label), 15, pen.theme().ink, Align::Left,
              Weight::Regular, labels - pen.px(8));
    line.take_left(labels);
    return line;
  };
  const auto choose = [&](const std::string& id, Word label, const std::vector<Word>& words,
                          int chosen, auto set) {
    std::vector<std::string> names;
    names.reserve(words.size());
    for (const Word w : words) names.push_back(context_.tr(w));
    pen.choices("settings." + id, row(label), names, chosen, [this, set](int i) {
      context_.ask.change_settings([&](Settings& s) { set(s, i); });
    });
  };
  const auto toggle = [&](const std::string& id, Word label, bool on, auto set) {
    const Rect line = rest.take_top(pen.px(pen.narrow() ? kFinger : 38));
    rest.take_top(pen.px(pen.narrow() ? 6 : 14));
    pen.toggle("settings." + id, line, context_.tr(label), on,
               [this, set] { context_.ask.change_settings(set); });
  };

  if (page_ == 0) {
    choose("theme", Word::Theme, {Word::ThemeLight, Word::ThemeDark, Word::ThemeWood},
           static_cast<int>(context_.settings.theme),
           [](Settings& s, int i) { s.theme = static_cast<ThemeName>(i); });
    choose("palette", Word::Stones,
           {Word::PaletteRedBlue, Word::PaletteInk, Word::PaletteForest, Word::PaletteMarked},
           static_cast<int>(context_.settings.palette),
           [](Settings& s, int i) { s.palette = static_cast<PaletteName>(i); });
    // Two stones of each, below its name.
    Rect stones = rest.take_top(pen.px(18));
    rest.take_top(pen.px(pen.narrow() ? 4 : 6));
    if (!pen.narrow()) stones.take_left(labels);
    for (int i = 0; i < static_cast<int>(kPaletteKeys.size()); ++i) {
      const Point middle{stones.x + stones.width * (i + 0.5) / kPaletteKeys.size(),
                         stones.center().y - pen.px(4)};
      const Palette& shown = palette(static_cast<PaletteName>(i));
      draw_stone(pen, middle - Point{pen.px(10), 0}, 8, game::Side::First, shown);
      draw_stone(pen, middle + Point{pen.px(10), 0}, 8, game::Side::Second, shown);
    }
    pen.choices(
        "settings.language", row(Word::LanguageName), {"English", "Français"},
        static_cast<int>(context_.settings.language), [this](int i) {
          context_.ask.change_settings([&](Settings& s) { s.language = static_cast<Language>(i); });
        });
    pen.choices("settings.text", row(Word::TextSize), {"80 %", "90 %", "100 %", "120 %", "140 %"},
                nearest(kTextSizes, context_.settings.text_size), [this](int i) {
                  context_.ask.change_settings(
                      [&](Settings& s) { s.text_size = kTextSizes[static_cast<std::size_t>(i)]; });
                });
    choose("animation", Word::Animation, {Word::Off, Word::Slow, Word::Normal, Word::Fast},
           nearest(kAnimationSpeeds, context_.settings.animation),
           [](Settings& s, int i) { s.animation = kAnimationSpeeds[static_cast<std::size_t>(i)]; });
    toggle("fullscreen", Word::FullScreen, context_.settings.fullscreen,
           [](Settings& s) { s.fullscreen = !s.fullscreen; });
  } else if (page_ == 1) {
    const Rect turn = row(Word::Orientation);
    const int columns = pen.narrow() ? 6 : 12;
    if (pen.narrow()) rest.take_top(turn.height);  // a second row
    const double pitch = turn.width / columns;
    for (int i = 0; i < 12; ++i) {  // each button shows the board as it will stand
      const int line = i / columns;
      const Rect cell{turn.x + pitch * (i % columns), turn.y + turn.height * line, pitch,
                      turn.height};
      const std::string id = fmt::format("settings.turn.{}", i);
      if (i == context_.settings.orientation.twelfths)
        pen.fill(cell.inset(pen.px(1)), mixed(pen.theme().panel, pen.theme().accent, 0.25), 6);
      if (pen.hovered(id)) pen.fill(cell.inset(pen.px(1)), pen.theme().raised, 6);
      const auto board =
          place(hex_layout(4, {i, context_.settings.orientation.mirrored}), cell.inset(pen.px(4)));
      for (const auto& border : board.layout.borders) {
        Polygon shape = border.shape;
        for (Point& p : shape.points) p = board.to_pixels(p);
        shape.fill = palette(context_.settings.palette).of(border.side);
        pen.scene().push_back(std::move(shape));
      }
      pen.focus_ring(id, cell.inset(pen.px(1)), 6);
      pen.add({.id = id,
               .area = cell,
               .act =
                   [this, i] {
                     context_.ask.change_settings([i](Settings& s) { s.orientation.twelfths = i; });
                   },
               .name = context_.tr(Word::TurnedBy, std::to_string(30 * i)),
               .tip = context_.tip(Action::Turn),
               .on = i == context_.settings.orientation.twelfths,
               .group = "settings.turn"});
    }
    toggle("mirror", Word::MirrorBoard, context_.settings.orientation.mirrored,
           [](Settings& s) { s.orientation.mirrored = !s.orientation.mirrored; });
    choose("fill", Word::StoneShape, {Word::Discs, Word::FilledCells},
           context_.settings.fill_cells ? 1 : 0, [](Settings& s, int i) { s.fill_cells = i == 1; });
    choose("shading", Word::ShadingName,
           {Word::ShadingNone, Word::ShadingThree, Word::ShadingRings, Word::ShadingRows},
           static_cast<int>(context_.settings.shading),
           [](Settings& s, int i) { s.shading = static_cast<Shading>(i); });
    toggle("names", Word::NamesInCells, context_.settings.names_in_cells,
           [](Settings& s) { s.names_in_cells = !s.names_in_cells; });
    toggle("values", Word::ValuesOnBoard, context_.settings.show_hints,
           [](Settings& s) { s.show_hints = !s.show_hints; });
    toggle("graph", Word::WinGraph, context_.settings.show_graph,
           [](Settings& s) { s.show_graph = !s.show_graph; });
  } else if (on_engines()) {
    engines_.draw(pen, rest);
  } else {
    pen.choices("settings.thinking", row(Word::ThinkingTime),
                {context_.number("0.5 s"), "1 s", "2 s", "5 s", "10 s", "30 s"},
                nearest(kThinking, context_.settings.thinking_s), [this](int i) {
                  context_.ask.change_settings(
                      [&](Settings& s) { s.thinking_s = kThinking[static_cast<std::size_t>(i)]; });
                });
    Rect threads = row(Word::Threads);
    const int most = base::hardware_threads();
    pen.button("settings.fewer", threads.take_left(pen.px(kFinger)), "−", {}, [this] {
      context_.ask.change_settings([](Settings& s) { s.threads = std::max(1, s.threads - 1); });
    });
    pen.text({threads.x + pen.px(36), threads.center().y},
             std::to_string(context_.settings.threads), 16, pen.theme().ink, Align::Center,
             Weight::Bold);
    threads.take_left(pen.px(72));
    pen.button("settings.more", threads.take_left(pen.px(kFinger)), "+", {}, [this, most] {
      context_.ask.change_settings(
          [most](Settings& s) { s.threads = std::min(most, s.threads + 1); });
    });
    choose("pace", Word::Pace, {Word::PaceNone, Word::Fast, Word::Normal, Word::Slow},
           nearest(kPaces, context_.settings.pace_s),
           [](Settings& s, int i) { s.pace_s = kPaces[static_cast<std::size_t>(i)]; });
    pen.slider("settings.effects", row(Word::EffectsVolume), context_.tr(Word::EffectsVolume),
               context_.settings.effects, 0.05, [this](double v) {
                 context_.ask.change_settings([v](Settings& s) { s.effects = v; });
                 context_.services.play(Sound::FirstStone);
               });
    pen.slider("settings.music", row(Word::MusicVolume), context_.tr(Word::MusicVolume),
               context_.settings.music, 0.05, [this](double v) {
                 context_.ask.change_settings([v](Settings& s) { s.music = v; });
               });
    toggle("mute", Word::Mute, context_.settings.mute, [](Settings& s) { s.mute = !s.mute; });
  }
}

}  // namespace losange::window
