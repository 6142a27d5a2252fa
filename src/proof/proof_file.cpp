#include "proof/proof_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "hex/board/geometry.h"

namespace losange::proof {
namespace {

// Seven bits a byte, the lowest first; the highest bit says that more follow.
void put(std::string& out, std::size_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[noreturn]] void refuse(std::string_view what) const {
    throw base::UserError(
        fmt::format("the proof is damaged at byte {}: {}; write it anew", at_, what));
  }
  std::string_view line() {
    const auto end = text_.find('\n', at_);
    if (end == text_.npos) refuse("a line without an end");
    const auto line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }
  // Less than the bound.
  std::size_t number(std::size_t bound) {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (at_ == text_.size()) refuse("it ends too early");
      const auto byte = static_cast<unsigned char>(text_[at_++]);
      number |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) {
        if (number >= bound) refuse("a number is out of its range");
        return number;
      }
    }
    refuse("a number is too long");
  }
  std::size_t left() const { return text_.size() - at_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// How many cells and parts a rule has; -1: it says so itself.
struct Form {
  int cells, parts;
  bool support;
};
constexpr Form form_of(Rule rule) {
  switch (rule) {
    case Rule::Touch: return {2, 0, false};
    case Rule::Through:
    case Rule::Over: return {0, 2, false};
    case Rule::Either: return {0, -1, false};
    case Rule::Play: return {1, 1, false};
    case Rule::Dead: return {-1, 1, true};
    case Rule::Captured: return {2, 1, true};
  }
  return {};
}

game::Side side_of(Reader& reader, std::string_view label) {
  const auto line = reader.line();
  for (const auto side : {game::Side::First, game::Side::Second}) {
    if (line == fmt::format("{} {}", label, side == game::Side::First ? "first" : "second"))
      return side;
  }
  reader.refuse("the line of a side");
}

}  // namespace

std::string to_file(const Proof& proof) {
  std::string out(kFirstLine);
  out += fmt::format("size {}\nstones ", proof.size);
  for (const int stone : proof.stones) out += ".xo"[stone];
  const auto name = [](game::Side side) { return side == game::Side::First ? "first" : "second"; };
  out += fmt::format("\nto-move {}\nwinner {}\nsteps {}\n", name(proof.to_move), name(proof.winner),
                     proof.steps.size());
  for (std::size_t i = 0; i < proof.steps.size(); ++i) {
    const auto step = proof.steps[i];
    const Form form = form_of(step.rule);
    out += static_cast<char>(step.rule);
    if (form.cells < 0) put(out, step.cells.size());
    for (const auto cell : step.cells) put(out, cell);
    if (form.support) put(out, step.support.size());
    for (const auto cell : step.support) put(out, cell);
    if (form.parts < 0) put(out, step.parts.size());
    for (const auto part : step.parts) put(out, i - 1 - part);
  }
  return out;
}

Proof from_file(std::string_view text) {
  if (!text.starts_with(kFirstLine)) {
    throw base::UserError(
        "this is no proof of losange solve: its first line is not 'losange proof 1'");
  }
  Reader reader(text);
  reader.line();
  Proof proof;
  const auto size = reader.line();
  const auto number = base::parse_integer(size.starts_with("size ") ? size.substr(5) : "");
  if (!number || *number < hex::kMinSize || *number > hex::kMaxSize) reader.refuse("the size");
  proof.size = static_cast<int>(*number);
  const auto stones = reader.line();
  const auto cells = static_cast<std::size_t>(proof.size * proof.size);
  if (!stones.starts_with("stones ") || stones.size() != 7 + cells) reader.refuse("the stones");
  for (const char sign : stones.substr(7)) {
    const auto stone = std::string_view(".xo").find(sign);
    if (stone == std::string_view::npos) reader.refuse("the stones");
    proof.stones.push_back(static_cast<int>(stone));
  }
  proof.to_move = side_of(reader, "to-move");
  proof.winner = side_of(reader, "winner");
  const auto count = reader.line();
  const auto steps = base::parse_integer(count.starts_with("steps ") ? count.substr(6) : "");
  if (!steps || *steps < 1) reader.refuse("the number of steps");
  // A step takes three bytes at least.
  if (static_cast<std::uint64_t>(*steps) > reader.left() / 3) reader.refuse("it ends too early");
  std::vector<std::uint32_t> parts;
  std::vector<std::uint16_t> named, support;
  for (std::size_t i = 0; i < static_cast<std::size_t>(*steps); ++i) {
    const auto rule = static_cast<Rule>(reader.number(7));
    const Form form = form_of(rule);
    const auto read = [&](auto& list, std::size_t length, std::size_t bound, auto&& value) {
      list.clear();
      for (std::size_t k = 0; k < length; ++k) list.push_back(value(reader.number(bound)));
    };
    const auto cell = [](std::size_t value) { return static_cast<std::uint16_t>(value); };
    const auto length = [&](int fixed) {
      return fixed < 0 ? reader.number(std::min(reader.left(), StepList::kMostListed) + 1)
                       : static_cast<std::size_t>(fixed);
    };
    read(named, length(form.cells), rule == Rule::Touch ? cells + 2 : cells, cell);
    read(support, form.support ? length(-1) : 0, cells, cell);
    read(parts, length(form.parts), i,
         [&](std::size_t back) { return static_cast<std::uint32_t>(i - 1 - back); });
    proof.steps.add(rule, parts, named, support);
  }
  if (reader.left() > 0) reader.refuse("something follows the last step");
  return proof;
}

}  // namespace losange::proof
