// What a solver knows of positions as a file, so that a long search goes on in another run: "losange known 1" and a newline, the
// size of the board and the words of a set of cells in a byte each, the number of positions; of each its key, proof numbers,
// work, width, number of moves and what it rests on; of each move the key after it, the cell and the guess. Numbers are
// little-endian. A checksum at the end tells damage; nobody can tell who wrote it. Used by HexSolver.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/checksum.h"
#include "base/error.h"
#include "base/memory.h"
#include "hex/board/position.h"
#include "search/proof/table.h"

namespace losange::solver {

template <int W>
using KnownTable = search::ProofTable<hex::Move, hex::Bitboard<W>>;

inline constexpr std::string_view kKnownBegin = "losange known 1\n";

template <std::unsigned_integral T>
void put(std::string& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes += static_cast<char>(value >> 8 * i & 0xFF);
}

// Numbers one after the other; whoever asks for more than there are is told that the file is damaged.
class KnownReader {
 public:
  explicit KnownReader(std::string_view bytes) : left_(bytes) {}

  template <std::unsigned_integral T>
  T take() {
    if (left_.size() < sizeof(T)) damaged();
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      value |= static_cast<T>(static_cast<T>(static_cast<std::uint8_t>(left_[i])) << 8 * i);
    }
    left_.remove_prefix(sizeof(T));
    return value;
  }
  bool over() const { return left_.empty(); }
  [[noreturn]] static void damaged() {
    throw base::UserError("it is damaged: remove it to begin anew");
  }

 private:
  std::string_view left_;
};

template <int W>
std::string to_bytes(int size, const KnownTable<W>& table) {
  std::string bytes(kKnownBegin);
  put(bytes, static_cast<std::uint8_t>(size));
  put(bytes, static_cast<std::uint8_t>(W));
  put(bytes, std::uint64_t{table.size()});
  table.for_each([&](const auto& entry) {
    put(bytes, entry.key);
    put(bytes, entry.numbers.proof);
    put(bytes, entry.numbers.disproof);
    put(bytes, entry.work);
    put(bytes, entry.width);
    put(bytes, entry.edges);
    for (const std::uint64_t word : entry.reason.words) put(bytes, word);
    for (int i = 0; i < entry.edges; ++i) {
      const auto& edge = table.edges_of(entry)[i];
      put(bytes, edge.key());
      put(bytes, edge.move.code);
      put(bytes, std::uint16_t{edge.proof});
      put(bytes, std::uint16_t{edge.disproof});
    }
  });
  put(bytes, base::crc32(bytes));
  return bytes;
}

// Adds what the file knows. A UserError says why a file is refused: it holds what no search finds, of whatever position. What is
// wrong of its position alone is found by the search that comes there (search::contradicted).
template <int W>
void add_bytes(int size, std::string_view bytes, KnownTable<W>& table) {
  if (!bytes.starts_with(kKnownBegin)) {
    throw base::UserError("it is not what 'solve --keep' writes for a position");
  }
  const std::size_t sum = sizeof(std::uint32_t);
  if (bytes.size() < kKnownBegin.size() + sum) KnownReader::damaged();
  const std::string_view content = bytes.substr(0, bytes.size() - sum);
  if (KnownReader(bytes.substr(content.size())).take<std::uint32_t>() != base::crc32(content)) {
    KnownReader::damaged();
  }
  KnownReader reader(content.substr(kKnownBegin.size()));
  if (const int there = reader.take<std::uint8_t>(); there != size) {
    throw base::UserError(fmt::format("it is of {0}x{0} and not of {1}x{1}", there, size));
  }
  if (reader.take<std::uint8_t>() != W) KnownReader::damaged();
  const auto& board = hex::geometry<W>(size).board;
  std::vector<typename KnownTable<W>::Edge> edges;
  const auto positions = reader.take<std::uint64_t>(), forgotten = table.collections();
  std::size_t all_edges = 0;
  for (auto left = positions; left > 0; --left) {
    const auto key = reader.take<std::uint64_t>();
    search::ProofNumbers numbers;
    numbers.proof = reader.take<std::uint32_t>();
    numbers.disproof = reader.take<std::uint32_t>();
    const auto work = reader.take<std::uint32_t>();
    const auto width = reader.take<std::uint16_t>();
    edges.resize(reader.take<std::uint16_t>());
    hex::Bitboard<W> reason, moves;
    for (auto& word : reason.words) word = reader.take<std::uint64_t>();
    for (auto& edge : edges) {
      const auto after = reader.take<std::uint64_t>();
      const hex::Move move{reader.take<std::uint16_t>()};
      const auto proof = reader.take<std::uint16_t>(), disproof = reader.take<std::uint16_t>();
      if (move.code >= size * size || moves.test(move.cell())) KnownReader::damaged();
      const auto is_guess = [](int number) { return number > 0 && number <= 0xFF; };
      if (!is_guess(proof) || !is_guess(disproof)) KnownReader::damaged();
      edge = {after, move, static_cast<std::uint8_t>(proof), static_cast<std::uint8_t>(disproof)};
      moves.set(move.cell());
    }
    const bool open = numbers.proof > 0 && numbers.proof < search::ProofNumbers::kInfinite &&
                      numbers.disproof > 0 && numbers.disproof < search::ProofNumbers::kInfinite;
    const bool decided =
        numbers == search::ProofNumbers::won() || numbers == search::ProofNumbers::lost();
    // Of the moves of what is open some count, unless all are forgotten.
    if (open ? !edges.empty() && width == 0 : !decided) KnownReader::damaged();
    if ((reason & ~board).any()) KnownReader::damaged();
    table.store(key, numbers, work, edges, width, reason);
    all_edges += edges.size();
  }
  if (!reader.over()) KnownReader::damaged();
  if (table.collections() > forgotten) {
    // What the table forgot would be gone from the file too, once it is written anew.
    throw base::UserError(fmt::format(
        "its {} positions are more than there is room for: take --memory {} or more", positions,
        KnownTable<W>::bytes_for(positions, all_edges) / base::kMebibyte + 1));
  }
}

}  // namespace losange::solver
