#include "window/findings/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "window/findings/solved.h"

namespace losange::window {

namespace {

constexpr const char* kProperty = "EVAL";
constexpr std::size_t kMostMoves = 40;  // kept a node
constexpr std::size_t kLongestVariation = 16;

const game::Property* property_of(const game::RecordNode& node) {
  for (const auto& property : node.other) {
    if (property.name == kProperty && !property.values.empty()) return &property;
  }
  return nullptr;
}

struct Value {
  double value;
  bool proven, at_most;
  int moves;
};
std::optional<Value> parse_value(std::string text) {
  constexpr std::int64_t kLongestGame = 10'000;
  const bool at_most = text.ends_with('<');
  if (at_most) text.pop_back();
  const auto mark = text.find('!');
  const bool proven = mark != std::string::npos;
  std::optional<std::int64_t> moves = 0;
  if (proven && mark + 1 < text.size()) moves = base::parse_integer(text.substr(mark + 1));
  const auto number = base::parse_real(text.substr(0, mark));
  if (!number || *number < -1 || *number > 1) return std::nullopt;
  if (!moves || *moves < 0 || *moves > kLongestGame) return std::nullopt;
  return Value{*number, proven, at_most, static_cast<int>(*moves)};
}
std::string value_text(double value, bool proven, bool at_most = false, int moves = 0) {
  if (proven && moves > 0) return fmt::format("{:.4f}!{}", value, moves);
  return fmt::format("{:.4f}{}", value, proven ? "!" : at_most ? "<" : "");
}

std::optional<std::uint64_t> parse_visits(const std::string& text) {
  const auto number = base::parse_integer(text);
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

}  // namespace

double chance_for(game::Side side, double value_for_first) {
  return search::win_chance(side == game::Side::First ? value_for_first : -value_for_first);
}

Analysis analysis_of(const players::TextReport& report, game::Side to_move, std::string engine) {
  const double sign = to_move == game::Side::First ? 1 : -1;
  Analysis analysis{sign * report.value, report.proven, report.nodes, std::move(engine), {}};
  std::uint64_t of_moves = 0;  // with those of an earlier search of the same tree
  for (const auto& line : report.lines) {
    of_moves += line.visits;
    if (line.visits == 0 && !line.proven) continue;
    analysis.moves.push_back({line.move, sign * line.value, line.proven, line.visits,
                              line.variation, line.at_most, line.moves});
  }
  analysis.visits = std::max(analysis.visits, of_moves);
  return analysis;
}

std::optional<Analysis> analysis_at(const game::RecordNode& node) {
  const auto* property = property_of(node);
  if (property == nullptr) return std::nullopt;
  const auto head = base::split_words(property->values.front());
  if (head.size() < 2) return std::nullopt;
  const auto value = parse_value(head[0]);
  const auto visits = parse_visits(head[1]);
  if (!value || !visits) return std::nullopt;
  Analysis analysis{value->value, value->proven, *visits, head.size() > 2 ? head[2] : "", {}};
  for (std::size_t i = 1; i < property->values.size(); ++i) {
    const auto words = base::split_words(property->values[i]);
    if (words.size() < 3) return std::nullopt;
    const auto move_value = parse_value(words[1]);
    const auto move_visits = parse_visits(words[2]);
    if (!move_value || !move_visits) return std::nullopt;
    analysis.moves.push_back({words[0],
                              move_value->value,
                              move_value->proven,
                              *move_visits,
                              {words.begin() + 3, words.end()},
                              move_value->at_most,
                              move_value->moves});
  }
  return analysis;
}

std::optional<Analysis> deepest_analysis_at(const game::GameRecord& record, game::NodeId node) {
  auto analysis = analysis_at(record.node(node));
  if (!analysis) return analysis;
  for (const game::NodeId child : record.node(node).children) {
    const auto& played = record.node(child).move;
    const auto own = played ? analysis_at(record.node(child)) : std::nullopt;
    if (!own || counts_men(own->engine) != counts_men(analysis->engine)) continue;
    for (AnalysedMove& move : analysis->moves) {
      if (move.move != played->text || move.proven || own->visits <= move.visits) continue;
      move.value = own->value;
      move.proven = own->proven;
      move.at_most = false;
    }
  }
  return analysis;
}

std::optional<double> value_at(const game::RecordNode& node) {
  const auto* property = property_of(node);
  if (property == nullptr) return std::nullopt;
  const std::string& head = property->values.front();
  const auto value = parse_value(head.substr(0, head.find(' ')));
  return value ? std::optional(value->value) : std::nullopt;
}

void forget_analysis(game::RecordNode& node) {
  std::erase_if(node.other, [](const game::Property& p) { return p.name == kProperty; });
}

void keep_analysis(game::RecordNode& node, const Analysis& analysis) {
  forget_analysis(node);
  game::Property property{kProperty, {}};
  property.values.push_back(fmt::format("{} {} {}", value_text(analysis.value, analysis.proven),
                                        analysis.visits, analysis.engine));
  for (const auto& move : analysis.moves) {
    if (property.values.size() > kMostMoves) break;
    auto variation = move.variation;
    if (variation.size() > kLongestVariation) variation.resize(kLongestVariation);
    property.values.push_back(fmt::format(
        "{} {} {} {}", move.move, value_text(move.value, move.proven, move.at_most, move.moves),
        move.visits, base::joined(variation, " ")));
  }
  node.other.push_back(std::move(property));
}

void carry_analyses(const game::GameRecord& from, game::GameRecord& to) {
  if (from.setup != to.setup) return;
  std::vector<std::pair<game::NodeId, game::NodeId>> pending{{game::kRoot, game::kRoot}};
  while (!pending.empty()) {
    const auto [source, target] = pending.back();
    pending.pop_back();
    const auto& found = from.node(source);
    auto& node = to.node(target);
    if (found.move != node.move || found.setup != node.setup || found.to_move != node.to_move)
      continue;
    const auto better = analysis_at(found), kept = analysis_at(node);
    if (better && (!kept || better->visits > kept->visits)) keep_analysis(node, *better);
    if (const auto solved = solved_at(found); solved && !solved_at(node))
      keep_solved(node, *solved);
    for (const game::NodeId a : found.children) {
      for (const game::NodeId b : node.children) pending.emplace_back(a, b);
    }
  }
}

bool counts_men(std::string_view engine) {
  const auto name = engine.substr(0, engine.find(':'));
  return name == "draughts" || name == "hub";
}

std::string men_text(double value_for_side, int digits) {
  constexpr double kMost = 4;  // four digits of the value say little beyond it
  const double men = std::atanh(std::clamp(value_for_side, -0.9999, 0.9999));
  const double least = 0.5 * std::pow(10.0, -digits);  // less is told as nothing
  const char* sign = men <= -least ? "−" : "+";
  if (std::abs(men) > kMost) return fmt::format("{} {}{:.0f}", men < 0 ? "<" : ">", sign, kMost);
  return fmt::format("{}{:.{}f}", sign, std::abs(men), digits);
}

std::string worth_text(const AnalysedMove& move, std::string_view engine, game::Side to_move,
                       int digits, const char* unit) {
  const std::string bound = move.at_most ? "≤ " : "";
  if (counts_men(engine)) {
    // A man has no unit, and is told in hundredths wherever it is.
    return bound + men_text(to_move == game::Side::First ? move.value : -move.value, 2);
  }
  return fmt::format("{}{:.{}f}{}", bound, 100 * chance_for(to_move, move.value), digits, unit);
}

std::string visits_text(std::uint64_t visits) {
  if (visits < 1000) return fmt::format("{}", visits);
  if (visits < 100'000) return fmt::format("{:.1f}k", static_cast<double>(visits) / 1000);
  if (visits < 1'000'000) return fmt::format("{}k", visits / 1000);
  return fmt::format("{:.1f}M", static_cast<double>(visits) / 1e6);
}

}  // namespace losange::window
