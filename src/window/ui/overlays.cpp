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

Notice::Plate Notice::plate(const Pen& pen, Rect room, Place place) const {
  const bool narrow = pen.narrow(), within = place == Place::Within;
  const double margin = pen.px(within ? 4 : narrow ? 6 : 12), side = pen.px(narrow || within ? 10 : 22);
  const double widest = narrow || within ? room.width - 2 * side : room.width * 0.8 - pen.px(24);
  Plate plate;
  plate.letters = narrow ? 12.0 : 15.0;
  std::size_t most = 4;
  while (true) {
    plate.line_height = pen.px(plate.letters * (within ? 1.3 : 1.45));
    plate.lines = pen.wrapped(text_, plate.letters, widest);
    if (!within) break;
    constexpr double kReadable = 10;  // pixels
    most = static_cast<std::size_t>(
        std::max(1.0, std::floor((room.height - 2 * margin) / plate.line_height)));
    if (plate.lines.size() <= most || pen.px(plate.letters - 0.5) < kReadable) break;
    plate.letters -= 0.5;
  }
  constexpr double kLeastWidth = 250;
  plate.whole = plate.lines.size() <= most && (!within || room.width >= pen.px(kLeastWidth));
  if (plate.lines.size() > most) {
    plate.lines.resize(most);
    plate.lines.back() += "…";
  }
  double width = 0;
  for (const auto& line : plate.lines) width = std::max(width, pen.text_width(line, plate.letters));
  const double height = plate.line_height * static_cast<double>(plate.lines.size()) + 2 * margin;
  const double off = pen.px(narrow ? 0 : place == Place::Top ? 4 : 12);
  const double top = within                ? std::round(room.center().y - height / 2)
                     : place == Place::Top ? room.y + off
                                           : room.bottom() - height - off;
  plate.area = {std::round(room.center().x - width / 2 - side), top, width + 2 * side, height};
  return plate;
}

void Notice::draw(Pen& pen, const Plate& plate) {
  drawn_ = plate.area;
  const Color ground =
      error_ ? pen.theme().bad : mixed(pen.theme().ink, pen.theme().background, 0.05);
  pen.fill(plate.area, ground, 12);
  const double height = plate.line_height * static_cast<double>(plate.lines.size());
  double y = plate.area.center().y - height / 2 + plate.line_height / 2;
  for (const auto& line : plate.lines) {
    pen.text({plate.area.center().x, y}, line, plate.letters, readable_on(ground), Align::Center);
    y += plate.line_height;
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
  const Widget* under = pen.frame().with_tip(hovered);
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
