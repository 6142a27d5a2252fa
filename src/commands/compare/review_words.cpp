#include "commands/compare/review_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace losange::commands {

namespace {

constexpr double kDecided = 0.99;  // a chance of 99.5 %
constexpr std::size_t kLongestVariation = 12;
constexpr std::string_view kNote = "Losange review: ";

// Men by which the side is ahead, as window::men_text() bounds them.
double men_of(double value_for_first, game::Side side) {
  const double value = side == game::Side::First ? value_for_first : -value_for_first;
  return std::clamp(std::atanh(std::clamp(value, -0.9999, 0.9999)), -4.0, 4.0);
}

}  // namespace

const char* mark_of(double loss) {
  switch (window::severity(loss)) {
    case window::Severity::Inaccuracy: return "inaccuracy";
    case window::Severity::Mistake: return "mistake";
    case window::Severity::Blunder: return "blunder";
  }
  return "";
}

std::string cost_text(const window::LineStudy& study, std::size_t at, double loss, bool men) {
  const auto* mistake = study.mistake_at(study.line[at]);
  if (!men || mistake == nullptr || !study.values[at - 1] || !study.values[at])
    return fmt::format("-{:.1f} %", std::floor(1000 * loss) / 10);
  const double cost =
      men_of(*study.values[at - 1], mistake->side) - men_of(*study.values[at], mistake->side);
  return fmt::format("-{:.2f} men", cost);
}

std::string explanation(bool men) {
  std::string text = fmt::format(
      "A move that costs {0:.0f} % of the chance to win is an inaccuracy, one that costs {1:.0f} % "
      "a mistake,\n{2:.0f} % a blunder.",
      100 * window::kLeastLoss, 100 * window::kMistakeLoss, 100 * window::kBlunderLoss);
  if (men) {
    // A chance is (1 + tanh(men)) / 2.
    text += fmt::format(
        " In an even game these are {:.2f}, {:.2f} and {:.2f} men.",
        std::atanh(2 * window::kLeastLoss), std::atanh(2 * window::kMistakeLoss),
        std::atanh(2 * window::kBlunderLoss));
  }
  return text +
         "\nAccuracy is the mean of 2^(-8 x cost) over the moves: 100 % where no move costs "
         "anything,\n50 % where each costs 12.5 % of the chance to win.\n";
}

std::size_t given_moves(const game::GameRecord& record) {
  const auto parts = base::split_words(record.event);
  if (parts.size() < 4 || parts[0] != "game" || parts[2] != "opening" || !parts[1].ends_with(',') ||
      !base::parse_integer(parts[1].substr(0, parts[1].size() - 1)))
    return 0;
  const std::vector<std::string> opening(parts.begin() + 3, parts.end());
  const auto played = record.moves();
  if (opening.size() > played.size()) return 0;
  return std::equal(opening.begin(), opening.end(), played.begin()) ? opening.size() : 0;
}

std::optional<std::size_t> decided_from(const window::LineStudy& study) {
  const auto& values = study.values;
  if (values.empty() || !values.back()) return std::nullopt;
  const double winner = *values.back() > 0 ? 1 : -1;
  std::size_t first = values.size();
  while (first > 0 && values[first - 1] && *values[first - 1] * winner >= kDecided) --first;
  return first < values.size() ? std::optional(first) : std::nullopt;
}

void put_note(std::string& comment, const std::string& note) {
  const auto begin = comment.find(kNote);
  if (begin != comment.npos) {
    comment.erase(begin, std::min(comment.find('\n', begin), comment.size()) - begin);
    comment.erase(comment.find_last_not_of(" \n") + 1);
  }
  if (note.empty()) return;
  if (!comment.empty()) comment += '\n';
  comment += fmt::format("{}{}", kNote, note);
}

void put_variation(game::GameRecord& record, game::NodeId node, game::Side side,
                   const std::vector<std::string>& moves) {
  for (std::size_t i = 0; i < std::min(moves.size(), kLongestVariation); ++i) {
    node = record.add_child(node, {side, moves[i]});
    side = game::other(side);
  }
}

}  // namespace losange::commands
