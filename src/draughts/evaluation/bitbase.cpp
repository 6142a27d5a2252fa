#include "draughts/evaluation/bitbase.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/checksum.h"
#include "base/error.h"
#include "base/system/file.h"

namespace losange::draughts {

namespace {

constexpr std::string_view kEndingsMagic = "losange draughts endings 1\n";

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

constexpr int kFirstDown = 2;  // of the four lines from a square

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
  for (int square = 1; square <= variant.squares(); ++square) {
    const int at = variant.index_of_square[static_cast<std::size_t>(square)];
    for (std::size_t d = 0; d < 4; ++d) {
      const int down = d < kFirstDown ? -1 : 1, right = d % 2 == 0 ? -1 : 1;
      int row = variant.row_of(at), column = variant.column_of(at);
      while (const auto next = variant.index_at(row += down, column += right))
        lines_[static_cast<std::size_t>(at)][d].push_back(*next);
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

// What the moves of White say when only smaller material is known: captures and crowning lead there.
Bitbase::FirstLook Bitbase::first_look(const Set& pieces) const {
  MoveList<Bits64> moves;
  variant_->compiled->moves[0](pieces, 0, moves);
  FirstLook look;
  bool quiet = true, drawn = false;
  for (const auto& move : moves) {
    quiet = move.captured == 0;
    if (quiet && !move.crowns) {
      ++look.ways;
      continue;
    }
    const Set after = pieces.after(Colour::White, move);
    const auto theirs = after.of[1] == 0 ? BaseValue::Loss : *look_up(after, Colour::Black);
    if (theirs == BaseValue::Loss) return {BaseValue::Win, 0};
    if (theirs == BaseValue::Draw) drawn = true;
  }
  // A way into a draw is one that no later find takes away.
  if (drawn && quiet) ++look.ways;
  if (look.ways == 0) look.value = drawn ? BaseValue::Draw : BaseValue::Loss;
  return look;
}

// Calls f(pieces) for every placing from which a move of White, neither capture nor crowning, leads here.
template <class F>
void Bitbase::for_each_before(const Set& after, F&& f) const {
  const Bits64 all = after.all();
  const bool flying = variant_->rules->mechanics->flying_kings;
  for_each_bit(after.of[0], [&](int to) {
    const bool king = has(after.kings, to);
    // Men came from below.
    for (int direction = king ? 0 : kFirstDown; direction < 4; ++direction) {
      for (const int from :
           lines_[static_cast<std::size_t>(to)][static_cast<std::size_t>(direction)]) {
        if (has(all, from)) break;
        Set before = after;
        before.of[0] ^= bit<Bits64>(from) | bit<Bits64>(to);
        if (king) before.kings ^= bit<Bits64>(from) | bit<Bits64>(to);
        f(before);
        if (!king || !flying) break;
      }
    }
  });
}

// Backwards from what is decided at once (Thompson 1986): a position before a lost one is won, and one whose last
// way out is taken is lost. A quiet move leads to the counterpart with the colours exchanged, so both are solved
// together.
void Bitbase::fill(Material& first, const Progress& progress, std::stop_token stop) {
  const std::array<int, 4> exchanged{first.counts[2], first.counts[3], first.counts[0],
                                     first.counts[1]};
  Material& second =
      tables_[static_cast<std::size_t>(by_code_[static_cast<std::size_t>(code(exchanged))])];
  if (second.start < first.start) return;  // done with it
  const std::array<Material*, 2> both{&first, &second};
  const std::size_t sides = &first == &second ? 1 : 2;
  std::array<std::vector<std::uint8_t>, 2> ways;  // 0: decided, or no placing
  std::vector<std::uint64_t> fresh;  // decided, those before not yet told; slot * 2 + side
  const auto decide = [&](std::size_t side, std::uint64_t slot, BaseValue found) {
    ways[side][slot] = 0;
    if (found == BaseValue::Draw) return;
    both[side]->values[slot / 4] |=
        static_cast<std::uint8_t>(static_cast<int>(found) << slot % 4 * 2);
    fresh.push_back(slot * 2 + side);
  };
  std::uint64_t steps = 0;
  const auto step = [&] {
    if (++steps % 16384 != 0) return;
    if (stop.stop_requested()) throw base::UserError("making the endings was stopped");
    if (progress && progress_ < slots_)
      progress(progress_, slots_);  // all is done at the end alone
  };

  for (std::size_t side = 0; side < sides; ++side) {
    ways[side].assign(both[side]->slots, 0);
    for (std::uint64_t slot = 0; slot < both[side]->slots; ++slot) {
      step();
      ++progress_;
      const auto pieces = pieces_of(*both[side], slot);
      if (!pieces) continue;
      const FirstLook look = first_look(*pieces);
      ways[side][slot] = look.ways;
      if (look.ways == 0) decide(side, slot, look.value);
    }
  }
  while (!fresh.empty()) {
    const std::uint64_t slot = fresh.back() / 2;
    const std::size_t side = fresh.back() % 2, before_side = sides - 1 - side;
    fresh.pop_back();
    step();
    const BaseValue theirs = value(*both[side], slot);
    for_each_before(turned(*pieces_of(*both[side], slot)), [&](const Set& before) {
      const std::uint64_t there = slot_of(*both[before_side], before);
      std::uint8_t& left = ways[before_side][there];
      if (left == 0) return;
      if (theirs == BaseValue::Loss) {
        decide(before_side, there, BaseValue::Win);
      } else if (--left == 0) {
        decide(before_side, there, BaseValue::Loss);
      }
    });
  }
  // What nobody can force is drawn, which is what empty slots say.
  if (progress) progress(progress_, slots_);
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
  return fmt::format("{}{:08x}\n{}", kEndingsMagic, base::crc32(body), body);
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
  if (!bytes.starts_with(kEndingsMagic) || bytes.size() < kEndingsMagic.size() + 9)
    refuse("is no such file");
  const std::string_view body = bytes.substr(kEndingsMagic.size() + 9);
  if (fmt::format("{:08x}\n", base::crc32(body)) != bytes.substr(kEndingsMagic.size(), 9))
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
                                             const Progress& progress, const Trouble& trouble,
                                             std::stop_token stop) {
  const auto path = file(variant, pieces);
  std::error_code error;
  if (std::filesystem::exists(path, error)) {
    try {
      return std::make_shared<const Bitbase>(
          read(variant, pieces, base::read_file(path, std::size_t{1} << 30)));
    } catch (const base::UserError& damage) {
      trouble(fmt::format("{}: {}", path.string(), damage.what()));
    }
  }
  auto made = std::make_shared<const Bitbase>(make(variant, pieces, progress, stop));
  try {
    base::make_folder(path.parent_path());
    base::write_file(path, made->write());
  } catch (const base::UserError& failure) {
    // The base serves all the same; the next start makes it again.
    trouble(failure.what());
  }
  return made;
}

}  // namespace losange::draughts
