#include "window/sfml/watch.h"

#include <X11/Xlib.h>
#include <dlfcn.h>
#include <poll.h>

#include <cstdlib>

namespace losange::window {

namespace {

// The functions of Xlib that are used, found when the program runs: SFML brings the library along.
struct Xlib {
  decltype(&XOpenDisplay) open = nullptr;
  decltype(&XSelectInput) select = nullptr;
  decltype(&XFlush) flush = nullptr;
  decltype(&XPending) pending = nullptr;
  decltype(&XNextEvent) next = nullptr;
  decltype(&XConnectionNumber) number = nullptr;
  decltype(&XSetErrorHandler) set_error_handler = nullptr;
  // Kept to the end: an X server whose only program leaves may begin anew, and answers nobody meanwhile.
  Display* display = nullptr;
};

const Xlib& xlib() {
  static const Xlib found = [] {
    Xlib x;
    const char* name = std::getenv("DISPLAY");
    if (name == nullptr || *name == '\0') return x;
    void* library = ::dlopen("libX11.so.6", RTLD_LAZY);
    if (library == nullptr) return x;
    const auto find = [&](auto& function, const char* symbol) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, symbol));
      return function != nullptr;
    };
    const bool all = find(x.open, "XOpenDisplay") && find(x.select, "XSelectInput") &&
                     find(x.flush, "XFlush") && find(x.pending, "XPending") &&
                     find(x.next, "XNextEvent") && find(x.number, "XConnectionNumber") &&
                     find(x.set_error_handler, "XSetErrorHandler");
    if (all) x.display = x.open(nullptr);
    return x;
  }();
  return found;
}

}  // namespace

bool WindowWatch::display_answers() { return xlib().display != nullptr; }

void WindowWatch::follow(unsigned long window) {
  const Xlib& x = xlib();
  if (x.display == nullptr) return;
  // What is asked of a window that is gone is an error, which Xlib answers by ending the program.
  x.set_error_handler([](Display*, XErrorEvent*) { return 0; });
  read_events();  // of the window before
  window_ = window;
  gone_ = false;
  // A pressed button is told to one connection only, SFML's; the pointer's way there and the release are told to all.
  x.select(x.display, window_,
           KeyPressMask | ButtonReleaseMask | PointerMotionMask | LeaveWindowMask |
               FocusChangeMask | ExposureMask | StructureNotifyMask);
  x.flush(x.display);
}

void WindowWatch::read_events() {
  const Xlib& x = xlib();
  while (x.display != nullptr && x.pending(x.display) > 0) {
    XEvent event;
    x.next(x.display, &event);
    gone_ = gone_ || (event.type == DestroyNotify && event.xdestroywindow.window == window_);
  }
}

bool WindowWatch::gone() {
  read_events();
  return gone_;
}

void WindowWatch::wait(base::Millis most) {
  const Xlib& x = xlib();
  if (x.display == nullptr || x.pending(x.display) > 0) return;
  pollfd connection{x.number(x.display), POLLIN, 0};
  ::poll(&connection, 1, static_cast<int>(most.count()));
}

}  // namespace losange::window
