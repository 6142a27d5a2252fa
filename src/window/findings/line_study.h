// What the analyses of a line of the game say about its moves: which ones cost something and how much, and how well each
// side played. Read from the record; Table keeps it until something changes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "window/findings/analysis.h"

namespace losange::window {

enum class Severity { Inaccuracy, Mistake, Blunder };

inline constexpr double kLeastLoss = 0.05;  // of the chance to win, that makes a move an inaccuracy
inline constexpr double kMistakeLoss = 0.10, kBlunderLoss = 0.20;
Severity severity(double loss);

struct Mistake {
  game::NodeId node;  // the one the bad move led to
  int number = 0;     // of the move, from 1
  game::Side side;
  std::string played, better;
  double loss = 0;  // of the chance to win
};

// The moves on the line to `leaf` that cost at least `least`, the costliest first, equals in the order of the game. Both
// the node of the move and the one before must be analysed.
std::vector<Mistake> mistakes(const game::GameRecord& record, game::NodeId leaf,
                              double least = kLeastLoss);

// How one side played.
struct Totals {
  int moves = 0;                // that could be judged
  double accuracy = 0;          // 0 to 1, the mean over these moves
  std::array<int, 3> counts{};  // by Severity
};
// 1 for a move that costs nothing, a half for one that costs an eighth of the chance to win, nearly 0 from 0.8 on.
double accuracy(double loss);

// All that the study shows of the line to a leaf.
struct LineStudy {
  std::vector<game::NodeId> line;             // from the root on
  std::vector<std::optional<double>> values;  // for First, one a node; the result at the end
  std::vector<Mistake> mistakes;              // the costliest first
  std::array<Totals, 2> totals;               // by side
  int played = 0;                             // moves on the line
  // Every node has its value, but for the last, where there may be no more to analyse.
  bool whole() const;
  // The mistake that led to a node; nothing where it was none.
  const Mistake* mistake_at(game::NodeId node) const;
};
LineStudy study_line(const game::GameRecord& record, game::NodeId leaf);

}  // namespace losange::window
