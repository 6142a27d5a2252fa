// What must hold of any bytes that a solver is given as what was known: they are refused with a UserError, or written and read
// back equal; and a solver that goes on from them comes to an end, with moves that are legal or a UserError, whatever they say
// of its positions. Used by the bounded random run in tests/property and by the libFuzzer target.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "solver/hex_solver.h"
#include "solver/known_file.h"

namespace losange::testing_formats {

// More than it takes to keep all of a short file.
inline constexpr std::size_t kKnownMemory = std::size_t{1} << 22;

template <int W>
bool same_positions(const solver::KnownTable<W>& a, const solver::KnownTable<W>& b) {
  bool same = a.size() == b.size();
  a.for_each([&](const auto& entry) {
    const auto* other = b.find(entry.key);
    same = same && other != nullptr && other->numbers == entry.numbers &&
           other->work == entry.work && other->width == entry.width &&
           other->reason == entry.reason && other->edges == entry.edges;
    if (!same) return;
    const auto equal = [](const auto& x, const auto& y) {
      return x.key() == y.key() && x.move == y.move && x.proof == y.proof &&
             x.disproof == y.disproof;
    };
    same = entry.edges == 0 || std::equal(a.edges_of(entry), a.edges_of(entry) + entry.edges,
                                          b.edges_of(*other), equal);
  });
  return same;
}

template <int W>
std::string written_known_problem(int size, std::string_view bytes) {
  solver::KnownTable<W> read(kKnownMemory), again(kKnownMemory);
  try {
    solver::add_bytes<W>(size, bytes, read);
  } catch (const base::UserError&) {
    return "";
  }
  try {
    solver::add_bytes<W>(size, solver::to_bytes<W>(size, read), again);
  } catch (const base::UserError& error) {
    return std::string("what was read is refused: ") + error.what();
  }
  return same_positions<W>(read, again) ? "" : "read back as other positions";
}

// Of boards that are solved in no time.
inline std::string used_known_problem(int size, std::string_view bytes) {
  const auto cells = static_cast<std::size_t>(size * size);
  const solver::HexBoard empty{size, std::vector<int>(cells, 0), game::Side::First};
  const auto solver = solver::make_hex_solver(size, kKnownMemory);
  try {
    solver->know(bytes);
    auto stones = empty.stones;
    for (const int cell : solver->solve(empty, {.all_moves = true}).line) {
      if (cell < 0 || cell >= size * size || stones[static_cast<std::size_t>(cell)] != 0)
        return "a line goes where it cannot";
      stones[static_cast<std::size_t>(cell)] = 1;
    }
    solver->prove(empty);
  } catch (const base::UserError&) {
  }
  return "";
}

// By a solver of the size that the file names.
inline std::string known_problem(std::string_view bytes) {
  if (bytes.size() <= solver::kKnownBegin.size()) return written_known_problem<1>(3, bytes);
  const int size = static_cast<unsigned char>(bytes[solver::kKnownBegin.size()]);
  if (size == 0 || size > hex::kMaxSize) return written_known_problem<1>(3, bytes);
  std::string problem = size <= 8                   ? written_known_problem<1>(size, bytes)
                        : hex::words_for(size) == 2 ? written_known_problem<2>(size, bytes)
                                                    : written_known_problem<6>(size, bytes);
  return problem.empty() && size <= 3 ? used_known_problem(size, bytes) : problem;
}

// The bytes as they are, and with a right checksum, so that damage reaches the reader's inside.
inline std::string any_known_problem(std::string_view bytes) {
  std::string problem = known_problem(bytes);
  if (!problem.empty()) return problem;
  std::string whole(bytes);
  solver::put(whole, base::crc32(whole));
  return known_problem(whole);
}

}  // namespace losange::testing_formats
