#include "train/value/games.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "hex/board/hex.h"
#include "players/game/games.h"

namespace losange::train {

namespace {

template <class Position>
bool has_chain(const Position& position, game::Side side) {
  const auto& stones = position.stones(side);
  return overlaps(position.geometry().spread(stones), stones);
}

// A third of the board leaves something to play for.
constexpr int most_pairs(int size) { return size * size / 6; }

// The first `count` cells become a uniform draw.
void shuffle_front(std::vector<int>& cells, int count, base::Random& random) {
  for (int i = 0; i < count; ++i) {
    const auto rest = static_cast<std::uint32_t>(cells.size()) - static_cast<std::uint32_t>(i);
    std::swap(cells[static_cast<std::size_t>(i)],
              cells[static_cast<std::size_t>(i) + random.below(rest)]);
  }
}

template <class Position>
std::optional<Position> drawn(int size, const RandomStart& start, base::Random& random) {
  const auto span =
      static_cast<std::uint32_t>(std::min(start.max_pairs, most_pairs(size)) - start.min_pairs + 1);
  const int pairs = start.min_pairs + static_cast<int>(random.below(span));
  std::vector<int> cells(static_cast<std::size_t>(size * size));
  std::iota(cells.begin(), cells.end(), 0);
  const int moves =
      start.random_moves == 0
          ? 0
          : static_cast<int>(random.below(static_cast<std::uint32_t>(start.random_moves + 1)));
  const int stones = std::min(2 * pairs + moves, size * size - 1);
  shuffle_front(cells, stones, random);
  Position position(size, false);
  for (int i = 0; i < stones; ++i) {
    position.play(hex::Move::at(cells[static_cast<std::size_t>(i)]));
    if (position.outcome() != game::Outcome::Ongoing) return std::nullopt;
    const bool placed = i + 1 == 2 * pairs;
    if (placed &&
        !(has_chain(position, game::Side::First) && has_chain(position, game::Side::Second))) {
      return std::nullopt;
    }
  }
  return position;
}

// A record that begins with these stones.
game::GameRecord record_of(int size, const Start& start) {
  game::GameRecord record(game::GameSetup{.size = size, .swap = false});
  auto& root = record.node(game::kRoot);
  for (std::size_t cell = 0; cell < start.board.size(); ++cell) {
    if (start.board[cell] == 0) continue;
    root.setup.push_back({hex::cell_name(size, static_cast<int>(cell)),
                          start.board[cell] == 1 ? game::Side::First : game::Side::Second});
  }
  root.to_move = start.to_move;
  return record;
}

}  // namespace

void check_start(int size, const RandomStart& start) {
  hex::check_size(size);
  // Two stones are the least that can touch.
  const bool fits =
      start.max_pairs == 0 || (start.min_pairs >= 2 && start.min_pairs <= most_pairs(size));
  if (start.min_pairs < 0 || start.min_pairs > start.max_pairs || !fits) {
    throw base::UserError(
        fmt::format("{0} to {1} pairs of stones do not do on {2}x{2}: each side must have two that "
                    "touch, so 2 to {3}, or 0 for "
                    "the empty board",
                    start.min_pairs, start.max_pairs, size, std::max(2, most_pairs(size))));
  }
}

Start random_start(int size, const RandomStart& start, base::Random& random) {
  return players::with_hex({.size = size, .swap = false}, [&](auto tag, const auto&) {
    using Position = typename decltype(tag)::Game::Position;
    while (true) {
      if (const auto position = drawn<Position>(size, start, random)) {
        return Start{position->to_flat(), position->to_move()};
      }
    }
  });
}

std::vector<ValueSample> play_value_game(const Start& start, const std::array<Seat, 2>& seats,
                                         std::uint64_t seed, std::stop_token stop) {
  const auto size =
      static_cast<int>(std::lround(std::sqrt(static_cast<double>(start.board.size()))));
  auto record = record_of(size, start);
  std::vector<ValueSample> samples;
  base::Random random(seed);
  for (const auto& seat : seats) seat.player->new_game();
  return players::with_hex(record.setup, [&](auto tag, const auto&) {
    using Hex = typename decltype(tag)::Game;
    auto position = Hex::Position::from_flat(start.board, start.to_move);
    auto outcome = position.outcome();
    while (outcome == game::Outcome::Ongoing) {
      const auto side = position.to_move();
      const auto flat = position.to_flat();
      samples.push_back(
          {.size = size, .board = {flat.begin(), flat.end()}, .to_move = side, .value = {}});
      const Seat& seat = seats[static_cast<std::size_t>(game::index(side))];
      std::string move;
      if (seat.random_share > 0 && random.unit() < seat.random_share) {
        typename Hex::Position::Moves moves;
        position.legal_moves(moves);
        move =
            Hex::to_text(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      } else {
        search::Limits limits = seat.limits;
        limits.seed = base::stream_seed(seed, samples.size());
        const auto answer = seat.player->choose(record, limits, {}, stop);
        if (answer.resign) outcome = game::win_for(game::other(side));
        move = answer.move;
      }
      if (stop.stop_requested()) return std::vector<ValueSample>{};
      if (outcome != game::Outcome::Ongoing) break;
      record.play({side, move});
      position.play(Hex::parse(position, move));
      outcome = position.outcome();
    }
    int left = static_cast<int>(samples.size());
    for (auto& sample : samples) {
      sample.result = game::value_for(sample.to_move, outcome);
      sample.moves_to_end = left--;
    }
    return samples;
  });
}

}  // namespace losange::train
