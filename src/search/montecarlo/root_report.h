// What the root of a Monte-Carlo tree says of its moves: enough to end the search, and what is told of it. Knows the moves of a
// game, not its positions.
#pragma once

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/containers/stable_sort.h"
#include "search/montecarlo/stop_conditions.h"
#include "search/montecarlo/tree.h"
#include "search/search.h"

namespace losange::search {

// Whether a root move was tried or is decided.
template <class Layout>
bool has_answer(const NodeTree<Layout>& tree) {
  const auto children = tree.root_children();
  return std::any_of(children.begin(), children.end(), [](const auto& child) {
    return child.visit_count() > 0 || child.known() != Proof::Unknown;
  });
}

template <class Layout>
RootChoice root_choice(const NodeTree<Layout>& tree) {
  using NodeType = typename Layout::NodeType;
  RootChoice choice;
  if (tree.root().has_children() && tree.has_open_moves(tree.root())) ++choice.candidates;
  const auto children = tree.root_children();
  const NodeType* leader = nullptr;
  for (const NodeType& child : children) {
    if (child.known() == Proof::Loss) continue;
    ++choice.candidates;
    const std::uint64_t visits = child.visit_count();
    if (leader == nullptr || visits > choice.leader) {
      choice.runner_up = choice.leader;
      choice.leader = visits;
      leader = &child;
    } else {
      choice.runner_up = std::max(choice.runner_up, visits);
    }
  }
  choice.open = std::any_of(children.begin(), children.end(), [&](const NodeType& child) {
    return leader != nullptr && child.visit_count() * std::uint64_t{10} > choice.leader &&
           child.mean() > leader->mean();
  });
  return choice;
}

template <class Layout>
auto line_of(const NodeTree<Layout>& tree, const typename Layout::NodeType& child,
             bool with_variation) {
  using NodeType = typename Layout::NodeType;
  Line<typename Layout::Move> line{
      child.move, child.mean(), child.visit_count(), child.known() != Proof::Unknown, {child.move}};
  const NodeType* node = &child;
  while (with_variation && node->has_children()) {
    const auto children = tree.children(*node);
    const auto next = std::max_element(
        children.begin(), children.end(), [](const NodeType& a, const NodeType& b) {
          const auto rank = [](const NodeType& n) {
            return std::tuple(n.known() == Proof::Win, n.visit_count(), n.prior);
          };
          return rank(a) < rank(b);
        });
    if (next == children.end() || next->visit_count() == 0) break;
    line.variation.push_back(next->move);
    node = &*next;
  }
  return line;
}

// The moves that were tried or are decided, the one to play first: by `scores`, one a child, or where there are none by visits.
// Precondition: has_answer.
template <class Layout>
auto root_report(const NodeTree<Layout>& tree, std::span<const double> scores) {
  using Move = typename Layout::Move;
  using NodeType = typename Layout::NodeType;
  struct Ranked {
    const NodeType* child;
    int certain;  // 1 won, -1 lost, 0 neither
    double first, second;
    int prior;
  };
  constexpr std::size_t kLinesWithVariation = 10;
  const auto children = tree.root_children();
  const bool by_visits = scores.empty();
  std::vector<Ranked> ranked;
  std::size_t i = 0;
  for (const NodeType& child : children) {
    const double score = by_visits ? 0 : scores[i++];
    const Proof proof = child.known();
    if (child.visit_count() == 0 && proof == Proof::Unknown) continue;
    const auto visits = static_cast<double>(child.visit_count());
    const int certain = proof == Proof::Win ? 1 : proof == Proof::Loss ? -1 : 0;
    ranked.push_back({&child, certain, by_visits ? visits : score,
                      by_visits ? child.mean() : visits, child.prior});
  }
  base::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return std::tie(a.certain, a.first, a.second, a.prior) >
           std::tie(b.certain, b.first, b.second, b.prior);
  });
  Report<Move> report;
  for (const Ranked& r : ranked) {
    report.lines.push_back(line_of(tree, *r.child, report.lines.size() < kLinesWithVariation));
    report.depth = std::max(report.depth, static_cast<int>(report.lines.back().variation.size()));
  }
  report.best = report.lines.front().move;
  const Proof proof = tree.root().known();  // for who moved there
  report.proven = proof != Proof::Unknown;
  report.value = report.proven ? -value_of(proof) : report.lines.front().value;
  return report;
}

}  // namespace losange::search
