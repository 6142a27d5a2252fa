// CRC-32 (the polynomial of ISO 3309, as in gzip and PNG): tells a damaged file from a whole one. It finds
// every change of up to 32 neighbouring bits; it is no protection against anyone who means harm.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace losange::base {

namespace checksum_detail {
constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ ((value & 1) != 0 ? 0xEDB88320u : 0u);
    table[i] = value;
  }
  return table;
}
inline constexpr auto kTable = make_table();
}  // namespace checksum_detail

constexpr std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t value = 0xFFFFFFFFu;
  for (const char c : bytes) {
    value = value >> 8 ^ checksum_detail::kTable[(value ^ static_cast<std::uint8_t>(c)) & 0xFF];
  }
  return ~value;
}

}  // namespace losange::base
