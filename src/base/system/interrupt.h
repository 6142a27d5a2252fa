// Ctrl-C, termination and a closed terminal as a stop token: long work asks it, cleans up and leaves its
// files whole. A second Ctrl-C ends the program at once.
#pragma once

#include <stop_token>

namespace losange::base {

// Installs the handlers for SIGINT, SIGTERM and SIGHUP, once; every later call returns the same token.
std::stop_token stop_on_interrupt();

// True after the first signal.
bool interrupted();

}  // namespace losange::base
