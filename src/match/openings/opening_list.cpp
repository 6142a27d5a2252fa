#include "match/openings/opening_list.h"

#include <fmt/format.h>

#include <optional>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "base/threads/progress.h"
#include "match/openings/openings.h"

namespace losange::match {

namespace {

constexpr std::string_view kRounds = "# rounds: ";

std::string rounds_line(const OpeningRequest& request, std::size_t found, int rounds) {
  return fmt::format("{}{}, {} of {} openings\n", kRounds, rounds, found, request.count);
}

std::string to_text(const OpeningRequest& request, const std::string& net,
                    const OpeningMaker& maker) {
  std::string text =
      opening_heading(request, net) + rounds_line(request, maker.found().size(), maker.rounds());
  for (const auto& opening : maker.found()) {
    text += fmt::format("{}  # {:.1f}\n", base::joined(opening.moves, " "), 100 * opening.chance);
  }
  return text;
}

struct Begun {
  std::size_t count = 0;  // that were asked for
  int rounds = 0;
  std::vector<JudgedOpening> found;
};

[[noreturn]] void foreign(const std::filesystem::path& file) {
  throw base::UserError(
      fmt::format("{} holds something else, or openings made with other settings: remove it, or "
                  "name another --output",
                  file.string()));
}

// The number of openings that a file's heading names; everything else in it must be what is asked for now.
std::size_t count_of(const std::string& text, const OpeningRequest& request,
                     const std::string& net) {
  constexpr std::string_view kCount = "--count ";
  OpeningRequest kept = request;
  const auto at = text.find(kCount);
  if (at == std::string::npos) return 0;
  const auto number = base::parse_integer(std::string_view(text).substr(
      at + kCount.size(), text.find(' ', at + kCount.size()) - at - kCount.size()));
  if (!number || *number < 1) return 0;
  kept.count = static_cast<std::size_t>(*number);
  return text.starts_with(opening_heading(kept, net)) ? kept.count : 0;
}

Begun read_begun(const std::filesystem::path& file, OpeningRequest request,
                 const std::string& net) {
  const std::string text = base::read_file(file);
  const std::size_t asked = request.count;
  request.count = count_of(text, request, net);
  if (request.count == 0) foreign(file);
  if (request.count > asked) {
    throw base::UserError(
        fmt::format("{} was made with --count {}: give that or more, or name another --output",
                    file.string(), request.count));
  }
  const std::string heading = opening_heading(request, net);
  auto lines = base::split(std::string_view(text).substr(heading.size()), '\n');
  const auto& first = lines.front();
  const auto rounds = first.starts_with(kRounds)
                          ? base::parse_integer(std::string_view(first).substr(
                                kRounds.size(), first.find(',') - kRounds.size()))
                          : std::nullopt;
  if (!rounds || *rounds < 0) foreign(file);
  Begun begun{request.count, static_cast<int>(*rounds), {}};
  lines.erase(lines.begin());
  game::GameSetup setup;
  setup.size = request.size;
  setup.swap = false;
  for (const auto& line : lines) {
    if (line.empty()) continue;
    const auto mark = line.find('#');
    const auto percent =
        mark == std::string::npos
            ? std::nullopt
            : base::parse_real(base::trim(std::string_view(line).substr(mark + 1)));
    if (!percent) foreign(file);
    for (const auto& opening : read_openings(line, setup)) {
      begun.found.push_back({opening.moves, *percent / 100});
    }
  }
  return begun;
}

std::string details(const OpeningMaker& maker, std::size_t judged, std::size_t of) {
  return fmt::format("round {}: {} of {} candidates searched", maker.rounds(), judged, of);
}

}  // namespace

std::string opening_heading(const OpeningRequest& request, const std::string& net) {
  return fmt::format(
      "# Openings of Hex {0}x{0}, {1} to {2} stones, all different up to the half turn, that zero "
      "with {3} visits "
      "puts within {4} points of even; after each the chance of the side to move in percent.\n"
      "# losange openings --size {0} --count {5} --stones {1}-{2} --visits {3} --within {4} --seed "
      "{6}\n"
      "# net: {7}\n",
      request.size, request.least_stones, request.most_stones, request.visits, request.within,
      request.count, request.seed, net);
}

std::vector<JudgedOpening> write_openings(const std::filesystem::path& file,
                                          const OpeningRequest& request,
                                          const OpeningListRun& run) {
  OpeningMaker maker(request, run.evaluator);
  std::size_t kept = 0;  // openings of a shorter list, which stands until there are more
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored)) {
    const auto begun = read_begun(file, request, run.net);
    if (begun.count < request.count) {
      // Where each number of stones has a larger share other rounds are played: from the first on, with what was judged.
      maker.know(begun.found);
      kept = begun.found.size();
    } else {
      // Drawing the candidates again is cheap, and what was searched is not searched again.
      while (maker.rounds() < begun.rounds) maker.repeat_round(begun.found, run.threads);
      if (maker.found().size() != begun.found.size()) foreign(file);
    }
  } else {
    base::write_file(file, to_text(request, run.net, maker));  // told now, not after the work
  }
  std::optional<base::Progress> progress;
  if (run.show_progress) progress.emplace("openings", request.count, maker.found().size());
  while (!maker.finished()) {
    const bool whole =
        maker.play_round(run.threads, run.stop, [&](std::size_t judged, std::size_t of) {
          if (progress) progress->update(maker.found().size(), details(maker, judged, of));
        });
    if (!whole) break;
    if (kept == 0 || maker.found().size() > kept || maker.finished()) {
      base::write_file(file, to_text(request, run.net, maker));
    }
  }
  if (progress) progress->finish();
  return maker.found();
}

}  // namespace losange::match
