// Weights of the pattern evaluation in a file: which rules and size they are for, then both phases, with runs
// of zeros shortened, and a checksum. PatternSet is what a player holds: the tables of one variant, or none.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "draughts/evaluation/patterns.h"
#include "draughts/rules/variant.h"

namespace losange::draughts {

// Weights for one variant, by size of the board.
struct VariantWeights {
  std::string rules;
  int size = 0;
  std::variant<PatternWeights<10>, PatternWeights<8>> weights;
};

std::string write_weights(const VariantWeights& weights);
// Throws base::UserError when the text is no such file, is damaged, or is for a board this build does not know.
VariantWeights read_weights(std::string_view bytes);
// Sizes there are patterns for.
constexpr bool has_patterns(int size) { return size == 8 || size == 10; }

class PatternSet {
 public:
  PatternSet() = default;  // fits nothing
  explicit PatternSet(const VariantWeights& weights);

  bool fits(const Rules& rules, int size) const { return size == size_ && rules.name == rules_; }
  // For White. Precondition: it fits the board.
  int evaluate(const Pieces<Bits64>& pieces, Colour to_move) const {
    return ten_ ? ten_->evaluate(pieces, to_move) : eight_->evaluate(pieces, to_move);
  }

 private:
  std::string rules_;
  int size_ = 0;
  std::shared_ptr<const PatternTables<10>> ten_;
  std::shared_ptr<const PatternTables<8>> eight_;
};

// The shipped weights of a variant; nothing when there are none. Throws base::UserError when they are damaged.
std::filesystem::path weights_file(const Rules& rules, int size);
PatternSet shipped_patterns(const Rules& rules, int size);

}  // namespace losange::draughts
