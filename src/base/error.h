// Errors that are the user's to mend: bad input, bad files, missing programs. The message says what
// is wrong and what to do. Faces catch UserError, show it and go on; main() turns it into exit code 1.
// Programmer errors are asserts, never these.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "base/message.h"

namespace losange::base {

class UserError : public std::runtime_error {
 public:
  // With its key, the sentence in English and the sentence's values, as Message has them: every error that can reach
  // the window.
  template <CanBeSaid... Values>
  UserError(const char* key, std::type_identity_t<English<sizeof...(Values)>> english,
            const Values&... values)
      : UserError(key, english.text, {MessageValue(values)...}) {}
  explicit UserError(Message message);
  // In English alone: for commands and protocols.
  explicit UserError(const std::string& english);
  UserError(const UserError&) = default;
  UserError& operator=(const UserError&) = default;
  ~UserError() override;

  const Message& message() const { return *message_; }

 private:
  UserError(const char* key, const char* sentence, MessageValues values);

  std::shared_ptr<const Message> message_;  // shared, so that copying an error cannot fail
};

inline void need(bool good, const char* message) {
  if (!good) throw UserError(std::string(message));
}

// Broken text from outside, with the place (both from 1) where reading stopped.
class ParseError : public UserError {
 public:
  ParseError(int line, int column, const Message& message);

  int line;
  int column;
};

}  // namespace losange::base
