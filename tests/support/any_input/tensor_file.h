// What must hold for any bytes given to the reader of tensor files: they are read or refused with a
// UserError, and what was read can be written and read back equal. Used by the bounded random run in
// tests/property and by the libFuzzer target.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "net/file/safetensors.h"

namespace losange::testing_formats {

inline bool same_tensors(const net::TensorFile& a, const net::TensorFile& b) {
  const auto equal = [](const net::StoredTensor& x, const net::StoredTensor& y) {
    return x.name == y.name && x.type == y.type && x.shape == y.shape && x.bytes == y.bytes;
  };
  return a.metadata == b.metadata &&
         std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), b.tensors.end(), equal);
}

inline std::string tensors_problem(std::string_view bytes) {
  net::TensorFile read;
  try {
    read = net::decode_tensors(bytes, "file");
  } catch (const base::UserError&) {
    return "";
  }
  try {
    const bool same = same_tensors(net::decode_tensors(net::encode_tensors(read), "written"), read);
    return same ? "" : "read back as other tensors";
  } catch (const base::UserError& error) {
    return std::string("what was read is refused: ") + error.what();
  }
}

// As they are, and with the length of the header right, so that damage reaches the header itself.
inline std::string any_tensors_problem(std::string_view bytes) {
  std::string problem = tensors_problem(bytes);
  const std::size_t end = bytes.rfind('}');
  if (!problem.empty() || end == bytes.npos || end < 8) return problem;
  const std::uint64_t length = end + 1 - 8;
  return tensors_problem(std::string(reinterpret_cast<const char*>(&length), 8) +
                         std::string(bytes.substr(8)));
}

}  // namespace losange::testing_formats
