#include "draughts/rules/variant.h"

#include <map>
#include <mutex>
#include <utility>

#include "draughts/rules/bits.h"

namespace losange::draughts {

namespace {

template <class Bits>
Variant<Bits> make_variant(const Rules& rules, int size) {
  Variant<Bits> made{};
  made.rules = &rules;
  made.size = size;
  made.compiled = &compiled<Bits>(*rules.mechanics, size);
  std::uint64_t state = static_cast<std::uint64_t>(rules.game_type * 100 + size);
  made.key = base::splitmix64(state);
  const int half = size / 2;
  for (int row = 0; row < size; ++row) {
    for (int place = 0; place < half; ++place) {
      // The bits run from left to right on a board with the dark corner at the left; the mirrored one
      // is the same board seen in a mirror, so its numbers run against the bits.
      const int along = rules.mirrored ? half - 1 - place : place;
      const int index = row / 2 * (size + 1) + row % 2 * half + along;
      const int square = row * half + place + 1;
      made.index_of_square[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(index);
      made.square_of_index[static_cast<std::size_t>(index)] = static_cast<std::uint8_t>(square);
      if (row < rows_of_men(size)) made.start.of[1] |= bit<Bits>(index);
      if (row >= size - rows_of_men(size)) made.start.of[0] |= bit<Bits>(index);
    }
  }
  static constexpr int kDown[8] = {-1, -1, 1, 1, -2, 0, 0, 2};
  static constexpr int kRight[8] = {-1, 1, -1, 1, 0, -2, 2, 0};
  for (std::size_t d = 0; d < 8; ++d) {
    made.steps[d].fill(-1);
    for (int square = 1; square <= made.squares(); ++square) {
      const int from = made.index_of_square[static_cast<std::size_t>(square)];
      const auto to = made.index_at(made.row_of(from) + kDown[d], made.column_of(from) + kRight[d]);
      if (to) made.steps[d][static_cast<std::size_t>(from)] = static_cast<std::int8_t>(*to);
    }
  }
  return made;
}

}  // namespace

template <class Bits>
std::optional<int> Variant<Bits>::index_at(int row, int column) const {
  if (row < 0 || row >= size || column < 0 || column >= size) return std::nullopt;
  if (column % 2 != ((row % 2 == 0) != rules->mirrored ? 1 : 0)) return std::nullopt;
  return index_of_square[static_cast<std::size_t>(row * (size / 2) + column / 2 + 1)];
}

template <class Bits>
const Variant<Bits>& variant(const Rules& rules, int size) {
  static std::mutex mutex;
  static std::map<std::pair<const Rules*, int>, Variant<Bits>>
      made;  // never shrinks: addresses stay
  const std::lock_guard lock(mutex);
  const auto key = std::make_pair(&rules, size);
  const auto found = made.find(key);
  return found != made.end() ? found->second
                             : made.emplace(key, make_variant<Bits>(rules, size)).first->second;
}

template struct Variant<Bits64>;
template struct Variant<Bits128>;
template const Variant<Bits64>& variant(const Rules&, int);
template const Variant<Bits128>& variant(const Rules&, int);

}  // namespace losange::draughts
