// What a position of draughts is worth, by one of several cost functions a player may choose: learnt patterns,
// and the five of the project's first draughts program. An Evaluation is a small value that many threads may
// copy; the tables of the patterns are shared and never change.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draughts/evaluation/pattern_file.h"
#include "draughts/rules/position.h"

namespace losange::draughts {

enum class Cost : std::uint8_t {
  Patterns,    // learnt from games
  Material,    // men and kings
  Neighbours,  // material, men that cover each other, and a side wiped out
  Centre,      // material, and pieces near the middle
  Constant,    // nothing: every position is worth the same
  Random,      // any value, the same for the same position
};

// "patterns", "material", "neighbours", "centre", "constant", "random".
const std::vector<std::string>& cost_names();
Cost parse_cost(std::string_view name);  // precondition: one of them

template <class Bits>
class Evaluation {
 public:
  // Patterns need weights for the variant; without them the cost is Centre.
  Evaluation(const Variant<Bits>& variant, Cost cost, const PatternSet& patterns);

  // For the side to move; a man is about 1000.
  int operator()(const Position<Bits>& position) const;
  Cost cost() const { return cost_; }

 private:
  int for_white(const Position<Bits>& position) const;
  int material(const Pieces<Bits>& pieces) const;

  Cost cost_;
  int half_;              // squares in a row
  bool lone_king_holds_;  // a king alone is rarely caught
  Bits centre_{};         // squares in the middle of the board
  PatternSet patterns_;
};

extern template class Evaluation<Bits64>;
extern template class Evaluation<Bits128>;

}  // namespace losange::draughts
