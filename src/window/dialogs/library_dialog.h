// The games of the library: looked through, searched by what is written of each, opened, and removed when that is asked
// for twice.
#pragma once

#include <string>
#include <vector>

#include "window/common/context.h"
#include "window/common/part.h"
#include "window/common/second_wish.h"
#include "window/common/wheel_steps.h"
#include "window/kept/library.h"

namespace losange::window {

class LibraryDialog final : public Part {
 public:
  explicit LibraryDialog(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;
  void come() override;
  std::string focus() const override { return "library.search"; }
  bool key(const KeyPress& press) override;  // goes through the list; Enter opens
  void wheel(double steps) override;

 private:
  void search();  // what is shown of all games
  void open(const LibraryGame& game);
  void remove(const LibraryGame& game);
  void draw_game(Pen& pen, Rect row, const LibraryGame& game, bool chosen);

  const Context& context_;
  Library library_;
  std::vector<LibraryGame> games_, found_;
  std::string text_;        // that is looked for
  std::size_t chosen_ = 0;  // of found_
  std::size_t top_ = 0;     // the first one in sight
  std::size_t room_ = 1;    // for how many there was, when it was drawn last
  WheelSteps wheel_;
  SecondWish remove_;  // of the file with this name
};

}  // namespace losange::window
