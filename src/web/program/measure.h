// What the page's program reaches by itself, for docs/web.md and for the test that it plays as the native program does.
#pragma once

#include <string>

namespace losange::web {

// The rows of `losange bench` and its signature.
void measure_work();
// Evaluations a second on one thread, on 11x11, by every runtime that this browser has.
void measure_net(const std::string& file);

}  // namespace losange::web
