#include "match/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "players/registry.h"
#include "players/spec.h"

namespace losange::match {

namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string>& known_keys() {
  static const std::vector<std::string> keys{"time",  "nodes",   "playouts",
                                             "clock", "threads", "name"};
  return keys;
}

bool reads_like_settings(std::string_view text) {
  if (base::trim(text).empty()) return true;
  for (const auto& part : base::split(text, ',')) {
    const auto equals = part.find('=');
    if (equals == std::string::npos) return false;
    const auto key = base::trim(std::string_view(part).substr(0, equals));
    const bool word = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    if (!word) return false;
  }
  return true;
}

// "random@time=1@nodes=2": only command lines of outside programs may hold such a part before the
// last '@'.
void refuse_second_at(std::string_view spec, std::string_view extra) {
  const auto at = spec.rfind('@');
  const auto colon = spec.find(':');
  const bool program = colon != std::string_view::npos &&
                       players::find_strategy(base::lower(spec.substr(0, colon))).takes_rest;
  if (at == std::string_view::npos || program || !reads_like_settings(spec.substr(at + 1))) return;
  throw base::UserError(
      fmt::format("player '{0}@{1}': @ is given twice: write one @ and part what follows by "
                  "commas: {2}@{3},{1}",
                  base::printable(spec), base::printable(extra),
                  base::printable(spec.substr(0, at)), base::printable(spec.substr(at + 1))));
}

[[noreturn]] void bad_value(std::string_view key, std::string_view value, const char* wanted) {
  throw base::UserError(
      fmt::format("@{}={} is not possible: give {}", key, base::printable(value), wanted));
}

void set(Entrant& entrant, const std::string& key, std::string_view value) {
  if (key == "name") {
    if (value.empty()) bad_value(key, value, "a name");
    entrant.name = value;
  } else if (key == "time") {
    const auto seconds = base::parse_real(value);
    if (!seconds || *seconds < 0.001 || *seconds > 1e6) {
      bad_value(key, value, "seconds a move, 0.001 to 1000000");
    }
    entrant.limits.move_time = base::to_millis(*seconds);
    entrant.limits.clock = {};
  } else if (key == "nodes" || key == "playouts") {
    const auto nodes = base::parse_integer(value);
    if (!nodes || *nodes < 1 || *nodes > 1'000'000'000'000) {
      bad_value(key, value, "1 to 1000000000000");
    }
    entrant.limits.nodes = static_cast<std::uint64_t>(*nodes);
  } else if (key == "clock") {
    entrant.limits.clock = players::TimeControl::parse(value);
    entrant.limits.move_time.reset();
  } else if (key == "threads") {
    const auto threads = base::parse_integer(value);
    if (!threads || *threads < 1 || *threads > 1024) bad_value(key, value, "1 to 1024");
    entrant.limits.threads = static_cast<int>(*threads);
  } else {
    const std::string nearest = base::nearest_word(key, known_keys());
    throw base::UserError(fmt::format(
        "unknown setting '@{}'{}", base::printable(key),
        nearest.empty() ? fmt::format(": choose from {}", base::joined(known_keys(), ", "))
                        : fmt::format(": did you mean '{}'?", nearest)));
  }
}

Json to_json(const Entrant& entrant) {
  Json json{{"spec", entrant.spec}, {"name", entrant.name}};
  json["move_time_s"] =
      entrant.limits.move_time ? Json(base::to_seconds(*entrant.limits.move_time)) : Json(nullptr);
  json["nodes"] = entrant.limits.nodes ? Json(*entrant.limits.nodes) : Json(nullptr);
  json["clock"] = entrant.limits.clock.text();
  json["threads"] = entrant.limits.threads;
  return json;
}

Entrant entrant_from_json(const Json& json) {
  Entrant entrant;
  entrant.spec = players::PlayerSpec::parse(json.at("spec").get<std::string>()).text();
  entrant.name = json.at("name").get<std::string>();
  if (!json.at("move_time_s").is_null()) {
    entrant.limits.move_time = base::to_millis(json.at("move_time_s").get<double>());
  }
  if (!json.at("nodes").is_null()) entrant.limits.nodes = json.at("nodes").get<std::uint64_t>();
  entrant.limits.clock = players::TimeControl::parse(json.at("clock").get<std::string>());
  entrant.limits.threads = json.at("threads").get<int>();
  return entrant;
}

// What decides a match but its openings' moves, which may be thousands, and its length. What it is called by comes first:
// whoever shows a part of what differs shows that.
Json to_compare(const MatchSettings& settings) {
  Json all = match::to_json(settings), ordered;
  for (const char* key : {"game", "size", "variant", "players"}) ordered[key] = all[key];
  all.erase("games");
  all.erase("opening_moves");
  ordered.update(all);
  return ordered.flatten();
}

}  // namespace

Entrant parse_entrant(std::string_view text, const PlayerLimits& common) {
  if (base::to_utf8(text) != text) {
    throw base::UserError(fmt::format("player '{}' is not written in UTF-8, as match.json is",
                                      base::printable(text)));
  }
  Entrant entrant;
  entrant.limits = common;
  std::string_view spec = base::trim(text), extra;
  if (const auto at = spec.rfind('@');
      at != std::string_view::npos && reads_like_settings(spec.substr(at + 1))) {
    extra = base::trim(spec.substr(at + 1));
    spec = base::trim(spec.substr(0, at));
  }
  if (!extra.empty()) refuse_second_at(spec, extra);
  entrant.spec = players::PlayerSpec::parse(spec).text();
  entrant.name = entrant.spec;
  if (extra.empty()) return entrant;
  const auto parts = base::split(extra, ',');
  std::set<std::string> given;
  try {
    for (const auto& part : parts) {
      const auto equals = part.find('=');
      const std::string key(base::trim(std::string_view(part).substr(0, equals)));
      if (!given.insert(key == "playouts" ? "nodes" : key).second) {
        throw base::UserError(fmt::format("@{} is given twice: which one counts?", key));
      }
      set(entrant, key, base::trim(std::string_view(part).substr(equals + 1)));
    }
    if (given.contains("time") && given.contains("clock")) {
      throw base::UserError(
          "@time and @clock exclude each other: a clock says how long its moves may take");
    }
  } catch (const base::UserError& error) {
    throw base::UserError(fmt::format("player '{}': {}", base::printable(text), error.what()));
  }
  // Without a name of its own a player is called by all that makes it special.
  if (entrant.name == entrant.spec) entrant.name = fmt::format("{}@{}", entrant.spec, extra);
  return entrant;
}

bool has_limit(const Entrant& entrant) {
  const auto& limits = entrant.limits;
  return limits.move_time || limits.nodes ||
         limits.clock.kind != players::TimeControl::Kind::None;
}

std::optional<players::OwnLimit> own_limit(const Entrant& entrant) {
  if (has_limit(entrant)) return std::nullopt;
  return players::own_limit(players::PlayerSpec::parse(entrant.spec));
}

void make_names_distinct(std::vector<Entrant>& entrants) {
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const auto taken = [&](const std::string& name) {
      return std::any_of(entrants.begin(), entrants.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](const Entrant& e) { return e.name == name; });
    };
    const std::string name = entrants[i].name;
    for (int number = 2; taken(entrants[i].name); ++number) {
      entrants[i].name = fmt::format("{} ({})", name, number);
    }
  }
}

Json to_json(const MatchSettings& settings) {
  Json json;
  json["players"] = Json::array();
  for (const auto& entrant : settings.entrants) json["players"].push_back(to_json(entrant));
  json["game"] = settings.game.game;
  json["size"] = settings.game.size;
  json["variant"] = settings.game.variant;
  json["games"] = settings.games;
  json["seed"] = settings.seed;
  json["strict_time"] = settings.strict_time;
  json["ponder"] = settings.ponder;
  json["time_margin_s"] = base::to_seconds(settings.time_margin);
  json["reply_timeout_s"] = base::to_seconds(settings.reply_timeout);
  json["start_timeout_s"] = base::to_seconds(settings.start_timeout);
  json["sprt"] = nullptr;
  if (const auto& sprt = settings.sprt) {
    json["sprt"] = {
        {"elo0", sprt->elo0}, {"elo1", sprt->elo1}, {"alpha", sprt->alpha}, {"beta", sprt->beta}};
  }
  json["openings"] = settings.openings.name;
  json["opening_moves"] = Json::array();
  for (const auto& opening : settings.openings.openings) {
    json["opening_moves"].push_back(base::joined(opening.moves, " "));
  }
  return json;
}

MatchSettings settings_from_json(const Json& json) {
  try {
    MatchSettings settings;
    for (const auto& entrant : json.at("players")) {
      settings.entrants.push_back(entrant_from_json(entrant));
    }
    settings.game.game = json.at("game").get<std::string>();
    settings.game.size = json.at("size").get<int>();
    settings.game.variant = json.at("variant").get<std::string>();
    settings.game.swap = false;
    settings.games = json.at("games").get<std::uint64_t>();
    settings.seed = json.at("seed").get<std::uint64_t>();
    settings.strict_time = json.at("strict_time").get<bool>();
    settings.ponder = json.value("ponder", false);  // matches begun before there was any
    settings.time_margin = base::to_millis(json.at("time_margin_s").get<double>());
    settings.reply_timeout = base::to_millis(
        json.value("reply_timeout_s", base::to_seconds(settings.reply_timeout)));  // as ponder
    settings.start_timeout = base::to_millis(
        json.value("start_timeout_s", base::to_seconds(settings.start_timeout)));  // as ponder
    if (const auto sprt = json.at("sprt"); !sprt.is_null()) {
      settings.sprt =
          SprtSettings{sprt.at("elo0"), sprt.at("elo1"), sprt.at("alpha"), sprt.at("beta")};
    }
    settings.openings.name = json.at("openings").get<std::string>();
    for (const auto& moves : json.at("opening_moves")) {
      const auto text = moves.get<std::string>();
      if (text.empty()) {
        settings.openings.openings.push_back({"empty", {}});
      } else {
        auto read = read_openings(text, settings.game);
        settings.openings.openings.insert(settings.openings.openings.end(), read.begin(),
                                          read.end());
      }
    }
    if (settings.entrants.size() < 2 || settings.openings.openings.empty() || settings.games == 0 ||
        settings.games % 2 != 0) {
      throw base::UserError("players, openings or games are missing");
    }
    return settings;
  } catch (const nlohmann::json::exception&) {
    throw base::UserError("one of its settings is missing or not what it should be");
  }
}

std::vector<std::string> differences(const MatchSettings& was, const MatchSettings& now) {
  const Json a = to_compare(was), b = to_compare(now);
  std::vector<std::string> lines;
  const auto text = [](const Json& flat, const std::string& key) {
    return flat.contains(key) ? flat.at(key).dump() : std::string("absent");
  };
  const auto note = [&](const std::string& key) {
    lines.push_back(fmt::format("{}: was {}, now {}", key.substr(1), text(a, key), text(b, key)));
  };
  for (const auto& [key, value] : a.items()) {
    if (!b.contains(key) || b.at(key) != value) note(key);
  }
  for (const auto& [key, value] : b.items()) {
    if (!a.contains(key)) note(key);
  }
  const auto &moves_a = was.openings.openings, &moves_b = now.openings.openings;
  if (!std::equal(moves_a.begin(), moves_a.end(), moves_b.begin(), moves_b.end(),
                  [](const Opening& x, const Opening& y) { return x.moves == y.moves; })) {
    lines.push_back(fmt::format("opening_moves: was a list of {}, now another of {}",
                                moves_a.size(), moves_b.size()));
  }
  return lines;
}

}  // namespace losange::match
