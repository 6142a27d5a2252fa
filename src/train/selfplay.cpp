#include "train/selfplay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "hex/position.h"
#include "net/board_codes.h"
#include "train/schedule.h"

namespace losange::train {

namespace {

template <int W>
class Group : public GameGroup {
 public:
  Group(int size, int games, std::uint64_t first_game, std::uint64_t seed)
      : size_(size), first_game_(first_game) {
    games_.reserve(static_cast<std::size_t>(games));
    for (int i = 0; i < games; ++i) {
      base::Random random(stream(seed, i));
      games_.push_back(start(random));
    }
  }

  int size() const override { return size_; }
  int games() const override { return static_cast<int>(games_.size()); }

  void play(const RoundPlan& plan, const Sampler& sampler, Round& out) override {
    prepare(plan, out);
    std::vector<base::Random> randoms;
    for (int i = 0; i < games(); ++i) randoms.emplace_back(stream(plan.seed, i));
    std::vector<float> temperatures(games_.size()), uniforms(games_.size());
    std::vector<Choice> choices(games_.size());

    for (int step = 0; step < plan.steps; ++step) {
      std::uint8_t* codes = out.codes.data() + out.index(step, 0) * out.cells();
      for (int i = 0; i < games(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto& game = games_[at];
        net::write_codes(game.position, codes + at * out.cells());
        temperatures[at] = static_cast<float>(temperature_at(
            game.position.stone_count(), temperature_floor(plan.progress, game.explores)));
        uniforms[at] = static_cast<float>(1.0 - randoms[at].unit());
      }
      sampler({size_, {codes, games_.size() * out.cells()}, temperatures, uniforms}, choices);
      for (int i = 0; i < games(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        take(choices[at], games_[at], randoms[at], out, out.index(step, i));
      }
    }
  }

  std::vector<std::uint8_t> state() const override {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(games_.size() * row_bytes());
    for (const auto& game : games_) {
      for (const int code : game.position.to_flat()) bytes.push_back(static_cast<std::uint8_t>(code));
      bytes.push_back(game.explores ? 1 : 0);
    }
    return bytes;
  }

  void set_state(std::span<const std::uint8_t> bytes) override {
    if (bytes.size() != games_.size() * row_bytes()) {
      throw base::UserError(fmt::format("the saved games of size {} are not those of this run", size_));
    }
    for (auto& game : games_) {
      const std::vector<int> cells(bytes.begin(), bytes.begin() + static_cast<long>(row_bytes()) - 1);
      // Games start with First and nobody passes, so the stones say whose turn it is.
      const auto stones = std::count_if(cells.begin(), cells.end(), [](int c) { return c != 0; });
      game.position = hex::Position<W>::from_flat(
          cells, stones % 2 == 0 ? hex::Side::First : hex::Side::Second);
      game.explores = bytes[row_bytes() - 1] != 0;
      bytes = bytes.subspan(row_bytes());
    }
  }

 private:
  struct Game {
    hex::Position<W> position;
    bool explores;
  };

  std::uint64_t stream(std::uint64_t seed, int game) const {
    return base::stream_seed(seed, first_game_ + static_cast<std::uint64_t>(game));
  }
  std::size_t row_bytes() const { return static_cast<std::size_t>(size_ * size_ + 1); }

  // None, one or two random stones (1/4, 1/2, 1/4): openings the net would not choose occur too.
  Game start(base::Random& random) const {
    Game game{hex::Position<W>(size_, false), random.below(4) == 0};
    const std::uint32_t stones = random.below(2) + random.below(2);
    for (std::uint32_t i = 0; i < stones; ++i) {
      typename hex::Position<W>::Moves moves;
      game.position.legal_moves(moves);
      game.position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
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
  }

  void take(const Choice& choice, Game& game, base::Random& random, Round& out, std::size_t at) const {
    auto& position = game.position;
    out.moves[at] = static_cast<std::int16_t>(choice.cell);
    out.values[at] = choice.value;
    out.entropy_sum += choice.entropy;
    position.play(hex::Move::at(net::turned_cell(position, choice.cell)));
    if (position.outcome() == hex::Outcome::Ongoing) return;
    out.won[at] = 1;
    ++out.games_ended;
    out.plies_ended += static_cast<std::uint64_t>(position.stone_count());
    game = start(random);
  }

  int size_;
  std::uint64_t first_game_;
  std::vector<Game> games_;
};

}  // namespace

std::vector<SizeShare> parse_sizes(const std::string& text) {
  std::vector<SizeShare> sizes;
  for (const auto& part : base::split(text, ',')) {
    const auto pieces = base::split(part, ':');
    const auto size = base::parse_integer(pieces[0]);
    const auto share = pieces.size() == 2 ? base::parse_real(pieces[1]) : std::optional(1.0);
    // On smaller boards two random stones may end the game.
    if (pieces.size() > 2 || !size || *size < 3 || *size > hex::kMaxSize || !share || *share <= 0) {
      throw base::UserError(fmt::format(
          "'{}' is not a board size with its share: write SIZE:SHARE, sizes 3 to {}, for example "
          "11:60,7:40",
          base::printable(part), hex::kMaxSize));
    }
    for (const auto& other : sizes) {
      if (other.size == *size) {
        throw base::UserError(fmt::format("board size {} is named twice", *size));
      }
    }
    sizes.push_back({static_cast<int>(*size), *share});
  }
  return sizes;
}

std::unique_ptr<GameGroup> make_group(int size, int games, std::uint64_t first_game,
                                      std::uint64_t seed) {
  switch (hex::words_for(size)) {
    case 2: return std::make_unique<Group<2>>(size, games, first_game, seed);
    case 4: return std::make_unique<Group<4>>(size, games, first_game, seed);
    default: return std::make_unique<Group<6>>(size, games, first_game, seed);
  }
}

std::vector<std::unique_ptr<GameGroup>> make_groups(const TrainOptions& options) {
  const auto sizes = parse_sizes(options.sizes);
  double total = 0;
  for (const auto& size : sizes) total += size.share;
  std::vector<std::unique_ptr<GameGroup>> groups;
  std::uint64_t first_game = 0;
  for (const auto& size : sizes) {
    const int games = std::max(1, static_cast<int>(std::lround(options.games * size.share / total)));
    const int parts = (games + options.group_games - 1) / options.group_games;
    for (int part = 0; part < parts; ++part) {
      const int count = games * (part + 1) / parts - games * part / parts;
      groups.push_back(make_group(size.size, count, first_game, options.seed));
      first_game += static_cast<std::uint64_t>(count);
    }
  }
  return groups;
}

std::vector<float> targets(const Round& round, double lambda) {
  std::vector<float> result(round.index(round.steps - 1, 0));
  for (int game = 0; game < round.games; ++game) {
    double next = round.values[round.index(round.steps - 1, game)];
    for (int step = round.steps - 2; step >= 0; --step) {
      const std::size_t at = round.index(step, game);
      const double value_after = round.values[round.index(step + 1, game)];
      next = round.won[at] != 0 ? 1.0 : 1.0 - ((1 - lambda) * value_after + lambda * next);
      result[at] = static_cast<float>(next);
    }
  }
  return result;
}

}  // namespace losange::train
