#include "players/seat.h"

#include "base/text.h"
#include "players/person.h"
#include "players/registry.h"

namespace losange::players {

Seat Seat::parse(std::string_view spec, std::string_view engine) {
  const auto parsed = PlayerSpec::parse(spec);
  if (parsed.name == "human") return {std::string(engine), true, false};
  if (parsed.name == "hybrid") {
    PlayerSpec::parse(parsed.rest);
    return {parsed.rest, true, true};
  }
  return {parsed.text(), false, false};
}

std::string Seat::name() const {
  if (shared) return "hybrid:" + engine;
  return person ? "human" : engine;
}

std::unique_ptr<Player> Seat::make_player() const {
  if (person && !shared) return make_human();
  auto player = make_hybrid(players::make_player(engine));
  player->set_person(person);
  return player;
}

std::optional<game::Side> side_named(std::string_view word) {
  const std::string side = base::lower(word);
  if (side == "black" || side == "b" || side == "red" || side == "first") return game::Side::First;
  if (side == "white" || side == "w" || side == "blue" || side == "second") {
    return game::Side::Second;
  }
  return std::nullopt;
}

}  // namespace losange::players
