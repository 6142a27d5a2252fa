// A net as a value: its architecture, where it comes from and all its numbers; and its file, a
// safetensors file whose metadata holds our fields. Needs no runtime: files are read, checked and
// written the same way whatever is built in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "net/file/net_file.h"

namespace losange::net {

struct Weights {
  NetConfig config;
  NetHistory history;
  std::vector<float> values;  // in the order of tensor_shapes(config)

  std::string hash() const { return hash_of_values(values); }
};

void write_weights(const std::filesystem::path& path, const Weights& weights);
// Throws base::UserError: missing, cut short, damaged, newer than this program, not a net, wrong shape.
Weights read_weights(const std::filesystem::path& path, HashCheck check = HashCheck::Held);

// The net that plays when none is named. Throws base::UserError that lists where it was looked for.
inline std::filesystem::path default_model() { return shipped_model("hex.safetensors"); }

}  // namespace losange::net
