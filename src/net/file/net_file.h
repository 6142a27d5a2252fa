// What the files of all our nets share: safetensors whose metadata holds the format, the architecture, where the
// net comes from and a hash of its numbers. The kinds of nets (weights.h, value_weights.h) say what their
// architecture is and which tensors it has.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/message.h"
#include "net/file/architecture.h"
#include "net/file/safetensors.h"

namespace losange::net {

// Raised by whatever makes an older program misread a newer file.
inline constexpr int kNetFormat = 1;

struct NetHistory {
  std::vector<int> sizes;        // board sizes it learnt on, ascending
  std::uint64_t step = 0;        // minibatches learnt
  std::uint64_t positions = 0;   // positions played to learn from
  std::string parent = "none";   // hash of the net it started from
  std::string licence = "none";  // of its parent, or what its owner gave it
};

// 16 hexadecimal digits that name these numbers: FNV-1a of the data, so damage is found on reading.
std::string hash_of_values(std::span<const float> values);

void write_net_file(const std::filesystem::path& path, const std::string& architecture,
                    const NetHistory& history, const std::vector<TensorShape>& shapes,
                    std::span<const float> values);

// Ignored: the numbers were changed, or come without a hash, and get a new one.
enum class HashCheck { Held, Ignored };

// A file that was opened. Everything throws base::UserError: missing, cut short, damaged, newer than this program,
// not a net, wrong shape.
class NetFile {
 public:
  explicit NetFile(const std::filesystem::path& path, HashCheck check = HashCheck::Held);

  const std::string& architecture() const { return field("architecture"); }
  // Fields that are not there are as those of a net without a history.
  NetHistory history() const;
  // All tensors in one flat list, checked against the shapes and, where the file has one, the hash.
  std::vector<float> values(const std::vector<TensorShape>& shapes) const;
  [[noreturn]] void fail(const base::Message& reason) const;

 private:
  const std::string& field(const std::string& key) const;
  bool has(const std::string& key) const { return file_.metadata.contains(key); }
  std::uint64_t number(const std::string& key) const;
  void append(const TensorShape& wanted, std::vector<float>& values) const;

  std::string name_;
  TensorFile file_;
};

// A file of models/: beside the program, installed, in the user's folder, or in the source tree. Throws
// base::UserError that lists where it was looked for.
std::filesystem::path shipped_model(const std::string& name);

}  // namespace losange::net
