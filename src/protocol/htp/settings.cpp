#include "protocol/htp/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "players/registry.h"

namespace losange::protocol {

std::string bool_text(bool value) { return value ? "1" : "0"; }

bool parse_bool(const std::string& value) {
  const std::string word = base::lower(value);
  if (word == "1" || word == "true") return true;
  if (word == "0" || word == "false") return false;
  throw base::UserError(fmt::format("'{}' is neither 0 nor 1", base::printable(value)));
}

base::Millis parse_seconds(const std::string& value) {
  const auto seconds = base::parse_real(value);
  if (!seconds || *seconds < 0 || *seconds > kLongestTime_s) {
    throw base::UserError(
        fmt::format("'{}' is not a time: give seconds, or 0 for none", base::printable(value)));
  }
  // A time however short is not the 0 that means none.
  return *seconds > 0 ? std::max(base::Millis(1), base::to_millis(*seconds)) : base::Millis(0);
}

std::int64_t parse_count(const std::string& value, std::int64_t least, std::int64_t most) {
  const auto count = base::parse_integer(value);
  if (!count || *count < least || *count > most) {
    throw base::UserError(fmt::format("'{}' is not possible: give a number from {} to {}",
                                      base::printable(value), least, most));
  }
  return *count;
}

namespace {

std::string type_of(const players::Parameter& parameter) {
  switch (parameter.kind) {
    case players::Parameter::Kind::Flag: return "bool";
    case players::Parameter::Kind::Choice:
      return fmt::format("list/{}", base::joined(parameter.choices, "/"));
    default: return "string";
  }
}

HtpSetting setting_of(HtpGame& game, const players::Parameter& parameter, std::string value) {
  const bool flag = parameter.kind == players::Parameter::Kind::Flag;
  if (flag) value = bool_text(value == "true");
  return {type_of(parameter), parameter.name, std::move(value),
          [&game, flag, key = parameter.name](const std::string& text) {
            auto spec = game.player_spec();
            spec.settings[key] = !flag ? text : parse_bool(text) ? "true" : "false";
            game.set_player(std::move(spec));
          }};
}

}  // namespace

std::vector<HtpSetting> game_settings(HtpGame& game) {
  return {
      {"bool", "allow_swap", bool_text(game.swap_allowed()),
       [&game](const std::string& value) { game.allow_swap(parse_bool(value)); }},
      {"list/mirror/sides", "swap_kind", game.swap_kind == SwapKind::Mirror ? "mirror" : "sides",
       [&game](const std::string& value) {
         const std::string word = base::lower(value);
         if (word != "mirror" && word != "sides") {
           throw base::UserError(
               fmt::format("'{}' is neither mirror nor sides", base::printable(value)));
         }
         game.swap_kind = word == "mirror" ? SwapKind::Mirror : SwapKind::Sides;
       }},
      {"bool", "on_little_golem", bool_text(game.short_swap_word),
       [&game](const std::string& value) { game.short_swap_word = parse_bool(value); }},
      {"bool", "ponder", bool_text(game.ponders()),
       [&game](const std::string& value) { game.set_ponder(parse_bool(value)); }},
      {"string", "game_time", fmt::format("{}", base::to_seconds(game.clock_setup().total)),
       [&game](const std::string& value) {
         if (game.session().move_number() > 0) {
           throw base::UserError("Cannot set game time if game started!");
         }
         game.set_clock(parse_seconds(value), base::Millis(0));
       }},
  };
}

std::vector<HtpSetting> player_settings(HtpGame& game) {
  std::vector<HtpSetting> settings;
  const auto& strategy = players::find_strategy(game.player_spec().name);
  const players::Settings now(strategy.parameters, game.player_spec().settings);
  for (const auto& parameter : strategy.parameters) {
    settings.push_back(setting_of(game, parameter, now.text(parameter.name)));
  }
  auto& limits = game.limits();
  settings.push_back({"string", "max_time",
                      limits.time ? fmt::format("{}", base::to_seconds(*limits.time)) : "0",
                      [&limits](const std::string& value) {
                        const auto time = parse_seconds(value);
                        limits.time.reset();
                        if (time > base::Millis(0)) limits.time = time;
                      }});
  settings.push_back({"string", "nodes", fmt::format("{}", limits.nodes.value_or(0)),
                      [&limits](const std::string& value) {
                        const auto nodes = parse_count(value, 0, 1'000'000'000'000);
                        limits.nodes.reset();
                        if (nodes > 0) limits.nodes = static_cast<std::uint64_t>(nodes);
                      }});
  settings.push_back(
      {"string", "threads", fmt::format("{}", limits.threads), [&limits](const std::string& value) {
         limits.threads = static_cast<int>(parse_count(value, 1, 1024));
       }});
  return settings;
}

std::string show_or_set(const std::vector<HtpSetting>& settings,
                        const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    std::string text;
    for (const auto& setting : settings) {
      text += fmt::format("\n[{}] {} {}", setting.type, setting.key, setting.value);
    }
    return text;
  }
  if (arguments.size() != 2) throw base::UserError("Expected 0 or 2 arguments");
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const auto& s) { return s.key == arguments[0]; });
  if (found == settings.end()) {
    throw base::UserError(fmt::format("Unknown parameter: {}", base::printable(arguments[0])));
  }
  found->set(arguments[1]);
  return "";
}

}  // namespace losange::protocol
