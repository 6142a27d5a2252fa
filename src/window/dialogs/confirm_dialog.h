// Asks before something is given up: a game that is not over, for another one, or what cannot be kept.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "window/common/context.h"
#include "window/common/part.h"

namespace losange::window {

struct Question {
  struct Answer {
    const char* id;
    Word label;
    std::function<void()> act;
  };
  Word title;
  std::string text;
  std::array<Answer, 3> answers;  // Enter gives the first
};

class ConfirmDialog final : public Part {
 public:
  explicit ConfirmDialog(const Context& context);

  // When it comes next. Where nothing else is asked it is about a new game.
  void ask(Question question) { next_ = std::move(question); }

  void draw(Pen& pen) override;
  void come() override;
  bool key(const KeyPress& press) override;  // Enter leads on

 private:
  Question about_a_new_game() const;

  const Context& context_;
  Question question_;
  std::optional<Question> next_;
};

// Whether the game on the table makes room for another one; `what` is the name of doing that.
Question before_another_game(const Context& context, Word what, std::function<void()> go_on);
// Whether what cannot be kept, for that reason, is given up by leaving.
Question before_leaving(const Context& context, const std::string& reason);

}  // namespace losange::window
