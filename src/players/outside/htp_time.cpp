#include "players/outside/htp_time.h"

#include <fmt/format.h>

#include <algorithm>

namespace losange::players {

using base::Millis;

const char* htp_colour(game::Side side) { return side == game::Side::First ? "black" : "white"; }

void HtpTime::tell(game::Side side, const search::Limits& limits, const Send& send) {
  // Of a clock that runs time_left says the rest.
  const bool runs = limits.clock && !told_.empty();
  if (has_settings_ && !runs) tell_settings(limits, send);
  if (limits.clock && has_left_) tell_left(side, limits.clock->left, send);
  if (limits.time && !command_.empty()) {
    send(fmt::format("{} max_time {}", command_,
                     base::to_seconds(std::max(*limits.time, Millis(1)))));
  }
}

// Whole seconds are rounded down. Parts are told where they matter.
std::string HtpTime::seconds(Millis time, bool parts) const {
  constexpr Millis kLong(10'000);
  return parts && time < kLong ? fmt::format("{}", base::to_seconds(time))
                               : std::to_string(time.count() / 1000);
}

// What GTP can say of a clock: it knows no increment, and a period once the main time is gone would promise for this move
// what comes after it. Empty where there is nothing to say.
std::string HtpTime::settings(const search::Limits& limits, bool parts) const {
  if (limits.clock) return fmt::format("time_settings {} 0 0", seconds(limits.clock->left, parts));
  if (!limits.time || !command_.empty()) return "";
  return fmt::format("time_settings 0 {} 1", seconds(*limits.time, parts));
}

void HtpTime::tell_settings(const search::Limits& limits, const Send& send) {
  const auto worth_saying = [&](const std::string& text) {
    return !text.empty() && text != told_ && !text.starts_with("time_settings 0 0 ");
  };
  std::string text = settings(limits, form_.parts);
  if (worth_saying(text) && !send(text) && text.find('.') != std::string::npos) {
    form_.parts = false;
    text = settings(limits, form_.parts);
    if (worth_saying(text)) send(text);
  }
  told_ = std::move(text);
}

void HtpTime::tell_left(game::Side side, Millis left, const Send& send) {
  const Form first = form_;
  std::string refused;
  for (const Form form : {first, Form{!first.parts, first.stones}, Form{first.parts, !first.stones},
                          Form{!first.parts, !first.stones}}) {
    const std::string text = fmt::format("time_left {} {}{}", htp_colour(side),
                                         seconds(left, form.parts), form.stones ? " 0" : "");
    if (text == refused) continue;  // there are no parts in it
    if (send(text)) {
      // Where both say the same, nothing was learnt about parts.
      form_.stones = form.stones;
      if (seconds(left, true) != seconds(left, false)) form_.parts = form.parts;
      return;
    }
    refused = text;
  }
  has_left_ = false;
}

}  // namespace losange::players
