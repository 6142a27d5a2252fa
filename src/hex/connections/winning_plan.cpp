#include "hex/connections/winning_plan.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/containers/stable_sort.h"

namespace losange::hex {

template <int W>
std::optional<WinningPlan<W>> WinningPlan<W>::for_second(const Connections<W>& found) {
  if (!found.joined()) return std::nullopt;
  WinningPlan plan;
  std::unordered_map<const Connection<W>*, int> known;
  plan.hold(plan.add(found, found.winning(), known));
  return plan;
}

template <int W>
std::optional<WinningPlan<W>> WinningPlan<W>::for_first(const Connections<W>& found) {
  if (found.joined()) return for_second(found);
  WinningPlan plan;
  std::unordered_map<const Connection<W>*, int> known;
  for (const auto* threat : found.threats()) {
    const int step = plan.add(found, *threat, known);
    if (plan.first_ < 0 || plan.steps_[step].moves < plan.steps_[plan.first_].moves)
      plan.first_ = step;
  }
  if (plan.first_ < 0) return std::nullopt;
  return plan;
}

template <int W>
int WinningPlan<W>::add(const Connections<W>& found, const Connection<W>& connection,
                        std::unordered_map<const Connection<W>*, int>& known) {
  if (const auto at = known.find(&connection); at != known.end()) return at->second;
  Step step{connection.carrier, connection.rule, connection.middle, 0, {}};
  for (const auto* part : found.parts(connection)) step.parts.push_back(add(found, *part, known));
  // The shortest first: it is played where nothing stands in its way.
  if (step.rule == ConnectionRule::Either) {
    base::stable_sort(step.parts.begin(), step.parts.end(),
                      [&](int a, int b) { return steps_[a].moves < steps_[b].moves; });
  }
  step.moves = moves_for(step);
  steps_.push_back(std::move(step));
  return known[&connection] = static_cast<int>(steps_.size()) - 1;
}

template <int W>
int WinningPlan<W>::moves_for(const Step& step) const {
  int moves = 0;
  if (step.rule == ConnectionRule::Either) {
    // A stone that is in all the parts before it leaves this one.
    Set in_all = step.carrier;
    for (std::size_t i = 0; i < step.parts.size() && in_all.any(); ++i) {
      moves = steps_[step.parts[i]].moves;
      in_all &= steps_[step.parts[i]].carrier;
    }
    return moves;
  }
  for (const int part : step.parts) moves += steps_[part].moves;
  return moves + (step.rule == ConnectionRule::Over ? 1 : 0);
}

template <int W>
int WinningPlan<W>::moves() const {
  int moves = first_ < 0 ? 0 : steps_[first_].moves;
  for (const int step : held_) moves += steps_[step].moves;
  return moves;
}

template <int W>
void WinningPlan<W>::hold(int step) {
  if (steps_[step].rule == ConnectionRule::Either) {
    held_.push_back(step);
  } else {
    for (const int part : steps_[step].parts) hold(part);
  }
}

template <int W>
int WinningPlan<W>::play_over(int step) {
  assert(steps_[step].rule == ConnectionRule::Over);
  for (const int part : steps_[step].parts) hold(part);
  return steps_[step].middle;
}

template <int W>
int WinningPlan<W>::answer(int cell) {
  if (first_ >= 0) {
    assert(cell < 0);
    return play_over(std::exchange(first_, -1));
  }
  assert(!held_.empty());
  const auto met = std::find_if(held_.begin(), held_.end(), [&](int step) {
    return cell >= 0 && steps_[step].carrier.test(cell);
  });
  // A stone elsewhere leaves a move to choose: any that carries the plan on.
  const auto chosen = met == held_.end() ? held_.begin() : met;
  const Step& step = steps_[*chosen];
  held_.erase(chosen);
  const auto left = std::find_if(step.parts.begin(), step.parts.end(), [&](int part) {
    return cell < 0 || !steps_[part].carrier.test(cell);
  });
  assert(left != step.parts.end());
  return play_over(*left);
}

template class WinningPlan<1>;
template class WinningPlan<2>;
template class WinningPlan<4>;
template class WinningPlan<6>;

}  // namespace losange::hex
