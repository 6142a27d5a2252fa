#include "players/check_plays.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/system/process.h"
#include "base/text.h"
#include "players/alphabeta/draughts_player.h"
#include "players/outside/hub_player.h"
#include "players/registry.h"
#include "players/wrapped/book.h"

namespace losange::players {

namespace {

// What plays a game without a person.
std::vector<std::string> players_for(std::string_view game) {
  std::vector<std::string> names;
  for (const auto& strategy : strategies()) {
    if (!strategy.plays(game)) continue;
    if (strategy.engine) names.push_back(strategy.name);
    if (strategy.make_program) names.push_back(strategy.name + ":COMMAND");
  }
  return names;
}

// What of a player is for certain boards only: files that its settings name, and what its protocol
// can say.
void check_board(const Strategy& strategy, const Settings& settings, const game::GameSetup& setup) {
  if (strategy.opens_from_book) check_book(settings, "book", setup);
  if (strategy.name == "book") check_book(settings, "file", setup);
  if (strategy.name == "draughts") check_draughts(settings, setup);
  if (strategy.name == "hub") check_hub_board(setup);
}

}  // namespace

void check_plays(const PlayerSpec& spec, const game::GameSetup& setup) {
  const Strategy& strategy = find_strategy(spec.name);
  if (!strategy.plays(setup.game)) {
    throw base::UserError("player.not-this-game", "player '{}' does not play {}: choose from {}",
                          base::printable(spec.text()), setup.game, players_for(setup.game));
  }
  if (spec.name == "hybrid") return check_plays(spec.rest, setup);
  const Settings settings(strategy.parameters, spec.settings);
  try {
    check_board(strategy, settings, setup);
  } catch (const base::UserError& error) {
    throw base::UserError("player.in", "player '{}': {}", base::printable(spec.text()),
                          error.message());
  }
}

bool safe_from_file(const PlayerSpec& spec) {
  const Strategy& strategy = find_strategy(spec.name);
  if (spec.name == "hybrid") {
    const auto engine = PlayerSpec::parse(spec.rest);
    return engine.name != "hybrid" && safe_from_file(engine);
  }
  if (strategy.takes_rest) return false;
  const auto is_free_text = [](const Parameter& parameter) {
    return parameter.kind == Parameter::Kind::Text;
  };
  return std::none_of(strategy.parameters.begin(), strategy.parameters.end(),
                      [&](const Parameter& parameter) {
                        return is_free_text(parameter) && spec.settings.contains(parameter.name);
                      });
}

void check_found(const PlayerSpec& spec) {
  if (spec.name == "hybrid") return check_found(PlayerSpec::parse(spec.rest));
  if (!find_strategy(spec.name).make_program || base::may_be_found(spec.rest)) return;
  const auto words = base::split_words(spec.rest);
  throw base::UserError("player.no-program", "there is no program '{}': check the command line",
                        base::printable(words.empty() ? spec.rest : words.front()));
}

void check_starts(std::string_view spec) {
  const auto parsed = PlayerSpec::parse(spec);
  if (parsed.name == "hybrid") return check_starts(parsed.rest);
  if (parsed.rest.empty()) return;
  try {
    make_player(parsed)->prepare();
  } catch (const base::UserError& error) {
    throw base::UserError("player.cannot-start", "player '{}' cannot start: {}",
                          base::printable(parsed.text()), error.message());
  }
}

}  // namespace losange::players
