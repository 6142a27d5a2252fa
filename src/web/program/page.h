// The window in a page: what SFML is to the native window (window/sfml), the browser is here. The page's script hands over
// events and asks for frames through the functions of exports.cpp; what only a browser can do is asked of the script
// (services.js). Everything here happens on the page's own thread; engines think on others.
#pragma once

#include <optional>
#include <string>

#include "web/canvas.h"
#include "window/ui/ui.h"

namespace losange::web {

class Page {
 public:
  // `dark`, `still`: what the person asks of every page of this browser.
  Page(bool dark, bool still);

  window::Ui& ui() { return ui_; }
  // Bits: 1 there is a new frame, 2 something moves.
  int tick();
  const Drawing& draw();
  // What the address should hold after its '#': the game on the table. Empty where there is none.
  std::string address() const;
  // Whatever was copied elsewhere, after the person was asked for it; nothing where that was refused.
  void pasted(const std::optional<std::string>& text);
  // Whether the browser copied what it was asked to copy last.
  void copied(bool worked);
  // Whether a letter with Ctrl is the program's; the browser does what it always does by the others.
  bool uses_control(char letter, bool shift) const;
  // The browser fills the screen with the page, or does no more, whoever asked for it.
  void fullscreen_is(bool on);

 private:
  window::Services services();
  void play(window::Sound sound);
  void update_music(const window::Settings& settings);

  window::Services::TakeText take_pasted_;
  window::Services::Copied copied_;
  window::Ui ui_;
  Drawing drawing_;
  bool fullscreen_ = false;
};

}  // namespace losange::web
