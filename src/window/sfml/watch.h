// A second look at the window, over a connection of its own to the display. SFML 2.5 can only be asked whether something
// happened; this one waits until it does, so that a key is answered at once and an idle window sleeps. It also notices that
// another program took the window away, after which SFML must not be asked anything. Used by the loop of the real window.
#pragma once

#include "base/clock.h"

namespace losange::window {

class WindowWatch {
 public:
  // Whether a display answers. SFML ends the program where none does, so it is asked before.
  static bool display_answers();

  // Looks at this window of the display from now on, and at no other.
  void follow(unsigned long window);
  // Returns when something happened to the window, or after this time.
  void wait(base::Millis most);
  // The window was taken away.
  bool gone();

 private:
  void read_events();

  unsigned long window_ = 0;
  bool gone_ = false;
};

}  // namespace losange::window
