#include "train/samples/samples.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "hex/board/geometry.h"
#include "train/samples/packed_samples.h"

namespace losange::train {

std::string to_line(const ValueSample& sample) {
  nlohmann::ordered_json json{{"N", sample.size},
                              {"board", sample.board},
                              {"to_move", sample.to_move == game::Side::First ? 1 : 2},
                              {"result", sample.result},
                              {"moves_to_end", sample.moves_to_end},
                              {"game", sample.game}};
  if (sample.value) json["value"] = std::round(1e4 * static_cast<double>(*sample.value)) / 1e4;
  return json.dump();
}

ValueSample parse_sample(std::string_view line) {
  ValueSample sample;
  int to_move = 0;
  try {
    const auto json = nlohmann::json::parse(line);
    json.at("N").get_to(sample.size);
    json.at("board").get_to(sample.board);
    json.at("to_move").get_to(to_move);
    json.at("result").get_to(sample.result);
    json.at("moves_to_end").get_to(sample.moves_to_end);
    sample.game = json.value("game", std::uint64_t{0});
    if (json.contains("value")) sample.value = json.at("value").get<float>();
  } catch (const nlohmann::json::exception&) {
    throw base::UserError("not a position with N, board, to_move, result and moves_to_end");
  }
  base::need(sample.size >= hex::kMinSize && sample.size <= hex::kMaxSize,
             "N is not a board size, 1 to 19");
  base::need(sample.board.size() == static_cast<std::size_t>(sample.size * sample.size),
             "the board is not a square of N by N cells");
  for (const auto cell : sample.board) base::need(cell <= 2, "cells are 0, 1 or 2");
  base::need(to_move == 1 || to_move == 2, "players are 1 and 2");
  base::need(sample.result >= -1 && sample.result <= 1, "results are -1, 0 or 1");
  base::need(sample.moves_to_end >= 0, "moves_to_end is negative");
  base::need(!sample.value || (*sample.value >= -1 && *sample.value <= 1),
             "values are between -1 and 1");
  sample.to_move = to_move == 1 ? game::Side::First : game::Side::Second;
  return sample;
}

std::vector<ValueSample> read_samples(const std::filesystem::path& path) {
  const std::string text = base::read_file(path, std::size_t{4} << 30);
  // Even of a file that was cut in its first line the name of its kind is there.
  if (text.starts_with(kPackedMagic.substr(0, kPackedMagic.find(' ')))) {
    try {
      auto file = unpack_games(text);
      if (file.whole_bytes < text.size()) {
        throw base::UserError(fmt::format(
            "cut short in game {}, after {} of {} bytes: take a whole copy, or go on with it by "
            "the selfplay command that made it",
            file.games, file.whole_bytes, text.size()));
      }
      return std::move(file.samples);
    } catch (const base::UserError& error) {
      throw base::UserError(fmt::format("{}: {}", path.string(), error.what()));
    }
  }
  std::vector<ValueSample> samples;
  int number = 0;
  for (const auto& line : base::split(text, '\n')) {
    ++number;
    if (base::trim(line).empty()) continue;
    try {
      samples.push_back(parse_sample(line));
    } catch (const base::UserError& error) {
      throw base::UserError(fmt::format("{}: line {}: {}", path.string(), number, error.what()));
    }
  }
  return samples;
}

}  // namespace losange::train
