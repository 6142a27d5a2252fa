#include "players/seat.h"

#include "base/text.h"
#include "draughts/text/draughts.h"
#include "players/kinds/person.h"
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

namespace {

game::Side black_side(const game::GameSetup& setup) {
  const bool begins =
      setup.game == "hex" || draughts::config_of(setup).rules->first == draughts::Colour::Black;
  return begins ? game::Side::First : game::Side::Second;
}

}  // namespace

const char* side_name(game::Side side, const game::GameSetup& setup) {
  return side == black_side(setup) ? "Black" : "White";
}

std::optional<game::Side> side_named(std::string_view word, const game::GameSetup& setup) {
  const std::string side = base::lower(word);
  if (side == "first" || side == "red") return game::Side::First;
  if (side == "second" || side == "blue") return game::Side::Second;
  if (side == "black" || side == "b") return black_side(setup);
  if (side == "white" || side == "w") return game::other(black_side(setup));
  return std::nullopt;
}

}  // namespace losange::players
