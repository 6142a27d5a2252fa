#include "window/learn/swap_map.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "hex/board/geometry.h"

namespace losange::window {

SwapMap::SwapMap(int size, std::string engine, std::uint64_t visits)
    : size_(size),
      engine_(std::move(engine)),
      visits_(visits),
      chances_(static_cast<std::size_t>(size * size)) {}

double SwapMap::share() const {
  const auto known = std::count_if(chances_.begin(), chances_.end(),
                                   [](const auto& chance) { return chance.has_value(); });
  return static_cast<double>(known) / static_cast<double>(chances_.size());
}

std::optional<int> SwapMap::next() const {
  for (int cell = 0; cell < size_ * size_; ++cell) {
    if (!chance(cell)) return cell;
  }
  return std::nullopt;
}

void SwapMap::set(int cell, double chance) {
  const auto at = static_cast<std::size_t>(cell);
  chances_[at] = chances_[chances_.size() - 1 - at] = chance;
}

game::GameRecord SwapMap::position(int cell) const {
  game::GameRecord record({.size = size_, .swap = false});
  record.play({game::Side::First, cell_name(cell)});
  return record;
}

std::string SwapMap::cell_name(int cell) const { return hex::cell_name(size_, cell); }

std::string SwapMap::text() const {
  std::string text = fmt::format("losange swap map 1\nhex {} {} {}\n", size_, engine_, visits_);
  for (int cell = 0; cell < size_ * size_; ++cell) {
    if (const auto known = chance(cell))
      text += fmt::format("{} {:.4f}\n", cell_name(cell), *known);
  }
  return text;
}

bool SwapMap::read(std::string_view text) {
  const auto lines = base::split(text, '\n');
  const std::string head = fmt::format("hex {} {} {}", size_, engine_, visits_);
  if (lines.size() < 2 || lines[0] != "losange swap map 1" || lines[1] != head) return false;
  for (std::size_t i = 2; i < lines.size(); ++i) {
    const auto words = base::split_words(lines[i]);
    if (words.size() != 2) continue;
    const auto cell = hex::parse_cell(size_, words[0]);
    const auto chance = base::parse_real(words[1]);
    if (cell && chance && *chance >= 0 && *chance <= 1) set(*cell, *chance);
  }
  return true;
}

std::filesystem::path SwapMap::file() const {
  return base::user_data_folder() / "swap-maps" / fmt::format("hex-{}-{}.txt", size_, engine_);
}

void SwapMap::load() {
  std::error_code ignored;
  if (!std::filesystem::exists(file(), ignored)) return;
  try {
    read(base::read_file(file()));
  } catch (const base::UserError&) {
    // One that cannot be read is computed again.
  }
}

void SwapMap::save() const {
  base::make_folder(file().parent_path());
  base::write_file(file(), text());
}

}  // namespace losange::window
