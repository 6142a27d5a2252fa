#include "players/engines/simple.h"

#include "base/random.h"
#include "draughts/rules/playout.h"
#include "hex/board/playout.h"
#include "players/kinds/engine_player.h"
#include "search/flat.h"

namespace losange::players {

namespace {

struct RandomMove {
  template <class G, class P>
  auto operator()(GameTag<G>, const P& position, const search::Limits& limits,
                  const search::Observer<typename P::Move>&, std::stop_token) const {
    typename P::Moves moves;
    position.legal_moves(moves);
    if (moves.empty())
      throw base::UserError("game.no-move", "there is no move to play: the game is over");
    // Mixing in the position makes the moves of one game differ under one seed.
    base::Random random(base::stream_seed(limits.seed, position.hash()));
    search::Report<typename P::Move> report;
    report.best = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    report.nodes = 1;
    return report;
  }
};

template <int W>
game::Outcome playout(const hex::Position<W>& from, base::Random& random) {
  return game::win_for(hex::uniform_playout(from, random));
}
template <class Bits>
game::Outcome playout(const draughts::Position<Bits>& from, base::Random& random) {
  return draughts::uniform_playout(from, random);
}

// Without any limit from outside or from the settings, the default number of playouts holds.
struct FlatMonteCarlo {
  std::uint64_t playouts;
  bool playouts_given;

  template <class G, class P>
  auto operator()(GameTag<G>, const P& position, search::Limits limits,
                  const search::Observer<typename P::Move>& observer, std::stop_token stop) const {
    if (playouts_given || !(limits.time || limits.nodes)) {
      limits.nodes = std::min(limits.nodes.value_or(playouts), playouts);
    }
    limits.seed = base::stream_seed(limits.seed, position.hash());
    return search::flat_montecarlo(
        position, limits, [](const P& from, base::Random& random) { return playout(from, random); },
        observer, stop);
  }
};

}  // namespace

std::unique_ptr<Player> make_random() {
  return std::make_unique<EnginePlayer<RandomMove>>(RandomMove{});
}

std::unique_ptr<Player> make_montecarlo(const Settings& settings) {
  return std::make_unique<EnginePlayer<FlatMonteCarlo>>(FlatMonteCarlo{
      static_cast<std::uint64_t>(settings.integer("playouts")), settings.was_given("playouts")});
}

}  // namespace losange::players
