// A part of the window without the window: a context whose wishes a test answers, and hands to use the part with.
#pragma once

#include "window/common/context.h"
#include "window/draw/pen.h"
#include "window_fixture.h"

namespace losange::window {

class ContextTest : public UiTest {
 protected:
  template <class Drawn>
  Frame draw(Drawn& part) {
    Frame frame;
    const Look look{theme(settings_.theme), 1, plain_measure, 1280, 800};
    Pen pen(frame, look, attention_);
    part.draw(pen);
    return frame;
  }
  template <class Drawn>
  void use(Drawn& part, const std::string& id) {
    const Frame frame = draw(part);
    const Widget* widget = frame.find(id);
    ASSERT_NE(widget, nullptr) << "nothing to use: " << id;
    widget->act();
  }

  Settings settings_ = quiet_settings();
  Shown shown_;
  base::Clock::time_point now_ = base::Clock::now();
  Services services_;
  Table table_{{.adviser = "mcts:descents=2000,memory=16"}};
  Context context_{settings_, shown_, now_, table_, services_, {}};
  Attention attention_;
};

}  // namespace losange::window
