#include "players/kinds/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

namespace losange::players {

namespace {

// A setting that does nothing unless another has one of some values; no values: unless that one is given. It holds for
// every player that has both.
struct Dependence {
  const char* setting;
  const char* needed;
  std::vector<std::string> values;
};

const std::vector<Dependence>& dependences() {
  static const std::vector<Dependence> all = [] {
    std::vector<Dependence> list{{"inferior", "solver", {"true"}},
                                 {"bridge_wire", "eval", {"resistance"}},
                                 {"template_wire", "eval", {"resistance"}},
                                 {"book_visits", "book", {}},
                                 {"report_lines", "report", {}},
                                 {"report_most", "report", {}}};
    for (const char* weight :
         {"distance", "threat", "joints", "bridges", "liberties", "centre", "stones"}) {
      list.push_back({weight, "eval", {"mix", "distance"}});
    }
    return list;
  }();
  return all;
}

void check_effect(const Settings& settings, const Dependence& dependence) {
  const auto& [setting, needed, values] = dependence;
  if (!settings.was_given(setting) || !settings.all().contains(needed)) return;
  if (settings.text(setting) == "false" || settings.text(setting) == "auto") return;
  if (values.empty() && settings.was_given(needed)) return;
  const std::string& now = settings.text(needed);
  if (std::find(values.begin(), values.end(), now) != values.end()) return;
  if (values.empty()) {
    throw base::UserError("setting.alone",
                          "{0} does nothing without {1}: give {1} too, or leave {0} out", setting,
                          needed);
  }
  throw base::UserError("setting.no-effect",
                        "{0} does nothing with {1}={2}: give {1}={3}, or leave {0} out", setting,
                        needed, now, base::either(values));
}

}  // namespace

Parameter Parameter::integer(std::string name, std::string description, long fallback, double least,
                             double most) {
  return {std::move(name),
          std::move(description),
          Kind::Integer,
          std::to_string(fallback),
          least,
          most,
          {}};
}

Parameter Parameter::mebibytes(std::string name, std::string description, long fallback,
                               double least, double most) {
  Parameter result = integer(std::move(name), std::move(description), fallback, least, most);
  result.memory = true;
  return result;
}

Parameter Parameter::real(std::string name, std::string description, double fallback, double least,
                          double most) {
  return {std::move(name),
          std::move(description),
          Kind::Real,
          fmt::format("{}", fallback),
          least,
          most,
          {}};
}

Parameter Parameter::real_or_word(std::string name, std::string description, std::string fallback,
                                  double least, double most, std::vector<std::string> words) {
  return {std::move(name), std::move(description), Kind::Real, std::move(fallback), least, most,
          std::move(words)};
}

Parameter Parameter::flag(std::string name, std::string description, bool fallback) {
  return {
      std::move(name), std::move(description), Kind::Flag, fallback ? "true" : "false", 0, 0, {}};
}

Parameter Parameter::choice(std::string name, std::string description,
                            std::vector<std::string> choices, std::string fallback) {
  return {std::move(name),   std::move(description), Kind::Choice, std::move(fallback), 0, 0,
          std::move(choices)};
}

Parameter Parameter::text(std::string name, std::string description, std::string fallback) {
  return {std::move(name), std::move(description), Kind::Text, std::move(fallback), 0, 0, {}};
}

base::Message Parameter::range() const {
  const auto number = [&](double n) {
    return kind == Kind::Integer ? fmt::format("{:.0f}", n) : fmt::format("{}", n);
  };
  base::Message numbers("setting.range", "{} to {}", number(least), number(most));
  switch (kind) {
    case Kind::Integer: return numbers;
    case Kind::Real:
      if (choices.empty()) return numbers;
      return {"base.or", "{} or {}", numbers, choices};
    case Kind::Flag: return base::either({"true", "false"});
    case Kind::Choice: return base::Message::list(choices);
    case Kind::Text: return {"setting.text", "any text"};
  }
  return {};
}

void Parameter::check(std::string_view value) const {
  const bool is_choice = std::find(choices.begin(), choices.end(), value) != choices.end();
  bool good = is_choice;
  switch (kind) {
    case Kind::Integer: {
      const auto number = base::parse_integer(value);
      good =
          number && static_cast<double>(*number) >= least && static_cast<double>(*number) <= most;
      break;
    }
    case Kind::Real: {
      const auto number = base::parse_real(value);
      good = is_choice || (number && *number >= least && *number <= most);
      break;
    }
    case Kind::Flag: good = value == "true" || value == "false"; break;
    case Kind::Choice: break;
    case Kind::Text: good = !value.empty(); break;
  }
  if (!good) {
    throw base::UserError("setting.impossible", "{}={} is not possible: give {}", name,
                          base::printable(value), range());
  }
}

Settings::Settings(const std::vector<Parameter>& parameters,
                   const std::map<std::string, std::string>& given)
    : given_(given) {
  std::vector<std::string> names;
  for (const auto& parameter : parameters) {
    names.push_back(parameter.name);
    values_[parameter.name] = parameter.fallback;
  }
  for (const auto& [name, value] : given) {
    const auto known = std::find_if(parameters.begin(), parameters.end(),
                                    [&name = name](const Parameter& p) { return p.name == name; });
    if (known == parameters.end()) {
      const std::string nearest = base::nearest_word(name, names);
      throw base::UserError(
          "setting.unknown", "unknown setting '{}': {}", base::printable(name),
          !nearest.empty() ? base::Message("base.did-you-mean", "did you mean '{}'?", nearest)
          : names.empty()  ? base::Message("setting.none", "this player has none")
                           : base::Message("base.choose", "choose from {}", names));
    }
    known->check(value);
    values_[name] = value;
  }
  for (const auto& dependence : dependences()) check_effect(*this, dependence);
}

// Defaults are small, and what holds them stops growing where memory ends: they are no one's wish.
std::size_t Settings::wished_memory(const std::vector<Parameter>& parameters) const {
  std::size_t sum = 0;
  for (const auto& parameter : parameters) {
    if (parameter.memory && was_given(parameter.name))
      sum += static_cast<std::size_t>(integer(parameter.name));
  }
  return sum;
}

void Settings::check_memory(const std::vector<Parameter>& parameters) const {
  std::vector<std::string> wishes;
  for (const auto& parameter : parameters) {
    if (parameter.memory && was_given(parameter.name))
      wishes.push_back(parameter.name + "=" + text(parameter.name));
  }
  base::check_memory(wished_memory(parameters), base::joined(wishes, " and "));
}

long Settings::integer(const std::string& name) const {
  return static_cast<long>(*base::parse_integer(values_.at(name)));
}
double Settings::real(const std::string& name) const { return *base::parse_real(values_.at(name)); }
bool Settings::flag(const std::string& name) const { return values_.at(name) == "true"; }

}  // namespace losange::players
