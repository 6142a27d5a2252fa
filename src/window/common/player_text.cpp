#include "window/common/player_text.h"

#include "base/error.h"
#include "players/spec.h"
#include "players/wrapped/levels.h"
#include "window/choices/levels.h"

namespace losange::window {

std::string engine_text(const Context& context, const std::string& spec) {
  const std::string name = players::PlayerSpec::parse(spec).name;
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
