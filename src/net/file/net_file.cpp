#include "net/file/net_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "net/file/architecture_fields.h"

namespace losange::net {

std::string hash_of_values(std::span<const float> values) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (std::size_t i = 0; i < values.size() * sizeof(float); ++i) {
    hash = (hash ^ bytes[i]) * 0x100000001B3ULL;
  }
  return fmt::format("{:016x}", hash);
}

void write_net_file(const std::filesystem::path& path, const std::string& architecture,
                    const NetHistory& history, const std::vector<TensorShape>& shapes,
                    std::span<const float> values) {
  // Such a file could not be read again: what is there stays.
  if (!std::all_of(values.begin(), values.end(),
                   [](float value) { return std::isfinite(value); })) {
    throw base::UserError("net.not-finite",
                          "{} is not written: the net holds numbers that are not finite",
                          path.string());
  }
  TensorFile file;
  file.metadata = {{"losange_net", std::to_string(kNetFormat)},
                   {"architecture", architecture},
                   {"sizes", fmt::format("{}", fmt::join(history.sizes, ","))},
                   {"step", std::to_string(history.step)},
                   {"positions", std::to_string(history.positions)},
                   {"parent", history.parent},
                   {"licence", history.licence},
                   {"hash", hash_of_values(values)}};
  for (const auto& tensor : shapes) {
    const auto count = static_cast<std::size_t>(tensor.count());
    file.tensors.push_back(StoredTensor::of_floats(tensor.name, tensor.shape, values.first(count)));
    values = values.subspan(count);
  }
  write_tensors(path, file);
}

NetFile::NetFile(const std::filesystem::path& path, HashCheck check)
    : name_(path.string()), file_(read_tensors(path)) {
  if (check == HashCheck::Ignored) file_.metadata.erase("hash");
  const std::uint64_t format = number("losange_net");
  if (format > kNetFormat) {
    fail({"net.newer", "this net has format {}, newer than this program's {}: update losange",
          format, kNetFormat});
  }
}

nlohmann::json architecture_fields(const NetFile& file) {
  return nlohmann::json::parse(std::string_view(file.architecture()), nullptr, false);
}

void NetFile::fail(const base::Message& reason) const {
  throw base::UserError("file.in", "{}: {}", name_, reason);
}

const std::string& NetFile::field(const std::string& key) const {
  const auto found = file_.metadata.find(key);
  if (found == file_.metadata.end()) {
    fail({"net.no-field", "this safetensors file is not a net of losange (no field '{}')", key});
  }
  return found->second;
}

std::uint64_t NetFile::number(const std::string& key) const {
  const auto value = base::parse_integer(field(key));
  if (!value || *value < 0) fail({"net.no-number", "the field '{}' is not a number", key});
  return static_cast<std::uint64_t>(*value);
}

NetHistory NetFile::history() const {
  NetHistory history;
  const std::string sizes = has("sizes") ? field("sizes") : "";
  for (const auto& text :
       sizes.empty() ? std::vector<std::string>() : base::split(sizes, ',')) {
    const auto size = base::parse_integer(text);
    if (!size) fail({"net.sizes", "the field 'sizes' is not a list of numbers"});
    history.sizes.push_back(static_cast<int>(*size));
  }
  if (has("step")) history.step = number("step");
  if (has("positions")) history.positions = number("positions");
  if (has("parent")) history.parent = field("parent");
  if (has("licence")) history.licence = field("licence");
  return history;
}

std::vector<float> NetFile::values(const std::vector<TensorShape>& shapes) const {
  std::vector<float> values;
  for (const auto& shape : shapes) append(shape, values);
  if (file_.tensors.size() != shapes.size())
    fail({"net.more-tensors", "it holds tensors that its architecture does not have"});
  if (has("hash") && hash_of_values(values) != field("hash")) {
    fail({"net.hash",
          "its numbers do not match its hash: the file is damaged, or was changed. Copy it again "
          "from where it came, or write a new hash: losange net seal FILE"});
  }
  return values;
}

void NetFile::append(const TensorShape& wanted, std::vector<float>& values) const {
  const StoredTensor* tensor = file_.find(wanted.name);
  if (tensor == nullptr) fail({"net.tensor-missing", "the tensor '{}' is missing", wanted.name});
  if (tensor->type != "F32" || tensor->shape != wanted.shape) {
    fail({"net.tensor-shape",
          "the tensor '{}' has the wrong shape: {} [{}] where F32 [{}] is needed", wanted.name,
          tensor->type, fmt::format("{}", fmt::join(tensor->shape, ", ")),
          fmt::format("{}", fmt::join(wanted.shape, ", "))});
  }
  const auto floats = tensor->floats();
  for (const float value : floats) {
    if (!std::isfinite(value)) {
      fail({"net.tensor-finite", "the tensor '{}' holds a number that is not finite", wanted.name});
    }
  }
  values.insert(values.end(), floats.begin(), floats.end());
}

std::filesystem::path shipped_model(const std::string& name) {
  const auto places = base::shipped_file_places(std::filesystem::path("models") / name);
  for (const auto& place : places) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(place, ignored)) return place;
  }
  // Of all places the one that is a person's own.
  throw base::UserError("net.none",
                        "there is no net {} to play with: name one with model=FILE, or put it "
                        "in {}",
                        name, places.back().parent_path().string());
}

}  // namespace losange::net
