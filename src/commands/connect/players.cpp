// `losange players`: the strategies and their settings, from the registry.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/text.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "players/kinds/settings.h"
#include "players/registry.h"

namespace losange::commands {

namespace {

using Strategies = std::vector<players::Strategy>;

std::string line_of(const players::Parameter& p) {
  return fmt::format("{:<12} {} [{}; default {}]", p.name, p.description, p.range().english,
                     p.fallback);
}

// The settings that most strategies have alike, in their order: said once.
std::vector<std::string> lines_of_most(const Strategies& strategies) {
  std::map<std::string, std::size_t> times;
  std::vector<std::string> lines;
  for (const auto& strategy : strategies) {
    for (const auto& p : strategy.parameters) {
      const auto line = line_of(p);
      if (++times[line] == strategies.size() / 2 + 1) lines.push_back(line);
    }
  }
  return lines;
}

void print_table(const Strategies& strategies) {
  const bool all = strategies.size() > 1;
  const auto shared = all ? lines_of_most(strategies) : std::vector<std::string>{};
  fmt::print("Name a player NAME[:key=value,...] wherever one is asked for.\n");
  if (all) fmt::print("losange players NAME shows one alone.\n\nSettings that most have alike:\n");
  for (const auto& line : shared) fmt::print("  {}\n", line);
  for (const auto& strategy : strategies) {
    fmt::print("\n{:<12} {}\n", strategy.name, strategy.description.english);
    fmt::print("{:<12} write: {}; plays {}\n", "", strategy.usage,
               base::joined(strategy.games, ", "));
    std::vector<std::string> said;
    for (const auto& p : strategy.parameters) {
      const auto line = line_of(p);
      if (std::find(shared.begin(), shared.end(), line) != shared.end()) {
        said.push_back(p.name);
      } else {
        fmt::print("{:<12}   {}\n", "", line);
      }
    }
    if (!said.empty()) fmt::print("{:<12}   and as above: {}\n", "", base::joined(said, ", "));
  }
}

void print_json(const Strategies& strategies) {
  auto list = nlohmann::json::array();
  for (const auto& strategy : strategies) {
    auto parameters = nlohmann::json::array();
    for (const auto& p : strategy.parameters) {
      parameters.push_back({{"name", p.name},
                            {"description", p.description},
                            {"range", p.range().english},
                            {"default", p.fallback}});
    }
    list.push_back({{"name", strategy.name},
                    {"description", strategy.description.english},
                    {"usage", strategy.usage},
                    {"games", strategy.games},
                    {"parameters", parameters}});
  }
  fmt::print("{}\n", list.dump(2));
}

}  // namespace

void add_players(Command program) {
  auto options = std::make_shared<Options>();
  const auto command = program.add_subcommand("players", "List the strategies and their settings");
  command.group(kAbout);
  auto name = std::make_shared<std::string>();
  command.add_option("player", *name, "One of them alone")
      .type_name("PLAYER")
      .checked([](const std::string& text) { players::find_strategy(text); });
  options->add_json(command);
  command.callback([options, name] {
    const auto shown =
        name->empty() ? players::strategies() : Strategies{players::find_strategy(*name)};
    options->json ? print_json(shown) : print_table(shown);
  });
}

}  // namespace losange::commands
