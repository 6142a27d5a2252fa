// A net as a value: its architecture, where it comes from and all its numbers; and its file, a
// safetensors file whose metadata holds our fields. Needs no runtime: files are read, checked and
// written the same way whatever is built in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "net/architecture.h"

namespace losange::net {

// Raised by whatever makes an older program misread a newer file.
inline constexpr int kNetFormat = 1;

struct NetHistory {
  std::vector<int> sizes;          // board sizes it learnt on, ascending
  std::uint64_t step = 0;          // minibatches learnt
  std::uint64_t positions = 0;     // positions played to learn from
  std::string parent = "none";     // hash of the net it started from
  std::string licence = "MIT";
};

struct Weights {
  NetConfig config;
  NetHistory history;
  std::vector<float> values;  // in the order of tensor_shapes(config)

  // 16 hexadecimal digits that name these numbers: FNV-1a of the data, so damage is found on reading.
  std::string hash() const;
};

void write_weights(const std::filesystem::path& path, const Weights& weights);
// Throws base::UserError: missing, cut short, damaged, newer than this program, not a net, wrong shape.
Weights read_weights(const std::filesystem::path& path);

// The net that plays when none is named: beside the program, installed, or in the source tree.
// Throws base::UserError that lists where it was looked for.
std::filesystem::path default_model();

}  // namespace losange::net
