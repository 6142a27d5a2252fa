#include "players/wrapped/haste.h"

#include <algorithm>
#include <utility>

#include "players/kinds/engine_player.h"
#include "players/kinds/player_wrapper.h"
#include "players/wrapped/first_sight.h"
#include "search/budget.h"

namespace losange::players {

namespace {

// Half of what is kept back: with no less the engine answers as it can. On boards that are larger than the usual one its
// evaluations and playouts take longer by as much.
base::Millis haste_on(int size) {
  constexpr int kUsualCells = 11 * 11;
  return search::kClockLag / 2 * std::max(size * size, kUsualCells) / kUsualCells;
}

class Hasty : public PlayerWrapper {
 public:
  using PlayerWrapper::PlayerWrapper;

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    if (!is_hex(record.setup) || !limits.clock ||
        limits.clock->left > haste_on(record.setup.size)) {
      return inner().choose(record, limits, observer, std::move(stop));
    }
    return with_hex(record.setup, [&](auto tag, const auto& config) {
      using G = typename decltype(tag)::Game;
      const auto position = replay<G>(record, config);
      if (position.outcome() != game::Outcome::Ongoing) {
        return inner().choose(record, limits, observer, std::move(stop));  // which says so
      }
      return to_answer<G>(position, at_first_sight(position));
    });
  }

 private:
  template <int W>
  static search::Report<hex::Move> at_first_sight(const hex::Position<W>& position) {
    const auto promises = first_sight(position, 1);
    const auto best = std::max_element(promises.begin(), promises.end()) - promises.begin();
    typename hex::Position<W>::Moves moves;
    position.legal_moves(moves);
    search::Report<hex::Move> report;
    report.best = moves[static_cast<std::size_t>(best)];
    report.nodes = promises.size();
    report.depth = 1;
    return report;
  }
};

}  // namespace

std::unique_ptr<Player> with_haste(std::unique_ptr<Player> engine) {
  return std::make_unique<Hasty>(std::move(engine));
}

}  // namespace losange::players
