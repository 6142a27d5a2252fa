// Files of named tensors in the safetensors format: 8 bytes with the length of a JSON header, the
// header (name -> type, shape, place), the data. Nets and the state of a training run are kept so.
// Reading checks everything that the header claims; each kind of damage has its own message.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace losange::net {

struct StoredTensor {
  std::string name;
  std::string type;  // "F32", "U8", ... as the format writes it
  std::vector<std::int64_t> shape;
  std::string bytes;  // little-endian, row-major

  static StoredTensor of_floats(std::string name, std::vector<std::int64_t> shape,
                                std::span<const float> values);
  static StoredTensor of_bytes(std::string name, std::vector<std::int64_t> shape,
                               std::span<const std::uint8_t> values);
  // Precondition: the type is "F32".
  std::vector<float> floats() const;
};

struct TensorFile {
  std::map<std::string, std::string> metadata;
  std::vector<StoredTensor> tensors;  // in the order of their data

  const StoredTensor* find(std::string_view name) const;
};

// The most that is read: more than the largest net and the largest run of training that options allow.
inline constexpr std::uint64_t kMostFileBytes = std::uint64_t{1} << 33;

std::string encode_tensors(const TensorFile& file);
// `name` stands in the messages. Throws base::UserError.
TensorFile decode_tensors(std::string_view content, const std::string& name);

void write_tensors(const std::filesystem::path& path, const TensorFile& file);
TensorFile read_tensors(const std::filesystem::path& path);

}  // namespace losange::net
