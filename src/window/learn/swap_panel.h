// The swap map of the board on the table, shown on it and beside it while it is wanted: it is made piece by piece in
// the background, and kept (swap_map.h).
#pragma once

#include <optional>

#include "window/common/context.h"
#include "window/draw/pen.h"
#include "window/learn/swap_map.h"
#include "window/picture/board_picture.h"

namespace losange::window {

class SwapPanel {
 public:
  explicit SwapPanel(const Context& context) : context_(context) {}

  // Not any more once another game came: its board may be smaller than the map.
  bool on() const { return map_ && game_ == context_.table.game_number(); }
  void begin();
  void leave();
  void keep() const;  // what is known so far; throws base::UserError
  bool pass_time();   // true where something to be seen changed
  void draw(Pen& pen, Rect& rest);
  // On the empty board, and after the first stone.
  void add(BoardPicture& picture) const;

 private:
  void ask();  // for the next opening, or keeps the map where there is none

  const Context& context_;
  std::optional<SwapMap> map_;
  std::uint64_t game_ = 0;
  // Where one stood in the tree, of so many nodes, when the map came: there one stands again when it goes.
  game::NodeId came_from_ = game::kRoot;
  std::size_t nodes_ = 0;
  int asked_ = -1;  // the opening that is looked at
};

}  // namespace losange::window
