#include "players/outside/hub_words.h"

#include <fmt/format.h>

#include <cctype>

#include "base/error.h"

namespace losange::players {

namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::optional<std::string> HubLine::value(std::string_view name) const {
  for (auto it = arguments.rbegin(); it != arguments.rend(); ++it) {
    if (it->first == name) return it->second;
  }
  return std::nullopt;
}

HubLine parse_hub_line(std::string_view line) {
  HubLine result;
  std::size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < line.size() && is_blank(line[at])) ++at;
  };
  const auto word = [&] {
    const std::size_t begin = at;
    while (at < line.size() && !is_blank(line[at]) && line[at] != '=') ++at;
    return std::string(line.substr(begin, at - begin));
  };
  skip_blanks();
  result.command = word();
  while (true) {
    if (at < line.size() && line[at] == '=') ++at;  // a stray sign, as in "go =think"
    skip_blanks();
    if (at >= line.size()) return result;
    std::string name = word(), value;
    skip_blanks();
    if (at < line.size() && line[at] == '=') {
      ++at;
      skip_blanks();
      if (at < line.size() && line[at] == '"') {
        const std::size_t end = line.find('"', at + 1);
        if (end == line.npos) throw base::UserError("program.quote", "a quote does not end");
        value = line.substr(at + 1, end - at - 1);
        at = end + 1;
      } else {
        value = word();
      }
    }
    if (!name.empty()) result.arguments.emplace_back(std::move(name), std::move(value));
  }
}

std::string hub_argument(std::string_view name, std::string_view value) {
  std::string safe;
  for (const char c : value)
    safe += c == '"' ? '\'' : static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  const bool plain = !safe.empty() && safe.find_first_of(" =") == safe.npos;
  return plain ? fmt::format("{}={}", name, safe) : fmt::format("{}=\"{}\"", name, safe);
}

std::string hub_variant(const draughts::Rules& rules) {
  return rules.name == "international" ? "normal" : std::string(rules.name);
}

const draughts::Rules& rules_of_hub_variant(std::string_view name) {
  return draughts::find_rules(name == "normal" ? "international" : name);
}

}  // namespace losange::players
