// The window where this build has none.
#include "base/error.h"
#include "window/sfml/window.h"

namespace losange::window {

bool built_in() { return false; }

bool available() { return false; }

void run(const WindowOptions&) {
  throw base::UserError(
      "there is no window here: it is in losange-window, which belongs beside losange and takes "
      "the package libsfml-dev to build. losange play plays in the terminal");
}

}  // namespace losange::window
