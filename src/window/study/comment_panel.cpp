#include "window/study/comment_panel.h"

#include <algorithm>
#include <utility>

namespace losange::window {

void CommentPanel::read(const Pen& pen) {
  const Table& table = context_.table;
  const bool writes = pen.attention().focused == "comment";
  const bool stays = std::exchange(writing_, writes) && writes && tree_ == table.tree_number();
  const game::NodeId node = stays ? node_ : table.record().cursor();
  if (revision_ == table.revision() && node_ == node) return;
  text_ = table.record().node(node).comment;
  revision_ = table.revision();
  tree_ = table.tree_number();
  node_ = node;
}

double CommentPanel::height(const Pen& pen, double width) {
  read(pen);
  const bool writes = pen.attention().focused == "comment";
  const double least =
      writes ? pen.field_height("\n\n", width) : pen.px(pen.narrow() ? kFinger : 40);
  const double wanted = std::max(least, text_.empty() ? 0 : pen.field_height(text_, width));
  // Who clicks through the moves above it finds them where they were.
  const std::string& hovered = pen.attention().hovered;
  const bool stays = hovered.starts_with("tree.") || hovered.starts_with("move.");
  return height_ = stays ? std::max(wanted, height_) : wanted;
}

void CommentPanel::draw(Pen& pen, Rect area) {
  read(pen);
  pen.field(
      "comment", area, text_, context_.tr(Word::CommentHere),
      [this] { context_.table.set_comment(node_, text_); },
      [this] {
        context_.table.end_comment();
        context_.ask.focus("");
        written_();
      },
      /*several=*/true);
  pen.frame().widgets.back().tip = context_.tr(Word::CommentKeys);
}

}  // namespace losange::window
