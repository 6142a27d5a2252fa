#include "window/study/comment_panel.h"

namespace losange::window {

void CommentPanel::draw(Pen& pen, Rect area) {
  Table& table = context_.table;
  const game::NodeId node = table.record().cursor();
  if (revision_ != table.revision() || node_ != node) {
    text_ = table.record().node(node).comment;
    revision_ = table.revision();
    node_ = node;
  }
  pen.field(
      "comment", area, text_, context_.tr(Word::CommentHere),
      [this, node] { context_.table.set_comment(node, text_); },
      [this] {
        context_.table.end_comment();
        context_.ask.focus("");
        written_();
      });
}

}  // namespace losange::window
