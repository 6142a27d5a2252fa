// The window where this build has none.
#include "base/error.h"
#include "window/sfml/window.h"

namespace losange::window {

bool built_in() { return false; }

bool available() { return false; }

void run(const WindowOptions&) {
  throw base::UserError(
      "this build has no window: install the package libsfml-dev and build again, or play in the "
      "terminal with losange play");
}

}  // namespace losange::window
