#include "train/selfplay/packed_round.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "base/error.h"
#include "net/input/board_codes.h"

namespace losange::train {

namespace {

constexpr std::uint16_t kWon = 0x8000;  // beside the move

struct Heading {
  int size, steps, games, step, game;
  std::uint64_t games_ended, plies_ended;
  double entropy_sum;
  std::uint64_t searched, randoms;
};
static_assert(std::is_trivially_copyable_v<Heading>);
using RandomWords = std::array<std::uint64_t, 4>;

class Writer {
 public:
  template <class T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    base::need(bytes_.size() >= sizeof(T), "a round of another rank came cut short");
    T value;
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

void put_codes(Writer& out, const std::uint8_t* codes, std::size_t cells) {
  for (std::size_t cell = 0; cell < cells; cell += 4) {
    unsigned packed = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(4, cells - cell); ++i) {
      packed |= static_cast<unsigned>(codes[cell + i]) << (2 * i);
    }
    out.put(static_cast<std::uint8_t>(packed));
  }
}

void get_codes(Reader& in, std::uint8_t* codes, std::size_t cells) {
  for (std::size_t cell = 0; cell < cells; cell += 4) {
    const unsigned packed = in.get<std::uint8_t>();
    for (std::size_t i = 0; i < std::min<std::size_t>(4, cells - cell); ++i) {
      codes[cell + i] = static_cast<std::uint8_t>(packed >> (2 * i) & 3);
    }
  }
}

}  // namespace

std::string pack_round(const Round& round) {
  Writer out;
  const std::size_t made = round.index(round.step, round.game), cells = round.cells();
  const bool searched = !round.policies.empty();
  out.put(Heading{round.size, round.steps, round.games, round.step, round.game, round.games_ended,
                  round.plies_ended, round.entropy_sum, searched ? 1u : 0u, round.randoms.size()});
  for (std::size_t at = 0; at < made; ++at) {
    const std::uint8_t* codes = round.codes.data() + at * cells;
    put_codes(out, codes, cells);
    out.put(static_cast<std::uint16_t>(round.moves[at] | (round.won[at] != 0 ? kWon : 0)));
    out.put(round.values[at]);
    if (!searched) continue;
    out.put(round.surprises[at]);
    const float* policy = round.policies.data() + at * cells;
    const bool there =
        std::any_of(policy, policy + cells, [](float chance) { return chance != 0; });
    out.put(static_cast<std::uint8_t>(there ? 1 : 0));
    for (std::size_t cell = 0; cell < cells && there; ++cell) {
      if (codes[cell] == net::kEmpty) out.put(policy[cell]);
    }
  }
  for (const auto& random : round.randoms) out.put(random);
  return out.take();
}

Round unpack_round(std::string_view bytes) {
  Reader in(bytes);
  const auto heading = in.get<Heading>();
  Round round;
  round.size = heading.size;
  round.steps = heading.steps;
  round.games = heading.games;
  round.step = heading.step;
  round.game = heading.game;
  round.games_ended = heading.games_ended;
  round.plies_ended = heading.plies_ended;
  round.entropy_sum = heading.entropy_sum;
  const std::size_t all = round.index(round.steps, 0), made = round.index(round.step, round.game);
  const std::size_t cells = round.cells();
  base::need(made <= all, "a round of another rank is none");
  round.codes.resize(all * cells);
  round.moves.resize(all);
  round.values.resize(all);
  round.won.resize(all);
  if (heading.searched != 0) {
    round.policies.resize(all * cells);
    round.surprises.resize(all);
  }
  for (std::size_t at = 0; at < made; ++at) {
    std::uint8_t* codes = round.codes.data() + at * cells;
    get_codes(in, codes, cells);
    const auto move = in.get<std::uint16_t>();
    round.moves[at] = static_cast<std::int16_t>(move & ~kWon);
    round.won[at] = (move & kWon) != 0 ? 1 : 0;
    round.values[at] = in.get<float>();
    if (heading.searched == 0) continue;
    round.surprises[at] = in.get<float>();
    if (in.get<std::uint8_t>() == 0) continue;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      if (codes[cell] == net::kEmpty) round.policies[at * cells + cell] = in.get<float>();
    }
  }
  for (std::uint64_t i = 0; i < heading.randoms; ++i)
    round.randoms.push_back(std::bit_cast<base::Random>(in.get<RandomWords>()));
  base::need(in.at_end(), "a round of another rank is longer than it says");
  return round;
}

}  // namespace losange::train
