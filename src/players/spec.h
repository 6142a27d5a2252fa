// How a player is named, the same in every command, protocol and file: NAME[:key=value,...], for
// example "montecarlo:playouts=20000", "human", "hybrid:montecarlo", "htp:mohex --quiet". The part after
// "htp:" and "hybrid:" is taken whole.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace losange::players {

struct PlayerSpec {
  std::string name;
  std::map<std::string, std::string> settings;
  std::string rest;  // for "htp:" and "hybrid:", what stands after the colon

  // Reads the syntax and checks the name and settings against the registry; throws base::UserError.
  static PlayerSpec parse(std::string_view text);
  std::string text() const;
};

}  // namespace losange::players
