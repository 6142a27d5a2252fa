#include "train/selfplay/search_selfplay.h"

#include <cmath>

#include "train/selfplay/gumbel_tree.h"
#include "train/selfplay/lockstep.h"

namespace losange::train {

namespace {

// A side with less of a chance than this, this many turns in a row, has lost.
constexpr double kHopeless = 0.02;
constexpr int kHopelessTurns = 3;
// A stone that decides the game is still drawn at times.
constexpr double kLeastWish = 0.05;
// A search asks many times about each of its games: a question is for fewer of them than it could be.
constexpr std::size_t kFewestGames = 4, kSearchShare = 8;
// Wide openings: so many are thrown for a round, each with this many stones, fewer on small boards.
constexpr std::size_t kWideOpenings = 4096;
constexpr int kFewestStones = 2, kMostStones = 6, kCellsAStone = 12;

template <int W>
class SearchGames : public LockstepGames<W> {
 public:
  using Base = LockstepGames<W>;
  using typename Base::Game;

  SearchGames(int size, int games, std::uint64_t first_game, std::uint64_t seed,
              const SearchPlan& plan)
      : Base(size, games, first_game, seed), plan_(plan), trees_(static_cast<std::size_t>(games)) {}

 protected:
  // The net judges openings for every round, so this comes again when a round is gone on with.
  bool look_ahead(const RoundPlan& plan, const PlayingNet& player) override {
    most_positions_ = plan.most_positions;
    // All games of a group search alike, so that no tree waits for another.
    base::Random kind(base::stream_seed(~plan.seed, this->first_game_));
    full_.clear();
    for (int step = 0; step < plan.steps; ++step) full_.push_back(kind.unit() < plan_.full_share);
    return judge_openings(player) &&
           throw_wide_openings(player, base::stream_seed(plan.seed, ~this->first_game_));
  }

  // A stop loses what was searched for the games of one move: few, where the net is slow.
  std::size_t games_at_once(const RoundPlan& plan) const override {
    return std::max(kFewestGames, plan.most_positions / kSearchShare);
  }

  bool move(const RoundPlan&, const PlayingNet& player, std::size_t begin, std::size_t end,
            Round& out) override {
    const Slice slice{begin, end};
    const Undo undo(*this, slice, out);
    const bool full = full_[static_cast<std::size_t>(out.step)];
    if (!plant(player, slice) || (out.step > 0 && !resign(player, slice, out)) ||
        !search(player, full, slice, out)) {
      undo(*this, slice, out);
      return false;
    }
    out.policies.resize(out.codes.size());
    out.surprises.resize(out.values.size());
    for (std::size_t i = begin; i < end; ++i) {
      record(i, full, out, out.index(out.step, 0) + i);
      if (this->games_[i].position.outcome() != hex::Outcome::Ongoing) {
        this->games_[i] = begin_game(out.randoms[i]);
      }
    }
    return true;
  }

 private:
  // Games that move together.
  struct Slice {
    std::size_t begin, end;
  };

  // What the games of a slice were before a move that is not made in the end.
  struct Undo {
    std::vector<Game> games;
    std::vector<base::Random> randoms;
    std::vector<std::uint8_t> won;  // of the step before, which resigning changes
    std::uint64_t games_ended, plies_ended;

    Undo(const SearchGames& group, const Slice& slice, const Round& out)
        : games_ended(out.games_ended), plies_ended(out.plies_ended) {
      const std::size_t before = out.step > 0 ? out.index(out.step - 1, 0) : 0;
      for (std::size_t i = slice.begin; i < slice.end; ++i) {
        games.push_back(group.games_[i]);
        randoms.push_back(out.randoms[i]);
        won.push_back(out.won[before + i]);
      }
    }
    void operator()(SearchGames& group, const Slice& slice, Round& out) const {
      const std::size_t before = out.step > 0 ? out.index(out.step - 1, 0) : 0;
      for (std::size_t i = slice.begin; i < slice.end; ++i) {
        group.games_[i] = games[i - slice.begin];
        out.randoms[i] = randoms[i - slice.begin];
        out.won[before + i] = won[i - slice.begin];
      }
      out.games_ended = games_ended;
      out.plies_ended = plies_ended;
    }
  };

  Game begin_game(base::Random& random) const {
    Game game = this->start(random, wishes_);
    if (!wide_.empty() && random.unit() < plan_.wide_share) {
      game.position = wide_[base::draw_by_weight(wide_wishes_, random)];
    }
    return game;
  }

  // Stones put at random by the two sides in turn, wished for like a first stone, but hardly where all is decided.
  bool throw_wide_openings(const PlayingNet& player, std::uint64_t seed) {
    const auto cells = static_cast<std::size_t>(this->size_ * this->size_);
    const int most = std::min(kMostStones, static_cast<int>(cells) / kCellsAStone);
    wide_.clear();
    if (plan_.wide_share == 0 || most < kFewestStones) return true;
    base::Random random(seed);
    codes_.resize(kWideOpenings * cells);
    for (std::size_t i = 0; i < kWideOpenings; ++i) {
      hex::Position<W> position(this->size_, false);
      const auto stones =
          kFewestStones + random.below(static_cast<std::uint32_t>(most - kFewestStones + 1));
      while (position.stone_count() < static_cast<int>(stones)) {
        typename hex::Position<W>::Moves moves;
        position.legal_moves(moves);
        position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      net::write_codes(position, codes_.data() + i * cells);
      wide_.push_back(position);
    }
    if (!ask(player, kWideOpenings)) return false;
    wide_wishes_.clear();
    for (const double value : values_) wide_wishes_.push_back(std::pow(4 * value * (1 - value), 2));
    return true;
  }

  // How much a first stone is wished for: most where neither side is ahead after it.
  bool judge_openings(const PlayingNet& player) {
    const auto cells = static_cast<std::size_t>(this->size_ * this->size_);
    wishes_.resize(cells);
    asked_.clear();
    codes_.resize(cells * cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      hex::Position<W> position(this->size_, false);
      position.play(hex::Move::at(static_cast<int>(cell)));
      net::write_codes(position, codes_.data() + cell * cells);
    }
    if (!ask(player, cells)) return false;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      wishes_[cell] = std::max(kLeastWish, 4.0 * values_[cell] * (1 - values_[cell]));
    }
    return true;
  }

  // False when it was stopped.
  bool ask(const PlayingNet& player, std::size_t positions) {
    const auto cells = static_cast<std::size_t>(this->size_ * this->size_);
    logits_.resize(positions * cells);
    values_.resize(positions);
    for (std::size_t at = 0; at < positions;) {
      if (player.stopped && player.stopped()) return false;
      const std::size_t count = std::min(most_positions_, positions - at);
      player.evaluate({this->size_, std::span(codes_).subspan(at * cells, count * cells)},
                      {std::span(logits_).subspan(at * cells, count * cells),
                       std::span(values_).subspan(at, count)});
      at += count;
    }
    return true;
  }

  // Asks about the leaf of every tree in asked_ and tells them.
  bool ask_leaves(const PlayingNet& player) {
    const auto cells = static_cast<std::size_t>(this->size_ * this->size_);
    codes_.resize(asked_.size() * cells);
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      net::write_codes(trees_[asked_[i]].leaf(), codes_.data() + i * cells);
    }
    if (!ask(player, asked_.size())) return false;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      trees_[asked_[i]].back_up(std::span(logits_).subspan(i * cells, cells), values_[i]);
    }
    return true;
  }

  bool plant(const PlayingNet& player, const Slice& slice) {
    asked_.clear();
    for (std::size_t i = slice.begin; i < slice.end; ++i) {
      trees_[i].reset(this->games_[i].position);
      asked_.push_back(i);
    }
    return ask_leaves(player);
  }

  // Games whose loser is plain end with the move before; new ones take their place.
  bool resign(const PlayingNet& player, const Slice& slice, Round& out) {
    asked_.clear();
    for (std::size_t i = slice.begin; i < slice.end; ++i) {
      Game& game = this->games_[i];
      auto& turns = game.hopeless[game::index(game.position.to_move())];
      const bool hopeless = trees_[i].root_value() < kHopeless;
      turns = static_cast<std::uint8_t>(hopeless ? std::min(turns + 1, 7) : 0);
      if (turns < kHopelessTurns || game.plays_on) continue;
      this->close(game, out, out.index(out.step - 1, 0) + i);
      game = begin_game(out.randoms[i]);
      trees_[i].reset(game.position);
      asked_.push_back(i);
    }
    return ask_leaves(player);
  }

  bool search(const PlayingNet& player, bool full, const Slice& slice, Round& out) {
    const int visits = full ? plan_.visits : plan_.fast_visits;
    const int considered = visits >= 32 ? 16 : 8;
    for (std::size_t i = slice.begin; i < slice.end; ++i) {
      const Game& game = this->games_[i];
      const double noise =
          game.explores ? 1 : std::max(0.3, std::pow(0.85, game.position.stone_count()));
      trees_[i].consider({visits, considered, noise}, out.randoms[i]);
    }
    for (const int root_visits : halving_schedule({visits, considered})) {
      asked_.clear();
      for (std::size_t i = slice.begin; i < slice.end; ++i) {
        if (!trees_[i].decided() && trees_[i].descend(root_visits)) asked_.push_back(i);
      }
      if (!ask_leaves(player)) return false;
    }
    return true;
  }

  void record(std::size_t i, bool full, Round& out, std::size_t at) {
    Game& game = this->games_[i];
    const std::span policy(out.policies.data() + at * out.cells(), out.cells());
    net::write_codes(game.position, out.codes.data() + at * out.cells());
    Choice choice;
    choice.value = static_cast<float>(trees_[i].improved_policy(policy));
    choice.cell = net::turned_cell(game.position, trees_[i].best_cell());
    for (const float p : policy) choice.entropy -= p > 0 ? p * std::log(p) : 0;
    out.surprises[at] = full ? static_cast<float>(trees_[i].surprise(policy)) : Round::kNoSurprise;
    if (!full) std::fill(policy.begin(), policy.end(), 0.0f);
    this->take(choice, game, out, at);
  }

  SearchPlan plan_;
  std::size_t most_positions_ = 0;      // of one question
  std::vector<bool> full_;              // searches of each step of the round
  std::vector<double> wishes_;          // of the first stone
  std::vector<hex::Position<W>> wide_;  // openings of this round, and how much each is wished for
  std::vector<double> wide_wishes_;
  std::vector<GumbelTree<W>> trees_;  // of each game, for its next move
  std::vector<std::size_t> asked_;    // trees whose leaf the net is asked about
  std::vector<std::uint8_t> codes_;
  std::vector<float> logits_, values_;
};

}  // namespace

std::vector<int> halving_schedule(const GumbelSearch& search) {
  std::vector<int> schedule, visits(static_cast<std::size_t>(search.considered), 0);
  const double rounds = std::max(1.0, std::ceil(std::log2(search.considered)));
  int considered = search.considered;
  while (static_cast<int>(schedule.size()) < search.visits) {
    const int extra = std::max(1, static_cast<int>(search.visits / (rounds * considered)));
    for (int i = 0; i < extra; ++i) {
      for (int j = 0; j < considered; ++j)
        schedule.push_back(visits[static_cast<std::size_t>(j)]++);
    }
    considered = std::max(2, considered / 2);
  }
  schedule.resize(static_cast<std::size_t>(search.visits));
  return schedule;
}

std::unique_ptr<GameGroup> make_search_group(int size, int games, std::uint64_t first_game,
                                             std::uint64_t seed, const SearchPlan& plan) {
  return make_group_of<SearchGames>(size, games, first_game, seed, plan);
}

}  // namespace losange::train
