#include "window/choices/levels.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "players/game/games.h"
#include "players/registry.h"
#include "players/wrapped/levels.h"

namespace losange::window {

std::string spec_at_level(std::string_view strategy, int level) {
  players::PlayerSpec spec;
  spec.name = strategy;
  if (level < players::kTopLevel) spec.settings["level"] = std::to_string(level);
  return spec.text();
}

int level_of(std::string_view text) {
  const auto spec = players::PlayerSpec::parse(text);
  const auto given = spec.settings.find("level");
  return given == spec.settings.end() ? players::kTopLevel : std::stoi(given->second);
}

std::string at_level(std::string_view text, int level) {
  auto spec = players::PlayerSpec::parse(text);
  spec.settings.erase("level");
  if (level < players::kTopLevel) spec.settings["level"] = std::to_string(level);
  return spec.text();
}

Word level_word(int level, const game::GameSetup& setup) {
  static constexpr std::array<Word, players::kTopLevel> words{
      Word::Level1, Word::Level2, Word::Level3, Word::Level4, Word::Level5,
      Word::Level6, Word::Level7, Word::Level8, Word::Level9, Word::Level10};
  // Of draughts nobody has measured that, and the smallest boards people play as well.
  if (level == players::kTopLevel && (!players::is_hex(setup) || !has_ratings(setup)))
    return Word::LevelTop;
  return words[static_cast<std::size_t>(level - 1)];
}

int rating_of(int level, const game::GameSetup& setup) {
  constexpr int kFirst = 1000, kStep = 50;
  // Against the level below, each game by its default engine: Hex on 7x7 and on 11x11.
  using Steps = std::array<int, players::kTopLevel>;
  static constexpr Steps small{0, 126, 196, 311, 205, 94, 159, 205, 226, 110};
  static constexpr Steps large{0, 252, 215, 295, 372, 315, 315, 363, 330, 330};
  static constexpr Steps draughts{0, 158, 179, 207, 223, 187, 199, 168, 203, 176};
  constexpr int kLargestSmall = 8;
  const auto& steps = !players::is_hex(setup)       ? draughts
                      : setup.size <= kLargestSmall ? small
                                                    : large;
  const int sum = std::accumulate(steps.begin(), steps.begin() + level, kFirst);
  return (sum + kStep / 2) / kStep * kStep;
}

bool has_ratings(const game::GameSetup& setup) {
  constexpr int kLeast = 6;
  return !players::is_hex(setup) || setup.size >= kLeast;
}

std::string adviser_spec(const game::GameSetup& setup) {
  players::PlayerSpec spec;
  spec.name = players::default_engine(setup);
  const auto& parameters = players::find_strategy(spec.name).parameters;
  const auto set = [&](const char* name, const char* value) {
    const bool known = std::any_of(parameters.begin(), parameters.end(),
                                   [&](const players::Parameter& p) { return p.name == name; });
    if (known) spec.settings[name] = value;
  };
  set("cache", "16");
  set("early", "false");
  return spec.text();
}

}  // namespace losange::window
