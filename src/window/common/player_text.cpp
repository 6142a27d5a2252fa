#include "window/common/player_text.h"

#include <filesystem>

#include "base/error.h"
#include "base/text.h"
#include "players/spec.h"
#include "players/wrapped/levels.h"
#include "window/choices/levels.h"

namespace losange::window {

std::string engine_text(const Context& context, const std::string& spec) {
  const auto parsed = players::PlayerSpec::parse(spec);
  std::string name = parsed.name;
  // An outside program: its file says more than the language it speaks.
  if (!parsed.rest.empty())
    return std::filesystem::path(base::split_words(parsed.rest).front()).filename().string();
  const int level = level_of(spec);
  if (level == players::kTopLevel) return name;
  return name + " · " + context.tr(Word::LevelNumber, std::to_string(level));
}

std::string player_text(const Context& context, const std::string& name) {
  if (name == "human" || name.starts_with("hybrid:")) return context.tr(Word::Person);
  try {
    return engine_text(context, name);
  } catch (const base::UserError&) {
    return name;  // someone's own
  }
}

}  // namespace losange::window
