#include "train/policy/check.h"

#include <algorithm>
#include <utility>

#include "net/input/evaluator.h"
#include "net/runtimes.h"
#include "train/common/sizes.h"

namespace losange::train {

namespace {

// The size of which most games are played; the larger of two.
int main_size(const std::vector<SizeShare>& sizes) {
  return std::max_element(sizes.begin(), sizes.end(),
                          [](const auto& a, const auto& b) {
                            return std::pair(a.share, a.size) < std::pair(b.share, b.size);
                          })
      ->size;
}

}  // namespace

bool check_net(net::Weights weights, const NetCheck& check, LogLine& line) {
  const auto sizes = parse_sizes(check.sizes);
  const auto evaluator = net::make_evaluator(weights, check.device, "float");
  for (const auto& share : sizes) {
    const auto known = check.truth.find(share.size);
    if (known == check.truth.end()) continue;
    const auto verdict = judge_openings(*evaluator, share.size, known->second);
    line.wrong_openings[share.size] = verdict.known - verdict.right_by_move;
  }
  std::swap(weights.values, check.gate.values);
  const auto gate = net::make_evaluator(weights, check.device, "float");
  line.climb = play_gate(*evaluator, *gate, check.gate.elo, main_size(sizes), check.stopped);
  if (line.climb && line.climb->passed) {
    check.gate.elo = line.climb->elo;
  } else {
    std::swap(weights.values, check.gate.values);
  }
  return line.climb.has_value();
}

}  // namespace losange::train
