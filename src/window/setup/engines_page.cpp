#include "window/setup/engines_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "draughts/rules/rules.h"
#include "draughts/text/draughts.h"
#include "players/check_plays.h"
#include "players/registry.h"
#include "window/words/sentences.h"

namespace losange::window {

// A program that is not there is added once it was wished for again: it may be there tomorrow.
bool EnginesPage::found(const players::PlayerSpec& spec) {
  try {
    players::check_found(spec);
    return true;
  } catch (const base::UserError& error) {
    why_unfound_ = error.message();
    return false;
  }
}

void EnginesPage::add() {
  context_.ask.say("");  // what was told of another one is not of this one
  const std::string text(base::trim(written_));
  const auto spec = players::PlayerSpec::parse(text);
  const auto& strategy = players::find_strategy(spec.name);
  if (!strategy.engine && !strategy.make_program) {
    throw base::UserError(
        "window.no-engine",
        "'{}' does not choose moves by itself: write htp: or hub: and the command "
        "line of a program",
        base::printable(text));
  }
  if (!found(spec) && !unfound_.again(spec.text(), context_.now)) return;
  unfound_.forget();
  context_.ask.change_settings([&](Settings& s) {
    if (std::find(s.engines.begin(), s.engines.end(), spec.text()) == s.engines.end())
      s.engines.push_back(spec.text());
  });
  written_.clear();
  first_ = static_cast<int>(context_.settings.engines.size());  // the new one, the last, is seen
}

bool EnginesPage::key(const KeyPress& press) {
  switch (press.key) {
    case Key::Up: first_ -= 1; return true;
    case Key::Down: first_ += 1; return true;
    case Key::PageUp: first_ -= room_; return true;
    case Key::PageDown: first_ += room_; return true;
    default: return false;
  }
}

void EnginesPage::play(const std::string& spec) const {
  const auto& strategy = players::find_strategy(players::PlayerSpec::parse(spec).name);
  game::GameSetup setup{.size = context_.settings.size, .swap = context_.settings.swap};
  if (!strategy.plays(setup.game))
    setup = draughts::setup_of({&draughts::find_rules("international"), 10});
  context_.ask.replace_game(Word::PlayAgainstIt, [this, setup, spec] {
    context_.ask.start_game(setup, {"human", spec}, {});
  });
}

void EnginesPage::draw(Pen& pen, Rect rest) {
  const auto& settings = context_.settings;
  const double height = pen.px(pen.narrow() ? kFinger : 38);
  const auto help = context_.tr(Word::EnginesHelp);
  rest.take_top(pen.paragraph(rest, help, 14, pen.theme().muted) + pen.px(12));
  Rect line = rest.take_top(height);
  const auto act = [this] { add(); };
  const bool asks = unfound_.asks();
  pen.button("engines.add", line.take_right(pen.px(asks ? 170 : 120)),
             context_.tr(asks ? Word::AddUnfound : Word::AddEngine),
             {.icon = Icon::Plus, .primary = true, .enabled = !base::trim(written_).empty()}, act);
  line.take_right(pen.px(8));
  const auto edited = [this] {
    context_.ask.say("");
    unfound_.forget();
  };
  pen.field("engines.new", line, written_, "htp:mohex --quiet", edited, act);
  if (asks) {
    rest.take_top(pen.px(8));
    const auto why =
        context_.tr(Word::NotAdded, error_text(context_.settings.language, why_unfound_));
    rest.take_top(pen.paragraph(rest, why, 14, pen.theme().bad));
  }
  rest.take_top(pen.px(18));

  pen.text({rest.x, rest.y + pen.px(10)}, context_.tr(Word::WhoAdvises), 15, pen.theme().ink,
           Align::Left, Weight::Bold);
  rest.take_top(pen.px(26));
  const auto adviser = [&](const std::string& spec, const std::string& label, Rect area,
                           std::size_t i) {
    pen.button(fmt::format("engines.adviser.{}", i), area, label,
               {.icon = settings.adviser == spec ? Icon::Check : Icon::Dot,
                .selected = settings.adviser == spec,
                .align = Align::Left,
                .letters = 14},
               [this, spec] {
                 context_.ask.say("");
                 context_.ask.change_settings([&](Settings& s) { s.adviser = spec; });
                 if (!spec.empty()) players::check_found(players::PlayerSpec::parse(spec));
               });
  };
  adviser("", context_.tr(Word::OwnAdviser), rest.take_top(height), 0);
  const double gap = pen.px(6), pitch = height + gap;
  const int count = static_cast<int>(settings.engines.size());
  room_ = std::max(0, static_cast<int>(rest.height / pitch));
  first_ = std::clamp(first_, 0, std::max(0, count - room_));
  if (count > room_) {  // where the list stands
    const Rect way = rest.take_right(pen.px(12));
    pen.fill({way.right() - pen.px(5), way.y + gap + way.height * first_ / count, pen.px(5),
              way.height * room_ / count - gap},
             pen.theme().line, 2.5);
  }
  for (int at = first_; at < std::min(count, first_ + room_); ++at) {
    const auto i = static_cast<std::size_t>(at);
    rest.take_top(gap);
    Rect row = rest.take_top(height);
    const std::string spec = settings.engines[i];
    pen.button(
        fmt::format("engines.remove.{}", i), row.take_right(height), "",
        {.icon = Icon::Trash, .plain = true, .tip = context_.tr(Word::RemoveEngine), .once = true},
        [this, spec] {
          context_.ask.say("");
          context_.ask.change_settings([&](Settings& s) {
            std::erase(s.engines, spec);
            if (s.adviser == spec) s.adviser.clear();
          });
        });
    pen.button(fmt::format("engines.play.{}", i), row.take_right(height), "",
               {.icon = Icon::Play, .plain = true, .tip = context_.tr(Word::PlayAgainstIt)},
               [this, spec] { play(spec); });
    row.take_right(pen.px(6));
    adviser(spec, spec, row, i + 1);
  }
}

}  // namespace losange::window
