#include "window/findings/sweep.h"

#include <utility>

#include "window/findings/line_study.h"

namespace losange::window {

namespace {

constexpr double kDoubtful = 0.03;  // less than a mistake costs: a closer look may find one
constexpr int kDeeper = 4;          // times as many visits

}  // namespace

SweepVisits SweepVisits::deeper(int times) const {
  SweepVisits visits = *this;
  for (; times > 0; --times) visits = {visits.quick * kDeeper, visits.close * kDeeper};
  return visits;
}

SweepVisits sweep_visits(std::string_view strategy) {
  // A tree led by a net asks it once a visit, one led by playouts needs many more of them, alpha-beta still more.
  if (strategy == "zero" || strategy == "net") return {100, 800};
  if (strategy == "mcts" || strategy == "yopt" || strategy == "montecarlo") return {2'000, 20'000};
  return {50'000, 500'000};
}

void Sweep::start(const game::GameRecord& record, game::NodeId leaf,
                  const std::vector<game::NodeId>& positions, std::string engine,
                  SweepVisits visits) {
  engine_ = std::move(engine);
  visits_ = visits;
  leaf_ = leaf;
  positions_ = {positions.begin(), positions.end()};
  seen_closely_.clear();
  steps_.clear();
  close_ = false;
  passed_ = 0;
  // From the end backwards: what is proven there is known first, and the graph grows towards the start.
  for (const game::NodeId node : positions) {
    if (!is_known(record.node(node), visits_.quick)) steps_.push_back({node, visits_.quick});
  }
  if (steps_.empty()) look_closer(record);
}

bool Sweep::is_known(const game::RecordNode& node, std::uint64_t visits) const {
  const auto kept = analysis_at(node);
  return kept && kept->engine == engine_ && (kept->proven || kept->visits >= visits);
}

void Sweep::done(const game::GameRecord& record) {
  steps_.pop_back();
  ++passed_;
  if (steps_.empty()) look_closer(record);
}

// What is found there may make other moves doubtful; no position is looked at twice.
void Sweep::look_closer(const game::GameRecord& record) {
  if (!std::exchange(close_, true)) passed_ = 0;
  std::set<game::NodeId> doubtful;
  for (const auto& mistake : mistakes(record, leaf_, kDoubtful)) {
    doubtful.insert(record.node(mistake.node).parent);
    doubtful.insert(mistake.node);
  }
  for (const game::NodeId node : doubtful) {
    if (!positions_.contains(node) || !seen_closely_.insert(node).second) continue;
    if (!is_known(record.node(node), visits_.close)) steps_.push_back({node, visits_.close});
  }
}

double Sweep::share() const {
  const double done = static_cast<double>(passed_);
  const double pass = done / (done + static_cast<double>(steps_.size()));
  return steps_.empty() ? 1 : (close_ ? 0.5 : 0) + 0.5 * pass;
}

}  // namespace losange::window
