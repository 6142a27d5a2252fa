#include "draughts/evaluation/pattern_file.h"

#include <fmt/format.h>

#include "base/checksum.h"
#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"

namespace losange::draughts {

namespace {

constexpr std::string_view kWeightsMagic = "losange draughts weights 1\n";

void put_number(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>((value & 0x7F) | 0x80);
  out += static_cast<char>(value);
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (at_ >= bytes_.size()) damaged();
      const auto byte = static_cast<std::uint8_t>(bytes_[at_++]);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    damaged();
  }
  bool at_end() const { return at_ == bytes_.size(); }
  [[noreturn]] static void damaged() {
    throw base::UserError(
        "weights.damaged",
        "the draughts weights are damaged: fetch the file again or train new ones");
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

// Zeros come in runs: a zero and the length of the run; other weights as 2|w| - (w < 0).
void put_weights(std::string& out, const std::vector<std::int16_t>& weights) {
  for (std::size_t i = 0; i < weights.size();) {
    if (weights[i] != 0) {
      const int weight = weights[i++];
      put_number(out, static_cast<std::uint64_t>(weight < 0 ? -2 * weight - 1 : 2 * weight));
      continue;
    }
    const std::size_t begin = i;
    while (i < weights.size() && weights[i] == 0) ++i;
    out += '\0';
    put_number(out, i - begin);
  }
}

void take_weights(Reader& reader, std::vector<std::int16_t>& weights) {
  for (std::size_t i = 0; i < weights.size();) {
    const std::uint64_t code = reader.number();
    if (code == 0) {
      const std::uint64_t run = reader.number();
      if (run == 0 || run > weights.size() - i) Reader::damaged();
      i += run;
      continue;
    }
    const auto size = static_cast<std::int64_t>(code / 2 + code % 2);
    if (size > 32767) Reader::damaged();
    weights[i++] = static_cast<std::int16_t>(code % 2 == 0 ? size : -size);
  }
}

}  // namespace

std::string write_weights(const VariantWeights& all) {
  std::string body = fmt::format("{} {}\n", all.rules, all.size);
  std::visit(
      [&](const auto& weights) {
        for (const auto& phase : weights.phase) put_weights(body, phase);
      },
      all.weights);
  return fmt::format("{}{:08x}\n{}", kWeightsMagic, base::crc32(body), body);
}

VariantWeights read_weights(std::string_view bytes) {
  if (!bytes.starts_with(kWeightsMagic)) {
    throw base::UserError(
        "weights.no-file",
        "this is no file of draughts weights: losange train --game draughts writes them");
  }
  bytes.remove_prefix(kWeightsMagic.size());
  if (bytes.size() < 9 || bytes[8] != '\n') Reader::damaged();
  const std::string_view body = bytes.substr(9);
  if (fmt::format("{:08x}", base::crc32(body)) != bytes.substr(0, 8)) Reader::damaged();
  const auto line = body.substr(0, body.find('\n'));
  const auto words = base::split_words(line);
  const auto size = words.size() == 2 ? base::parse_integer(words[1]) : std::nullopt;
  if (!size || !has_patterns(static_cast<int>(*size)) || line.size() == body.size())
    Reader::damaged();

  VariantWeights all{std::string(find_rules(words[0]).name), static_cast<int>(*size), {}};
  if (all.size == 8) all.weights = PatternWeights<8>{};
  Reader reader(body.substr(line.size() + 1));
  std::visit(
      [&](auto& weights) {
        for (auto& phase : weights.phase) take_weights(reader, phase);
      },
      all.weights);
  if (!reader.at_end()) Reader::damaged();
  return all;
}

PatternSet::PatternSet(const VariantWeights& all) : rules_(all.rules), size_(all.size) {
  if (const auto* ten = std::get_if<PatternWeights<10>>(&all.weights)) {
    ten_ = std::make_shared<PatternTables<10>>(*ten);
  } else {
    eight_ = std::make_shared<PatternTables<8>>(std::get<PatternWeights<8>>(all.weights));
  }
}

std::filesystem::path weights_file(const Rules& rules, int size) {
  const std::string name = fmt::format("draughts-{}-{}.weights", rules.name, size);
  for (const auto& place : base::shipped_file_places(std::filesystem::path("models") / name)) {
    std::error_code ignored;
    if (std::filesystem::exists(place, ignored)) return place;
  }
  return {};
}

PatternSet shipped_patterns(const Rules& rules, int size) {
  const auto file = weights_file(rules, size);
  if (file.empty()) return {};
  try {
    return PatternSet(read_weights(base::read_file(file)));
  } catch (const base::UserError& error) {
    throw base::UserError("file.in", "{}: {}", file.string(), error.message());
  }
}

}  // namespace losange::draughts
