// The net as a player without search: one evaluation a move, by its policy or by Q. Swap is taken where the other side
// stands better, and offered an opening as near to even as the net knows one.
#include <algorithm>
#include <cmath>

#include "base/containers/stable_sort.h"
#include "base/random.h"
#include "base/weighted_draw.h"
#include "net/input/board_codes.h"
#include "net/torch/torch.h"
#include "players/engines/net_settings.h"
#include "players/engines/simple.h"
#include "players/kinds/engine_player.h"

namespace losange::players {

namespace {

double value_of(double log_odds) { return std::tanh(log_odds / 2); }  // in [-1, 1]

struct RawNet {
  static constexpr bool kHexOnly = true;

  std::shared_ptr<const net::Evaluator> evaluator;
  double temperature;
  bool by_policy;  // moves are ranked by the policy head instead of Q

  template <class G, class P>
  auto operator()(GameTag<G>, const P& position, const search::Limits& limits,
                  const search::Observer<typename P::Move>&, std::stop_token) const {
    const base::Stopwatch watch;
    if (position.outcome() != game::Outcome::Ongoing) {
      throw base::UserError("game.no-move", "there is no move to play: the game is over");
    }
    net::set_net_threads(limits.threads);
    auto report = ranked(position);
    if (temperature > 0) {
      base::Random random(base::stream_seed(limits.seed, position.hash()));
      draw(report, random);
    }
    report.best = report.lines.front().move;
    report.value = report.lines.front().value;
    report.nodes = 1;
    report.depth = 1;
    report.seconds = watch.seconds();
    return report;
  }

 private:
  template <class P>
  search::Report<hex::Move> ranked(const P& position) const {
    std::vector<std::uint8_t> codes(static_cast<std::size_t>(position.geometry().cells));
    net::write_codes(position, codes.data());
    net::Evaluations seen;
    evaluator->evaluate(position.size(), codes, seen);

    search::Report<hex::Move> report;
    position.empty().for_each([&](int cell) {
      const float q = seen.q[static_cast<std::size_t>(net::turned_cell(position, cell))];
      const auto move = hex::Move::at(cell);
      report.lines.push_back(
          {move, value_with_swap(position, move, value_of(q)), 1, false, {move}});
    });
    const auto better = [](const auto& a, const auto& b) { return a.value > b.value; };
    base::stable_sort(report.lines.begin(), report.lines.end(), better);
    // Where a swap is open, values decide; and so they do where moves are drawn.
    if (by_policy && temperature == 0 && position.stone_count() > 0 && !position.swap_available()) {
      const auto logit = [&](const auto& line) {
        return seen.policy[static_cast<std::size_t>(net::turned_cell(position, line.move.cell()))];
      };
      base::stable_sort(report.lines.begin(), report.lines.end(),
                        [&](const auto& a, const auto& b) { return logit(a) > logit(b); });
    }
    if (position.swap_available()) {
      // The mirrored stone is the same position with the sides exchanged.
      const double value = report.lines.empty() ? 1.0 : -report.lines.front().value;
      report.lines.push_back({hex::Move::swap(), value, 1, false, {hex::Move::swap()}});
      base::stable_sort(report.lines.begin(), report.lines.end(), better);
    }
    return report;
  }

  // The answer to a first stone under the swap rule takes the better side.
  template <class P>
  static double value_with_swap(const P& position, hex::Move move, double value) {
    if (position.stone_count() > 0) return value;
    P after = position;
    after.play(move);
    return after.swap_available() ? -std::abs(value) : value;
  }

  // Moves the drawn line to the front.
  void draw(search::Report<hex::Move>& report, base::Random& random) const {
    std::vector<double> weights;
    const auto log_odds = [](double value) {
      return 2 * std::atanh(std::clamp(value, -0.9999999, 0.9999999));
    };
    const double best = log_odds(report.lines.front().value);
    for (const auto& line : report.lines) {
      weights.push_back(std::exp((log_odds(line.value) - best) / temperature));
    }
    const auto chosen =
        report.lines.begin() + static_cast<std::ptrdiff_t>(base::draw_by_weight(weights, random));
    std::rotate(report.lines.begin(), chosen, chosen + 1);
  }
};

}  // namespace

std::unique_ptr<Player> make_raw_net(const Settings& settings) {
  return std::make_unique<EnginePlayer<RawNet>>(RawNet{
      net_from(settings), settings.real("temperature"), settings.text("choose") == "policy"});
}

}  // namespace losange::players
