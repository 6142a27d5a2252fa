// Games of one size that move in lockstep: what every kind of self-play shares. A kind of self-play
// derives from it and says how moves are chosen.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "base/weighted_draw.h"
#include "hex/board/position.h"
#include "net/input/board_codes.h"
#include "train/selfplay/selfplay.h"

namespace losange::train {

template <int W>
class LockstepGames : public GameGroup {
 public:
  LockstepGames(int size, int games, std::uint64_t first_game, std::uint64_t seed)
      : size_(size), first_game_(first_game) {
    games_.reserve(static_cast<std::size_t>(games));
    for (int i = 0; i < games; ++i) {
      base::Random random(stream(seed, i));
      games_.push_back(start(random));
    }
  }

  bool play(const RoundPlan& plan, const PlayingNet& player, Round& out) final {
    if (!out.left()) prepare(plan, out);
    if (!look_ahead(plan, player)) return false;
    for (; out.step < out.steps; ++out.step, out.game = 0) {
      while (out.game < games()) {
        const auto at_once = std::max<std::size_t>(1, games_at_once(plan));
        const std::size_t begin = static_cast<std::size_t>(out.game);
        const std::size_t end = begin + std::min(at_once, games_.size() - begin);
        if ((player.stopped && player.stopped()) || !move(plan, player, begin, end, out))
          return false;
        out.game = static_cast<int>(end);
        if (player.moved) player.moved(end - begin);
      }
    }
    return true;
  }

  int size() const override { return size_; }
  int games() const override { return static_cast<int>(games_.size()); }

  std::vector<std::uint8_t> state() const override {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(games_.size() * row_bytes());
    for (const auto& game : games_) {
      for (const int code : game.position.to_flat())
        bytes.push_back(static_cast<std::uint8_t>(code));
      bytes.push_back(static_cast<std::uint8_t>((game.explores ? 1 : 0) | (game.plays_on ? 2 : 0) |
                                                game.hopeless[0] << 2 | game.hopeless[1] << 5));
    }
    return bytes;
  }

  void set_state(std::span<const std::uint8_t> bytes) override {
    if (bytes.size() != games_.size() * row_bytes()) {
      throw base::UserError(
          fmt::format("the saved games of size {} are not those of this run", size_));
    }
    for (auto& game : games_) {
      const std::vector<int> cells(bytes.begin(),
                                   bytes.begin() + static_cast<long>(row_bytes()) - 1);
      // Games start with First and nobody passes, so the stones say whose turn it is.
      const auto stones = std::count_if(cells.begin(), cells.end(), [](int c) { return c != 0; });
      const std::uint8_t flags = bytes[row_bytes() - 1];
      game = {
          hex::Position<W>::from_flat(cells,
                                      stones % 2 == 0 ? hex::Side::First : hex::Side::Second),
          (flags & 1) != 0,
          (flags & 2) != 0,
          {static_cast<std::uint8_t>(flags >> 2 & 7), static_cast<std::uint8_t>(flags >> 5 & 7)}};
      bytes = bytes.subspan(row_bytes());
    }
  }

 protected:
  struct Game {
    hex::Position<W> position;
    bool explores = false;
    bool plays_on = false;              // to the last move, however hopeless
    std::uint8_t hopeless[2] = {0, 0};  // turns of each side, at most 7, since it last had a chance
  };

  // What must be known of the net before the first move of a round, and again when one is gone on with. False when it
  // was stopped.
  virtual bool look_ahead(const RoundPlan&, const PlayingNet&) { return true; }
  // Games that move together.
  virtual std::size_t games_at_once(const RoundPlan& plan) const { return plan.most_positions; }
  // The move of step out.step in the games from `begin` to before `end`. False when it was stopped; nothing is changed
  // then.
  virtual bool move(const RoundPlan& plan, const PlayingNet& player, std::size_t begin,
                    std::size_t end, Round& out) = 0;

  std::uint64_t stream(std::uint64_t seed, int game) const {
    return base::stream_seed(seed, first_game_ + static_cast<std::uint64_t>(game));
  }

  // None, one or two stones (1/4, 1/2, 1/4): openings the net would not choose occur too. The first is
  // drawn by `wishes`, one number a cell, where there are any; other stones fall anywhere.
  Game start(base::Random& random, std::span<const double> wishes = {}) const {
    Game game{hex::Position<W>(size_, false)};
    game.explores = random.below(4) == 0;
    game.plays_on = random.below(8) == 0;
    const std::uint32_t stones = random.below(2) + random.below(2);
    for (std::uint32_t i = 0; i < stones; ++i) {
      typename hex::Position<W>::Moves moves;
      game.position.legal_moves(moves);
      const std::size_t at = i == 0 && !wishes.empty()
                                 ? base::draw_by_weight(wishes, random)
                                 : random.below(static_cast<std::uint32_t>(moves.size()));
      game.position.play(moves[at]);
    }
    return game;
  }

  void prepare(const RoundPlan& plan, Round& out) const {
    out = {};
    out.size = size_;
    out.steps = plan.steps;
    out.games = games();
    const std::size_t count = out.index(plan.steps, 0);
    out.codes.resize(count * out.cells());
    out.moves.resize(count);
    out.values.resize(count);
    out.won.resize(count);
    for (int i = 0; i < games(); ++i) out.randoms.emplace_back(stream(plan.seed, i));
  }

  // True when the move ended the game.
  bool take(const Choice& choice, Game& game, Round& out, std::size_t at) const {
    auto& position = game.position;
    out.moves[at] = static_cast<std::int16_t>(choice.cell);
    out.values[at] = choice.value;
    out.entropy_sum += choice.entropy;
    position.play(hex::Move::at(net::turned_cell(position, choice.cell)));
    if (position.outcome() == hex::Outcome::Ongoing) return false;
    close(game, out, at);
    return true;
  }

  // The move at `at` ended the game.
  void close(const Game& game, Round& out, std::size_t at) const {
    out.won[at] = 1;
    ++out.games_ended;
    out.plies_ended += static_cast<std::uint64_t>(game.position.stone_count());
  }

  int size_;
  std::uint64_t first_game_;
  std::vector<Game> games_;

 private:
  std::size_t row_bytes() const { return static_cast<std::size_t>(size_ * size_ + 1); }
};

// The group of the width of board that the size needs.
template <template <int> class Group, class... Arguments>
std::unique_ptr<GameGroup> make_group_of(int size, Arguments&&... arguments) {
  switch (hex::words_for(size)) {
    case 2: return std::make_unique<Group<2>>(size, arguments...);
    case 4: return std::make_unique<Group<4>>(size, arguments...);
    default: return std::make_unique<Group<6>>(size, arguments...);
  }
}

}  // namespace losange::train
