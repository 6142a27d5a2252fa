// Every opening of a Hex board with its chance, as an engine sees it: what to open with, and which first stones to take
// over. Computed once a size and engine, and kept as a file of plain text in the user's data folder:
//   losange swap map 1
//   hex 11 zero 100
//   a1 0.2712
// the size, the engine, its visits of each opening, then the chance of who opened there if nobody swaps. Two openings
// that a half turn of the board makes the same have one chance.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"

namespace losange::window {

class SwapMap {
 public:
  SwapMap(int size, std::string engine, std::uint64_t visits);

  int size() const { return size_; }
  const std::string& engine() const { return engine_; }
  std::uint64_t visits() const { return visits_; }
  std::optional<double> chance(int cell) const { return chances_[static_cast<std::size_t>(cell)]; }
  double share() const;  // of the openings, that are known
  // An opening that is not known yet.
  std::optional<int> next() const;
  void set(int cell, double chance);  // and the one that is the same turned by half
  // The position after an opening, where nobody may swap.
  game::GameRecord position(int cell) const;
  std::string cell_name(int cell) const;

  std::string text() const;
  // Nothing where the text is no map of this size, engine and visits; what is missing in it stays unknown.
  bool read(std::string_view text);
  // In the user's data folder.
  std::filesystem::path file() const;
  void load();        // what is kept, if anything is
  void save() const;  // throws base::UserError

 private:
  int size_;
  std::string engine_;
  std::uint64_t visits_;
  std::vector<std::optional<double>> chances_;
};

}  // namespace losange::window
