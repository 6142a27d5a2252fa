#include "window/ui/overlays.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "window/common/second_wish.h"

namespace losange::window {

namespace {

constexpr base::Millis kTooltipAfter{550}, kTooltipFor{8'000};

}  // namespace

void Notice::say(std::string text, bool error, Time now) {
  text_ = std::move(text);
  error_ = error;
  until_ = now + kNoticeTime;
}

bool Notice::pass_time(Time now) {
  if (text_.empty() || now <= until_) return false;
  text_.clear();
  return true;
}

void Notice::draw(Pen& pen, Rect within, Place place) const {
  if (text_.empty()) return;
  // On a phone each line of it hides much of a board.
  const bool narrow = pen.narrow();
  const double letters = narrow ? 12 : 15, margin = pen.px(narrow ? 6 : 12),
               side = pen.px(narrow ? 10 : 22), line_height = pen.px(narrow ? 17 : 22);
  auto lines = pen.wrapped(text_, letters,
                           narrow ? within.width - 2 * side : within.width * 0.8 - pen.px(24));
  if (lines.size() > 4) lines.resize(4);
  double width = 0;
  for (const auto& line : lines) width = std::max(width, pen.text_width(line, letters));
  const double height = line_height * static_cast<double>(lines.size()) + 2 * margin;
  const double off = pen.px(narrow ? 0 : place == Place::Top ? 4 : 12);
  const Rect plate{std::round(within.center().x - width / 2 - side),
                   place == Place::Top ? within.y + off : within.bottom() - height - off,
                   width + 2 * side, height};
  const Color ground =
      error_ ? pen.theme().bad : mixed(pen.theme().ink, pen.theme().background, 0.05);
  pen.fill(plate, ground, 12);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    pen.text({plate.center().x, plate.y + margin + line_height * (static_cast<double>(i) + 0.5)},
             lines[i], letters, readable_on(ground), Align::Center);
  }
}

void Tooltip::restart(Time now) {
  since_ = now;
  state_ = State::Comes;
}

bool Tooltip::pass_time(Time now) {
  const bool comes = state_ == State::Comes && now - since_ > kTooltipAfter;
  const bool goes = shown() && now - since_ > kTooltipFor;
  if (comes) {
    state_ = State::Shown;
    since_ = now;
  }
  if (goes) state_ = State::Away;
  return comes || goes;
}

void Tooltip::draw(Pen& pen) const {
  const std::string& hovered = pen.attention().hovered;
  if (!shown() || hovered.empty()) return;
  const Widget* under = pen.frame().find(hovered);
  if (under == nullptr || under->tip.empty()) return;
  const double width =
      std::min(pen.text_width(under->tip, 13) + pen.px(20), pen.width() - pen.px(8));
  const double height = pen.px(30);
  // The last place for it is, by rounding, a little before the first one where it is as wide as the window.
  const double first = pen.px(4), last = std::max(first, pen.width() - width - pen.px(4));
  const double x = std::clamp(under->area.center().x - width / 2, first, last);
  double y = under->area.bottom() + pen.px(6);
  if (y + height > pen.height()) y = under->area.y - height - pen.px(6);
  const Color ground = mixed(pen.theme().ink, pen.theme().background, 0.08);
  pen.fill({x, y, width, height}, ground, 7);
  pen.text({x + width / 2, y + height / 2}, under->tip, 13, readable_on(ground), Align::Center,
           Weight::Regular, width - pen.px(14));
}

}  // namespace losange::window
