#include "train/draughts/games.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/random.h"
#include "draughts/rules/position.h"
#include "players/told/draughts_evaluator.h"
#include "search/alphabeta/alphabeta.h"

namespace losange::train {

namespace {

using draughts::Bits64;
using draughts::Colour;
using Position = draughts::Position<Bits64>;
using Evaluator = players::DraughtsEvaluator<Bits64>;

// A lead this large in so many plies in a row decides a game, as it would for people.
constexpr std::int64_t kDecisive = 2500;
constexpr int kDecisivePlies = 6;
constexpr std::int64_t kMostScore = 5000;  // that a sample tells of

Position opening(const draughts::Variant<Bits64>& variant, int plies, base::Random& random) {
  while (true) {
    Position position(variant);
    for (int i = 0; i < plies && position.outcome() == game::Outcome::Ongoing; ++i) {
      Position::Moves moves;
      position.legal_moves(moves);
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (position.outcome() == game::Outcome::Ongoing) return position;
  }
}

bool quiet(const Position& position) {
  return !position.can_capture(Colour::White) && !position.can_capture(Colour::Black);
}

}  // namespace

std::optional<std::vector<DraughtsSample>> play_draughts_game(
    const draughts::Variant<Bits64>& variant, const draughts::PatternSet& patterns,
    const DraughtsGameOptions& options, std::uint64_t seed, const std::stop_token& stop) {
  base::Random random(seed);
  search::AlphaBetaSettings settings;
  settings.table_bytes = std::size_t{1} << 19;
  search::AlphaBeta<Position, Evaluator> search(
      settings, Evaluator({variant, draughts::Cost::Patterns, patterns}));
  search::Limits limits;
  limits.nodes = options.nodes;

  Position position =
      opening(variant, options.random_plies - static_cast<int>(random.below(3)), random);
  std::vector<DraughtsSample> samples;
  game::Outcome outcome = position.outcome();
  int ahead = 0;  // plies in a row with a decisive lead, for White above zero
  for (int ply = 0; outcome == game::Outcome::Ongoing && ply < options.longest; ++ply) {
    const auto report = search.think(position, limits, {}, {}, {}, stop);
    if (stop.stop_requested()) return std::nullopt;
    const std::int64_t score = position.turn() == Colour::White ? report.score : -report.score;
    if (quiet(position)) {
      const auto told = static_cast<std::int16_t>(std::clamp(score, -kMostScore, kMostScore));
      samples.push_back({position.pieces(), position.turn(), 1, told});
    }
    const bool decisive = score > kDecisive || score < -kDecisive;
    ahead = !decisive ? 0 : score > 0 ? std::max(ahead, 0) + 1 : std::min(ahead, 0) - 1;
    if (ahead >= kDecisivePlies || ahead <= -kDecisivePlies) {
      outcome = game::win_for(position.side_of(ahead > 0 ? Colour::White : Colour::Black));
      break;
    }
    position.play(report.best);
    outcome = position.outcome();
  }
  const auto result =
      static_cast<std::uint8_t>(1 + game::value_for(position.side_of(Colour::White), outcome));
  for (auto& sample : samples) sample.result = result;
  return samples;
}

std::string pack_samples(std::span<const DraughtsSample> samples) {
  std::string bytes;
  bytes.reserve(samples.size() * kSampleBytes);
  const auto put = [&](Bits64 word) {
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(word >> (8 * i));
  };
  for (const auto& sample : samples) {
    put(sample.pieces.of[0]);
    put(sample.pieces.of[1]);
    put(sample.pieces.kings);
    bytes += static_cast<char>(index(sample.to_move));
    bytes += static_cast<char>(sample.result);
    bytes += static_cast<char>(sample.score & 255);
    bytes += static_cast<char>(sample.score >> 8);
  }
  return bytes;
}

std::vector<DraughtsSample> unpack_samples(std::string_view bytes) {
  if (bytes.size() % kSampleBytes != 0)
    throw base::UserError("the samples are damaged: their length is odd");
  std::vector<DraughtsSample> samples(bytes.size() / kSampleBytes);
  std::size_t at = 0;
  const auto take = [&] {
    Bits64 word = 0;
    for (int i = 0; i < 8; ++i) word |= Bits64{static_cast<std::uint8_t>(bytes[at++])} << (8 * i);
    return word;
  };
  for (auto& sample : samples) {
    sample.pieces.of[0] = take();
    sample.pieces.of[1] = take();
    sample.pieces.kings = take();
    const auto side = static_cast<std::uint8_t>(bytes[at++]);
    sample.result = static_cast<std::uint8_t>(bytes[at++]);
    if (side > 1 || sample.result > 2) throw base::UserError("the samples are damaged");
    sample.to_move = static_cast<Colour>(side);
    const auto low = static_cast<std::uint8_t>(bytes[at++]),
               high = static_cast<std::uint8_t>(bytes[at++]);
    sample.score = static_cast<std::int16_t>(low | high << 8);
  }
  return samples;
}

}  // namespace losange::train
