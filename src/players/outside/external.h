// A player that is an outside program speaking HTP on its standard input and output. It is started
// on first use, kept in step with the record, and killed when it hangs, dies or is no longer
// needed.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "base/clock.h"
#include "players/game/player.h"

namespace losange::players {

// How long a program may take before it counts as hanging.
struct ExternalPatience {
  base::Millis startup{20'000};  // loading tables or a net
  base::Millis command{10'000};  // everything but moves
  base::Millis grace{5'000};     // past its time for the move
  base::Millis unlimited{
      300'000};                 // for a move without a limit of time; losange match --reply-timeout
  base::Millis interrupt{500};  // to answer after a stop, if it knows interrupts; else it is killed
  base::Millis quit{300};       // to leave when told
};

// That of who waits so long for a move without a limit of time: for nothing else is it longer.
inline ExternalPatience patience_of(base::Millis reply) {
  ExternalPatience patience;
  patience.unlimited = reply;
  patience.startup = std::min(patience.startup, reply);
  patience.command = std::min(patience.command, reply);
  return patience;
}

// Its choose() throws PlayerFailure: Crash when the program ends or answers in no sensible way,
// Hang when it does not answer in time, Illegal when it plays or refuses a move against the rules.
std::unique_ptr<Player> make_external(std::string command_line, ExternalPatience patience = {});

}  // namespace losange::players
