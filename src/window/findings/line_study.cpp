#include "window/findings/line_study.h"

#include <algorithm>
#include <cmath>

#include "base/containers/stable_sort.h"
#include "players/game/any_position.h"

namespace losange::window {

namespace {

struct Judged {
  Mistake move;          // with its loss, 0 where it was the best or better
  bool its_own = false;  // of the engine: the one it would have played
};

// The moves of a line that can be judged, in their order.
std::vector<Judged> judged(const game::GameRecord& record, const std::vector<game::NodeId>& line) {
  std::vector<Judged> found;
  int number = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto& node = record.node(line[i]);
    if (!node.move) continue;
    ++number;
    if (i == 0) continue;
    const auto before = analysis_at(record.node(line[i - 1]));
    const auto after = value_at(node);
    if (!before || !after) continue;
    const game::Side side = node.move->side;
    const double loss = chance_for(side, before->value) - chance_for(side, *after);
    const std::string better = before->moves.empty() ? "" : before->moves.front().move;
    // Where the move was its own the engine only changed its mind.
    const bool own = better == node.move->text;
    found.push_back(
        {{line[i], number, side, node.move->text, better, own ? 0 : std::max(0.0, loss)}, own});
  }
  return found;
}

// For First, of a position where the game is over on the board.
std::optional<double> value_of_end(game::GameRecord record, game::NodeId leaf) {
  record.go_to(leaf);
  switch (players::replay(record)->outcome()) {
    case game::Outcome::FirstWins: return 1;
    case game::Outcome::SecondWins: return -1;
    case game::Outcome::Draw: return 0;
    case game::Outcome::Ongoing: break;
  }
  return std::nullopt;
}

}  // namespace

Severity severity(double loss) {
  if (loss >= kBlunderLoss) return Severity::Blunder;
  return loss >= kMistakeLoss ? Severity::Mistake : Severity::Inaccuracy;
}

double accuracy(double loss) { return std::exp2(-std::clamp(loss, 0.0, 1.0) * 8); }

std::vector<Mistake> mistakes(const game::GameRecord& record, game::NodeId leaf, double least) {
  std::vector<Mistake> found;
  for (auto& entry : judged(record, record.line_to(leaf))) {
    if (!entry.its_own && entry.move.loss >= least) found.push_back(std::move(entry.move));
  }
  // As they are told, in whole percents: what nobody sees does not change their order.
  const auto told = [](const Mistake& mistake) { return std::round(100 * mistake.loss); };
  base::stable_sort(found.begin(), found.end(),
                    [&](const Mistake& a, const Mistake& b) { return told(a) > told(b); });
  return found;
}

bool LineStudy::whole() const {
  return std::all_of(values.begin(), values.end() - 1,
                     [](const std::optional<double>& value) { return value.has_value(); });
}

const Mistake* LineStudy::mistake_at(game::NodeId node) const {
  for (const auto& mistake : mistakes) {
    if (mistake.node == node) return &mistake;
  }
  return nullptr;
}

LineStudy study_line(const game::GameRecord& record, game::NodeId leaf) {
  LineStudy study{record.line_to(leaf), {}, mistakes(record, leaf), {}};
  for (const game::NodeId node : study.line) {
    study.values.push_back(value_at(record.node(node)));
    study.played += record.node(node).move ? 1 : 0;
  }
  if (!study.values.back()) study.values.back() = value_of_end(record, leaf);
  for (const auto& [move, own] : judged(record, study.line)) {
    Totals& totals = study.totals[static_cast<std::size_t>(game::index(move.side))];
    ++totals.moves;
    totals.accuracy += accuracy(move.loss);
    if (move.loss >= kLeastLoss) ++totals.counts[static_cast<std::size_t>(severity(move.loss))];
  }
  for (Totals& totals : study.totals) {
    if (totals.moves > 0) totals.accuracy /= totals.moves;
  }
  return study;
}

}  // namespace losange::window
