// The named strategies. A strategy is one entry here: every face, protocol and match lists this set.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "players/game/player.h"
#include "players/kinds/settings.h"
#include "players/outside/program_link.h"
#include "players/spec.h"

namespace losange::players {

// What ends the thinking of a player on a move where nobody sets a limit.
struct OwnLimit {
  std::string text;    // "1 s a move", "50000 descents a move"
  bool given = false;  // by the player's settings
};

struct Strategy {
  std::string name;
  base::Message description;  // one line
  std::vector<Parameter> parameters;
  // Makes it; for outside programs the next.
  std::function<std::unique_ptr<Player>(const PlayerSpec&, const Settings&)> make{};
  std::function<std::unique_ptr<Player>(std::string command_line, ProgramPatience,
                                        std::shared_ptr<ProgramLog>)>
      make_program{};
  // Without it a limit changes nothing, or the limit is not known: that of a program behind HTP.
  std::function<OwnLimit(const Settings&)> own_limit{};
  // With these settings and limits it always plays the same in the same game: neither chance nor a clock has a say.
  // Without it that is never certain.
  std::function<bool(const Settings&, const search::Limits&)> repeats{};
  bool takes_rest = false;      // "htp:" and "hybrid:" take the rest of the spec as it is
  std::string usage;            // how to write it, where NAME[:key=value,...] does not say
  bool engine = true;           // chooses moves by itself, inside this program
  bool opens_from_book = true;  // takes book=FILE beside its own settings; only engines do
  bool reports_itself = false;  // writes report=FILE itself, with more than its observers see
  bool own_levels = false;      // level=N is one of its own settings
  std::vector<std::string> games{"hex"};  // the games it plays

  bool plays(std::string_view game) const {
    return std::find(games.begin(), games.end(), game) != games.end();
  }
  // Engines take level=N and report=FILE beside their own settings.
  bool takes_a_level() const { return engine && !takes_rest; }
};

const std::vector<Strategy>& strategies();
// Throws base::UserError with the nearest known name.
const Strategy& find_strategy(std::string_view name);

// `patience` and `log` are for outside programs.
std::unique_ptr<Player> make_player(const PlayerSpec& spec, ProgramPatience patience = {},
                                    std::shared_ptr<ProgramLog> log = {});
inline std::unique_ptr<Player> make_player(std::string_view spec) {
  return make_player(PlayerSpec::parse(spec));
}

// What its settings ask for, in MiB; 0 for an outside program.
std::size_t wished_memory(const PlayerSpec& spec);

// Nothing for a player that has none, or none that is known.
std::optional<OwnLimit> own_limit(const PlayerSpec& spec);

// Two games of such a player against another such one from the same position are the same game.
bool always_plays_the_same(const PlayerSpec& spec, const search::Limits& limits);

// The engine people meet when they name none: the strongest that this build can run.
std::string default_engine(const game::GameSetup& setup = {});

}  // namespace losange::players
