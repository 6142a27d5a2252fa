#include "draughts/evaluation/evaluation.h"

#include <algorithm>

namespace losange::draughts {

namespace {

constexpr int kMan = 1000, kKing = 2500;
constexpr int kWipedOut = 100'000;

}  // namespace

const std::vector<std::string>& cost_names() {
  static const std::vector<std::string> names{"patterns", "material", "neighbours",
                                              "centre",   "constant", "random"};
  return names;
}

Cost parse_cost(std::string_view name) {
  const auto& names = cost_names();
  return static_cast<Cost>(std::find(names.begin(), names.end(), name) - names.begin());
}

template <class Bits>
Evaluation<Bits>::Evaluation(const Variant<Bits>& variant, Cost cost, const PatternSet& patterns)
    : cost_(cost),
      half_(variant.size / 2),
      lone_king_holds_(variant.rules->mechanics->flying_kings &&
                       !variant.rules->mechanics->orthogonal_captures),
      patterns_(patterns) {
  if (cost_ == Cost::Patterns && !patterns_.fits(*variant.rules, variant.size))
    cost_ = Cost::Centre;
  const int margin = variant.size / 4;
  for (int square = 1; square <= variant.squares(); ++square) {
    const int i = variant.index_of_square[static_cast<std::size_t>(square)];
    const int row = variant.row_of(i), column = variant.column_of(i);
    const auto inside = [&](int at) { return at >= margin && at < variant.size - margin; };
    if (inside(row) && inside(column)) centre_ |= bit<Bits>(i);
  }
}

template <class Bits>
int Evaluation<Bits>::material(const Pieces<Bits>& pieces) const {
  return kMan * (count(pieces.men(Colour::White)) - count(pieces.men(Colour::Black))) +
         kKing * (count(pieces.kings_of(Colour::White)) - count(pieces.kings_of(Colour::Black)));
}

template <class Bits>
int Evaluation<Bits>::for_white(const Position<Bits>& position) const {
  const auto& pieces = position.pieces();
  switch (cost_) {
    case Cost::Patterns:
      if constexpr (std::is_same_v<Bits, Bits64>)
        return patterns_.evaluate(pieces, position.turn());
      return 0;
    case Cost::Material: return material(pieces);
    case Cost::Neighbours: {
      if (pieces.of[0] == 0) return -kWipedOut;
      if (pieces.of[1] == 0) return kWipedOut;
      // A piece is covered when one of its own stands diagonally behind it.
      const auto covered = [&](Bits own) {
        return count(own & own >> half_) + count(own & own >> (half_ + 1));
      };
      return material(pieces) + 40 * (covered(pieces.of[0]) - covered(pieces.of[1]));
    }
    case Cost::Centre:
      return material(pieces) +
             50 * (count(pieces.of[0] & centre_) - count(pieces.of[1] & centre_));
    case Cost::Constant: return 0;
    case Cost::Random: return static_cast<int>(position.hash() % 2001) - 1000;
  }
  return 0;
}

template <class Bits>
int Evaluation<Bits>::operator()(const Position<Bits>& position) const {
  int score = for_white(position);
  if (cost_ == Cost::Patterns && lone_king_holds_) {
    // A king holds a draw against few pieces: what is ahead there is rarely won.
    const auto& pieces = position.pieces();
    const Colour ahead = score > 0 ? Colour::White : Colour::Black;
    const auto strong = static_cast<std::size_t>(index(ahead));
    if (pieces.kings_of(other(ahead)) != 0 && count(pieces.of[strong]) <= 3) score /= 8;
  }
  return position.turn() == Colour::White ? score : -score;
}

template class Evaluation<Bits64>;
template class Evaluation<Bits128>;

}  // namespace losange::draughts
