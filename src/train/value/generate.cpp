#include "train/value/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/claim.h"
#include "base/system/file.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "base/threads/progress.h"
#include "cluster/deal.h"
#include "net/file/weights.h"
#include "net/input/board_codes.h"
#include "net/input/evaluator.h"
#include "net/shared_nets.h"
#include "players/check_plays.h"
#include "players/game/games.h"
#include "players/registry.h"
#include "train/samples/packed_samples.h"
#include "train/value/begun.h"

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
  Generator(const GenerateRequest& request, cluster::Cluster* cluster)
      : request_(request), cluster_(cluster) {
    for (const int size : request.sizes) {
      players::check_plays(request.player, {.size = size, .swap = false});
      check_start(size, request.start);
    }
    if (request.min_depth < 1 || request.min_depth > request.max_depth) {
      throw base::UserError("depths are drawn from --min-depth to --max-depth, from 1 up");
    }
    players::make_player(request.player);  // whose errors should come before any work
    if (request.teacher.empty()) return;
    teacher_ = net::shared_evaluator(request.teacher);
    teacher_hash_ = net::read_weights(request.teacher).hash();
  }

  bool run(const std::stop_token& stop) {
    for (const int size : request_.sizes) {
      const auto path = samples_path(request_.output, size, request_.packed);
      base::check_writable(path);
      goes_on(path, request_, teacher_hash_);  // refused before any work
    }
    bool whole = true;
    for (const int size : request_.sizes) whole = whole && run_size(size, stop);
    announce(0);
    return whole;
  }

  void help() {
    while (const int size = announce(0)) {
      cluster::work_on_dealt(*cluster_, request_.threads,
                             [&](int, std::uint64_t game, const std::stop_token& stop) {
                               return play(size, game, stop);
                             });
    }
  }

 private:
  // The size that all ranks play next; 0: it is over.
  int announce(int size) {
    if (cluster_ != nullptr) cluster::broadcast_number(*cluster_, 0, size);
    return size;
  }

  // Games come in any order from this rank's threads and from other ranks; the file has them in theirs.
  bool run_size(int size, const std::stop_token& stop) {
    const auto path = samples_path(request_.output, size, request_.packed);
    const base::Claim claim(path);
    const bool begun = goes_on(path, request_, teacher_hash_);
    std::uint64_t done = begun ? games_in(path) : 0, dealt = done;
    if (done >= request_.games) {
      base::say_aside("{} has {} already: nothing to do\n", path.string(),
                      base::counted(done, "game"));
      return true;
    }
    if (!begun) write_begun(path, request_, teacher_hash_);
    base::Progress progress(fmt::format("{0}x{0}", size), request_.games, done);
    std::mutex mutex;  // guards all of these
    std::map<std::uint64_t, std::string> ahead;
    const auto next = [&]() -> std::optional<std::uint64_t> {
      const std::lock_guard lock(mutex);
      return dealt < request_.games ? std::optional(dealt++) : std::nullopt;
    };
    const auto finish = [&](std::uint64_t game, const std::string& text) {
      const std::lock_guard lock(mutex);
      ahead[game] = text;
      while (done < request_.games) {
        const std::uint64_t count = std::min(kFlushGames, request_.games - done);
        for (std::uint64_t i = 0; i < count; ++i) {
          if (!ahead.contains(done + i)) return;
        }
        write_games(path, done, count, ahead);
        progress.update(done);
      }
    };
    std::stop_source ending;
    const std::stop_callback forward(stop, [&] { ending.request_stop(); });
    const bool has_helpers = cluster_ != nullptr && cluster_->size() > 1;
    if (has_helpers) announce(size);
    base::run_on_threads(
        request_.threads + (has_helpers ? 1 : 0),
        [&](int thread) {
          if (thread == request_.threads) {
            return cluster::deal_out(*cluster_, {next, finish}, ending.get_token());
          }
          while (!ending.stop_requested()) {
            const auto game = next();
            if (!game) return;
            if (const auto text = play(size, *game, ending.get_token())) finish(*game, *text);
          }
        },
        [&] { ending.request_stop(); });
    return done == request_.games;
  }

  void write_games(const std::filesystem::path& path, std::uint64_t& done, std::uint64_t count,
                   std::map<std::uint64_t, std::string>& ahead) const {
    std::string lines{request_.packed && done == 0 ? kPackedMagic : ""};
    for (std::uint64_t i = 0; i < count; ++i) lines += ahead.extract(ahead.begin()).mapped();
    base::append_file(path, lines);
    done += count;
  }

  // Nothing when it was stopped.
  std::optional<std::string> play(int size, std::uint64_t game, const std::stop_token& stop) const {
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
    auto samples = play_value_game(start, seats, random(), stop);
    if (stop.stop_requested()) return std::nullopt;
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
    const auto file = count_of(path, text);
    const bool whole = file.games > 0;  // else the file begins anew
    if (!whole || file.whole_bytes < text.size()) {
      base::write_file(path, std::string_view(text).substr(0, whole ? file.whole_bytes : 0));
    }
    return file.games;
  }

  static PackedFile count_of(const std::filesystem::path& path, std::string_view bytes) {
    try {
      return count_games(bytes);
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
  cluster::Cluster* cluster_;  // nothing: alone
  std::shared_ptr<const net::Evaluator> teacher_;
  std::string teacher_hash_;  // empty: none
};

}  // namespace

std::filesystem::path samples_path(const std::filesystem::path& output, int size, bool packed) {
  const char* ending = packed ? ".positions" : ".jsonl";
  auto stem = output;
  if (stem.extension() == ending) stem.replace_extension();
  return fmt::format("{}_N{}{}", stem.string(), size, ending);
}

bool generate(const GenerateRequest& request, std::stop_token stop, cluster::Cluster* cluster) {
  return Generator(request, cluster).run(stop);
}

void help_generate(const GenerateRequest& request, cluster::Cluster& cluster) {
  Generator(request, &cluster).help();
}

}  // namespace losange::train
