#include "net/file/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"

namespace losange::net {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

namespace {

constexpr std::size_t kLengthBytes = 8;

[[noreturn]] void not_this_format(const std::string& name) {
  throw base::UserError("tensors.no-file", "{} is not a safetensors file", name);
}
[[noreturn]] void damaged(const std::string& name, const base::Message& reason) {
  throw base::UserError("tensors.damaged", "{} is damaged: {}", name, reason);
}
[[noreturn]] void cut_short(const std::string& name, std::uint64_t there, std::uint64_t announced) {
  throw base::UserError(
      "tensors.cut", "{} is cut short: {} of {} bytes are there; copy it again from where it came",
      name, there, announced);
}

std::uint64_t bytes_of(const std::string& type) {
  static const std::map<std::string, std::uint64_t> widths{
      {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"U16", 2}, {"I16", 2}, {"F16", 2}, {"BF16", 2},
      {"U32", 4},  {"I32", 4}, {"F32", 4}, {"U64", 8}, {"I64", 8}, {"F64", 8}};
  const auto found = widths.find(type);
  return found == widths.end() ? 0 : found->second;
}

struct Entry {
  StoredTensor tensor;
  std::uint64_t begin = 0, end = 0;
};

// Fractions and numbers beyond any file are not cut to size but refused.
template <class Number>
std::vector<Number> whole_numbers(const nlohmann::json& list, const std::string& name) {
  std::vector<Number> numbers;
  bool possible = list.is_array();
  for (const auto& item : list) {
    possible = possible && item.is_number_unsigned() && item.get<std::uint64_t>() <= kMostFileBytes;
    if (!possible) break;
    numbers.push_back(item.get<Number>());
  }
  if (!possible)
    damaged(name, {"tensors.length", "its header holds a length or place that cannot be"});
  return numbers;
}

Entry read_entry(const std::string& key, const nlohmann::json& value, const std::string& name) {
  Entry entry;
  entry.tensor.name = key;
  try {
    entry.tensor.type = value.at("dtype").get<std::string>();
    entry.tensor.shape = whole_numbers<std::int64_t>(value.at("shape"), name);
    const auto offsets = whole_numbers<std::uint64_t>(value.at("data_offsets"), name);
    if (offsets.size() != 2) damaged(name, {"tensors.offsets", "a tensor needs two offsets"});
    entry.begin = offsets[0];
    entry.end = offsets[1];
  } catch (const nlohmann::json::exception&) {
    damaged(name,
            {"tensors.entry", "the entry of tensor '{}' is incomplete", base::printable(key)});
  }
  std::uint64_t bytes = bytes_of(entry.tensor.type);
  if (bytes == 0) {
    damaged(name, {"tensors.type", "tensor '{}' has the unknown type '{}'", base::printable(key),
                   base::printable(entry.tensor.type)});
  }
  bool fits = entry.begin <= entry.end;
  for (const std::int64_t length : entry.tensor.shape) {
    fits = fits && (length == 0 || bytes <= kMostFileBytes / static_cast<std::uint64_t>(length));
    if (fits) bytes *= static_cast<std::uint64_t>(length);
  }
  if (!fits || entry.end - entry.begin != bytes) {
    damaged(name, {"tensors.place", "tensor '{}' does not fill its place", base::printable(key)});
  }
  return entry;
}

nlohmann::json read_header(std::string_view content, const std::string& name) {
  if (content.size() < kLengthBytes + 2) not_this_format(name);
  std::uint64_t length = 0;
  std::memcpy(&length, content.data(), kLengthBytes);
  if (content[kLengthBytes] != '{' || length < 2 || length > kMostFileBytes) not_this_format(name);
  if (length > content.size() - kLengthBytes) {
    cut_short(name, content.size(), kLengthBytes + length);
  }
  auto header = nlohmann::json::parse(content.substr(kLengthBytes, length), nullptr, false);
  if (!header.is_object()) damaged(name, {"tensors.header", "its header cannot be read"});
  return header;
}

}  // namespace

StoredTensor StoredTensor::of_floats(std::string name, std::vector<std::int64_t> shape,
                                     std::span<const float> values) {
  return {std::move(name), "F32", std::move(shape),
          std::string(reinterpret_cast<const char*>(values.data()), values.size_bytes())};
}

StoredTensor StoredTensor::of_bytes(std::string name, std::vector<std::int64_t> shape,
                                    std::span<const std::uint8_t> values) {
  return {std::move(name), "U8", std::move(shape),
          std::string(reinterpret_cast<const char*>(values.data()), values.size())};
}

std::vector<float> StoredTensor::floats() const {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

const StoredTensor* TensorFile::find(std::string_view name) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const StoredTensor& t) { return t.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

std::string encode_tensors(const TensorFile& file) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!file.metadata.empty()) header["__metadata__"] = file.metadata;
  std::uint64_t place = 0;
  for (const auto& tensor : file.tensors) {
    header[tensor.name] = {{"dtype", tensor.type},
                           {"shape", tensor.shape},
                           {"data_offsets", {place, place + tensor.bytes.size()}}};
    place += tensor.bytes.size();
  }
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');  // the data starts on a multiple of 8
  const std::uint64_t length = text.size();
  std::string content(reinterpret_cast<const char*>(&length), kLengthBytes);
  content += text;
  for (const auto& tensor : file.tensors) content += tensor.bytes;
  return content;
}

TensorFile decode_tensors(std::string_view content, const std::string& name) {
  const nlohmann::json header = read_header(content, name);
  std::uint64_t header_length = 0;
  std::memcpy(&header_length, content.data(), kLengthBytes);
  const std::string_view data = content.substr(kLengthBytes + header_length);

  TensorFile file;
  std::vector<Entry> entries;
  for (const auto& [key, value] : header.items()) {
    if (key != "__metadata__") {
      entries.push_back(read_entry(key, value, name));
      continue;
    }
    try {
      file.metadata = value.get<std::map<std::string, std::string>>();
    } catch (const nlohmann::json::exception&) {
      damaged(name, {"tensors.metadata", "its metadata is not a list of texts"});
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::uint64_t place = 0;
  for (auto& entry : entries) {
    if (entry.begin != place) damaged(name, {"tensors.gaps", "its tensors overlap or leave gaps"});
    place = entry.end;
  }
  if (data.size() < place) cut_short(name, content.size(), content.size() - data.size() + place);
  if (data.size() > place)
    damaged(name, {"tensors.more", "there is more data than its header says"});
  for (auto& entry : entries) {
    entry.tensor.bytes = data.substr(entry.begin, entry.end - entry.begin);
    file.tensors.push_back(std::move(entry.tensor));
  }
  return file;
}

void write_tensors(const std::filesystem::path& path, const TensorFile& file) {
  base::write_file(path, encode_tensors(file));
}

TensorFile read_tensors(const std::filesystem::path& path) {
  constexpr std::uint64_t kAddressable = std::numeric_limits<std::size_t>::max();
  const auto most = static_cast<std::size_t>(std::min(kMostFileBytes, kAddressable));
  return decode_tensors(base::read_file(path, most), path.string());
}

}  // namespace losange::net
