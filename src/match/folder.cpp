#include "match/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "players/files/write_game.h"
#include "players/game/games.h"

namespace losange::match {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr const char* kSettingsFile = "match.json";
constexpr const char* kGamesFile = "games.jsonl";
constexpr std::size_t kMostBytes = std::size_t{1} << 33;
constexpr std::size_t kMostDifferences = 16;  // all that can differ of a board and two players

std::string_view result_text(game::Outcome outcome) {
  switch (outcome) {
    case game::Outcome::FirstWins: return "first";
    case game::Outcome::SecondWins: return "second";
    case game::Outcome::Draw: return "draw";
    case game::Outcome::Ongoing: break;
  }
  return "none";
}

game::Outcome result_from(std::string_view text) {
  for (const auto outcome :
       {game::Outcome::FirstWins, game::Outcome::SecondWins, game::Outcome::Draw}) {
    if (result_text(outcome) == text) return outcome;
  }
  throw base::UserError(fmt::format("'{}' is not a result", base::printable(text)));
}

const Opening& opening_of(const MatchSettings& settings, const PlannedGame& plan) {
  return settings.openings.openings[plan.opening];
}

std::array<double, 2> total_seconds(const MatchSettings& settings, const FinishedGame& game) {
  std::array<double, 2> total{};
  std::size_t ply = opening_of(settings, game.plan).moves.size();
  for (const double seconds : game.played.seconds) total[ply++ % 2] += seconds;
  // Without rounding the text would show the error of the additions.
  for (double& sum : total) sum = std::round(sum * 1e4) / 1e4;
  return total;
}

std::string games_file(const MatchSettings& settings) {
  return "games." + players::game_file_ending(settings.game);
}

std::string text_of(const MatchSettings& settings, const FinishedGame& game) {
  std::string text = players::write_game(to_record(settings, game));
  if (text.empty() || text.back() != '\n') text += '\n';
  if (players::is_draughts(settings.game)) text += '\n';  // PDN parts its games by empty lines
  return text;
}

void check_belongs(const MatchSettings& settings, const PlannedGame& plan, const Json& json) {
  for (const int side : {0, 1}) {
    const auto& wanted = settings.entrants[plan.seats[static_cast<std::size_t>(side)]].name;
    if (json.at(side == 0 ? "first" : "second") != wanted) {
      throw base::UserError(fmt::format("game {} is between other players", plan.number + 1));
    }
  }
  if (json.at("opening") != opening_of(settings, plan).name || json.at("seed") != plan.seed) {
    throw base::UserError(fmt::format("game {} has another opening or seed", plan.number + 1));
  }
}

}  // namespace

std::string to_line(const MatchSettings& settings, const FinishedGame& game) {
  const auto& [plan, played] = game;
  Json json;
  json["game"] = plan.number + 1;
  json["pair"] = plan.pair + 1;
  json["first"] = settings.entrants[plan.seats[0]].name;
  json["second"] = settings.entrants[plan.seats[1]].name;
  json["opening"] = opening_of(settings, plan).name;
  json["result"] = result_text(played.outcome);
  json["ending"] = to_text(played.ending);
  if (!played.detail.empty()) json["detail"] = played.detail;
  json["plies"] = played.moves.size();
  json["seed"] = plan.seed;
  json["time_s"] = total_seconds(settings, game);
  json["oversteps"] = played.oversteps;
  json["moves"] = base::joined(played.moves, " ");
  json["seconds"] = played.seconds;
  // What a foreign program said may be no UTF-8: replaced rather than refused.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

FinishedGame from_line(const MatchSettings& settings, std::string_view line) {
  try {
    const Json json = Json::parse(line);
    const auto number = json.at("game").get<std::uint64_t>();
    if (number < 1 || json.at("pair").get<std::uint64_t>() != (number + 1) / 2) {
      throw base::UserError("game and pair do not fit each other");
    }
    FinishedGame game;
    game.plan = plan_game(settings, number - 1);
    check_belongs(settings, game.plan, json);
    PlayedGame& played = game.played;
    played.outcome = result_from(json.at("result").get<std::string>());
    const auto ending = json.at("ending").get<std::string>();
    if (!ending_from(ending)) {
      throw base::UserError(fmt::format("'{}' is not a way to end", base::printable(ending)));
    }
    played.ending = *ending_from(ending);
    played.detail = json.value("detail", "");
    played.oversteps = json.at("oversteps").get<std::array<int, 2>>();
    played.moves = base::split_words(json.at("moves").get<std::string>());
    played.seconds = json.at("seconds").get<std::vector<double>>();
    return game;
  } catch (const nlohmann::json::exception&) {
    throw base::UserError("it is not a game in JSON, or a part of the game is missing");
  }
}

game::GameRecord to_record(const MatchSettings& settings, const FinishedGame& game) {
  const auto& [plan, played] = game;
  game::GameRecord record(settings.game);
  record.players = {settings.entrants[plan.seats[0]].name, settings.entrants[plan.seats[1]].name};
  record.event =
      fmt::format("game {}, opening {}", plan.number + 1, opening_of(settings, plan).name);
  record.comment_on_game = base::to_utf8(played.detail);
  const std::size_t from = opening_of(settings, plan).moves.size();
  for (std::size_t i = 0; i < played.moves.size(); ++i) {
    record.play({i % 2 == 0 ? game::Side::First : game::Side::Second, played.moves[i]});
    if (i >= from && i - from < played.seconds.size()) {
      record.node(record.cursor()).seconds_spent = played.seconds[i - from];
    }
  }
  record.result.outcome = played.outcome;
  if (is_failure(played.ending)) record.result.reason = "forfeit";
  if (played.ending == Ending::Resign) record.result.reason = "resign";
  if (played.ending == Ending::Time) record.result.reason = "time";
  return record;
}

std::optional<StoredMatch> stored_match(const std::filesystem::path& folder) {
  const auto file = folder / kSettingsFile;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return std::nullopt;
  const std::string text = base::read_file(file);
  try {
    const Json json = Json::parse(text);
    if (json.at("format") != kFormat) {
      throw base::UserError(fmt::format("it has format {}, this program reads {}",
                                        json.at("format").dump(), kFormat));
    }
    return StoredMatch{settings_from_json(json.at("settings")),
                       json.at("program").get<std::string>()};
  } catch (const nlohmann::json::exception&) {
    throw base::UserError(
        fmt::format("{} is broken, it is not the JSON of a match: choose another folder with --out",
                    file.string()));
  } catch (const base::UserError& error) {
    throw base::UserError(fmt::format("{} cannot be used: {}. Choose another folder with --out",
                                      file.string(), error.what()));
  }
}

MatchFolder::MatchFolder(std::filesystem::path folder, const MatchSettings& settings,
                         const std::string& program)
    : folder_(std::move(folder)), settings_(settings) {
  base::make_folder(folder_);
  lock();
  try {
    store_settings(program);
    read_games();
  } catch (...) {
    ::close(lock_);
    throw;
  }
}

MatchFolder::~MatchFolder() { ::close(lock_); }

void MatchFolder::lock() {
  lock_ = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) {
    throw base::UserError(
        fmt::format("cannot open the folder {}: {}", folder_.string(), std::strerror(errno)));
  }
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  ::close(lock_);
  throw base::UserError(fmt::format(
      "another match is being played in {}: wait for it, or choose another folder with --out",
      folder_.string()));
}

void MatchFolder::store_settings(const std::string& program) {
  std::string begun_by = program;
  // While no game is finished there is nothing to protect: a mistake in the command can be mended.
  std::error_code ignored;
  const auto games = std::filesystem::file_size(folder_ / kGamesFile, ignored);
  const bool has_games = !ignored && games > 0;
  if (has_games && !std::filesystem::exists(folder_ / kSettingsFile, ignored)) {
    throw base::UserError(fmt::format(
        "{0} has games and no {1}, which says how the match was begun: put it back, or choose "
        "another folder with --out",
        folder_.string(), kSettingsFile));
  }
  if (const auto stored = has_games ? stored_match(folder_) : std::nullopt) {
    auto differing = differences(stored->settings, settings_);
    if (!differing.empty()) {
      if (differing.size() > kMostDifferences) {
        const std::size_t more = differing.size() - kMostDifferences;
        differing.resize(kMostDifferences);
        differing.push_back(fmt::format("and {} more", more));
      }
      throw base::UserError(
          fmt::format("the match in {} was begun with other settings:\n  {}\nGive the same ones, "
                      "or only --out to "
                      "go on with it as it was begun, or another folder for a new match",
                      folder_.string(), base::joined(differing, "\n  ")));
    }
    if (settings_.games < stored->settings.games) {
      throw base::UserError(fmt::format(
          "the match in {} is over {} games: it can be made longer, but not as short as {}",
          folder_.string(), stored->settings.games, settings_.games));
    }
    begun_by = stored->program;
    if (stored->settings.games == settings_.games) return;
  }
  const Json json{{"format", kFormat}, {"program", begun_by}, {"settings", to_json(settings_)}};
  base::write_file(folder_ / kSettingsFile, json.dump(2) + "\n");
}

void MatchFolder::read_games() {
  const auto file = folder_ / kGamesFile;
  std::error_code ignored;
  const std::string text =
      std::filesystem::exists(file, ignored) ? base::read_file(file, kMostBytes) : "";
  std::set<std::uint64_t> seen;
  std::string games;
  std::size_t good = 0;
  int number = 0;
  while (good < text.size()) {
    const std::size_t end = text.find('\n', good);
    if (end == std::string::npos) break;  // cut short while it was written: played again
    ++number;
    try {
      auto game = from_line(settings_, std::string_view(text).substr(good, end - good));
      if (!seen.insert(game.plan.number).second)
        throw base::UserError("that game was there before");
      games += text_of(settings_, game);
      games_.push_back(std::move(game));
    } catch (const base::UserError& error) {
      throw base::UserError(
          fmt::format("{}, line {}: {}. Delete the line and the game is played again",
                      file.string(), number, error.what()));
    }
    good = end + 1;
  }
  if (good < text.size() || text.empty()) {
    base::write_file(file, std::string_view(text).substr(0, good));
  }
  base::write_file(folder_ / games_file(settings_), games);
}

void MatchFolder::add(const FinishedGame& game) {
  base::append_file(folder_ / kGamesFile, to_line(settings_, game) + "\n");
  base::append_file(folder_ / games_file(settings_), text_of(settings_, game));
}

}  // namespace losange::match
