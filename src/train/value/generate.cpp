#include "train/value/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "base/threads/progress.h"
#include "net/input/board_codes.h"
#include "net/input/evaluator.h"
#include "net/shared_nets.h"
#include "players/check_plays.h"
#include "players/game/games.h"
#include "players/registry.h"
#include "train/value/packed_samples.h"

namespace losange::train {

namespace {

constexpr std::uint64_t kFlushGames = 20;

// Writes the teacher's values: half its value head, half its best move; a win that is there at once, or cannot be
// prevented, is certain.
void ask_teacher(const net::Evaluator& teacher, std::vector<ValueSample>& samples) {
  if (samples.empty()) return;
  const int size = samples.front().size;
  players::with_hex({.size = size, .swap = false}, [&](auto tag, const auto&) {
    using Position = typename decltype(tag)::Game::Position;
    const std::size_t cells = samples.front().board.size();
    std::vector<std::uint8_t> codes(samples.size() * cells);
    std::vector<Position> positions;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      positions.push_back(Position::from_flat(
          std::vector<int>(samples[i].board.begin(), samples[i].board.end()), samples[i].to_move));
      net::write_codes(positions.back(), codes.data() + i * cells);
    }
    net::Evaluations seen;
    teacher.evaluate(size, codes, seen);
    const auto value = [](float log_odds) { return std::tanh(log_odds / 2); };
    for (std::size_t i = 0; i < samples.size(); ++i) {
      float best = -1;
      for (std::size_t c = i * cells; c < (i + 1) * cells; ++c) {
        if (codes[c] == net::kEmpty) best = std::max(best, value(seen.q[c]));
      }
      const auto side = samples[i].to_move;
      samples[i].value = positions[i].winning_cells(side).any() ? 1
                         : positions[i].winning_cells(game::other(side)).count() > 1
                             ? -1
                             : (value(seen.value[i]) + best) / 2;
    }
  });
}

class Generator {
 public:
  Generator(const GenerateRequest& request, std::stop_token stop)
      : request_(request), stop_(std::move(stop)) {
    for (const int size : request.sizes) {
      players::check_plays(request.player, {.size = size, .swap = false});
      check_start(size, request.start);
    }
    if (request.min_depth < 1 || request.min_depth > request.max_depth) {
      throw base::UserError("depths are drawn from --min-depth to --max-depth, from 1 up");
    }
    players::make_player(request.player);  // whose errors should come before any work
    for (const int size : request.sizes) {
      base::check_writable(samples_path(request.output, size, request.packed));
    }
    if (!request.teacher.empty()) teacher_ = net::shared_evaluator(request.teacher);
  }

  bool run() {
    for (const int size : request_.sizes) {
      if (!run_size(size)) return false;
    }
    return true;
  }

 private:
  bool run_size(int size) {
    const auto path = samples_path(request_.output, size, request_.packed);
    std::uint64_t done = games_in(path);
    base::Progress progress(fmt::format("{0}x{0}", size), request_.games, done);
    while (done < request_.games) {
      const auto count = static_cast<std::size_t>(std::min(kFlushGames, request_.games - done));
      std::vector<std::string> texts(count);
      base::parallel_for(count, request_.threads, [&](std::size_t i) {
        if (!stop_.stop_requested()) texts[i] = play(size, done + i);
      });
      if (stop_.stop_requested()) return false;
      std::string lines{request_.packed && done == 0 ? kPackedMagic : ""};
      for (const auto& text : texts) lines += text;
      base::append_file(path, lines);
      done += count;
      progress.update(done);
    }
    return true;
  }

  std::string play(int size, std::uint64_t game) const {
    base::Random random(base::stream_seed(
        base::stream_seed(request_.limits.seed, static_cast<std::uint64_t>(size)), game));
    const auto depth = [&] {
      return request_.min_depth + static_cast<int>(random.below(static_cast<std::uint32_t>(
                                      request_.max_depth - request_.min_depth + 1)));
    };
    const std::array players{players::make_player(request_.player),
                             players::make_player(request_.player)};
    std::array<Seat, 2> seats;
    for (std::size_t i = 0; i < 2; ++i) {
      seats[i] = {players[i].get(), request_.limits, request_.random_share};
      seats[i].limits.threads = 1;
      seats[i].limits.depth = depth();
    }
    const Start start = random_start(size, request_.start, random);
    auto samples = play_value_game(start, seats, random(), stop_);
    if (teacher_) ask_teacher(*teacher_, samples);
    for (auto& sample : samples) sample.game = game;
    if (request_.packed) return samples.empty() ? "" : pack_game(samples);
    std::string text;
    for (const auto& sample : samples) text += to_line(sample) + "\n";
    return text;
  }

  // Whole games in a file, which is cut after them.
  std::uint64_t games_in(const std::filesystem::path& path) const {
    if (!std::filesystem::is_regular_file(path)) return 0;
    const std::string text = base::read_file(path, std::size_t{4} << 30);
    if (!request_.packed) return games_in_lines(path, text);
    const auto file = unpack_of(path, text);
    const bool whole = file.games > 0;  // else the file begins anew
    if (!whole || file.whole_bytes < text.size()) {
      base::write_file(path, std::string_view(text).substr(0, whole ? file.whole_bytes : 0));
    }
    return file.games;
  }

  static PackedFile unpack_of(const std::filesystem::path& path, std::string_view bytes) {
    try {
      return unpack_games(bytes);
    } catch (const base::UserError& error) {
      throw not_to_go_on_with(path, error);
    }
  }

  static base::UserError not_to_go_on_with(const std::filesystem::path& path,
                                           const base::UserError& error) {
    return base::UserError(fmt::format("{} is not a file to go on with ({}): name another --output",
                                       path.string(), error.what()));
  }

  // A game ends with the line one move before its end.
  static std::uint64_t games_in_lines(const std::filesystem::path& path, const std::string& text) {
    std::size_t end = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    while (end > 0) {
      const std::size_t before = end < 2 ? std::string::npos : text.rfind('\n', end - 2);
      const std::size_t begin = before == std::string::npos ? 0 : before + 1;
      ValueSample last;
      try {
        last = parse_sample(std::string_view(text).substr(begin, end - 1 - begin));
      } catch (const base::UserError& error) {
        throw not_to_go_on_with(path, error);
      }
      if (last.moves_to_end == 1) {
        if (end < text.size()) base::write_file(path, std::string_view(text).substr(0, end));
        return last.game + 1;
      }
      end = begin;
    }
    base::write_file(path, "");
    return 0;
  }

  const GenerateRequest& request_;
  std::stop_token stop_;
  std::shared_ptr<const net::Evaluator> teacher_;
};

}  // namespace

std::filesystem::path samples_path(const std::filesystem::path& output, int size, bool packed) {
  const char* ending = packed ? ".positions" : ".jsonl";
  auto stem = output;
  if (stem.extension() == ending) stem.replace_extension();
  return fmt::format("{}_N{}{}", stem.string(), size, ending);
}

bool generate(const GenerateRequest& request, std::stop_token stop) {
  return Generator(request, std::move(stop)).run();
}

}  // namespace losange::train
