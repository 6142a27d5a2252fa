// `losange players`: the strategies and their settings, from the registry.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "base/text.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "players/kinds/settings.h"
#include "players/registry.h"

namespace losange::commands {

namespace {

using Strategies = std::vector<players::Strategy>;

void print_table(const Strategies& strategies) {
  fmt::print("Name a player NAME[:key=value,...] wherever one is asked for.\n");
  for (const auto& strategy : strategies) {
    fmt::print("\n{:<12} {}\n", strategy.name, strategy.description.english);
    fmt::print("{:<12} write: {}; plays {}\n", "", strategy.usage,
               base::joined(strategy.games, ", "));
    for (const auto& p : strategy.parameters) {
      fmt::print("{:<12}   {:<12} {} [{}; default {}]\n", "", p.name, p.description,
                 p.range().english, p.fallback);
    }
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
  command.add_option("player", *name, "One of them alone").type_name("PLAYER");
  options->add_json(command);
  command.callback([options, name] {
    const auto shown =
        name->empty() ? players::strategies() : Strategies{players::find_strategy(*name)};
    options->json ? print_json(shown) : print_table(shown);
  });
}

}  // namespace losange::commands
