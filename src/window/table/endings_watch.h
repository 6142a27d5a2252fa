// How far the endings of draughts are that are solved in the background (players/told/endings.h): engines do without them
// until they are there, and people see how it stands. One for the whole program, as the endings are; told from any thread.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "players/told/endings.h"

namespace losange::window {

class EndingsWatch {
 public:
  // Listens from the first call on.
  static EndingsWatch& of_program();

  void note(const players::EndingsNews& news);
  // Of all that is being solved, 0 to 99; nothing where nothing is.
  std::optional<int> percent() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> work_;  // done and total, by name
};

}  // namespace losange::window
