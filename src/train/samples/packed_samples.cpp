#include "train/samples/packed_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "hex/board/geometry.h"

namespace losange::train {

namespace {

constexpr double kValueSteps = 10'000;
constexpr std::size_t kFrame = 8;  // length and checksum before each block

template <class T>
void put(std::string& bytes, T number) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xFF);
  }
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool has(std::size_t count) const { return bytes_.size() - at_ >= count; }
  std::size_t at() const { return at_; }
  std::string_view take(std::size_t count) {
    if (!has(count)) throw base::UserError("a game is shorter than it says");
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }
  template <class T>
  T number() {
    std::uint64_t value = 0;
    const auto taken = take(sizeof(T));
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      value |= std::uint64_t{static_cast<std::uint8_t>(taken[i])} << (8 * i);
    }
    return static_cast<T>(value);
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

int put_cell(const ValueSample& before, const ValueSample& after) {
  for (std::size_t cell = 0; cell < before.board.size(); ++cell) {
    if (before.board[cell] != after.board[cell]) return static_cast<int>(cell);
  }
  return 0;
}

std::uint8_t code_of(game::Side side) { return side == game::Side::First ? 1 : 2; }

void unpack_game(std::string_view block, std::vector<ValueSample>& samples) {
  Reader reader(block);
  ValueSample sample;
  sample.size = reader.number<std::uint8_t>();
  base::need(sample.size >= hex::kMinSize && sample.size <= hex::kMaxSize,
             "not a board size, 1 to 19");
  const auto first = reader.number<std::uint8_t>(), has_values = reader.number<std::uint8_t>();
  base::need((first == 1 || first == 2) && has_values <= 1, "not a side to move");
  sample.to_move = first == 1 ? game::Side::First : game::Side::Second;
  const auto result = reader.number<std::int8_t>();
  base::need(result >= -1 && result <= 1, "results are -1, 0 or 1");
  const auto count = reader.number<std::uint16_t>();
  base::need(count > 0, "a game without positions");
  sample.game = reader.number<std::uint64_t>();
  const auto cells = static_cast<std::size_t>(sample.size * sample.size);
  const auto board = reader.take((cells + 3) / 4);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto code =
        static_cast<std::uint8_t>(static_cast<std::uint8_t>(board[cell / 4]) >> (cell % 4 * 2) & 3);
    base::need(code <= 2, "cells are 0, 1 or 2");
    sample.board.push_back(code);
  }
  const std::size_t begin = samples.size();
  for (int left = count; left > 0; --left) {
    sample.moves_to_end = left;
    sample.result = sample.to_move == game::Side::First ? result : -result;
    samples.push_back(sample);
    if (left == 1) break;
    const auto cell = reader.number<std::uint16_t>();
    base::need(cell < cells && sample.board[cell] == 0, "a stone on no empty cell");
    sample.board[cell] = code_of(sample.to_move);
    sample.to_move = game::other(sample.to_move);
  }
  for (std::size_t i = begin; has_values == 1 && i < samples.size(); ++i) {
    const double value = reader.number<std::int16_t>() / kValueSteps;
    base::need(value >= -1 && value <= 1, "values are between -1 and 1");
    samples[i].value = static_cast<float>(value);
  }
  base::need(!reader.has(1), "a game is longer than it says");
}

// `use` is given the positions of each whole game, and may take them.
template <class Use>
PackedFile read_games(std::string_view bytes, const Use& use) {
  PackedFile file;
  if (bytes.empty()) return file;
  Reader reader(bytes);
  // A file that was cut in its first bytes holds nothing, and is one of ours as far as it goes.
  if (!kPackedMagic.starts_with(bytes.substr(0, kPackedMagic.size()))) {
    throw base::UserError("not a file of packed positions, or of a newer version");
  }
  if (!reader.has(kPackedMagic.size())) return file;
  reader.take(kPackedMagic.size());
  file.whole_bytes = reader.at();
  std::vector<ValueSample> game;
  while (reader.has(kFrame)) {
    const auto length = reader.number<std::uint32_t>(), checksum = reader.number<std::uint32_t>();
    if (!reader.has(length)) break;
    const auto block = reader.take(length);
    try {
      base::need(base::crc32(block) == checksum, "the checksum is wrong");
      unpack_game(block, game);
    } catch (const base::UserError& error) {
      throw base::UserError(fmt::format("damaged after {} bytes, in game {}: {}", file.whole_bytes,
                                        file.games, error.what()));
    }
    file.whole_bytes = reader.at();
    file.games = game.back().game + 1;
    use(game);
    game.clear();
  }
  return file;
}

}  // namespace

std::string pack_game(std::span<const ValueSample> positions) {
  const ValueSample& first = positions.front();
  std::string block;
  put(block, static_cast<std::uint8_t>(first.size));
  put(block, code_of(first.to_move));
  put(block, static_cast<std::uint8_t>(first.value.has_value()));
  put(block,
      static_cast<std::int8_t>(first.to_move == game::Side::First ? first.result : -first.result));
  put(block, static_cast<std::uint16_t>(positions.size()));
  put(block, first.game);
  for (std::size_t cell = 0; cell < first.board.size(); cell += 4) {
    std::uint8_t four = 0;
    for (std::size_t i = cell; i < std::min(cell + 4, first.board.size()); ++i) {
      four = static_cast<std::uint8_t>(four | first.board[i] << (i % 4 * 2));
    }
    put(block, four);
  }
  for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
    put(block, static_cast<std::uint16_t>(put_cell(positions[i], positions[i + 1])));
  }
  for (const auto& position : positions) {
    if (!first.value) break;
    put(block, static_cast<std::int16_t>(std::lround(*position.value * kValueSteps)));
  }
  std::string framed;
  put(framed, static_cast<std::uint32_t>(block.size()));
  put(framed, base::crc32(block));
  return framed + block;
}

PackedFile unpack_games(std::string_view bytes) {
  std::vector<ValueSample> samples;
  auto file = read_games(bytes, [&](std::vector<ValueSample>& game) {
    std::move(game.begin(), game.end(), std::back_inserter(samples));
  });
  file.samples = std::move(samples);
  return file;
}

PackedFile count_games(std::string_view bytes) {
  return read_games(bytes, [](const auto&) {});
}

}  // namespace losange::train
