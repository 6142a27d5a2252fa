// Which first stones win: every opening of a board solved, one of each pair that a half turn exchanges. For
// `losange solve --all`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "cluster/cluster.h"
#include "net/input/evaluator.h"

namespace losange::solver {

enum class OpeningResult : char { Open = '?', Win = 'W', Loss = 'l' };

struct OpeningMap {
  int size = 0;
  std::vector<OpeningResult> results;  // of each cell, for the player who opens there
  double seconds = 0;                  // that this run took, by the clock
  // Of all searches together, on every rank, and of those that came to an end in earlier runs.
  double search_seconds = 0;
  std::uint64_t nodes = 0;
  double worst_seconds = 0;
  int worst = -1;          // the opening that took longest
  std::size_t memory = 0;  // the largest table

  // Openings that are left, one of each pair.
  int open() const;
};

struct OpeningRun {
  int size = 0;
  std::size_t bytes = 0;                 // of all tables of a process together
  int threads = 1;                       // openings at a time
  std::optional<base::Millis> time{};    // for each opening
  std::optional<std::uint64_t> nodes{};  // positions for each
  std::filesystem::path
      kept{};  // where results stay; a run goes on with what is there. None: empty
  std::function<void(const OpeningMap&, int solved, int all)>
      observer{};  // after each, and ten times a second
  std::stop_token stop{};
  std::shared_ptr<const net::Evaluator> net{};  // of all solvers; none: they are slower
  cluster::Cluster* cluster = nullptr;          // whose other ranks help; nothing: there are none
};

// Each opening is searched by itself: its result and its nodes do not depend on the others. What is solved when it is
// stopped is kept.
OpeningMap solve_openings(const OpeningRun& run);
// What the other ranks do meanwhile: search the openings that rank 0 deals to them.
void help_solve_openings(const OpeningRun& run);

// What a run keeps in its file: "losange openings 3", then a line an opening, "a1 loss 2.03 5949", of which a last one that was
// cut off goes. Throws base::UserError where it is none of this size.
OpeningMap read_openings(int size, std::string_view text);

// The board as it stands, a W or an l a cell; a '?' is open.
std::string to_text(const OpeningMap& map);
std::string to_svg(const OpeningMap& map);
// {"size":6,"openings":{"a1":"loss",...},"seconds":...,"search_seconds":...,"nodes":...}; an opening that is left is
// not among them.
std::string to_json(const OpeningMap& map);

}  // namespace losange::solver
