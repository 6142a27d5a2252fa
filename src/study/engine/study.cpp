#include "study/engine/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/random.h"
#include "hex/files/board_svg.h"
#include "net/shared_nets.h"
#include "players/alphabeta/negamax.h"
#include "players/alphabeta/negamax_net.h"
#include "players/kinds/engine_player.h"
#include "players/registry.h"

namespace losange::study {

namespace {

constexpr std::uint64_t kMostNodes = 3'000'000;  // spent on solving one position

template <int W>
HeatMap map_of(const hex::Position<W>& position, const std::string& name) {
  if (position.outcome() != game::Outcome::Ongoing) {
    throw base::UserError("the game is over: an evaluation looks at games that go on");
  }
  players::HexEvaluator<W> evaluator(players::evaluation_named(name, position.size()));
  typename players::HexEvaluator<W>::Map values{};
  evaluator.map(position, values);
  HeatMap map{.size = position.size(),
              .evaluation = name,
              .pieces = std::string(static_cast<std::size_t>(position.geometry().cells), '.'),
              .heat = std::vector<double>(static_cast<std::size_t>(position.geometry().cells), 0.0),
              .value = evaluator.value(evaluator.evaluate(position)),
              .to_move = position.to_move()};
  for (const auto side : {game::Side::First, game::Side::Second}) {
    position.stones(side).for_each([&](int cell) {
      map.pieces[static_cast<std::size_t>(cell)] = side == game::Side::First ? 'x' : 'o';
    });
  }
  // A cell that wins at once would leave the others no colour.
  const auto wins = position.winning_cells(position.to_move());
  int least = 0, most = 0;
  bool first = true;
  (position.empty() & ~wins).for_each([&](int cell) {
    const int value = values[static_cast<std::size_t>(cell)];
    least = first ? value : std::min(least, value);
    most = first ? value : std::max(most, value);
    first = false;
  });
  position.empty().for_each([&](int cell) {
    const auto i = static_cast<std::size_t>(cell);
    map.heat[i] = wins.test(cell) ? 1
                  : most == least ? 0.5
                                  : (values[i] - least) / static_cast<double>(most - least);
  });
  return map;
}

// White to red.
std::string colour(double heat) {
  const int rest = 245 - static_cast<int>(std::lround(205 * heat));
  return fmt::format("#{:02x}{:02x}{:02x}", 250, rest, std::max(30, rest - 20));
}

struct Solved {
  game::GameRecord record;
  int result;  // for the side to move
};

game::GameRecord random_game(int size, base::Random& random) {
  game::GameRecord record(game::GameSetup{.size = size, .swap = false});
  hex::Position<2> position(size, false);
  const auto plies = 2 + random.below(static_cast<std::uint32_t>(size * size / 2));
  for (std::uint32_t i = 0; i < plies; ++i) {
    hex::Position<2>::Moves moves;
    position.legal_moves(moves);
    const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    auto after = position;
    after.play(move);
    if (after.outcome() != game::Outcome::Ongoing) break;
    record.play({position.to_move(), hex::Hex<2>::to_text(position, move)});
    position = after;
  }
  return record;
}

std::vector<Solved> solved_positions(int size, int count, std::uint64_t seed,
                                     const std::stop_token& stop) {
  const auto solver = players::make_player("negamax:eval=mix");
  search::Limits limits;
  limits.nodes = kMostNodes;
  std::vector<Solved> solved;
  for (int i = 0; i < count && !stop.stop_requested(); ++i) {
    base::Random random(base::stream_seed(seed, static_cast<std::uint64_t>(i)));
    auto record = random_game(size, random);
    const auto answer = solver->choose(record, limits, {}, stop);
    if (answer.report.proven)
      solved.push_back({std::move(record), answer.report.value > 0 ? 1 : -1});
  }
  return solved;
}

// An opinion of positions, for the side to move, in [-1, 1].
struct Opinion {
  std::string name;
  std::function<double(const game::GameRecord&)> value;
};

double value_by_net(const net::ValueNet& net, const game::GameRecord& record) {
  return players::with_hex(record.setup, [&](auto tag, const auto& config) {
    std::vector<float> questions;
    net::append_question(net.kind(), players::replay<typename decltype(tag)::Game>(record, config),
                         questions);
    float value = 0;
    net.evaluate(config.size, questions, {&value, 1});
    return static_cast<double>(value);
  });
}

// The evaluations, the value nets that ship and, where something runs it, the policy-value net without search.
std::vector<Opinion> opinions() {
  std::vector<Opinion> all;
  for (const auto& name : players::evaluation_names()) {
    all.push_back({name, [name](const auto& record) { return heat_map(record, name).value; }});
  }
  for (const auto kind : {net::ValueKind::Perceptron, net::ValueKind::Graph}) {
    const auto net =
        net::shared_value_net(net::shipped_model(players::shipped_value_net(kind)), "cpu");
    all.push_back({players::strategy_of(kind),
                   [net](const auto& record) { return value_by_net(*net, record); }});
  }
  const std::shared_ptr<players::Player> raw = players::make_player("net");
  all.push_back(
      {"net", [raw](const auto& record) { return raw->choose(record, {}, {}, {}).report.value; }});
  return all;
}

}  // namespace

HeatMap heat_map(const game::GameRecord& record, const std::string& evaluation) {
  return players::with_hex(record.setup, [&](auto tag, const auto& config) {
    using G = typename decltype(tag)::Game;
    return map_of(players::replay<G>(record, config), evaluation);
  });
}

std::string to_svg(const HeatMap& map) {
  const auto picture = [&](int cell) -> hex::CellPicture {
    const auto i = static_cast<std::size_t>(cell);
    if (map.pieces[i] != '.') return {"#eee", "", map.pieces[i] == 'x' ? "#c22" : "#25c"};
    return {colour(map.heat[i]), fmt::format("{:.0f}", 100 * map.heat[i]), ""};
  };
  return hex::board_svg(
      map.size,
      fmt::format("{}, {} to move, value {:+.2f}", map.evaluation,
                  map.to_move == game::Side::First ? "first" : "second", map.value),
      picture);
}

std::string to_text(const HeatMap& map) {
  std::string text = fmt::format(
      "{}, {} to move: value {:+.3f}, from -1 (lost) to 1 (won)\n"
      "in the cells: what its stone there promises, in percent\n   ",
      map.evaluation, map.to_move == game::Side::First ? "first (x)" : "second (o)", map.value);
  for (int column = 0; column < map.size; ++column) {
    text += fmt::format("  {} ", static_cast<char>('a' + column));
  }
  text += '\n';
  for (int row = 0; row < map.size; ++row) {
    text += fmt::format("{:>{}}{:>2} ", "", 2 * row, row + 1);
    for (int column = 0; column < map.size; ++column) {
      const auto i = static_cast<std::size_t>(row * map.size + column);
      text += map.pieces[i] == '.' ? fmt::format("{:>3.0f} ", 100 * map.heat[i])
                                   : fmt::format("  {} ", map.pieces[i]);
    }
    text += '\n';
  }
  return text;
}

std::vector<Correlation> correlations(int size, int positions, std::uint64_t seed,
                                      std::stop_token stop) {
  const auto compared = opinions();  // a net that is missing is told before the work
  const auto solved = solved_positions(size, positions, seed, stop);
  std::vector<Correlation> results;
  if (solved.empty() && stop.stop_requested()) return results;
  for (const auto& opinion : compared) {
    Correlation result{.evaluation = opinion.name, .positions = static_cast<int>(solved.size())};
    double sum_v = 0, sum_r = 0, sum_vv = 0, sum_rr = 0, sum_vr = 0;
    for (const auto& position : solved) {
      const double value = opinion.value(position.record), truth = position.result;
      sum_v += value;
      sum_r += truth;
      sum_vv += value * value;
      sum_rr += truth * truth;
      sum_vr += value * truth;
      result.right += value == 0 ? 0.5 : value * truth > 0 ? 1 : 0;
    }
    const double n = std::max<double>(1, static_cast<double>(solved.size()));
    const double spread = std::sqrt((sum_vv - sum_v * sum_v / n) * (sum_rr - sum_r * sum_r / n));
    result.correlation = spread > 0 ? (sum_vr - sum_v * sum_r / n) / spread : 0;
    result.right /= n;
    results.push_back(result);
  }
  return results;
}

}  // namespace losange::study
