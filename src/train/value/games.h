// One game between two players for the sake of its positions: what the generator of `losange selfplay` and the
// reinforcement trainer share. A game depends only on its players, its start and its seed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "base/random.h"
#include "hex/board/position.h"
#include "players/game/player.h"
#include "train/samples/samples.h"

namespace losange::train {

// The most that commands take, where a game is played for its positions.
inline constexpr int kMostDepth = 200, kMostPairs = 60, kMostRandomMoves = 361;

// How a game begins: so many stones of each side at random, drawn again until each side has two that touch (so
// HexProject does), or none; then some random moves.
struct RandomStart {
  int min_pairs = 0, max_pairs = 0;  // never more than a third of the board
  int random_moves = 0;              // at most
};
// Stones row by row and whose turn it is. A start that is decided, or on which two stones cannot touch, is not given.
struct Start {
  std::vector<int> board;
  game::Side to_move = game::Side::First;
};
Start random_start(int size, const RandomStart& start, base::Random& random);

// Throws base::UserError when the least number of pairs does not fit the size.
void check_start(int size, const RandomStart& start);

struct Seat {
  players::Player* player = nullptr;
  search::Limits limits;
  double random_share = 0;  // of its moves, which are then any
};

// The positions before each move, or before a side resigned, with the result of the game; none where it was stopped before its end.
std::vector<ValueSample> play_value_game(const Start& start, const std::array<Seat, 2>& seats,
                                         std::uint64_t seed, std::stop_token stop);

}  // namespace losange::train
