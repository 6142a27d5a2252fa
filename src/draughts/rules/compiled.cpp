#include "draughts/rules/compiled.h"

#include <cassert>
#include <cstdlib>

#include "draughts/rules/generator.h"

namespace losange::draughts {

namespace {

template <int N, const Mechanics& M>
constexpr auto table() {
  using White = Generator<N, M, Colour::White>;
  using Black = Generator<N, M, Colour::Black>;
  return Compiled<typename Grid<N>::Bits>{
      N,
      &M,
      Grid<N>::kBoard,
      {Grid<N>::kLastRow[0], Grid<N>::kLastRow[1]},
      {&White::moves, &Black::moves},
      {&White::can_move, &Black::can_move},
      {&White::can_capture, &Black::can_capture},
      {&White::count_moves, &Black::count_moves},
  };
}

constexpr Compiled<Bits64> kTables64[] = {
    table<10, kInternationalMechanics>(), table<8, kInternationalMechanics>(),
    table<6, kInternationalMechanics>(),  table<8, kEnglishMechanics>(),
    table<6, kEnglishMechanics>(),        table<8, kRussianMechanics>(),
    table<8, kItalianMechanics>(),        table<10, kFrisianMechanics>(),
};
constexpr Compiled<Bits128> kTables128[] = {table<12, kInternationalMechanics>()};

template <class Tables>
const auto& find(const Tables& tables, const Mechanics& mechanics, int size) {
  for (const auto& table : tables) {
    if (table.size == size && table.mechanics == &mechanics) return table;
  }
  assert(false && "no generator for these rules");
  std::abort();
}

}  // namespace

template <>
const Compiled<Bits64>& compiled(const Mechanics& mechanics, int size) {
  return find(kTables64, mechanics, size);
}
template <>
const Compiled<Bits128>& compiled(const Mechanics& mechanics, int size) {
  return find(kTables128, mechanics, size);
}

}  // namespace losange::draughts
