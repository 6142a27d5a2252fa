// Self-play: many games move in lockstep, each by a draw from the net's softmax over Q, or by a small
// tree search (search_selfplay.h). The net is behind PlayingNet, so that self-play needs no LibTorch and tests
// play with a fake. The same seed and round give the same games for any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/random.h"
#include "train/selfplay/options.h"

namespace losange::train {

struct Choice {
  int cell = 0;       // in the net's view of the board (net/input/board_codes.h), empty
  float value = 0;    // chance that the side to move wins, over the moves it might have drawn
  float entropy = 0;  // of the draw, in nats
};

// Positions of one size that wait for a move.
struct DrawRequest {
  int size = 0;
  std::span<const std::uint8_t> codes;  // [position][cell]
  std::span<const float> temperatures;  // [position]
  std::span<const float> uniforms;      // [position] in (0, 1]: where the draw falls
};
using DrawMoves = std::function<void(const DrawRequest&, std::span<Choice> out)>;

// Positions of one size that a search asks about.
struct EvaluationRequest {
  int size = 0;
  std::span<const std::uint8_t> codes;  // [position][cell]
};
struct EvaluationResult {
  std::span<float> logits;  // [position][cell] of the policy
  std::span<float> values;  // [position] chance that the side to move wins
};
using EvaluatePositions = std::function<void(const EvaluationRequest&, const EvaluationResult&)>;

// The two ways in which a net plays, and who watches it. Each may be called from several threads.
struct PlayingNet {
  DrawMoves draw_moves;
  EvaluatePositions evaluate;
  std::function<bool()> stopped = {};           // asked often; empty: never
  std::function<void(std::size_t)> moved = {};  // told of so many moves more
};

// What one group of games did in one round, step by step: index [step][game].
struct Round {
  int size = 0, steps = 0, games = 0;
  std::vector<std::uint8_t> codes;  // [step][game][cell], before the move
  std::vector<std::int16_t> moves;  // in the same view
  std::vector<float> values;        // Choice::value
  std::vector<std::uint8_t> won;    // 1: the move ended the game
  // [step][game][cell]: what a full search wishes to play, summing to 1; zeros after a fast one. Empty
  // where no tree is searched.
  std::vector<float> policies;
  // [step][game]: how far such a policy is from the net's own (GumbelTree::surprise); kNoSurprise after a fast search. Empty
  // where no tree is searched.
  std::vector<float> surprises;
  static constexpr float kNoSurprise = -1;
  std::uint64_t games_ended = 0, plies_ended = 0;
  double entropy_sum = 0;
  // The move that comes next: all games made those of earlier steps, the first `game` games that of this step.
  int step = 0, game = 0;
  std::vector<base::Random> randoms;  // of each game, as they stand before its next move

  bool whole() const { return steps > 0 && step == steps; }
  bool left() const { return steps > 0 && step < steps; }

  std::size_t index(int step, int game) const {
    return static_cast<std::size_t>(step) * static_cast<std::size_t>(games) +
           static_cast<std::size_t>(game);
  }
  std::size_t cells() const {
    return static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  }
};

// How a round is played.
struct RoundPlan {
  std::uint64_t seed = 0;  // of this round
  double progress = 0;     // of the run, for the temperature
  int steps = 32;
  bool policy_draws = false;  // by the policy instead of Q
  // The net is asked about so many at once, and a round can be left between two such questions.
  std::size_t most_positions = std::numeric_limits<std::size_t>::max();
};

// Games of one size that move together; they go on from round to round.
class GameGroup {
 public:
  virtual ~GameGroup() = default;
  virtual int size() const = 0;
  virtual int games() const = 0;
  // Plays a round, or goes on with one that was left. False when it was stopped: the games and `out` then stand
  // after the last moves that were made, and going on gives what would have come without the stop.
  virtual bool play(const RoundPlan& plan, const PlayingNet& player, Round& out) = 0;

  // Everything that must be known to go on: for each game cells() codes (1 First, 2 Second), then a byte
  // of flags.
  virtual std::vector<std::uint8_t> state() const = 0;
  // Throws base::UserError when the bytes are no such games.
  virtual void set_state(std::span<const std::uint8_t> bytes) = 0;
};

// `first_game` numbers the games over all groups, so that each has its own randomness.
std::unique_ptr<GameGroup> make_group(int size, int games, std::uint64_t first_game,
                                      std::uint64_t seed);
// All groups of a run: the games shared out over the sizes, each size cut into groups.
std::vector<std::unique_ptr<GameGroup>> make_groups(const TrainOptions& options);

// For each position but those of the last step, the target of the move played, as a chance to win:
// 1 when it won at once, else 1 - [(1 - lambda) V(next) + lambda target(next)], where the last step's
// target is its value.
std::vector<float> targets(const Round& round, double lambda);

}  // namespace losange::train
