// The steps of a proof, each of which follows from earlier ones by one rule. There may be millions, so they lie close together.
#pragma once

#include <cstdint>
#include <span>

#include "base/containers/chunked_vector.h"

namespace losange::proof {

enum class Rule : std::uint8_t {
  Touch,     // two cells, or a cell and an edge, touch
  Through,   // two connections meet at a stone or an edge
  Over,      // two connections meet at an empty cell, which the winner takes
  Either,    // ways to connect by moving first that no single cell meets all of
  Play,      // with a stone more it is a connection: without it, the winner moves there first
  Dead,      // stones of the winner that are of no use are taken away
  Captured,  // two stones of the winner become empty cells: each makes the other useless
};

class StepList {
  using Numbers = base::ChunkedVector<std::uint32_t, 1 << 14>;
  using Cells = base::ChunkedVector<std::uint16_t, 1 << 14>;

 public:
  static constexpr std::size_t kMostListed = 0xFFFF;  // parts of a step, and cells

  // Until the list changes. Ends are cells by number, row by row, and after them the winner's two edges.
  struct Step {
    Rule rule;
    Numbers::Slice parts;  // numbers of earlier steps
    Cells::Slice cells;    // Touch: two ends; Play: the cell; Dead: the stones; Captured: two
    Cells::Slice support;  // Dead, Captured: stones of the winner that it takes

    bool operator==(const Step&) const = default;
  };

  std::size_t size() const { return kept_.size(); }
  bool empty() const { return size() == 0; }
  Step operator[](std::size_t index) const {
    const Kept& kept = kept_[index];
    return {kept.rule, parts_.slice(kept.first_part, kept.parts),
            cells_.slice(kept.first_cell, kept.cells),
            cells_.slice(kept.first_cell + kept.cells, kept.support)};
  }
  Step back() const { return (*this)[size() - 1]; }

  // Precondition: no more than kMostListed of each.
  void add(Rule rule, std::span<const std::uint32_t> parts,
           std::span<const std::uint16_t> cells = {}, std::span<const std::uint16_t> support = {}) {
    kept_.push_back(
        {static_cast<std::uint32_t>(parts_.size()), static_cast<std::uint32_t>(cells_.size()),
         static_cast<std::uint16_t>(parts.size()), static_cast<std::uint16_t>(cells.size()),
         static_cast<std::uint16_t>(support.size()), rule});
    for (const auto part : parts) parts_.push_back(part);
    for (const auto cell : cells) cells_.push_back(cell);
    for (const auto cell : support) cells_.push_back(cell);
  }
  void drop_last() {
    const Kept last = kept_[size() - 1];
    parts_.resize(last.first_part);
    cells_.resize(last.first_cell);
    kept_.resize(size() - 1);
  }

  bool operator==(const StepList& other) const {
    if (size() != other.size()) return false;
    for (std::size_t i = 0; i < size(); ++i) {
      if ((*this)[i] != other[i]) return false;
    }
    return true;
  }

 private:
  // Whose lists lie one after the other among those of all.
  struct Kept {
    std::uint32_t first_part = 0, first_cell = 0;
    std::uint16_t parts = 0, cells = 0, support = 0;
    Rule rule{};
  };

  base::ChunkedVector<Kept, 1 << 12> kept_;
  Numbers parts_;
  Cells cells_;
};

}  // namespace losange::proof
