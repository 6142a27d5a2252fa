#include "commands/common/opened_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "players/files/write_game.h"

namespace losange::commands {

void check_opened(const Options& options, Command command, const game::GameSetup& opened) {
  const auto refuse = [](const std::string& option, const std::string& what) {
    refuse_usage(fmt::format("{} does not fit the game that was opened, which is {}: leave it out",
                             option, what));
  };
  const auto given = command.given_options();  // not every command has --game
  if (std::count(given.begin(), given.end(), "--game") > 0 && options.game != opened.game) {
    refuse("--game " + options.game, players::game_title(opened));
  }
  if (!options.variant.empty() && options.setup().variant != opened.variant) {
    refuse("--variant " + options.variant, players::game_title(opened));
  }
  if (options.size_given && options.size != opened.size) {
    refuse(fmt::format("--size {}", options.size), fmt::format("on {0}x{0}", opened.size));
  }
  if (options.no_swap && opened.swap) refuse("--no-swap", "played with the swap rule");
}

}  // namespace losange::commands
