#include "draughts/bitbase.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/checksum.h"
#include "base/error.h"
#include "base/file.h"

namespace losange::draughts {

namespace {

constexpr std::string_view kMagic = "losange draughts endings 1\n";

// Pascal's triangle: ways to choose k of n.
constexpr auto kChoose = [] {
  std::array<std::array<std::uint32_t, kMostBasePieces + 1>, 65> ways{};
  for (std::size_t n = 0; n < ways.size(); ++n) {
    ways[n][0] = 1;
    for (std::size_t k = 1; k <= kMostBasePieces && n > 0; ++k)
      ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
  }
  return ways;
}();
std::uint64_t choose(std::size_t n, int k) { return kChoose[n][static_cast<std::size_t>(k)]; }

constexpr Bits64 reversed(Bits64 set) {
  set = (set >> 1 & 0x5555555555555555ULL) | (set & 0x5555555555555555ULL) << 1;
  set = (set >> 2 & 0x3333333333333333ULL) | (set & 0x3333333333333333ULL) << 2;
  set = (set >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (set & 0x0F0F0F0F0F0F0F0FULL) << 4;
  return __builtin_bswap64(set);
}

}  // namespace

Bitbase::Bitbase(const Variant<Bits64>& variant, int pieces) : variant_(&variant), pieces_(pieces) {
  for (std::size_t kind = 0; kind < 4; ++kind) {
    places_[kind].fill(-1);
    for (int square = 1; square <= variant.squares(); ++square) {
      const int i = variant.index_of_square[static_cast<std::size_t>(square)];
      const bool man = kind % 2 == 0;
      if (man && has(variant.compiled->last_row[kind / 2], i)) continue;
      squares_[kind].push_back(i);
    }
    std::sort(squares_[kind].begin(), squares_[kind].end());
    for (std::size_t p = 0; p < squares_[kind].size(); ++p) {
      places_[kind][static_cast<std::size_t>(squares_[kind][p])] = static_cast<int>(p);
    }
  }
  by_code_.assign(6 * 6 * 6 * 6, -1);
  // Captures lead to fewer pieces and crowning to fewer men, so those come first.
  for (int total = 2; total <= pieces; ++total) {
    for (int men = 0; men <= total; ++men) {
      for (int code = 0; code < 6 * 6 * 6 * 6; ++code) {
        const std::array<int, 4> counts{code / 216, code / 36 % 6, code / 6 % 6, code % 6};
        const int white = counts[0] + counts[1], black = counts[2] + counts[3];
        if (white + black != total || counts[0] + counts[2] != men || white == 0 || black == 0)
          continue;
        Material material{.counts = counts, .slots = 1, .start = slots_, .values = {}};
        for (std::size_t kind = 0; kind < 4; ++kind) {
          material.ways[kind] = choose(squares_[kind].size(), counts[kind]);
          material.slots *= material.ways[kind];
        }
        material.values.assign(material.slots / 4 + 1, 0);
        slots_ += material.slots;
        by_code_[static_cast<std::size_t>(code)] = static_cast<int>(tables_.size());
        tables_.push_back(std::move(material));
      }
    }
  }
}

Bitbase::Set Bitbase::turned(const Set& pieces) const {
  // The first square and the last change places.
  const int shift = 65 - variant_->size / 2 * (variant_->size + 1);
  const auto turn = [&](Bits64 set) { return reversed(set) >> shift; };
  return {{turn(pieces.of[1]), turn(pieces.of[0])}, turn(pieces.kings)};
}

const Bitbase::Material& Bitbase::table(const Set& p) const {
  const std::array<int, 4> counts{count(p.men(Colour::White)), count(p.kings_of(Colour::White)),
                                  count(p.men(Colour::Black)), count(p.kings_of(Colour::Black))};
  return tables_[static_cast<std::size_t>(by_code_[static_cast<std::size_t>(code(counts))])];
}

// Each kind's squares as a number in the combinatorial number system, the kinds as digits.
std::uint64_t Bitbase::slot_of(const Material& material, const Set& p) const {
  const std::array<Bits64, 4> sets{p.men(Colour::White), p.kings_of(Colour::White),
                                   p.men(Colour::Black), p.kings_of(Colour::Black)};
  std::uint64_t slot = 0;
  for (std::size_t kind = 0; kind < 4; ++kind) {
    std::uint64_t rank = 0;
    int k = 0;
    for_each_bit(sets[kind], [&](int i) {
      rank += choose(static_cast<std::size_t>(places_[kind][static_cast<std::size_t>(i)]), ++k);
    });
    slot = slot * material.ways[kind] + rank;
  }
  return slot;
}

std::optional<Bitbase::Set> Bitbase::pieces_of(const Material& material, std::uint64_t slot) const {
  Set set;
  for (std::size_t kind = 4; kind-- > 0;) {
    std::uint64_t rank = slot % material.ways[kind];
    slot /= material.ways[kind];
    auto place = squares_[kind].size();
    for (int k = material.counts[kind]; k > 0; --k) {
      do --place;
      while (choose(place, k) > rank);
      rank -= choose(place, k);
      const Bits64 square = bit<Bits64>(squares_[kind][place]);
      if ((set.all() & square) != 0) return std::nullopt;
      set.of[kind / 2] |= square;
      if (kind % 2 == 1) set.kings |= square;
    }
  }
  return set;
}

std::optional<BaseValue> Bitbase::look_up(const Set& pieces, Colour to_move) const {
  const Set seen = to_move == Colour::White ? pieces : turned(pieces);
  const Material& material = table(seen);
  return value(material, slot_of(material, seen));
}

// The value when the moves decide it. `open` says which slots of this material and of its counterpart are not
// yet decided.
std::optional<BaseValue> Bitbase::solve(const Set& pieces, const Material& own,
                                        const std::vector<bool>& open) const {
  MoveList<Bits64> moves;
  variant_->compiled->moves[0](pieces, 0, moves, false);
  bool all_lose = true, any_open = false;
  for (const auto& move : moves) {
    const Set after = pieces.after(Colour::White, move);
    if (after.of[1] == 0) return BaseValue::Win;
    const Set seen = turned(after);
    const Material& next = table(seen);
    const std::uint64_t slot = slot_of(next, seen);
    const bool same_level = next.start >= own.start;  // itself or the counterpart solved with it
    if (same_level && open[next.start - own.start + slot]) {
      any_open = true;
      continue;
    }
    const BaseValue theirs = value(next, slot);
    if (theirs == BaseValue::Loss) return BaseValue::Win;
    if (theirs != BaseValue::Win) all_lose = false;
  }
  if (any_open) return std::nullopt;
  return all_lose ? BaseValue::Loss : BaseValue::Draw;
}

void Bitbase::fill(Material& first, const Progress& progress, std::stop_token stop) {
  // A quiet king move leads to the counterpart with the colours exchanged: both are solved together.
  const std::array<int, 4> exchanged{first.counts[2], first.counts[3], first.counts[0],
                                     first.counts[1]};
  Material& second =
      tables_[static_cast<std::size_t>(by_code_[static_cast<std::size_t>(code(exchanged))])];
  if (second.start < first.start) return;  // done with it
  const std::uint64_t reach = second.start + second.slots - first.start;
  std::vector<bool> open(reach, false);
  std::vector<std::pair<Material*, std::uint64_t>> left;
  std::vector<Material*> both{&first};
  if (&second != &first) both.push_back(&second);
  for (Material* material : both) {
    for (std::uint64_t slot = 0; slot < material->slots; ++slot) {
      if (!pieces_of(*material, slot)) continue;
      open[material->start - first.start + slot] = true;
      left.emplace_back(material, slot);
    }
  }
  for (bool changed = true; changed && !left.empty();) {
    changed = false;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (i % 65536 == 0 && stop.stop_requested())
        throw base::UserError("making the endings was stopped");
      const auto [material, slot] = left[i];
      const auto found = solve(*pieces_of(*material, slot), first, open);
      if (!found) {
        left[kept++] = left[i];
        continue;
      }
      changed = true;
      open[material->start - first.start + slot] = false;
      material->values[slot / 4] |=
          static_cast<std::uint8_t>(static_cast<int>(*found) << slot % 4 * 2);
    }
    left.resize(kept);
  }
  // What nobody can force is drawn, which is what empty slots say.
  if (progress) progress(second.start + second.slots, slots_);
}

Bitbase Bitbase::make(const Variant<Bits64>& variant, int pieces, const Progress& progress,
                      std::stop_token stop) {
  Bitbase base(variant, pieces);
  for (auto& table : base.tables_) base.fill(table, progress, stop);
  return base;
}

std::string Bitbase::write() const {
  std::string body = fmt::format("{} {} {}\n", variant_->rules->name, variant_->size, pieces_);
  for (const auto& table : tables_) body.append(table.values.begin(), table.values.end());
  return fmt::format("{}{:08x}\n{}", kMagic, base::crc32(body), body);
}

Bitbase Bitbase::read(const Variant<Bits64>& variant, int pieces, std::string_view bytes) {
  const auto refuse = [](const char* why) {
    throw base::UserError(
        fmt::format("the file of endings {}: remove it, it is made again when needed", why));
  };
  const std::string line = fmt::format("{} {} {}\n", variant.rules->name, variant.size, pieces);
  Bitbase base(variant, pieces);
  std::size_t size = 0;
  for (const auto& table : base.tables_) size += table.values.size();
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + 9) refuse("is no such file");
  const std::string_view body = bytes.substr(kMagic.size() + 9);
  if (fmt::format("{:08x}\n", base::crc32(body)) != bytes.substr(kMagic.size(), 9))
    refuse("is damaged");
  if (!body.starts_with(line) || body.size() != line.size() + size) refuse("is for other rules");
  std::size_t at = line.size();
  for (auto& table : base.tables_) {
    std::copy_n(body.begin() + static_cast<std::ptrdiff_t>(at), table.values.size(),
                table.values.begin());
    at += table.values.size();
  }
  return base;
}

std::filesystem::path Bitbase::file(const Variant<Bits64>& variant, int pieces) {
  return base::user_data_folder() / "endings" /
         fmt::format("{}-{}-{}.endings", variant.rules->name, variant.size, pieces);
}

std::shared_ptr<const Bitbase> Bitbase::open(const Variant<Bits64>& variant, int pieces,
                                             const Progress& progress, std::stop_token stop) {
  const auto path = file(variant, pieces);
  std::error_code error;
  if (std::filesystem::exists(path, error)) {
    try {
      return std::make_shared<const Bitbase>(
          read(variant, pieces, base::read_file(path, std::size_t{1} << 30)));
    } catch (const base::UserError& damage) {
      fmt::print(stderr, "losange: {}: {}\n", path.string(), damage.what());
    }
  }
  auto made = std::make_shared<const Bitbase>(make(variant, pieces, progress, stop));
  std::filesystem::create_directories(path.parent_path(), error);
  try {
    base::write_file(path, made->write());
  } catch (const base::UserError& failure) {
    // The base serves all the same; the next start makes it again.
    fmt::print(stderr, "losange: {}\n", failure.what());
  }
  return made;
}

}  // namespace losange::draughts
