#include "train/gates/arena.h"

#include <algorithm>
#include <set>
#include <vector>

#include "hex/board/position.h"
#include "net/input/board_codes.h"

namespace losange::train {

namespace {

template <int W>
struct Game {
  hex::Position<W> position;
  hex::Side one;  // the side of the first net named
  std::vector<int> cells{};

  void play(int cell) {
    position.play(hex::Move::at(cell));
    cells.push_back(cell);
  }
  // The same for a game and its half turn.
  std::vector<int> key() const {
    auto turned = cells;
    for (int& cell : turned) cell = position.geometry().rotated(cell);
    return std::min(cells, turned);
  }
};

template <int W>
void move_all(const net::Evaluator& evaluator, const std::vector<Game<W>*>& games) {
  if (games.empty()) return;
  const int size = games.front()->position.size();
  const auto cells = static_cast<std::size_t>(size * size);
  std::vector<std::uint8_t> codes(games.size() * cells);
  for (std::size_t i = 0; i < games.size(); ++i) {
    net::write_codes(games[i]->position, codes.data() + i * cells);
  }
  net::Evaluations seen;
  evaluator.evaluate(size, codes, seen);
  for (std::size_t i = 0; i < games.size(); ++i) {
    std::size_t best = cells;
    for (std::size_t c = 0; c < cells; ++c) {
      if (codes[i * cells + c] != net::kEmpty) continue;
      if (best == cells || seen.policy[i * cells + c] > seen.policy[i * cells + best]) best = c;
    }
    games[i]->play(net::turned_cell(games[i]->position, static_cast<int>(best)));
  }
}

template <int W>
ArenaResult play(const net::Evaluator& one, const net::Evaluator& other, int size,
                 const std::function<bool()>& stopped) {
  std::vector<Game<W>> games;
  for (const auto side : {hex::Side::First, hex::Side::Second}) {
    for (int cell = 0; cell < size * size; ++cell) {
      games.push_back({hex::Position<W>(size, false), side});
      games.back().play(cell);
    }
  }
  while (true) {
    std::vector<Game<W>*> waiting[2];
    for (auto& game : games) {
      if (game.position.outcome() != hex::Outcome::Ongoing) continue;
      waiting[game.position.to_move() == game.one ? 0 : 1].push_back(&game);
    }
    if (waiting[0].empty() && waiting[1].empty()) break;
    for (const auto side : {0, 1}) {
      if (stopped && stopped()) return {};
      move_all(side == 0 ? one : other, waiting[side]);
    }
  }
  const auto won = [&](std::size_t i) {
    return games[i].position.outcome() == game::win_for(games[i].one);
  };
  ArenaResult result;
  const std::size_t openings = games.size() / 2;
  std::set<std::vector<int>> seen[2];
  for (std::size_t i = 0; i < openings; ++i) {
    const bool first = won(i), second = won(i + openings);
    result.games += 2;
    result.won += first + second;
    result.won_as_first += first;
    const auto halves = 2u * static_cast<unsigned>(first + second);
    ++result.pairs[halves];
    const bool first_is_new = seen[0].insert(games[i].key()).second;
    const bool second_is_new = seen[1].insert(games[i + openings].key()).second;
    if (first_is_new && second_is_new) ++result.different_pairs[halves];
  }
  return result;
}

}  // namespace

ArenaResult play_all_openings(const net::Evaluator& one, const net::Evaluator& other, int size,
                              const std::function<bool()>& stopped) {
  hex::check_size(size);
  switch (hex::words_for(size)) {
    case 2: return play<2>(one, other, size, stopped);
    case 4: return play<4>(one, other, size, stopped);
    default: return play<6>(one, other, size, stopped);
  }
}

}  // namespace losange::train
