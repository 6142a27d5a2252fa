#include "solver/map/opening_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>

#include "base/error.h"
#include "base/system/file.h"
#include "base/system/rescue.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "cluster/deal.h"
#include "hex/board/geometry.h"
#include "hex/files/board_svg.h"
#include "hex/files/slanted_board.h"
#include "solver/hex_solver.h"

namespace losange::solver {
namespace {

int half_turn(const OpeningMap& map, int cell) { return map.size * map.size - 1 - cell; }

// What the search of one opening gave.
struct Search {
  OpeningResult result = OpeningResult::Open;
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::size_t memory = 0;
};

void note(OpeningMap& map, int cell, const Search& search) {
  map.search_seconds += search.seconds;
  map.nodes += search.nodes;
  map.memory = std::max(map.memory, search.memory);
  if (search.result == OpeningResult::Open) return;
  map.results[static_cast<std::size_t>(cell)] = search.result;
  map.results[static_cast<std::size_t>(half_turn(map, cell))] = search.result;
  if (map.worst >= 0 && search.seconds <= map.worst_seconds) return;
  map.worst_seconds = search.seconds;
  map.worst = cell;
}

OpeningMap nothing_solved(int size) {
  hex::check_size(size);
  OpeningMap map;
  map.size = size;
  map.results.assign(static_cast<std::size_t>(size * size), OpeningResult::Open);
  return map;
}

// No search takes three centuries, nor looks at so many positions in them: the sums of a board's openings stay numbers.
constexpr double kMostSeconds = 1e10;
constexpr std::int64_t kMostNodes = 1'000'000'000'000'000;

std::string heading(int size) { return fmt::format("losange openings {}", size); }

bool is_plain(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

// What was kept, in whole lines. Nothing of devices and pipes, which are written to and not read, or a full one would be told
// for a long one.
std::string read_kept(const std::filesystem::path& path, OpeningMap& map) {
  if (!is_plain(path)) return "";
  std::string text = base::read_file(path);
  const bool cut = !text.ends_with('\n');
  if (cut && (heading(map.size) + "\n").starts_with(text)) {
    base::write_file(path, "");
    return "";
  }
  try {
    map = read_openings(map.size, text);
  } catch (const base::UserError& error) {
    throw base::UserError(fmt::format("{}: {}", path.string(), error.what()));
  }
  text.resize(text.rfind('\n') + 1);
  if (cut) base::write_file(path, text);
  return text;
}

// The file that results are kept in, each at once.
class KeptFile {
 public:
  // `map` becomes what the file has.
  KeptFile(const std::filesystem::path& path, OpeningMap& map)
      : path_(path), text_(read_kept(path, map)) {
    file_.emplace(path, base::GrowingFile::From::ItsEnd);
    plain_ = is_plain(path);
    if (text_.empty()) add(heading(map.size) + "\n");
  }
  void add(const std::string& line) {
    text_ += line;
    if (!plain_ || is_plain(path_)) return file_->append(line);
    // Somebody took it away: what is written to it is lost.
    file_.reset();
    base::write_or_keep_elsewhere(path_, text_);
    file_.emplace(path_, base::GrowingFile::From::ItsEnd);
  }

 private:
  std::filesystem::path path_;
  std::string text_;
  std::optional<base::GrowingFile> file_;
  bool plain_ = false;
};

// As it travels between ranks, which run the same program.
std::string to_bytes(const Search& search) {
  return {reinterpret_cast<const char*>(&search), sizeof search};
}
Search from_bytes(const std::string& bytes) {
  Search search;
  std::memcpy(&search, bytes.data(), sizeof search);
  return search;
}

Search search_opening(const OpeningRun& run, int cell,
                      const std::function<void(const HexProgress&)>& observer,
                      const std::stop_token& stop) {
  HexBoard board{run.size, std::vector<int>(static_cast<std::size_t>(run.size * run.size), 0),
                 game::Side::Second};
  board.stones[static_cast<std::size_t>(cell)] = 1;
  const auto solver = make_hex_solver(
      run.size, run.bytes / static_cast<std::size_t>(std::max(1, run.threads)), run.net);
  const auto answer = solver->solve(
      board, {.all_moves = false, .time = run.time, .nodes = run.nodes}, observer, stop);
  const auto result = !answer.winner                        ? OpeningResult::Open
                      : *answer.winner == game::Side::First ? OpeningResult::Win
                                                            : OpeningResult::Loss;
  return {result, answer.seconds, answer.nodes, answer.memory};
}

}  // namespace

int OpeningMap::open() const {
  int count = 0;
  for (int cell = 0; cell <= half_turn(*this, cell); ++cell) {
    count += results[static_cast<std::size_t>(cell)] == OpeningResult::Open ? 1 : 0;
  }
  return count;
}

OpeningMap read_openings(int size, std::string_view text) {
  OpeningMap map = nothing_solved(size);
  const auto lines = base::split(text, '\n');
  const auto refuse = [&](std::size_t line) {
    throw base::UserError(fmt::format(
        "line {0} is not of a map of openings of {1}x{1}: name another file", line + 1, size));
  };
  if (lines.size() < 2 || lines.front() != heading(size)) refuse(0);
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    const auto words = base::split_words(lines[i]);
    if (words.size() != 4) refuse(i);
    const auto cell = hex::parse_cell(size, words[0]);
    const auto seconds = base::parse_real(words[2]);
    const auto nodes = base::parse_integer(words[3]);
    if (!cell || !seconds || !nodes || *seconds < 0 || *seconds > kMostSeconds || *nodes < 0 ||
        *nodes > kMostNodes || (words[1] != "win" && words[1] != "loss"))
      refuse(i);
    if (map.results[static_cast<std::size_t>(*cell)] != OpeningResult::Open) refuse(i);
    note(map, *cell,
         {words[1] == "win" ? OpeningResult::Win : OpeningResult::Loss, *seconds,
          static_cast<std::uint64_t>(*nodes)});
  }
  return map;
}

OpeningMap solve_openings(const OpeningRun& run) {
  const base::Stopwatch clock;
  OpeningMap map = nothing_solved(run.size);
  const int cells = run.size * run.size;
  std::optional<KeptFile> file;
  if (!run.kept.empty()) file.emplace(run.kept, map);
  std::deque<int> left;
  for (int cell = 0; cell <= half_turn(map, cell); ++cell) {
    if (map.results[static_cast<std::size_t>(cell)] == OpeningResult::Open) left.push_back(cell);
  }
  const int all = (cells + 1) / 2;
  std::mutex mutex;  // guards the map, what is left of it and what is being searched
  std::map<int, std::uint64_t> looked_at;  // positions of the openings that are being searched here
  const auto tell = [&] {
    if (!run.observer) return;
    OpeningMap now = map;
    for (const auto& [cell, nodes] : looked_at) now.nodes += nodes;
    run.observer(now, all - map.open(), all);
  };
  const auto next = [&]() -> std::optional<std::uint64_t> {
    const std::lock_guard lock(mutex);
    if (left.empty()) return std::nullopt;
    const int cell = left.front();
    left.pop_front();
    return static_cast<std::uint64_t>(cell);
  };
  const auto finish = [&](int cell, const Search& search) {
    const std::lock_guard lock(mutex);
    looked_at.erase(cell);
    note(map, cell, search);
    if (file && search.result != OpeningResult::Open) {
      file->add(fmt::format("{} {} {:.3f} {}\n", hex::cell_name(run.size, cell),
                            search.result == OpeningResult::Win ? "win" : "loss", search.seconds,
                            search.nodes));
    }
    tell();
  };
  std::stop_source ending;
  const std::stop_callback forward(run.stop, [&] { ending.request_stop(); });
  const bool has_helpers = run.cluster != nullptr && run.cluster->size() > 1;
  base::run_on_threads(
      run.threads + (has_helpers ? 1 : 0),
      [&](int thread) {
        if (thread == run.threads) {
          const auto take = [&](std::uint64_t cell, const std::string& bytes) {
            finish(static_cast<int>(cell), from_bytes(bytes));
          };
          return cluster::deal_out(*run.cluster, {next, take}, ending.get_token());
        }
        while (!ending.stop_requested()) {
          const auto cell = next();
          if (!cell) return;
          const auto watch = [&](const HexProgress& now) {
            const std::lock_guard lock(mutex);
            looked_at[static_cast<int>(*cell)] = now.nodes;
            tell();
          };
          finish(static_cast<int>(*cell),
                 search_opening(run, static_cast<int>(*cell), watch, ending.get_token()));
        }
      },
      [&] { ending.request_stop(); });
  map.seconds = clock.seconds();
  return map;
}

void help_solve_openings(const OpeningRun& run) {
  const auto work = [&](int, std::uint64_t cell,
                        const std::stop_token& stop) -> std::optional<std::string> {
    const auto search = search_opening(run, static_cast<int>(cell), {}, stop);
    if (search.result == OpeningResult::Open && stop.stop_requested()) return std::nullopt;
    return to_bytes(search);
  };
  cluster::work_on_dealt(*run.cluster, run.threads, work);
}

std::string to_text(const OpeningMap& map) {
  std::string signs;
  for (const auto result : map.results) signs += static_cast<char>(result);
  return hex::slanted_board(map.size, signs);
}

std::string to_svg(const OpeningMap& map) {
  const auto picture = [&](int cell) -> hex::CellPicture {
    const auto result = map.results[static_cast<std::size_t>(cell)];
    const char* colour = result == OpeningResult::Win    ? "#9d7"
                         : result == OpeningResult::Loss ? "#ddd"
                                                         : "#fff";
    return {colour, hex::cell_name(map.size, cell), ""};
  };
  const char* open = map.open() > 0 ? ", on white it is not known" : "";
  return hex::board_svg(
      map.size, fmt::format("{0}x{0}: who opens on green wins, on grey loses{1}", map.size, open),
      picture);
}

std::string to_json(const OpeningMap& map) {
  std::vector<std::string> openings, open;
  for (int cell = 0; cell < map.size * map.size; ++cell) {
    const auto result = map.results[static_cast<std::size_t>(cell)];
    const auto name = fmt::format("\"{}\"", hex::cell_name(map.size, cell));
    if (result == OpeningResult::Open) {
      open.push_back(name);
    } else {
      openings.push_back(name + (result == OpeningResult::Win ? ":\"win\"" : ":\"loss\""));
    }
  }
  return fmt::format(
      "{{\"size\":{},\"openings\":{{{}}},\"open\":[{}],\"seconds\":{:.3f},\"search_seconds\":{:.3f}"
      ","
      "\"nodes\":{}}}",
      map.size, base::joined(openings, ","), base::joined(open, ","), map.seconds,
      map.search_seconds, map.nodes);
}

}  // namespace losange::solver
