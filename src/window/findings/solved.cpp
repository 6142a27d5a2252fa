#include "window/findings/solved.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace losange::window {

namespace {

constexpr const char* kSolvedProperty = "SOLVED";

}  // namespace

std::optional<Solved> solved_at(const game::RecordNode& node) {
  const auto property = std::find_if(
      node.other.begin(), node.other.end(),
      [](const game::Property& one) { return one.name == kSolvedProperty && !one.values.empty(); });
  if (property == node.other.end()) return std::nullopt;
  const auto head = base::split_words(property->values.front());
  if (head.size() != 2 || (head[0] != "B" && head[0] != "W")) return std::nullopt;
  const auto nodes = base::parse_integer(head[1]);
  if (!nodes || *nodes < 0) return std::nullopt;
  Solved solved{head[0] == "B" ? game::Side::First : game::Side::Second,
                static_cast<std::uint64_t>(*nodes)};
  if (property->values.size() > 1) solved.moves = base::split_words(property->values[1]);
  return solved;
}

void keep_solved(game::RecordNode& node, const Solved& solved) {
  std::erase_if(node.other, [](const game::Property& p) { return p.name == kSolvedProperty; });
  game::Property property{kSolvedProperty, {}};
  property.values.push_back(
      fmt::format("{} {}", solved.winner == game::Side::First ? "B" : "W", solved.nodes));
  if (!solved.moves.empty()) property.values.push_back(base::joined(solved.moves, " "));
  node.other.push_back(std::move(property));
}

}  // namespace losange::window
