// Openings whose winner is known (a truth file), and what a net thinks of them: the first gate of a
// training run. An opening is the first player's single stone, the second player to move, no swap.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "net/input/evaluator.h"

namespace losange::train {

struct KnownOpening {
  int cell = 0;
  bool wins = false;  // for the first player
};

// By board size. Lines "SIZE ROW/ROW/..." of W (wins), l (loses) and . (unknown), '#' comments.
using OpeningTruth = std::map<int, std::vector<KnownOpening>>;
// The name of the truth file that comes with the program.
inline constexpr const char* kShippedTruth = "known";
// A file, or the one of that name. Both throw base::UserError, the second one for a place in the text.
OpeningTruth read_openings(const std::filesystem::path& path);
OpeningTruth parse_openings(const std::string& text);

struct OpeningVerdict {
  int size = 0, known = 0;
  int right_by_move = 0;           // the answer with the best Q tells the winner
  int right_by_value = 0;          // the value head tells the winner
  std::vector<int> wrong_by_move;  // cells
};

OpeningVerdict judge_openings(const net::Evaluator& evaluator, int size,
                              const std::vector<KnownOpening>& openings);

// The cells that the strategy zero misjudges, each searched anew with so many visits by one thread.
std::vector<int> misjudged_by_search(std::shared_ptr<const net::Evaluator> evaluator, int size,
                                     const std::vector<KnownOpening>& openings, int visits,
                                     int threads);

// What a net must pass on a board before it is used.
struct OpeningGate {
  int visits = 0;        // of each search
  int may_miss = 0;      // openings
  bool by_value = true;  // the raw value head must tell all winners too
};
OpeningGate opening_gate(int size);

}  // namespace losange::train
